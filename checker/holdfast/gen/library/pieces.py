"""Pieces that several generators share: the tail of every program, and the marks of names.

`SHOW` is how generated programs print: what a thunk computes, or the class of what it raises (never a
message: messages contain names, and a correct rename changes those).
"""

from __future__ import annotations

from holdfast.gen.holes import mark
from holdfast.gen.program import REFERENCES, TARGET
from holdfast.gen.relabel import DYNAMIC

SHOW = """\
def show(compute):
    try:
        print(compute())
    except Exception as error:
        print(type(error).__name__)


"""


def declared(name: str) -> str:
    """A declaration of the target."""
    return mark(TARGET, name)


def referred(name: str) -> str:
    """A token that refers to the target."""
    return mark(REFERENCES, name)


def dynamic(name: str) -> str:
    """A part of a string that refers to the target."""
    return mark(DYNAMIC, name)
