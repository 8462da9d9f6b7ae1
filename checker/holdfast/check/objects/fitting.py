"""Could a member be used as an attribute is used here: called with these arguments, computed with, gone through?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from holdfast.check.calls.call_fits import fits
from holdfast.check.members.evidence import EVERYDAY_TYPES
from holdfast.check.objects.candidates import Candidate
from holdfast.check.objects.containers import kinds_of_member
from holdfast.check.texts.name_keys import parents_of
from holdfast.python.project.declarations import Kind
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.lookup import find_member
from holdfast.python.project.program import Program
from holdfast.python.project.values import ClassKey


def can_be_used(
    program: Program, facts: FileFacts, node: ast.Attribute, candidate: Candidate, *, is_of_language: bool
) -> bool:
    """Could the candidate's member be called, or read as a value, as it is here?

    Where a type of the language has such a method (`is_of_language`), an attribute that nobody is seen calling is none.
    """
    parents = parents_of(facts)
    around = parents.get(node)
    call = around if isinstance(around, ast.Call) and around.func is node else None
    if candidate.hit is None:
        return call is None  # the field of a named tuple
    member, owner = candidate.hit.member, candidate.hit.owner
    if member.kind is Kind.METHOD:
        if call is None:
            return not _is_value(node, around)
        other = program.facts(owner.file)
        functions = (
            [other.names.scopes[scope].node for scope in member.functions] if other is not None else []
        )
        taken = 0 if member.receives == "static" else 1
        plain = [each for each in functions if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
        if any(each.decorator_list for each in plain):
            return True
        return not plain or any(fits(each, call, taken=taken) for each in plain)
    if call is None or member.kind is Kind.NESTED_CLASS:
        return True
    kinds = kinds_of_member(program, owner, member.name, ())
    if any(find_member(program, key, "__call__") is not None for key in kinds.classes):
        return True
    if kinds.functions or kinds.types:
        return True
    if is_of_language and not _is_called_somewhere(program, owner, member.name):
        return False
    # Numbers, texts and the like cannot be called, whatever else it may hold.
    return not kinds.owners and not any(each in _PLAIN for each in kinds.outside)


def _is_called_somewhere(program: Program, owner: ClassKey, name: str) -> bool:
    """Do methods of the class call what the attribute holds, or is it declared as something to be called?"""
    facts = program.facts(owner.file)
    if facts is None:
        return False
    for node in ast.walk(facts.names.scopes[owner.scope].node):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=attr)) if attr == name:
                return True
            case ast.AnnAssign(target=ast.Name(id=title) | ast.Attribute(attr=title), annotation=annotation):
                if title == name and "Callable" in ast.dump(annotation):
                    return True
    return False


_PLAIN = frozenset(f"builtins.{kind.__name__}" for kind in EVERYDAY_TYPES) | {"builtins.bool"}


def _is_value(node: ast.Attribute, around: ast.AST | None) -> bool:
    """Is the attribute used as no method can be: computed with, compared, shown, gone through or assigned?"""
    match around:
        case (
            ast.BinOp()
            | ast.UnaryOp(op=ast.USub())
            | ast.FormattedValue()
            | ast.AugAssign()
            | ast.Subscript()
        ):
            return not (isinstance(around, ast.Subscript) and around.value is not node)
        case ast.Compare(ops=ops):
            return any(not isinstance(each, ast.Is | ast.IsNot | ast.In | ast.NotIn) for each in ops)
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
            return iterated is node
    return not isinstance(node.ctx, ast.Load)


def types_of_language(
    facts: FileFacts, node: ast.Attribute | None, name: str, asked: frozenset[str]
) -> Iterator[str]:
    """Types whose values every program has, with an attribute of that name."""
    around = parents_of(facts).get(node) if node is not None else None
    is_called = isinstance(around, ast.Call) and around.func is node
    for kind in EVERYDAY_TYPES:
        if hasattr(kind, name) and all(hasattr(kind, other) for other in asked):
            if node is None or callable(getattr(kind, name)) == is_called or not _is_value(node, around):
                yield f"builtins.{kind.__name__}"
