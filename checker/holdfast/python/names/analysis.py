"""The name table of a file: each top-level statement walked and resolved, then joined.

After an edit, statements whose text did not change are taken over from the table before; what they
need from the rest of the file is only which names the module has.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from holdfast.python.names.builtin_names import BUILTIN_NAMES
from holdfast.python.names.draft import BOUND, Draft
from holdfast.python.names.finish import finished
from holdfast.python.names.moved import moved
from holdfast.python.names.node_maps import OccurrenceOfNode, ScopeOfNode
from holdfast.python.names.parts import NodeSource, Part
from holdfast.python.names.resolve import resolve
from holdfast.python.names.table import (
    BUILTIN,
    MODULE_SCOPE,
    NOBODY,
    AnnotationTime,
    NameTable,
    Scope,
    ScopeKind,
    Unseen,
)
from holdfast.python.names.walk import walk_statement
from holdfast.python.tree import Tree
from holdfast.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class _Fresh:
    """A statement that had to be walked."""

    text: str
    start: int
    node: ast.stmt
    draft: Draft
    bound_globals: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """A statement that stood in the text before."""

    start: int
    node: ast.stmt
    part: Part


def analyse(tree: Tree, previous: NameTable | None = None) -> NameTable:
    """Every name of a file. `previous` is the table of an earlier text of the file, if there is one.

    Statements that `previous` knows are not walked again; where even their lines did not move,
    `tree.module` takes over their old nodes, so that whatever else is known by node stays known.
    """
    annotations = annotation_time(tree)
    known = _known_parts(previous, annotations)
    statements = [_statement(tree, index, annotations, known) for index in range(len(tree.module.body))]
    symbols, module_names = _module_symbols(statements)
    parts = _join(statements, module_names)
    return _table(tree, parts, symbols, module_names, annotations)


def annotation_time(tree: Tree) -> AnnotationTime:
    """How the annotations of a file are evaluated."""
    for statement in tree.module.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            if any(alias.name == "annotations" for alias in statement.names):
                return AnnotationTime.TEXT
        elif not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            break
    return AnnotationTime.DEFERRED if tree.version >= (3, 14) else AnnotationTime.EAGER


def _known_parts(previous: NameTable | None, annotations: AnnotationTime) -> dict[str, list[Part]]:
    known: defaultdict[str, list[Part]] = defaultdict(list)
    if previous is not None and previous.annotations is annotations:
        # Reversed, because equal statements are taken from the end of their list.
        for part in reversed(previous.parts):
            known[part.text].append(part)
    return known


def _statement(
    tree: Tree, index: int, annotations: AnnotationTime, known: dict[str, list[Part]]
) -> _Fresh | _Kept:
    node = tree.module.body[index]
    start = _statement_start(tree, node)
    text = tree.text[start : tree.end(node)]
    if known.get(text):
        part = known[text].pop()
        origin = part.source.current
        if isinstance(origin, ast.stmt) and (origin.lineno, origin.col_offset) == (
            node.lineno,
            node.col_offset,
        ):
            tree.module.body[index] = node = origin
        return _Kept(start, node, part)
    draft = walk_statement(tree, node, annotations)
    return _Fresh(text, start, node, draft, resolve(draft))


def _statement_start(tree: Tree, node: ast.stmt) -> int:
    """Where the statement begins, its decorators included."""
    decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
    if not decorators:
        return tree.start(node)
    return tree.text.rfind("@", 0, tree.start(decorators[0]))


def _module_symbols(statements: Iterable[_Fresh | _Kept]) -> tuple[dict[str, int], frozenset[str]]:
    symbols: dict[str, int] = {}
    bound: set[str] = set()
    for statement in statements:
        if isinstance(statement, _Fresh):
            own, bound_globals = statement.draft.module.symbols, statement.bound_globals
        else:
            own, bound_globals = dict(statement.part.symbols), statement.part.bound_globals
        for name, flags in own.items():
            symbols[name] = symbols.get(name, 0) | flags
        bound |= bound_globals
    bound.update(name for name, flags in symbols.items() if flags & BOUND)
    return symbols, frozenset(bound)


def _join(statements: Iterable[_Fresh | _Kept], module_names: frozenset[str]) -> list[Part]:
    parts = []
    first_scope, first_occurrence = 1, 0
    owners = _OutsideOwners(module_names)
    for statement in statements:
        if isinstance(statement, _Fresh):
            part = finished(
                statement.draft,
                statement.text,
                statement.start,
                NodeSource(statement.node, statement.node),
                first_scope,
                first_occurrence,
                owners,
                statement.bound_globals,
            )
        else:
            part = moved(
                statement.part, statement.start, statement.node, first_scope, first_occurrence, owners
            )
        parts.append(part)
        first_scope += len(part.scopes)
        first_occurrence += len(part.occurrences)
    return parts


class _OutsideOwners(dict[str, int]):
    """The owner of each name that no scope of a statement owns."""

    def __init__(self, module_names: frozenset[str]) -> None:
        super().__init__(dict.fromkeys(module_names, MODULE_SCOPE))

    def __missing__(self, name: str) -> int:
        owner = BUILTIN if name in BUILTIN_NAMES else NOBODY
        self[name] = owner
        return owner


def _table(
    tree: Tree,
    parts: Sequence[Part],
    symbols: dict[str, int],
    module_names: frozenset[str],
    annotations: AnnotationTime,
) -> NameTable:
    children = [scope.index for part in parts for scope in part.scopes if scope.parent == MODULE_SCOPE]
    source = NodeSource(tree.module, tree.module)
    module = Scope(
        MODULE_SCOPE, ScopeKind.MODULE, "", 0, len(tree.text), -1, "", symbols, children, tree.module, source
    )
    unparsed = [Unseen(start, end, "syntax error", MODULE_SCOPE) for start, end in tree.unseen]
    unseen = [
        use
        for part in parts
        for use, callee in zip(part.unseen, part.callees, strict=True)
        if not callee or part.outside[callee] == BUILTIN
    ]
    return NameTable(
        scopes=[module, *chain.from_iterable(part.scopes for part in parts)],
        occurrences=list(chain.from_iterable(part.occurrences for part in parts)),
        attributes=list(chain.from_iterable(part.attributes for part in parts)),
        keywords=list(chain.from_iterable(part.keywords for part in parts)),
        imports=list(chain.from_iterable(part.imports for part in parts)),
        strings=list(chain.from_iterable(part.strings for part in parts)),
        unseen=sorted([*unseen, *unparsed]) if unparsed else unseen,
        scope_of_node=ScopeOfNode(tree.module, parts),
        occurrence_of_node=OccurrenceOfNode(parts),
        module_names=module_names,
        parts=parts,
        annotations=annotations,
    )
