"""Code that may be interrupted: handlers see what was bound by then; with and finally."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same

INTERRUPTED = """
def f():
    x = 1
    try:
        x = 2
        fail('a')
        x = 3
    except KeyError:
        return x
"""

CAUSE = (
    "def cause():\n    try:\n        f()\n    except ValueError as error:\n        return error.__cause__\n"
)


@examples(
    same("names in a try renamed", INTERRUPTED, INTERRUPTED.replace("x", "y").replace("eycept", "except")),
    differs(
        "assignments of a try extracted",
        Difference.OTHER_VALUE,
        INTERRUPTED,
        "def f():\n    x = 1\n    try:\n        x = g()\n    except KeyError:\n        return x\n"
        "def g():\n    x = 2\n    fail('a')\n    x = 3\n    return x",
    ),
    differs(
        "assignment moved in front of what fails",
        Difference.OTHER_VALUE,
        INTERRUPTED,
        "def f():\n    x = 1\n    try:\n        x = 2\n        x = 3\n        fail('a')\n    except KeyError:\n        return x",
    ),
    same(
        "whole try extracted",
        INTERRUPTED,
        "def f():\n    return g()\ndef g():\n    x = 1\n    try:\n        x = 2\n        fail('a')\n        x = 3\n"
        "    except KeyError:\n        return x",
    ),
    same(
        "body of a try extracted, handler reads nothing of it",
        "def f():\n    try:\n        x = log(1)\n        log(x + 1)\n    except KeyError:\n        log('no')",
        "def f():\n    try:\n        g()\n    except KeyError:\n        log('no')\ndef g():\n    x = log(1)\n    log(x + 1)",
    ),
    differs(
        "failing call out of a try",
        Difference.LOST_STEP,
        "def f():\n    try:\n        log(fail('a'))\n    except KeyError:\n        return 'caught'",
        "def f():\n    x = fail('a')\n    try:\n        log(x)\n    except KeyError:\n        return 'caught'",
    ),
    differs(
        "failing expression out of a try",
        Difference.OTHER_CONDITION,
        "def f(a=0):\n    try:\n        return 1 / a\n    except ZeroDivisionError:\n        return 'caught'",
        "def f(a=0):\n    x = 1 / a\n    try:\n        return x\n    except ZeroDivisionError:\n        return 'caught'",
    ),
    differs(
        "another exception is caught",
        Difference.OTHER_VALUE,
        "def f():\n    try:\n        fail('a')\n    except KeyError:\n        return 'caught'",
        "def f():\n    try:\n        fail('a')\n    except ValueError:\n        return 'caught'",
    ),
    differs(
        "else of a try moves into its body",
        Difference.LOST_STEP,
        "def f():\n    try:\n        log('a')\n    except KeyError:\n        log('caught')\n    else:\n        fail('b')",
        "def f():\n    try:\n        log('a')\n        fail('b')\n    except KeyError:\n        log('caught')",
    ),
    differs(
        "finally becomes what follows",
        Difference.LOST_STEP,
        "def f():\n    try:\n        fail('a')\n    finally:\n        log('end')",
        "def f():\n    try:\n        fail('a')\n    except ValueError:\n        pass\n    log('end')",
    ),
    differs(
        "return in finally swallows",
        Difference.OTHER_EXIT,
        "def f():\n    try:\n        fail('a')\n    finally:\n        log('end')",
        "def f():\n    try:\n        fail('a')\n    finally:\n        log('end')\n        return 1",
    ),
    same(
        "the caught exception renamed",
        "def f():\n    try:\n        fail('a')\n    except KeyError as error:\n        return log(str(error))",
        "def f():\n    try:\n        fail('a')\n    except KeyError as problem:\n        return log(str(problem))",
    ),
    differs(
        "the name of the caught exception is unbound after the handler",
        Difference.OTHER_VALUE,
        "def f(e=5):\n    try:\n        fail('a')\n    except KeyError as x:\n        log('caught')\n    return e",
        "def f(e=5):\n    try:\n        fail('a')\n    except KeyError as e:\n        log('caught')\n    return e",
    ),
    differs(
        "cause of an exception lost",
        Difference.OTHER_VALUE,
        CAUSE
        + "def f():\n    try:\n        fail('a')\n    except KeyError as e:\n        raise ValueError() from e",
        CAUSE
        + "def f():\n    try:\n        fail('a')\n    except KeyError as e:\n        raise ValueError() from None",
        "cause()",
    ),
    same(
        "with: target renamed",
        "from contextlib import nullcontext\ndef f():\n    with nullcontext(log(1)) as x:\n        return log(x + 1)",
        "from contextlib import nullcontext\ndef f():\n    with nullcontext(log(1)) as y:\n        return log(y + 1)",
    ),
    same(
        "with: manager extracted",
        "from contextlib import nullcontext\ndef f():\n    with nullcontext(log(1)) as x:\n        return x",
        "from contextlib import nullcontext\ndef f():\n    manager = nullcontext(log(1))\n    with manager as x:\n        return x",
    ),
    differs(
        "with: call moves out",
        Difference.LOST_STEP,
        "from contextlib import suppress\ndef f():\n    with suppress(KeyError):\n        log('a')\n        fail('b')",
        "from contextlib import suppress\ndef f():\n    log('a')\n    fail('b')\n    with suppress(KeyError):\n        pass",
    ),
    same(
        "with: two managers nested",
        "from contextlib import nullcontext\ndef f():\n    with nullcontext(1) as a, nullcontext(a) as b:\n        return log(a + b)",
        "from contextlib import nullcontext\ndef f():\n    with nullcontext(1) as a:\n        with nullcontext(a) as b:\n            return log(a + b)",
    ),
)
def test_trials(example: Example) -> None:
    check_example(example)
