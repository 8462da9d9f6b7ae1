"""Fields that hold numbers or texts, told by what the project stores in them and does with them.

`x.level += y` gives a number a new value and changes a list where it is. What a field holds is said by annotations
and by what is stored in it; where that says nothing, by what is done with it: who compares a field with a number or
divides by it takes it for a number, and who goes through it or calls a method of it does not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from holdfast.check.objects.callers import passed_for
from holdfast.python.names.table import Role
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.own_members import words_of
from holdfast.python.project.program import Program
from holdfast.python.traces.annotations import is_container_type, is_immutable_type

#: Operators that, of all containers, only sets, counters and arrays have.
_OF_FEW = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift)
#: Those that no container of the language has.
_OF_NUMBERS = (ast.Div, ast.FloorDiv, ast.Pow)
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_MAKING_PLAIN = frozenset(
    {"abs", "bool", "bytes", "float", "hash", "int", "len", "ord", "repr", "round", "str"}
)
_TAKING_NUMBERS = frozenset({"abs", "chr", "divmod", "float", "hex", "int", "range", "round"})
_MAKING_CONTAINERS = frozenset(
    {
        "list",
        "set",
        "dict",
        "sorted",
        "Counter",
        "defaultdict",
        "deque",
        "OrderedDict",
        "bytearray",
        "array",
        "copy",
    }
)
_CONTAINERS = (ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp)
_TEXT_METHODS = frozenset(
    {"strip", "lower", "upper", "title", "split", "startswith", "endswith", "format", "join"}
)
#: Libraries whose containers take operators as numbers do.
_ARRAYS = ("numpy", "pandas", "torch", "jax", "tensorflow", "polars", "cupy")
_IN_PLACE = tuple(
    f"__i{name}__" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "or", "and")
)

#: What code says of a field: it holds numbers or texts, it holds something else, or nothing.
_Said = bool | None


def is_never_changed_in_place(sides: Iterable[tuple[Program, str]], operator: ast.operator) -> bool:
    """Does the operator, as an augmented assignment, surely give the field a new value?

    `sides` are both worlds, each with the name that the field has there: what one says holds for the other.
    """
    said, odd = set(), False
    for program, field in sides:
        table: dict[str, _Said] = program.memory.table("plain fields")
        if field not in table:
            table[field] = _held(program, field)
        said.add(table[field])
        odd = odd or _has_odd_operators(program)
    if False in said:
        return False
    return True in said or (isinstance(operator, _OF_FEW) and not odd)


def _held(program: Program, field: str) -> _Said:
    stored = list(_stored(program, field))
    if False in stored:
        return False
    if True in stored and None not in stored:
        return True
    done = list(_done(program, field))
    if False in done:
        return False
    if True in stored:
        return True
    return True if True in done and not _has_odd_operators(program) else None


def _has_odd_operators(program: Program) -> bool:
    """Are there objects that take operators as numbers do and change in place?"""
    return bool(program.index.files_with_any((*_ARRAYS, *_IN_PLACE)))


def _stored(program: Program, field: str) -> Iterator[_Said]:
    """What is said by each value that is stored in the field; what comes from itself says nothing new."""
    for file in sorted(program.index.files_with_any(words_of(field))):
        facts = program.facts(file)
        if facts is None:
            continue
        targets: dict[ast.AST, None] = {}
        for members in facts.members.values():
            if field in members:
                targets.update(dict.fromkeys(members[field].targets))
        for use in facts.names.attributes:
            if use.name == field and isinstance(use.node.ctx, ast.Store) and not use.augmented:
                targets[use.node] = None
        for target in targets:
            bound = facts.bound_values.get(target)
            if bound is not None and bound.how == "annotation":
                yield _of_annotation(bound.node)
            elif bound is None or bound.how != "value":
                yield None
            elif not _is_itself(bound.node, field) and not _is_none(bound.node):
                yield _of_value(program, file, facts, bound.node, field)


def _of_annotation(annotation: ast.expr) -> _Said:
    if is_immutable_type(annotation):
        return True
    return False if is_container_type(annotation) else None


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_itself(node: ast.expr, field: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == field


def _of_value(
    program: Program, file: str, facts: FileFacts, node: ast.expr, field: str, depth: int = 0
) -> _Said:
    def of(inner: ast.expr) -> _Said:
        return _of_value(program, file, facts, inner, field, depth)

    match node:
        case ast.Constant(value=value):
            return None if value is None else True
        case ast.JoinedStr() | ast.Compare() | ast.UnaryOp():
            return True
        case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Pow()):
            return True
        case ast.BinOp(left=left, right=right):
            said = {of(left), of(right)}
            return False if False in said else (True if True in said else None)
        case ast.IfExp(body=first, orelse=second):
            return _both(of(first), of(second))
        case ast.BoolOp(values=values):
            said = {of(value) for value in values}
            return False if False in said else (True if said == {True} else None)
        case ast.Call(func=function):
            name = last_name(function)
            if isinstance(function, ast.Name) and name in _MAKING_PLAIN:
                return True
            return False if name in _MAKING_CONTAINERS else None
        case ast.Name():
            return _of_variable(program, file, facts, node, field, depth)
    return False if isinstance(node, _CONTAINERS) else None


def _both(first: _Said, second: _Said) -> _Said:
    if False in (first, second):
        return False
    return True if first and second else None


def _of_variable(
    program: Program, file: str, facts: FileFacts, node: ast.Name, field: str, depth: int
) -> _Said:
    """What a parameter is declared to be, or given by its default and by every call."""
    index = facts.names.occurrence_of_node.get(node)
    owner = facts.names.occurrences[index].owner if index is not None else -1
    function = facts.names.scopes[owner].node if owner > 0 else None
    if depth > 2 or not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    bindings = [facts.names.occurrences[item] for item in facts.bindings.get((owner, node.id), ())]
    if [item.role for item in bindings] != [Role.PARAMETER]:
        return None
    declared = next((a for a in _parameters(function) if a.arg == node.id), None)
    if declared is None:
        return None
    if declared.annotation is not None:
        return _of_annotation(declared.annotation)
    said: set[_Said] = set()
    for passed in passed_for(program, file, facts, owner, declared):
        other = program.facts(passed.file)
        if other is not None and not passed.way and not _is_none(passed.node):
            said.add(_of_value(program, passed.file, other, passed.node, field, depth + 1))
    return False if False in said else (True if True in said else None)


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def _done(program: Program, field: str) -> Iterator[_Said]:
    """What is said by each use of what the field holds."""
    for file in sorted(program.index.files_with_any(words_of(field))):
        facts = program.facts(file)
        for use in facts.names.attributes if facts is not None else ():
            if use.name == field and (use.augmented or isinstance(use.node.ctx, ast.Load)):
                assert facts is not None
                yield _of_use(facts.parents.get(use.node), use.node)


def _of_use(parent: ast.AST | None, node: ast.expr) -> _Said:
    match parent:
        case ast.Compare(left=left, ops=ops, comparators=others):
            if any(isinstance(op, ast.In | ast.NotIn) for op in ops) and node is not left:
                return False
            sides = [left, *others]
            return True if isinstance(ops[0], _ORDER) and any(map(_is_written, sides)) else None
        case ast.BinOp(op=op, left=left, right=right):
            return _of_operator(op, right if node is left else left)
        case ast.AugAssign(op=op, value=value):
            return _of_operator(op, value)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert()):
            return True
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=str(spec))])):
            return True if spec[-1:] in "defgn%" else None
        case ast.Call(func=ast.Name(id=name)) if node is not parent.func:
            return True if name in _TAKING_NUMBERS else (False if name in _GOING_THROUGH else None)
        case ast.Attribute(attr=name):
            return name in _TEXT_METHODS
        case ast.Subscript(value=base):
            return False if node is base else None
        case ast.For(iter=iterable) | ast.AsyncFor(iter=iterable) | ast.comprehension(iter=iterable):
            return False if node is iterable else None
        case ast.Starred():
            return False
    return None


#: Builtins that take a container.
_GOING_THROUGH = frozenset(
    {
        "len",
        "sum",
        "sorted",
        "list",
        "set",
        "tuple",
        "dict",
        "any",
        "all",
        "enumerate",
        "zip",
        "map",
        "filter",
        "iter",
    }
)


def _of_operator(op: ast.operator, other: ast.expr) -> _Said:
    if isinstance(op, _OF_NUMBERS):
        return True
    if isinstance(op, ast.Add | ast.Sub | ast.Mod):
        return True if _is_written(other) else None
    return None


def _is_written(node: ast.expr) -> bool:
    """A number or a text that is written down."""
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float | str) and not isinstance(node.value, bool)
    return isinstance(node, ast.JoinedStr)
