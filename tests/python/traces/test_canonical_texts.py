"""Texts with values in them: `%`, `format`, f-strings and `+` that give the same."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    same(
        "percent as f-string",
        "def f(a='x', b=2):\n    return '%s: %r!' % (a, b)",
        "def f(a='x', b=2):\n    return f'{a}: {b!r}!'",
    ),
    same(
        "format as f-string",
        "def f(a='x', b=2):\n    return '{} and {name}, {0}'.format(a, name=b) if False else '{1}{0}'.format(a, b)",
        "def f(a='x', b=2):\n    return f'{b}{a}'",
    ),
    same(
        "width and precision",
        "def f(a: str = 'x', b: float = 2.5, c: int = 7):\n    return '%-5s|%8.2f|%03d|%4d' % (a, b, c, c)",
        "def f(a: str = 'x', b: float = 2.5, c: int = 7):\n    return f'{a:<5}|{b:8.2f}|{c:03d}|{c:4}'",
    ),
    same(
        "integers by d",
        "def f(a=(1, 2)):\n    return 'row %d of %d' % (len(a), len(a) + 1)",
        "def f(a=(1, 2)):\n    return f'row {len(a)} of {len(a) + 1}'",
    ),
    same(
        "the number of enumerate by d",
        "def f(a='xy'):\n    return ['%d:%s' % (n, c) for n, c in enumerate(a)]",
        "def f(a='xy'):\n    return [f'{n}:{c}' for n, c in enumerate(a)]",
    ),
    same(
        "texts behind each other",
        "def f(a='x', b='y'):\n    return 'a ' + a + ' ' + b",
        "def f(a='x', b='y'):\n    return f'a {a} {b}'",
    ),
    same(
        "a text in a text",
        "def f(a='x'):\n    return f'<{a}> and {len(a)}'",
        "def f(a='x'):\n    inner = '<%s>' % a\n    return f'{inner} and {len(a)}'",
    ),
    same(
        "str and format",
        "def f(a=2.5):\n    return str(a) + format(a, '.3f')",
        "def f(a=2.5):\n    return f'{a}{a:.3f}'",
    ),
    same(
        "a tuple that is unpacked",
        "def f(a=((1, 2),)):\n    return ['%s=%s' % item for item in a]",
        "def f(a=((1, 2),)):\n    return [f'{k}={v}' for k, v in a]",
    ),
    same(
        "percent signs",
        "def f(a: int = 3):\n    return '%d%% of %s' % (a, 'x')",
        "def f(a: int = 3):\n    return f'{a}% of x'",
    ),
    differs(
        "values exchanged",
        Difference.OTHER_VALUE,
        "def f(a='x', b='y'):\n    return '%s-%s' % (a, b)",
        "def f(a='x', b='y'):\n    return f'{b}-{a}'",
    ),
    differs(
        "a float by d is cut",
        Difference.OTHER_VALUE,
        "def f(a=2.5):\n    return '%d s' % a",
        "def f(a=2.5):\n    return f'{a} s'",
    ),
    differs(
        "conversion lost",
        Difference.OTHER_VALUE,
        "def f(a='x'):\n    return 'bad %r' % a",
        "def f(a='x'):\n    return f'bad {a}'",
    ),
    differs(
        "alignment of a text",
        Difference.OTHER_VALUE,
        "def f(a='x'):\n    return '%5s|' % a",
        "def f(a='x'):\n    return f'{a:5}|'",
    ),
    differs(
        "precision changed",
        Difference.OTHER_VALUE,
        "def f(a=2.25):\n    return '%.1f' % a",
        "def f(a=2.25):\n    return f'{a:.2f}'",
    ),
    differs(
        "a width for None",
        Difference.OTHER_VALUE,
        "def f(a=None):\n    return '%-5s|' % a",
        "def f(a=None):\n    return f'{a:<5}|'",
    ),
    differs(
        "a piece of text lost",
        Difference.OTHER_VALUE,
        "def f(a='x'):\n    return 'a: %s.' % a",
        "def f(a='x'):\n    return f'a: {a}'",
    ),
)
def test_texts(example: Example) -> None:
    check_example(example)
