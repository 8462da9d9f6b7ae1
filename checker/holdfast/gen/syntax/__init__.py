"""Building blocks for Python's syntax elements, in an explicit list.

Each block is a small function from parts (source text or spaces of it) to a space of source text. Marks
in the parts come through, so a labelled name stays labelled wherever it is put.
"""

from __future__ import annotations

from holdfast.gen.syntax import definitions, expressions, patterns, statements
from holdfast.gen.syntax.element import Element

ELEMENTS: tuple[Element, ...] = (
    *expressions.ELEMENTS,
    *statements.ELEMENTS,
    *definitions.ELEMENTS,
    *patterns.ELEMENTS,
)
