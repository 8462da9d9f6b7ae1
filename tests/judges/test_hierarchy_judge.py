"""A short form of the judgement by the interpreter's classes; `judges.hierarchy_against_interpreter` is the whole."""

from __future__ import annotations

from judges.corpora import standard_library
from judges.hierarchy_against_interpreter import BAR, HierarchyEdge, judge, library_world

MODULES = [
    "argparse",
    "configparser",
    "csv",
    "html.parser",
    "json.decoder",
    "logging",
    "logging.handlers",
    "queue",
]


def test_classes_of_some_modules_agree_with_the_interpreter() -> None:
    result = judge(library_world(standard_library()), MODULES)
    assert result.classes > 60
    assert result.agreed > 500
    assert result.share >= BAR
    assert result.unexplained == ()


def test_a_wrong_edge_would_be_seen() -> None:
    """The text says that a class has another base than the interpreter found."""
    world = library_world(standard_library())
    text = world.text("queue.py")
    assert text is not None
    broken = world.with_buffers(
        {"queue.py": text.replace("class LifoQueue(Queue)", "class LifoQueue(PriorityQueue)")}
    )
    result = judge(broken, ["queue"])
    assert HierarchyEdge("O", "queue:LifoQueue", "_put", "queue:Queue") in result.unexplained
