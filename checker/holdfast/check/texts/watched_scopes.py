"""Code that reads the variables of a scope by name: `locals()`, `vars()`, `globals()`, `eval`, `exec`.

Where the names that are read stand in a text that can be seen, it is known whether a renamed variable is
among them. Where some text in reach has a field of the old name, that is good evidence. Otherwise such a
place is an information.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from holdfast.check.affected import Affected
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import TEMPLATE_ENDINGS, LeftText, left_in_code, left_in_data
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.names.table import MODULE_SCOPE, ScopeKind, Unseen
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.text.interval import Interval

#: Builtins that read or write variables by name.
_LOOKING = ("locals", "vars", "eval", "exec", "dir", "globals")
_OWN_ONLY = ("locals", "vars", "dir")
_FILLING = frozenset({"format", "format_map", "substitute", "safe_substitute", "render", "render_template"})
_RUNNING = ("eval", "exec")

_Parents = Mapping[ast.AST, ast.AST]


def check_watched_scopes(pair: Pair, affected: Affected, file: str, facts: FileFacts) -> Iterator[Finding]:
    """Places that read the variables of a scope by name, where one of them was renamed."""
    places = [place for place in facts.names.unseen if place.what.startswith(_LOOKING)]
    if not places:
        return
    tokens = {token.start for token in affected.tokens if token.file == file}
    renamed: dict[int, set[str]] = {}
    for item in facts.names.occurrences:
        if item.start in tokens:
            renamed.setdefault(item.owner, set()).add(item.name)
    parents: dict[ast.AST, ast.AST] = {}
    for place in places:
        names = _watched(facts, place, renamed)
        if not names:
            continue
        parents = parents or {
            inner: node for node in ast.walk(facts.tree.module) for inner in ast.iter_child_nodes(node)
        }
        yield from _of_place(pair, file, facts, place, names, parents)


def _watched(facts: FileFacts, place: Unseen, renamed: Mapping[int, set[str]]) -> frozenset[str]:
    """The renamed variables that the place can see."""
    scope, own_only = place.scope, place.what.startswith(_OWN_ONLY)
    if place.what.startswith("globals"):
        return frozenset(renamed.get(MODULE_SCOPE, ()))
    found: set[str] = set()
    while scope >= 0:
        if scope != MODULE_SCOPE or not own_only or place.scope == MODULE_SCOPE:
            found |= renamed.get(scope, set())
        if own_only and facts.names.scopes[scope].kind in (ScopeKind.FUNCTION, ScopeKind.LAMBDA):
            break
        scope = facts.names.scopes[scope].parent
    return frozenset(found)


def _of_place(
    pair: Pair, file: str, facts: FileFacts, place: Unseen, names: frozenset[str], parents: _Parents
) -> Iterator[Finding]:
    interval = Interval(file, place.start, place.end)
    calls = (node for node in parents if isinstance(node, ast.Call))
    call = next((node for node in calls if facts.tree.start(node) == place.start), None)
    known = None if call is None else _known_text(facts, call, place.what, parents)
    if known is not None:
        node, reads = known
        text = Interval(file, facts.tree.start(node), facts.tree.end(node))
        for name in sorted(names & reads):
            if _still_reads(pair, facts, text, name):
                message = f"this text still has the old name `{name}`, but the variable was renamed"
                clauses = (Clause(interval, "it gets its values from this"),)
                yield Finding("HF104", Severity.WARNING, text, message, clauses)
        return
    told = False
    for name in sorted(names):
        for left in _fields_in_reach(pair, file, name) if not place.what.startswith(_RUNNING) else ():
            message = f"this text has a field `{name}`, but the variable of that name was renamed"
            clauses = (Clause(interval, "it may get its values from this"),)
            yield Finding("HF104", Severity.WARNING, left.place, message, clauses)
            told = True
    if not told:
        message = f"`{place.what}` reads variables by name; a renamed one may be among them"
        yield Finding("HF501", Severity.INFORMATION, interval, message)


def _still_reads(pair: Pair, facts: FileFacts, text: Interval, name: str) -> bool:
    source = facts.text[text.start : text.end]
    places = [match.start() + text.start for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", source)]
    tokens = pair.tokens(text.file)
    return not places or any(not tokens.is_touched(start, start + len(name)) for start in places)


def _known_text(
    facts: FileFacts, call: ast.Call, what: str, parents: _Parents
) -> tuple[ast.expr, frozenset[str]] | None:
    """The text that names the variables which are read here, and the names in it, where both can be seen."""
    if what.startswith(_RUNNING):
        code = call.args[0] if call.args else None
        names = _names_in_code(code) if isinstance(code, ast.Constant) else None
        return None if code is None or names is None else (code, names)
    around = parents.get(call)
    if isinstance(around, ast.Subscript) and around.value is call:
        return _key(around.slice)
    if isinstance(around, ast.Attribute) and around.attr in ("get", "pop"):
        asking = parents.get(around)
        return _key(asking.args[0]) if isinstance(asking, ast.Call) and asking.args else None
    template = _template(call, parents)
    text = None if template is None else _constant(facts, template)
    return None if text is None else (text, frozenset(_field_names(str(text.value))))


def _key(node: ast.expr) -> tuple[ast.expr, frozenset[str]] | None:
    return (node, frozenset({str(node.value)})) if isinstance(node, ast.Constant) else None


def _names_in_code(node: ast.Constant) -> frozenset[str] | None:
    try:
        tree = ast.parse(str(node.value).strip())
    except (SyntaxError, ValueError):
        return None
    return frozenset(each.id for each in ast.walk(tree) if isinstance(each, ast.Name))


def _template(node: ast.AST, parents: _Parents) -> ast.expr | None:
    """What is filled in with a mapping that is made of `node`."""
    while not isinstance(node, ast.stmt):
        around = parents.get(node)
        if around is None:
            return None
        if isinstance(around, ast.BinOp) and isinstance(around.op, ast.Mod) and around.right is node:
            return around.left
        if (
            isinstance(around, ast.Call)
            and isinstance(around.func, ast.Attribute)
            and around.func is not node
        ):
            if around.func.attr in _FILLING:
                return around.func.value
        node = around
    return None


def _constant(facts: FileFacts, node: ast.expr) -> ast.Constant | None:
    if isinstance(node, ast.Constant):
        return node if isinstance(node.value, str) else None
    if isinstance(node, ast.Call) and last_name(node.func) == "Template" and node.args:
        return _constant(facts, node.args[0])
    index = facts.names.occurrence_of_node.get(node)
    if index is None:
        return None
    found = facts.names.occurrences[index]
    bindings = facts.bindings.get((found.owner, found.name), ())
    target = facts.node_of_occurrence.get(bindings[0]) if len(bindings) == 1 else None
    bound = None if target is None else facts.bound_values.get(target)
    return None if bound is None or bound.how != "value" else _constant(facts, bound.node)


_FIELD = re.compile(r"\{([^\W\d]\w*)[^{}]*\}|%\(([^\W\d]\w*)\)|\$\{?([^\W\d]\w*)")


def _field_names(text: str) -> Iterator[str]:
    for match in _FIELD.finditer(text):
        yield next(group for group in match.groups() if group is not None)


def _fields_in_reach(pair: Pair, file: str, name: str) -> Iterator[LeftText]:
    """Texts with a field of that name that the edit left alone, near the file or in a template."""
    near = {file, *pair.before.imported_files(file)}
    field = re.compile(
        rf"\{{{name}(?:[.\[!:][^{{}}]*)?\}}|%\({name}\)|\$(?:{name}\b|\{{{name}\}})"
        rf"|\{{\{{[^}}]*\b{name}\b|\{{%[^%]*\b{name}\b"
    )
    for left in left_in_code(pair, name):
        if left.place.file in near and field.search(left.text) and not _is_filled_otherwise(pair, left):
            yield left
    for left in left_in_data(pair, name, endings=TEMPLATE_ENDINGS):
        if field.search(left.text):
            yield left


def _is_filled_otherwise(pair: Pair, left: LeftText) -> bool:
    """`"{count}".format(count=3)`: the field gets its value from a keyword."""
    facts = pair.before.facts(left.place.file)
    for node in ast.walk(facts.tree.module) if facts is not None else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.value is left.node and any(item.arg is not None for item in node.keywords):
                return True
    return False
