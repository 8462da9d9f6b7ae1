"""The forms that a proxy cannot see are refused before a program is explored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from holdfast.errors import InputError
from holdfast.gen.choice import choose, is_null, one_of, same
from holdfast.gen.explore import exhaustive
from holdfast.gen.looks import hidden_looks


def uses_is() -> Any:
    a, b = one_of([], []), one_of([], [])
    return a is b


def uses_is_none() -> Any:
    if one_of(1, None) is None:
        return 1
    return 2


def uses_type() -> Any:
    return type(choose(0, 1))


def uses_case_none() -> Any:
    match one_of(1, None):
        case None:
            return 1
    return 2


def uses_lambda() -> Any:
    return (lambda item: item is not None)(one_of(1, None))


def innermost(item: Any) -> Any:
    return item is None


def uses_another_function() -> Any:
    return innermost(one_of(1, None))


class Holder:
    def method(self, item: Any) -> Any:
        return item is None


def uses_a_class() -> Any:
    return Holder().method(one_of(1, None))


def clean() -> Any:
    a, b = one_of(1, None), one_of(1, None)
    return same(a, b) or is_null(a) or isinstance(b, int)


@pytest.mark.parametrize(
    ("program", "form"),
    [
        (uses_is, "is"),
        (uses_is_none, "is None"),
        (uses_type, "type"),
        (uses_case_none, "is None"),
        (uses_lambda, "is"),
        (uses_another_function, "is"),
        (uses_a_class, "is"),
    ],
)
def test_hidden_looks_are_refused(program: Callable[[], Any], form: str) -> None:
    with pytest.raises(InputError, match=r"cannot be seen by a delayed choice"):
        exhaustive(program)
    (look,) = hidden_looks(program)
    assert look.form == form
    assert look.line > 0


def test_clean_programs_pass() -> None:
    assert list(hidden_looks(clean)) == []


def test_source_text_can_be_checked() -> None:
    source = "def program(x):\n    y = x\n    return y is None\n"
    assert [(look.line, look.function) for look in hidden_looks(compile(source, "made", "exec"))] == [
        (3, "program")
    ]
