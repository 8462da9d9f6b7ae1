"""Imports, star imports and `__all__` across files."""

from __future__ import annotations

import pytest
from check.marked import told


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.py": "def «f|g»(): ...\n", "b.py": "from a import «f|g»\n«f|g»()\n"}, []),
        ({"a.py": "def «f|g»(): ...\n", "b.py": "from a import f\nf()\n"}, ["HF104 b.py:1 f"]),
        ({"a.py": "def f(): ...\n", "b.py": "from a import «f|g»\n«f|g»()\n"}, ["HF403 b.py:1 f"]),
        ({"a.py": "def «f|g»(): ...\n", "b.py": "from a import «f|g» as f\nf()\n"}, []),
        ({"a.py": "def «f|g»(): ...\n", "b.py": "from a import *\nf()\n"}, ["HF104 b.py:2 f"]),
        ({"a.py": "def «f|g»(): ...\n", "b.py": "from a import *\n«f|g»()\n"}, []),
        ({"a.py": "def «f|_g»(): ...\n", "b.py": "from a import *\n«f|_g»()\n"}, ["HF103 b.py:2 f"]),
        ({"a.py": "def «f|len»(): ...\n", "b.py": "from a import *\nlen([])\n"}, ["HF101 b.py:2 len"]),
        ({"a.py": "__all__ = ['f']\ndef «f|g»(): ...\n"}, ["HF104 a.py:1 f"]),
        ({"a.py": "__all__ = ['«f|g»']\ndef «f|g»(): ...\n"}, []),
        (
            {"a.py": "def «f|g»(): ...\n", "b.py": "from a import «f|g»\n", "c.py": "from b import f\n"},
            ["HF104 c.py:1 f"],
        ),
        (
            {"p/__init__.py": "", "p/a.py": "«x|y» = 1\n", "p/b.py": "from .a import x\n"},
            ["HF104 p/b.py:1 x"],
        ),
    ],
)
def test_renames_across_files(files: dict[str, str], expected: list[str]) -> None:
    assert told(files) == expected
