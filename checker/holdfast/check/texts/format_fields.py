"""Fields of templates that name attributes: `"{order.total}".format(order=order)`, `{{ order.total }}`.

Whose attribute a field is, is asked of the argument that the template is filled with. A template in double braces is
filled by code of somebody else, or of the project where that asks objects for attributes by texts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from holdfast.check.affected import Affected
from holdfast.check.members.evidence import is_everyday
from holdfast.check.objects.calls_by_name import calls_named
from holdfast.check.objects.constants import texts_at
from holdfast.check.objects.containers import kinds_of_member
from holdfast.check.objects.kinds import Kinds, kinds_at, union
from holdfast.check.objects.owners import Asked, owners_of, owners_of_kinds
from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import TEMPLATE_ENDINGS, LeftText, left_in_code, left_in_data
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.call_nodes import calls_in
from holdfast.python.project.facts import last_name
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval

FILLING = frozenset({"format", "format_map", "vformat"})
_FIELD = re.compile(r"\{\{?%?[^{}]*?(?<![\w.\]])([^\W\d]\w*|\d*)((?:\.[^\W\d]\w*|\[[^\]{}]*\])+)")
_PART = re.compile(r"\.([^\W\d]\w*)|\[([^\]]*)\]")
#: Libraries that fill templates in double braces.
_ENGINES = frozenset({"jinja2", "django", "mako", "chevron", "pystache", "tornado", "genshi"})


class _Filled(NamedTuple):
    """The object that a field begins with."""

    file: str
    call: ast.Call
    node: ast.expr


def check_format_fields(pair: Pair, affected: Affected, members: set[str]) -> Iterator[Finding]:
    """Fields with the old name of a member that are filled with objects which have it no more."""
    for name in sorted(members):
        if is_everyday(name) and name not in affected.old_names:
            continue
        for text in (*left_in_code(pair, name), *left_in_data(pair, name, endings=TEMPLATE_ENDINGS)):
            field = _field_around(text)
            if field is None:
                continue
            first, path, is_doubled = field
            if is_doubled and not _has_engine(pair.before):
                continue
            yield from _of_field(pair, affected, name, text, first, path)


def _field_around(text: LeftText) -> tuple[str, list[str], bool] | None:
    """What the field begins with, the attributes on the way to the name, and whether it has double braces."""
    if text.start == 0 or text.text[text.start - 1] != ".":
        return None
    for match in _FIELD.finditer(text.text):
        if match.start() < text.start < match.end():
            before = text.text[match.start(2) : text.start - 1]
            path = [part[1] or "[]" for part in _PART.finditer(before)]
            doubled = match[0].startswith(("{{", "{%"))
            return match[1], path, doubled
    return None


def _has_engine(program: Program) -> bool:
    if program.index.files_with_any(_ENGINES):
        return True
    return bool(
        program.index.files_with("getattr") & program.index.files_with_any(("sub", "split", "finditer"))
    )


def _of_field(
    pair: Pair, affected: Affected, name: str, text: LeftText, first: str, path: list[str]
) -> Iterator[Finding]:
    message = f"the field `{name}` of this text asks for the attribute that was renamed"
    told = False
    for filled in _filled(pair.before, text, first):
        place = Interval(
            filled.file,
            *(
                (facts.tree.start(filled.call), facts.tree.end(filled.call))
                if (facts := pair.before.facts(filled.file))
                else (0, 0)
            ),
        )
        if path:
            kinds = _along(pair.before, kinds_at(pair.before, filled.file, filled.node), path)
            owners = owners_of_kinds(pair, affected, name, kinds)
        else:
            owners = owners_of(pair, affected, Asked(filled.file, filled.node, name))
        told = True
        clause = (Clause(place, "it is filled here"),)
        if owners.is_renamed_in_project or (owners.are_seen and owners.renamed):
            yield Finding("HF104", Severity.WARNING, text.place, message, clause)
            return
        if owners.renamed:
            doubt = f"the field `{name}` of this text may ask for the attribute that was renamed"
            yield Finding("HF501", Severity.INFORMATION, text.place, doubt, clause)
            return
    if not told and owners_of(pair, affected, Asked(text.place.file, None, name)).is_renamed_in_project:
        yield Finding("HF104", Severity.WARNING, text.place, message)


def _along(program: Program, kinds: Kinds, path: list[str]) -> Kinds:
    """What the attributes lead to, one after the other."""
    for name in path:
        hits = [hit for key in kinds.owners if (hit := find_member(program, key, name)) is not None]
        kinds = union([kinds_of_member(program, hit.owner, name, ()) for hit in hits])
    return kinds


def _filled(program: Program, text: LeftText, first: str) -> Iterator[_Filled]:
    """The arguments that the text is filled with where it is seen to be, or where it may be."""
    seen, possible = [], []
    for method in sorted(FILLING | {"render", "render_template", "substitute"}):
        for file, call in calls_named(program, method):
            template = _template(call, method)
            argument = _argument(call, method, first)
            if argument is None:
                continue
            found = texts_at(program, file, template) if template is not None else None
            if found is not None and any(node is text.node for _, node in found.found):
                seen.append(_Filled(file, call, argument))
            elif found is None or not found.complete:
                possible.append(_Filled(file, call, argument))
    if not seen and not possible:
        possible = list(_passed_by_name(program, first))
    yield from seen or possible


def _template(call: ast.Call, method: str) -> ast.expr | None:
    if not isinstance(call.func, ast.Attribute):
        return None
    holder = call.func.value
    if (
        isinstance(holder, ast.Call) and last_name(holder.func) in ("Formatter", "Template")
    ) or method == "vformat":
        inner = holder.args if isinstance(holder, ast.Call) and holder.args else call.args
        return inner[0] if inner else None
    return holder


def _argument(call: ast.Call, method: str, first: str) -> ast.expr | None:
    """What the field with this beginning is filled with."""
    mapping = call.args[0] if method in ("format_map", "substitute") and call.args else None
    mapping = call.args[2] if method == "vformat" and len(call.args) > 2 else mapping
    if isinstance(mapping, ast.Dict):
        for key, value in zip(mapping.keys, mapping.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == first:
                return value
    if first.isdigit() or not first:
        place = int(first or 0)
        plain = not any(isinstance(item, ast.Starred) for item in call.args)
        return call.args[place] if plain and place < len(call.args) else None
    return next((item.value for item in call.keywords if item.arg == first), None)


def _passed_by_name(program: Program, first: str) -> Iterator[_Filled]:
    """`page(TEXT, user=user)`, or `page(TEXT, {"user": user})`, of a function that fills templates itself."""
    if not first.isidentifier():
        return
    for file in sorted(program.index.files_with(first)):
        facts = program.facts(file)
        for call in calls_in(facts.tree.module) if facts is not None else ():
            argument = next((item.value for item in call.keywords if item.arg == first), None)
            for mapping in call.args:
                argument = argument or _argument(ast.Call(call.func, [mapping], []), "format_map", first)
            if argument is not None:
                yield _Filled(file, call, argument)
