"""Objects that become texts by a method that nobody wrote: `print(order)` of a dataclass shows the names of fields.

So do named tuples, and members of enumerations show theirs; each shows the name of its class as well. Told are
places where an object of such a class is seen to become a text that comes out of the program.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.affected import Affected
from holdfast.check.objects.fates import Fate, fate_of
from holdfast.check.objects.kinds import Kinds, kinds_at
from holdfast.check.objects.sources import ANY
from holdfast.check.objects.titles import speaks_of
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, class_node, classes_in, own_members
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.functional_records import records_in
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_member, has_ancestor
from holdfast.python.project.program import Program
from holdfast.python.project.signatures import makes_fields
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval

_ENUMERATIONS = frozenset({"enum.Enum", "enum.Flag"})
_NUMBERS_AND_TEXTS = frozenset({"enum.IntEnum", "enum.StrEnum", "enum.IntFlag"})
_DICTIONARIES = frozenset({"typing.TypedDict", "typing_extensions.TypedDict"})
_SHOWING = frozenset({"str", "repr", "print", "format", "pprint", "ascii", "pformat"})
#: So many expressions are looked at.
_MOST = 2000


def check_shown_objects(pair: Pair, affected: Affected) -> Iterator[Finding]:
    renamed = dict(_shown_classes(pair, affected))
    if not renamed:
        return
    places = 0
    for file in sorted(_reach(pair, {token.file for token in renamed.values()})):
        facts = pair.before.facts(file)
        for node in ast.walk(facts.tree.module) if facts is not None else ():
            for shown in _shown(node):
                places += 1
                token = _renamed(pair.before, file, shown, renamed) if places < _MOST else None
                if (
                    facts is not None
                    and token is not None
                    and _comes_out(pair.before, file, facts, node, shown)
                ):
                    place = Interval(file, facts.tree.start(shown), facts.tree.end(shown))
                    message = "what is shown here has the name in it that was renamed"
                    yield Finding("HF202", Severity.WARNING, place, message, (Clause(token, "this"),))


def _shown_classes(pair: Pair, affected: Affected) -> Iterator[tuple[ClassKey | str, Interval]]:
    """Classes whose text has a renamed name in it, each with the name."""
    for file in sorted({token.file for token in affected.tokens}):
        for key in classes_in(pair.before, file):
            names = [
                Interval(file, *member.token)
                for member in own_members(pair.before, key).values()
                if member.kind in (Kind.FIELD, Kind.CLASS_ATTRIBUTE) and _is_shown(pair.before, key)
            ]
            names.append(class_info(pair.before, key).interval)
            token = next((name for name in names if name in affected.tokens), None)
            if token is not None:
                yield from (
                    (each, token)
                    for each in (key, *subclasses(pair.before, key))
                    if _is_shown(pair.before, each)
                )
        for record in records_in(pair.before, file):
            token = next(
                (field.interval for field in record.fields if field.interval in affected.tokens), None
            )
            if token is not None and record.is_tuple:
                yield record.name, token


def _is_shown(program: Program, key: ClassKey) -> bool:
    """Has the class a text with names in it, which nobody wrote?"""
    if any(find_member(program, key, name) is not None for name in ("__repr__", "__str__", "__format__")):
        return False
    if has_ancestor(program, key, _ENUMERATIONS):
        return not has_ancestor(program, key, _NUMBERS_AND_TEXTS)
    if not makes_fields(program, key) or has_ancestor(program, key, _DICTIONARIES):
        return False
    arguments = [
        (keyword.arg, keyword.value)
        for decorator in class_node(program, key).decorator_list
        if isinstance(decorator, ast.Call)
        for keyword in decorator.keywords
    ]
    return not any(
        name == "repr" and isinstance(value, ast.Constant) and value.value is False
        for name, value in arguments
    )


def _reach(pair: Pair, files: set[str]) -> set[str]:
    found, waiting = set(files), list(files)
    while waiting:
        for other in pair.before.importers(waiting.pop()) - found:
            found.add(other)
            waiting.append(other)
    return found | {near for other in found for near in pair.before.imported_files(other)}


def _shown(node: ast.AST) -> Iterator[ast.expr]:
    """What becomes a text here."""
    match node:
        case ast.FormattedValue(value=value):
            yield value
        case ast.Call(args=arguments) if last_name(node.func) in _SHOWING:
            yield from (
                item for item in arguments if not isinstance(item, ast.Starred | ast.Constant | ast.JoinedStr)
            )
        case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="str" | "repr"), value]):
            yield value
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=right):
            yield from right.elts if isinstance(right, ast.Tuple) else [right]


def _renamed(
    program: Program, file: str, node: ast.expr, renamed: dict[ClassKey | str, Interval]
) -> Interval | None:
    """The renamed name in the text of the object, or of the elements of a container."""
    for way in ((), (ANY,)):
        kinds = kinds_at(program, file, node, way)
        token = _among(kinds, renamed)
        if token is not None or kinds.owners or kinds.outside:
            return token
    facts = program.facts(file)
    # Nobody tells what it is, but it is called by the name of the class.
    called = (
        token
        for key, token in renamed.items()
        if facts is not None
        and speaks_of(
            facts,
            node,
            class_info(program, key).name if isinstance(key, ClassKey) else key.rpartition(".")[2],
        )
    )
    return next(called, None)


def _among(kinds: Kinds, renamed: dict[ClassKey | str, Interval]) -> Interval | None:
    seen: list[ClassKey | str] = [*sorted(kinds.classes), *sorted(kinds.outside)]
    return next((renamed[each] for each in seen if each in renamed), None)


def _comes_out(program: Program, file: str, facts: FileFacts, node: ast.AST, shown: ast.expr) -> bool:
    if isinstance(node, ast.Call) and last_name(node.func) in ("print", "pprint"):
        return True
    return (
        fate_of(program, file, facts, node if isinstance(node, ast.Call | ast.BinOp) else shown) is Fate.OUT
    )
