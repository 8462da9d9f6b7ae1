"""Judge the hierarchy by the interpreter's own classes.

For every class that an importable pure-Python module of the standard library defines, the override edges
must be what `__bases__`, `__mro__` and `__dict__` say, and so must the edges to inherited concrete members.
An edge joins two tokens; where the interpreter has a member that no class statement binds (a metaclass, a
decorator or a later assignment made it), there is no token to point at. Those are counted apart, and the
share is printed both without and with them; the bar is on the edges between members that have a token.

Run as a module: prints one line, exits 1 when fewer than 99 in 100 edges agree or when a disagreement has no
explanation. With `--table`, prints how often each explanation was needed.
"""

from __future__ import annotations

import ast
import dis
import json
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from holdfast.python.project.classes import (
    UnknownBase,
    class_info,
    class_node,
    classes_in,
    order_of,
    own_members,
)
from holdfast.python.project.hierarchy import inherited, overridden
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey
from holdfast.python.source import decode
from holdfast.text.world import World
from judges.corpora import python_files, standard_library

#: Importing these starts something, or they are no library.
SKIPPED = ("antigravity", "this", "idlelib", "test", "turtledemo", "lib2to3", "site-packages", "__main__")

#: What a class has without its body saying so.
IMPLICIT = frozenset(
    {
        *("__module__", "__doc__", "__dict__", "__weakref__", "__qualname__", "__annotations__"),
        *("__abstractmethods__", "_abc_impl", "__parameters__", "__orig_bases__", "__static_attributes__"),
        *("__firstlineno__", "__classcell__", "__annotate__", "__annotate_func__", "__annotations_cache__"),
    }
)

BAR = 0.99


class HierarchyEdge(NamedTuple):
    """An override ("O") or inheritance ("I") of a member, with classes as `module:qualified name`."""

    kind: str
    cls: str
    member: str
    owner: str


class Judgement(NamedTuple):
    classes: int
    agreed: int
    #: Inferred edges that the interpreter does not have: said to be possible only.
    unsure: int
    #: Edges that the interpreter has between members of which one has no token.
    tokenless: int
    #: Edges that the interpreter has and we do not, and exact edges that it does not have. Each
    #: comes with its explanation, "" for none.
    disagreements: tuple[tuple[HierarchyEdge, str], ...]

    @property
    def unexplained(self) -> tuple[HierarchyEdge, ...]:
        return tuple(edge for edge, why in self.disagreements if not why)

    @property
    def share(self) -> float:
        return self.agreed / max(1, self.agreed + len(self.disagreements))

    @property
    def raw_share(self) -> float:
        """The share when an edge without a token, or an inferred one that is not there, counts as wrong."""
        return self.agreed / max(1, self.agreed + len(self.disagreements) + self.tokenless + self.unsure)


def library_world(folder: Path) -> World:
    texts = {}
    for path in python_files(folder):
        relative = path.relative_to(folder)
        if not set(SKIPPED) & {*relative.parts, relative.stem} - {"__main__"}:
            source = decode(path.read_bytes())
            if source.problem is None:
                texts[relative.as_posix()] = source.text
    return World.of(texts)


def module_names(world: World) -> list[str]:
    names = []
    for file in sorted(world.files()):
        parts = file.removesuffix(".py").removesuffix("/__init__").split("/")
        if not set(SKIPPED) & set(parts) and all(part.isidentifier() for part in parts):
            names.append(".".join(parts))
    return names


