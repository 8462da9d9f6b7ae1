"""What code does across files: identities, changed signatures, helpers in other modules."""

from __future__ import annotations

import pytest
from check.marked import told_between
from holdfast.refactorings.request import Kind

USE = "import a\ndef f(x):\n    return a.g(x) + 1\n"
HELPER = "def g(x):\n    return print(x)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # The same function under another name or path.
        (
            {"a.py": HELPER, "b.py": USE},
            {"a.py": HELPER, "b.py": USE.replace("import a", "import a as c").replace("a.g", "c.g")},
        ),
        (
            {"a.py": HELPER, "b.py": USE},
            {"a.py": HELPER, "b.py": USE.replace("import a", "from a import g").replace("a.g", "g")},
        ),
        # A helper that a refactoring put into another module.
        (
            {"a.py": "y = 1\n", "b.py": "import a\ndef f(x):\n    return print(x) + 1\n"},
            {"a.py": "y = 1\n" + HELPER, "b.py": USE},
        ),
        # A constant of another module read through.
        (
            {"a.py": "N = 3\n", "b.py": "import a\ndef f(x):\n    return x * a.N\n"},
            {"a.py": "", "b.py": "import a\ndef f(x):\n    return x * 3\n"},
        ),
    ],
)
def test_the_same_across_files(before: dict[str, str], after: dict[str, str]) -> None:
    assert told_between(before, after) == []


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        # Another function of the same name.
        (
            {
                "a.py": HELPER,
                "c.py": "def g(x):\n    return 5\n",
                "b.py": "from a import g\ndef f(x):\n    return g(x)\n",
            },
            {
                "a.py": HELPER,
                "c.py": "def g(x):\n    return 5\n",
                "b.py": "from c import g\ndef f(x):\n    y = g(x)\n    return y\n",
            },
            "HF",
        ),
        # The helper in the other module does something else.
        (
            {"a.py": "y = 1\n", "b.py": "import a\ndef f(x):\n    return print(x) + 1\n"},
            {"a.py": "y = 1\n" + HELPER.replace("(x)\n", "(x, x)\n").replace("g(x, x)", "g(x)"), "b.py": USE},
            "HF2",
        ),
        (
            {"a.py": "N = 3\n", "b.py": "import a\ndef f(x):\n    return x * a.N\n"},
            {"a.py": "", "b.py": "import a\ndef f(x):\n    return x * 4\n"},
            "HF2",
        ),
    ],
)
def test_not_the_same_across_files(before: dict[str, str], after: dict[str, str], code: str) -> None:
    assert any(line.startswith(code) for line in told_between(before, after))


SIGNATURE = "def g(a, b):\n    return print(a - b)\ndef f():\n    return g(1, 2)\n"


@pytest.mark.parametrize(
    ("after", "safe"),
    [
        ("def g(b, a):\n    return print(a - b)\ndef f():\n    return g(2, 1)\n", True),
        ("def g(b, a):\n    return print(a - b)\ndef f():\n    return g(a=1, b=2)\n", True),
        ("def g(b, a):\n    return print(a - b)\ndef f():\n    return g(1, 2)\n", False),
        ("def g(a, b, c=0):\n    return print(a - b)\ndef f():\n    return g(1, 2)\n", True),
        ("def g(a, b, c):\n    return print(a - b)\ndef f():\n    return g(1, 2)\n", False),
        ("def g(a, *, b):\n    return print(a - b)\ndef f():\n    return g(1, b=2)\n", True),
        ("def g(a, *, b):\n    return print(a - b)\ndef f():\n    return g(1, 2)\n", False),
    ],
)
def test_changed_signatures(after: str, safe: bool) -> None:
    found = told_between({"m.py": SIGNATURE}, {"m.py": after}, Kind.CHANGE_SIGNATURE)
    assert (found == []) is safe, found
