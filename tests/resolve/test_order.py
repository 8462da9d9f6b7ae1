"""The order and the history of questions change no answer.

jedi alone fails this: one long-lived script gives other `infer` answers in another order.
"""

from __future__ import annotations

import ast
import os
import random
import sysconfig

import pytest
from holdfast.python.questions import Question, Targets, Types
from holdfast.text.positions import LineIndex
from holdfast.text.world import World
from resolve.conftest import Opener

MODULES = (
    "cmd.py",
    "csv.py",
    "shlex.py",
    "textwrap.py",
    "selectors.py",
    "argparse.py",
    "logging/__init__.py",
    "asyncio/queues.py",
    "concurrent/futures/_base.py",
)


def real_code(*modules: str) -> World:
    """Modules of the standard library as a project, so that they are read as any other code."""
    folder = sysconfig.get_paths()["stdlib"]
    texts = {}
    for module in modules:
        with open(os.path.join(folder, module), encoding="utf-8") as stream:
            texts["project/" + module] = stream.read()
    return World.of(texts)


def attribute_questions(world: World) -> list[tuple[Question, Question]]:
    """For every attribute in the world: the token, and the end of the expression before its dot."""
    found = []
    for file in sorted(world.files()):
        text = world.text(file)
        assert text is not None
        index = LineIndex(text)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Attribute) and node.end_lineno and node.value.end_lineno:
                end = index.offset((node.end_lineno - 1, node.end_col_offset or 0), "utf-8")
                base = index.offset((node.value.end_lineno - 1, node.value.end_col_offset or 0), "utf-8")
                token = Question("before", file, end - len(node.attr))
                found.append((token, Question("before", file, base)))
    return found


def answers_in_order(
    resolver: Opener, world: World, questions: list[tuple[Question, Question]]
) -> dict[tuple[str, Question], Targets | Types]:
    """Everything answered by one new process, in the order given."""
    one = resolver(world, batch_seconds=280.0)
    tokens = one.ask([token for token, _ in questions])
    bases = one.types_of([base for _, base in questions], ["close", "name"])
    assert one.inferred == len({token for token, _ in questions}) + len({base for _, base in questions})
    return {
        **{("token", token): answer for (token, _), answer in zip(questions, tokens, strict=True)},
        **{("base", base): answer for (_, base), answer in zip(questions, bases, strict=True)},
    }


def check_orders(resolver: Opener, world: World, count: int) -> None:
    questions = random.Random(5).sample(attribute_questions(world), count)
    questions = list({base: (token, base) for token, base in questions}.values())
    assert len(questions) > count * 0.9
    expected = answers_in_order(resolver, world, questions)
    assert sum(isinstance(answer, tuple) and bool(answer) for answer in expected.values()) > count
    random.Random(1).shuffle(questions)
    assert answers_in_order(resolver, world, questions) == expected


def test_a_few_questions_in_any_order(resolver: Opener) -> None:
    check_orders(resolver, real_code("cmd.py", "shlex.py"), 12)


@pytest.mark.slow
def test_hundreds_of_questions_in_any_order(resolver: Opener) -> None:
    check_orders(resolver, real_code(*MODULES), 150)


def test_equal_worlds_give_equal_answers(resolver: Opener) -> None:
    """The two sides lie in different folders, and the second starts with all that the first left behind."""
    before = real_code("cmd.py", "shlex.py")
    # Another set of files, so that nothing is recalled and everything is worked out on both sides.
    after = before.with_buffers({"unrelated.py": ""})
    questions = [token for token, _ in random.Random(6).sample(attribute_questions(before), 15)]
    one = resolver(before, after, batch_seconds=280.0)
    first = one.ask(questions)
    second = one.ask([question._replace(side="after") for question in questions])
    assert one.inferred == 2 * len(questions)
    assert first == second
