"""The code of a module that runs when the module is loaded: statements without the functions in them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from holdfast.python.names.table import MODULE_SCOPE, ImportUse
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def run_at_once(facts: FileFacts, statement: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement that are evaluated when it is run; of functions, what making them evaluates."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, _Function):
            waiting.extend(_evaluated_by_definition(facts, node))
        elif isinstance(node, ast.Lambda):
            waiting.extend(default for default in (*node.args.defaults, *node.args.kw_defaults) if default)
        elif isinstance(node, ast.AnnAssign) and _keeps_annotations_as_texts(facts):
            waiting.extend(part for part in (node.target, node.value) if part is not None)
        else:
            waiting.extend(ast.iter_child_nodes(node))


def _evaluated_by_definition(facts: FileFacts, node: _Function) -> Iterator[ast.AST]:
    yield from node.decorator_list
    yield from (default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None)
    if not _keeps_annotations_as_texts(facts):
        arguments = node.args
        every = (
            *arguments.posonlyargs,
            *arguments.args,
            *arguments.kwonlyargs,
            arguments.vararg,
            arguments.kwarg,
        )
        yield from (item.annotation for item in every if item is not None and item.annotation is not None)
        if node.returns is not None:
            yield node.returns


def _keeps_annotations_as_texts(facts: FileFacts) -> bool:
    return any(use.parts == ("__future__",) and use.member == "annotations" for use in facts.names.imports)


#: Behind a file: the module `package.__init__`, which is another one than `package`, made of the same file.
_AGAIN = "?again"


class Asked(NamedTuple):
    """Part of an import, with the module of the project that it names, and the file of the member that it takes."""

    use: ImportUse
    module: str
    inside: str | None


class AskedOfModule(NamedTuple):
    """`module.name`, where an import alone binds `module` to a file of the project."""

    place: tuple[int, int]
    name: str
    file: str


class Straight(NamedTuple):
    """A statement of a module itself, with what running it asks of other modules."""

    statement: ast.stmt
    start: int
    imports: tuple[Asked, ...] = ()
    attributes: tuple[AskedOfModule, ...] = ()


def file_of(module: str) -> str:
    """The file that a module is made of."""
    return module.removesuffix(_AGAIN)


def straight_code(program: Program, file: str) -> Sequence[Straight]:
    """The statements of a module, in the order in which loading it runs them."""
    known: dict[str, list[Straight]] = program.memory.table("straight code")
    if file not in known:
        facts = program.facts(file)
        known[file] = [] if facts is None else list(_straight(program, file, facts))
    return known[file]


def _straight(program: Program, file: str, facts: FileFacts) -> Iterator[Straight]:
    imports = [use for use in facts.names.imports if use.scope == MODULE_SCOPE]
    for statement in facts.tree.module.body:
        start, end = facts.tree.start(statement), facts.tree.end(statement)
        if isinstance(statement, ast.Import | ast.ImportFrom):
            inside = (use for use in imports if start <= use.start < end)
            yield Straight(statement, start, tuple(_asked(program, file, inside)))
        else:
            yield Straight(statement, start, attributes=tuple(_attributes(program, file, facts, statement)))


def _asked(program: Program, file: str, uses: Iterable[ImportUse]) -> Iterator[Asked]:
    for use in uses:
        target = program.resolve_module(file, use.level, use.parts)
        if isinstance(target, ModuleFile):
            inside = program.resolve_module(file, use.level, (*use.parts, use.member or ""))
            module = target.file + (_AGAIN if use.parts[-1:] == ("__init__",) else "")
            yield Asked(use, module, inside.file if isinstance(inside, ModuleFile) else None)


def _attributes(program: Program, file: str, facts: FileFacts, statement: ast.AST) -> Iterator[AskedOfModule]:
    for node in run_at_once(facts, statement):
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            continue
        index = facts.names.occurrence_of_node.get(node.value)
        if index is None or facts.names.occurrences[index].owner != MODULE_SCOPE:
            continue
        bound = facts.bindings.get((MODULE_SCOPE, node.value.id), ())
        use = facts.import_of_occurrence.get(bound[0]) if len(bound) == 1 else None
        if use is None:
            continue
        parts = use.parts if use.member is None else (*use.parts, use.member)
        target = program.resolve_module(file, use.level, parts)
        if isinstance(target, ModuleFile):
            end = facts.tree.end(node)
            yield AskedOfModule((end - len(node.attr), end), node.attr, target.file)