def interpreter_classes(modules: Iterable[str]) -> dict[str, dict[str, object]]:
    """What the interpreter says about the classes of these modules, asked in another process."""
    script = Path(__file__).with_name("interpreter_classes.py")
    process = subprocess.run(
        [sys.executable, "-I", str(script)],
        input="\n".join(modules),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    found = (json.loads(line) for line in process.stdout.splitlines())
    return {item["name"]: item for item in found}


def judge(world: World, modules: Iterable[str]) -> Judgement:
    program = Program(world)
    told = interpreter_classes(modules)
    keys = _matched(program, told)
    names = {key: name for name, key in keys.items()}
    witness = Witness(program, keys, told, {})
    agreed = unsure = tokenless = 0
    disagreements: list[tuple[HierarchyEdge, str]] = []
    for name, key in sorted(keys.items()):
        expected = _expected(told[name], keys)
        found = _found(program, key, name, names)
        agreed += len(expected & found.keys())
        for edge in sorted(expected - found.keys()):
            if witness.has_tokens(edge):
                disagreements.append((edge, explanation(witness, edge, missing=True)))
            else:
                tokenless += 1
        for edge in sorted(found.keys() - expected):
            if found[edge]:
                disagreements.append((edge, explanation(witness, edge, missing=False)))
            else:
                unsure += 1
    return Judgement(len(keys), agreed, unsure, tokenless, tuple(disagreements))


def _matched(program: Program, told: Mapping[str, Mapping[str, object]]) -> dict[str, ClassKey]:
    """The class statement that made each class: of two with one name, the one around its methods."""
    candidates: dict[str, list[ClassKey]] = {}
    modules = {name.partition(":")[0] for name in told}
    for file in program.python_files:
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        if module not in modules:
            continue
        for key in classes_in(program, file):
            qualified = class_info(program, key).qualified_name.removeprefix(module + ".")
            candidates.setdefault(f"{module}:{qualified}", []).append(key)
    found = {}
    for name, facts in told.items():
        fitting = [key for key in candidates.get(name, ()) if _surrounds(program, key, facts["lines"])]
        if fitting:
            found[name] = fitting[-1]
    return found


def _surrounds(program: Program, key: ClassKey, lines: object) -> bool:
    node = class_node(program, key)
    assert isinstance(lines, list)
    return all(node.lineno <= line <= (node.end_lineno or 0) for line in lines)


def _expected(facts: Mapping[str, object], keys: Mapping[str, ClassKey]) -> set[HierarchyEdge]:
    name, bases, mro, mros, dicts = (facts[part] for part in ("name", "bases", "mro", "mros", "dicts"))
    assert isinstance(name, str)
    assert isinstance(bases, list)
    assert isinstance(mro, list)
    assert isinstance(mros, dict)
    assert isinstance(dicts, dict)
    edges = set()
    for member in set(dicts[name]) - IMPLICIT:
        for base in bases:
            owner = next((item for item in mros[base] if member in dicts[item]), None)
            if owner is not None and owner in keys:
                edges.add(HierarchyEdge("O", name, member, owner))
    seen = {*dicts[name], *IMPLICIT}
    for owner in mro[1:]:
        for member, abstract in dicts[owner].items():
            if member not in seen and owner in keys and not abstract:
                edges.add(HierarchyEdge("I", name, member, owner))
        seen |= set(dicts[owner])
    return edges


def _found(
    program: Program, key: ClassKey, name: str, names: Mapping[ClassKey, str]
) -> dict[HierarchyEdge, bool]:
    """Our edges, and whether each is exact."""
    edges = {}
    certain = order_of(program, key).exact
    for member in own_members(program, key).values():
        if member.on_class and member.name not in IMPLICIT:
            for hit in overridden(program, key, member.name):
                if hit.member.on_class and hit.owner in names:
                    edges[HierarchyEdge("O", name, member.name, names[hit.owner])] = certain and hit.exact
    for hit in inherited(program, key):
        skipped = hit.member.abstract or not hit.member.on_class or hit.member.name in IMPLICIT
        if not skipped and hit.owner in names:
            edges[HierarchyEdge("I", name, hit.member.name, names[hit.owner])] = hit.exact
    return edges


def explanation(witness: Witness, edge: HierarchyEdge, *, missing: bool) -> str:
    """Why the text does not show what the interpreter has; "" when there is no good reason.

    Each reason is checked against something other than our own analysis: the interpreter's tables, the
    code objects of the class bodies, or the form of the class statement.
    """
    mro = witness.told[edge.cls]["mro"]
    dicts = witness.told[edge.cls]["dicts"]
    assert isinstance(mro, list)
    assert isinstance(dicts, dict)
    here = [item for item in mro if item in witness.keys]
    if any(edge.member in dicts[item] and edge.member not in witness.declared(item) for item in here):
        return "a class on the way has the member by a decorator, a metaclass or a later assignment"
    if any(edge.member in witness.declared(item) and edge.member not in dicts[item] for item in here):
        return "the branch of a class body that binds the member did not run, or it was removed"
    if any(edge.member in witness.computed_slots(item) for item in here):
        return "`__slots__` is computed by an expression"
    reasons = [why for item in here if (why := witness.base_reason(item))]
    return reasons[0] if reasons else ""


class Witness(NamedTuple):
    """Both sides, for explanations."""

    program: Program
    keys: Mapping[str, ClassKey]
    told: Mapping[str, Mapping[str, object]]
    bodies: dict[str, dict[tuple[str, int], frozenset[str]]]

    def has_tokens(self, edge: HierarchyEdge) -> bool:
        """Whether both ends of an edge are bound by class statements."""
        declared = edge.member in self.declared(edge.owner)
        return declared and (edge.kind == "I" or edge.member in self.declared(edge.cls))

    def declared(self, name: str) -> frozenset[str]:
        """The names that a class body stores, by its instructions, and the slots that the class has."""
        key = self.keys[name]
        if key.file not in self.bodies:
            self.bodies[key.file] = _bodies(self.program.world.text(key.file) or "")
        node = class_node(self.program, key)
        first = min([node.lineno, *(item.lineno for item in node.decorator_list)])
        slots = self.told[name]["slots"]
        assert isinstance(slots, list)
        return self.bodies[key.file][name.partition(":")[2], first] | frozenset(slots)

    def computed_slots(self, name: str) -> frozenset[str]:
        """Slots that do not stand in the class statement as strings."""
        slots = self.told[name]["slots"]
        assert isinstance(slots, list)
        text = ast.unparse(class_node(self.program, self.keys[name]))
        return frozenset(item for item in slots if repr(item) not in text)

    def base_reason(self, name: str) -> str:
        """Why the interpreter's bases are not those that we read; "" when they are, or when it is our mistake."""
        names = {key: item for item, key in self.keys.items()}
        node = class_node(self.program, self.keys[name])
        bases = class_info(self.program, self.keys[name]).bases
        ours = [names.get(item, "?") if isinstance(item, ClassKey) else "outside" for item in bases]
        theirs = self.told[name]["bases"]
        assert isinstance(theirs, list)
        if not any(isinstance(item, UnknownBase) for item in bases):
            if (ours or ["outside"]) == [item if item in self.keys else "outside" for item in theirs]:
                return ""
        if node.decorator_list:
            return "a decorator builds the class again, with other bases"
        if not all(isinstance(item, ast.Name | ast.Attribute) for item in node.bases):
            return "a base is the result of a call"
        # A plain name must lead to a class that has no text, or to one that a call made.
        strangers = [item for item in theirs if item not in self.keys]
        if strangers and len(theirs) == len(ours):
            return "a base is replaced by a class written in C, or made by a call"
        return "bases are assigned after the class statement" if len(theirs) != len(ours) else ""


def _bodies(text: str) -> dict[tuple[str, int], frozenset[str]]:
    """(qualified name, first line) of every code object to the names that it stores."""
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        waiting = [compile(text, "judged", "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        stored = {item.argval for item in dis.get_instructions(code) if item.opname == "STORE_NAME"}
        found[code.co_qualname, code.co_firstlineno] = frozenset(stored)
        waiting.extend(item for item in code.co_consts if isinstance(item, CodeType))
    return found


def main(arguments: list[str]) -> int:
    world = library_world(standard_library())
    result = judge(world, module_names(world))
    reasons = Counter(why or "unexplained" for _, why in result.disagreements)
    if "--table" in arguments:
        for why, count in reasons.most_common():
            print(f"{count:6}  {why}")
    for edge in result.unexplained[:40]:
        print(f"unexplained: {edge}", file=sys.stderr)
    version = ".".join(map(str, sys.version_info[:3]))
    print(
        f"hierarchy against the interpreter (Python {version}): {result.classes} classes, {result.agreed} edges "
        f"agree, {len(result.disagreements)} do not ({result.share:.2%}), {len(result.unexplained)} unexplained; "
        f"besides, {result.tokenless} have an end without a token and {result.unsure} inferred ones are not there "
        f"({result.raw_share:.2%} if these count as wrong)"
    )
    return 0 if result.share >= BAR and not result.unexplained and result.classes else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
