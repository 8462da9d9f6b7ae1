"""Classes that get another member than they had, and code that asks whether a member is there.

A rule may let members move up and down. It never lets a class answer with other code: one that had its own
and now inherits something else is told here, whatever the rule says of the edges. And `hasattr(x, "m")`
answers by where the member is, so that a class that gains or loses `m` changes what the question gives.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.classes.moved_members import class_at, same_member
from holdfast.check.pair import Pair
from holdfast.findings.values import Clause, Finding, Severity
from holdfast.python.project.classes import class_info, class_node, classes_in, own_members
from holdfast.python.project.hierarchy import subclasses
from holdfast.python.project.lookup import find_member
from holdfast.python.project.made_members import is_made
from holdfast.python.project.values import ClassKey
from holdfast.text.interval import Interval


def check_exchanged_members(pair: Pair) -> Iterator[Finding]:
    changed: set[str] = set()
    for file in pair.edited_python_files():
        if pair.facts(file) is None:
            continue
        for key in classes_in(pair.before, file):
            place = pair.became(class_info(pair.before, key).interval)
            after = class_at(pair.after, place) if place is not None else None
            if after is not None:
                yield from _exchanged(pair, key, after)
                changed |= _gained_or_lost_below(pair, key, after)
    for name in sorted(changed):
        yield from _asked_for(pair, name)
    for item in pair.kept.replaced:
        shown, quoted = pair.shown_at(item.after)
        message = f"`{_text(pair, item.class_before)}` would have another `{item.name}`"
        clauses = (Clause(item.before, "it has this"), Clause(shown, "would be its own", quoted))
        yield Finding("HF303", Severity.WARNING, item.class_before, message, clauses)


def _exchanged(pair: Pair, before: ClassKey, after: ClassKey) -> Iterator[Finding]:
    remaining = own_members(pair.after, after)
    for name, member in own_members(pair.before, before).items():
        if not member.on_class or (name in remaining and remaining[name].on_class):
            continue
        token = Interval(before.file, *member.token)
        if token in pair.kept.before:
            continue
        if pair.to_after(token) is not None and token not in pair.moved:
            continue  # it stays under another name: a question of names
        first, second = find_member(pair.before, before, name), find_member(pair.after, after, name)
        if first is None or second is None:
            if member.functions and _is_special(name) and token not in pair.moved:
                if (
                    name == "__init__"
                    and is_made(pair.after, after, name)
                    and _takes_same(pair, before, after)
                ):
                    continue  # whether it does the same is a question about code
                message = f"`{name}` would be gone, and Python calls it although no code names it"
                yield Finding("HF303", Severity.ERROR, token, message)
            continue
        if same_member(pair, first, second):
            continue
        shown, quoted = pair.shown_at(Interval(second.owner.file, *second.member.token))
        message = f"`{class_info(pair.before, before).name}` would inherit another `{name}`"
        clauses = (Clause(token, "it has this"), Clause(shown, "would be inherited", quoted))
        place = class_info(pair.before, before).interval
        yield Finding("HF303", Severity.ERROR, place, message, clauses)


def _takes_same(pair: Pair, before: ClassKey, after: ClassKey) -> bool:
    """Does the initialiser that a decorator makes take what the one that was written down took?"""
    node = class_node(pair.before, before)
    written = next(
        (item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"), None
    )
    if written is None or written.args.vararg or written.args.kwarg or written.args.posonlyargs:
        return False
    optional = len(written.args.defaults)
    taken = [item.arg for item in written.args.args[1:]]
    taken_as = [(name, position >= len(taken) - optional) for position, name in enumerate(taken)]
    return not written.args.kwonlyargs and taken_as == list(_fields(class_node(pair.after, after)))


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, bool]]:
    """The fields that the initialiser of a dataclass takes, and whether each has a default."""
    for item in node.body:
        if not isinstance(item, ast.AnnAssign) or not isinstance(item.target, ast.Name):
            continue
        if "ClassVar" in ast.unparse(item.annotation):
            continue
        if isinstance(item.value, ast.Call) and ast.unparse(item.value.func).endswith("field"):
            given = {keyword.arg: keyword.value for keyword in item.value.keywords}
            if isinstance(taken := given.get("init"), ast.Constant) and taken.value is False:
                continue
            yield item.target.id, "default" in given or "default_factory" in given
        else:
            yield item.target.id, item.value is not None


def _text(pair: Pair, interval: Interval) -> str:
    return (pair.before.world.text(interval.file) or "")[interval.start : interval.end]


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and len(name) > len("____")


def _gained_or_lost_below(pair: Pair, before: ClassKey, after: ClassKey) -> set[str]:
    """Names that came to or went from the class by a move, and with it from classes below that lack them."""
    first, second = own_members(pair.before, before), own_members(pair.after, after)
    came = {
        name
        for name, member in second.items()
        if name not in first and Interval(after.file, *member.token) in pair.moved.values()
    }
    went = {
        name
        for name, member in first.items()
        if name not in second and Interval(before.file, *member.token) in pair.moved
    }
    gained = {
        name for name in came if any(_lacks(pair, key, name) for key in subclasses(pair.before, before))
    }
    return gained | {name for name in went if find_member(pair.after, after, name) is None}


def _lacks(pair: Pair, key: ClassKey, name: str) -> bool:
    return find_member(pair.before, key, name) is None


def _asked_for(pair: Pair, name: str) -> Iterator[Finding]:
    for file in sorted(pair.before.index.files_with(name)):
        facts = pair.before.facts(file)
        if facts is None:
            continue
        for node in ast.walk(facts.tree.module):
            match node:
                case ast.Call(
                    func=ast.Name(id="hasattr" | "getattr"),
                    args=[_, ast.Constant(value=str(asked)) as text, *_],
                ) if asked == name:
                    place = Interval(file, facts.tree.start(text), facts.tree.end(text))
                    message = f"other classes would have `{name}`, and this asks whether it is there"
                    yield Finding("HF303", Severity.WARNING, place, message)
