"""Extract Local Variable and Extract Function, step by step, with the same core that checks Python."""

from __future__ import annotations

import pytest
from calculator.check import first_refused
from calculator.extract import Step, extract_function, extract_local_variable
from holdfast.errors import InputError


def selected(text: str) -> tuple[str, int, int]:
    """A program with the selection between « and »."""
    start = text.index("«")
    end = text.index("»") - 1
    return text.replace("«", "").replace("»", ""), start, end


def variable(text: str, name: str = "t") -> list[Step]:
    return list(extract_local_variable(*selected(text), name))


def function(text: str, name: str = "h") -> list[Step]:
    return list(extract_function(*selected(text), name))


def refused(steps: list[Step]) -> str | None:
    problem = first_refused(steps)
    return None if problem is None else problem[0]


HELPERS = "define f(a) { print a; return (a) }\ndefine g(a) { k = k + a; return (k) }\n"


def test_the_steps_of_extract_local_variable() -> None:
    steps = variable("define m(a, b) {\n  if (a > 0) print «a * b» + 1\n}\n")
    assert [step.name for step in steps] == [
        "Add Local Variable",
        "Introduce Block",
        "Insert Assignment",
        "Move Expression",
    ]
    assert steps[-1].after == "define m(a, b) {\n  auto t\n  if (a > 0) { t = a * b; print t + 1 }\n}\n"
    assert first_refused(steps) is None


def test_the_steps_of_extract_function() -> None:
    steps = function("define m(a, b) {\n  print «a * b + k»\n}\nk = 2\n")
    assert [step.name for step in steps] == ["Add Empty Function", "Populate Function", "Replace Expression"]
    assert steps[-1].after == (
        "define h(a, b) {\n  return (a * b + k)\n}\ndefine m(a, b) {\n  print h(a, b)\n}\nk = 2\n"
    )
    assert first_refused(steps) is None


@pytest.mark.parametrize(
    "text",
    [
        "define m(a) {\n  auto x\n  x = «a + 1»\n  return (x)\n}\n",
        "define m(a) {\n  print «f(a)» + g(a)\n}\n" + HELPERS,
        "define m(a) {\n  while (a > 0) {\n    print «a * 2»\n    a = a - 1\n  }\n}\n",
        "define m(a, b) {\n  print a > 0 && «b + 1»\n}\n",
        "define m(a) {\n  return (f(«a / 2»))\n}\n" + HELPERS,
        "define m(a) {\n  return («a»)\n}\n",
        "define m(a) {\n  if (a) f(1) else print «f(2)»\n}\n" + HELPERS,
        "define m(a) {\n  for (a = «f(0)»; a < 3; a = a + 1) print a\n}\n" + HELPERS,
    ],
)
def test_extract_local_variable_accepts(text: str) -> None:
    assert first_refused(variable(text)) is None


@pytest.mark.parametrize(
    ("text", "step"),
    [
        # The name captures a global that the function uses.
        ("define m(a) {\n  t = t + 1\n  print «a + 1»\n}\n", "Add Local Variable"),
        # The name is taken.
        ("define m(a) {\n  auto t\n  print «a + 1»\n}\n", "Add Local Variable"),
        ("define m(t) {\n  print «t + 1»\n}\n", "Add Local Variable"),
        # Evaluated once instead of every time round.
        ("define m(a) {\n  while («f(a)» < 3) a = a + 1\n}\n" + HELPERS, "Move Expression"),
        ("define m(a) {\n  while («a + 1» < 3) a = a + 1\n}\n", "Move Expression"),
        # Evaluated although the left side decides.
        ("define m(a, b) {\n  print b != 0 && «a / b» > 1\n}\n", "Move Expression"),
        ("define m(a, b) {\n  print b || «f(a)»\n}\n" + HELPERS, "Move Expression"),
        # Evaluated before what stood to its left.
        ("define m(a) {\n  print f(a) + «g(a)»\n}\n" + HELPERS, "Move Expression"),
        ("define m(a) {\n  print g(a) + «k»\n}\n" + HELPERS, "Move Expression"),
        ("define m(a) {\n  print (a = 5) + «a * 2»\n}\n", "Move Expression"),
        # Evaluated on entry instead of after the first part of the loop.
        ("define m(a) {\n  for (a = 0; a < «k + 1»; a = a + 1) g(1)\n}\n" + HELPERS, "Move Expression"),
    ],
)
def test_extract_local_variable_refuses(text: str, step: str) -> None:
    assert refused(variable(text)) == step


@pytest.mark.parametrize(
    "text",
    [
        "define m(a) {\n  auto x\n  x = 2\n  return ((«a + x») * 2)\n}\n",
        "print «1 + k»\nk = 3\n",
        "define m(a) {\n  while («f(a)» < 3) a = a + 1\n}\n" + HELPERS,
        "define m(a, b) {\n  print b != 0 && «a / b» > 1\n}\n",
        "define m(a) {\n  print f(a) + «g(a)»\n}\n" + HELPERS,
        "define m(a) {\n  print «(k = a)» + k\n}\n",
    ],
)
def test_extract_function_accepts(text: str) -> None:
    assert first_refused(function(text)) is None


@pytest.mark.parametrize(
    ("text", "name", "step"),
    [
        # The function exists already.
        ("define m(a) {\n  print «a + 1»\n}\n" + HELPERS, "g", "Add Empty Function"),
        # A local variable is written inside and read outside.
        ("define m(a) {\n  print «(a = 5)» + a\n}\n", "h", "Replace Expression"),
        ("define m(a) {\n  auto x\n  print «(x = a)»\n  return (x)\n}\n", "h", "Replace Expression"),
    ],
)
def test_extract_function_refuses(text: str, name: str, step: str) -> None:
    assert refused(function(text, name)) == step


def test_the_arguments_must_be_what_the_expression_read() -> None:
    *steps, last = function("define m(a, b) {\n  print «a - b»\n}\n")
    assert first_refused([*steps, last]) is None
    call = last.edits[1]
    swapped = Step(
        last.name,
        last.before,
        (last.edits[0], call._replace(text="h(b, a)")),
        last.rule,
        plumbing_after=last.plumbing_after,
        inlined_after=last.inlined_after,
    )
    # Collapsed into one `*` both arguments look alike: the limit of the paper's form. See the cases for the
    # end-to-end check, which sees it.
    assert first_refused([swapped]) is None
    other = Step(
        last.name,
        last.before,
        (last.edits[0], call._replace(text="h(a, a)")),
        last.rule,
        plumbing_after=last.plumbing_after,
        inlined_after=last.inlined_after,
    )
    assert refused([other]) == "Replace Expression"


@pytest.mark.parametrize(
    ("text", "name", "code"),
    [
        ("define m(a) {\n  print «a +» 1\n}\n", "t", "HF605"),
        ("define m(a) {\n  print «a + 1»\n}\n", "while", "HF601"),
        ("define m(a) {\n  print «a + 1»\n}\n", "1t", "HF601"),
        ("print «1 + 2»\n", "t", "HF605"),
    ],
)
def test_wrong_input_is_refused_with_its_place(text: str, name: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        variable(text, name)
    assert caught.value.code == code
    assert caught.value.offset == selected(text)[1]
