"""Decisions that a function makes for its caller: flags and answers that the caller asks, and code that just leaves."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    same(
        "guard clauses whose answer is returned where there is one",
        """
        def f(a):
            log('start')
            if a < 2:
                return 'small', 1
            if a > 100:
                log('big')
                return 'big', 2
            log('go on')
            return 'ok', a
        """,
        """
        def f(a):
            log('start')
            refusal = g(a)
            if refusal is not None:
                return refusal
            log('go on')
            return 'ok', a
        def g(a):
            if a < 2:
                return 'small', 1
            if a > 100:
                log('big')
                return 'big', 2
            return None
        """,
        "[f(a) for a in (1, 5, 20, 300)]",
    ),
    same(
        "guard clauses whose answer is returned where it is true",
        """
        def f(a):
            if a < 2:
                log('x')
                return 'small'
            if a > 100:
                log('big')
                return 'big'
            log('go on')
            return 'ok'
        """,
        """
        def f(a):
            error = g(a)
            if error:
                return error
            log('go on')
            return 'ok'
        def g(a):
            if a < 2:
                log('x')
                return 'small'
            if a > 100:
                log('big')
                return 'big'
        """,
        "[f(a) for a in (1, 5, 20, 300)]",
    ),
    differs(
        "an answer that is not true is not returned any more",
        Difference.OTHER_EXIT,
        """
        def f(a):
            if a < 2:
                log('x')
                return ''
            if a > 100:
                log('big')
                return 'big'
            log('go on')
            return 'ok'
        """,
        """
        def f(a):
            error = g(a)
            if error:
                return error
            log('go on')
            return 'ok'
        def g(a):
            if a < 2:
                log('x')
                return ''
            if a > 100:
                log('big')
                return 'big'
        """,
        "[f(a) for a in (1, 5, 20, 300)]",
    ),
    differs(
        "an answer that may be None is not returned any more",
        Difference.OTHER_EXIT,
        """
        def f(a):
            if a != 5:
                log('x')
                return a
            log('go on')
            return 'ok'
        """,
        """
        def f(a):
            error = g(a)
            if error is not None:
                return error
            log('go on')
            return 'ok'
        def g(a):
            if a != 5:
                log('x')
                return a
            return None
        """,
        "[f(a) for a in (None, 5)]",
    ),
    differs(
        "the answer is returned where there is none",
        Difference.OTHER_EXIT,
        """
        def f(a):
            if a < 2:
                log('x')
                return 'small'
            log('go on')
            return 'ok'
        """,
        """
        def f(a):
            error = g(a)
            if error is None:
                return error
            log('go on')
            return 'ok'
        def g(a):
            if a < 2:
                log('x')
                return 'small'
            return None
        """,
        "[f(a) for a in (1, 5)]",
    ),
    differs(
        "the answer is dropped",
        Difference.OTHER_EXIT,
        """
        def f(a):
            if a < 2:
                log('x')
                return 'small'
            log('go on')
            return 'ok'
        """,
        """
        def f(a):
            error = g(a)
            log('go on')
            return 'ok'
        def g(a):
            if a < 2:
                log('x')
                return 'small'
            return None
        """,
        "[f(a) for a in (1, 5)]",
    ),
    same(
        "guard clauses that say whether to go on",
        """
        def f(a):
            if a < 2:
                log('small')
                return
            if a > 100:
                log('large')
                return
            log('go on')
        """,
        """
        def f(a):
            if not g(a):
                return
            log('go on')
        def g(a):
            if a < 2:
                log('small')
                return False
            if a > 100:
                log('large')
                return False
            return True
        """,
        "[f(a) for a in (1, 5, 101)]",
    ),
    differs(
        "guard clauses that are asked the wrong way round",
        Difference.OTHER_EXIT,
        """
        def f(a):
            if a < 2:
                log('small')
                return
            if a > 100:
                log('large')
                return
            log('go on')
        """,
        """
        def f(a):
            if g(a):
                return
            log('go on')
        def g(a):
            if a < 2:
                log('small')
                return False
            if a > 100:
                log('large')
                return False
            return True
        """,
        "[f(a) for a in (1, 5, 101)]",
    ),
    same(
        "a flag for break, and one return for continue",
        """
        def f(items):
            total = 0
            seen = []
            for item in items:
                if item == 4:
                    log('four')
                    continue
                if item > 8:
                    log('stop')
                    break
                total += item
                seen.append(item)
                log(item)
            else:
                log('all')
            return total, seen
        """,
        """
        def f(items):
            total = 0
            seen = []
            for item in items:
                total, done = g(item, total, seen)
                if done:
                    break
            else:
                log('all')
            return total, seen
        def g(item, total, seen):
            if item == 4:
                log('four')
                return total, False
            if item > 8:
                log('stop')
                return total, True
            total += item
            seen.append(item)
            log(item)
            return total, False
        """,
        "[f(a) for a in ((1, 2, 9, 3), (), (4, 5))]",
    ),
    differs(
        "continue became break",
        Difference.OTHER_EXIT,
        """
        def f(items):
            total = 0
            for item in items:
                if item == 4:
                    log('four')
                    continue
                if item > 8:
                    log('stop')
                    break
                total += item
                log(item)
            return total
        """,
        """
        def f(items):
            total = 0
            for item in items:
                total, done = g(item, total)
                if done:
                    break
            return total
        def g(item, total):
            if item == 4:
                log('four')
                return total, True
            if item > 8:
                log('stop')
                return total, True
            total += item
            log(item)
            return total, False
        """,
        "[f(a) for a in ((1, 2, 9, 3), (), (4, 5))]",
    ),
    differs(
        "what continue skipped is done",
        Difference.LOST_STEP,
        """
        def f(items):
            for item in items:
                if item > 8:
                    log('stop')
                    continue
                log(item)
                log('end of round')
        """,
        """
        def f(items):
            for item in items:
                g(item)
                log('end of round')
        def g(item):
            if item > 8:
                log('stop')
                return
            log(item)
        """,
        "[f(a) for a in ((1, 2, 9, 3),)]",
    ),
    same(
        "a flag for continue",
        """
        def f(items):
            for item in items:
                if item > 8:
                    log('stop')
                    continue
                log(item)
                log('end of round')
        """,
        """
        def f(items):
            for item in items:
                if g(item):
                    log('end of round')
        def g(item):
            if item > 8:
                log('stop')
                return False
            log(item)
            return True
        """,
        "[f(a) for a in ((1, 2, 9, 3),)]",
    ),
    same(
        "a status that is asked later",
        """
        def f(a):
            if a == 1:
                log('one')
                kind = 'x'
            elif a == 2:
                log('two')
                kind = 'y'
            else:
                kind = 'z'
            log('between')
            if kind == 'x':
                return 10
            log(kind)
            return 5
        """,
        """
        def f(a):
            kind = g(a)
            log('between')
            if kind == 'x':
                return 10
            log(kind)
            return 5
        def g(a):
            if a == 1:
                log('one')
                return 'x'
            if a == 2:
                log('two')
                return 'y'
            return 'z'
        """,
        "[f(a) for a in (1, 2, 3)]",
    ),
    same(
        "one question, and the same question twice",
        """
        def f(a):
            if a == 1:
                log('one')
                log('middle')
                log('end one')
            else:
                log('middle')
                log('end two')
        """,
        """
        def f(a):
            if a == 1:
                log('one')
            log('middle')
            if a == 1:
                log('end one')
            else:
                log('end two')
        """,
        "[f(a) for a in (1, 2)]",
    ),
    differs(
        "a question that gets another answer the second time",
        Difference.OTHER_EXIT,
        """
        def f(box):
            if box.value == 1:
                log('one')
                box.put(2)
                return 'one'
            log('two')
            return 'two'
        """,
        """
        def f(box):
            g(box)
            if box.value == 1:
                return 'one'
            log('two')
            return 'two'
        def g(box):
            if box.value == 1:
                log('one')
                box.put(2)
        """,
        "[f(Box(a)) for a in (1, 2)]",
    ),
    differs(
        "a parameter that is None although it is called a number",
        Difference.LOST_STEP,
        """
        def f(a: int = None):
            if a is None:
                log('none')
                return 0
            log('go')
            return a
        """,
        """
        def f(a: int = None):
            n = g(a)
            log('go')
            return n
        def g(a: int):
            return a
        """,
        "[f(a) for a in (None, 1)]",
    ),
    differs(
        "an argument that is evaluated before the function",
        Difference.MOVED_STEP,
        """
        def f(a):
            if log('x', a) == 1:
                log('one')
                r = 1
            else:
                r = 2
            return h(log('y'), r)
        def h(a, b):
            return b
        """,
        """
        def f(a):
            return h(log('y'), g(a))
        def g(a):
            if log('x', a) == 1:
                log('one')
                return 1
            return 2
        def h(a, b):
            return b
        """,
        "[f(a) for a in (1, 2)]",
    ),
    same(
        "an early end inside of a try",
        """
        def f(a):
            try:
                log('a')
                n = int(a)
                if n > 5:
                    log('big')
                    return 'big'
                log('small')
            except ValueError:
                return 'bad'
            log('end')
            return 'ok'
        """,
        """
        def f(a):
            try:
                early = g(a)
                if early is not None:
                    return early
            except ValueError:
                return 'bad'
            log('end')
            return 'ok'
        def g(a):
            log('a')
            n = int(a)
            if n > 5:
                log('big')
                return 'big'
            log('small')
            return None
        """,
        "[f(a) for a in ('1', 'x', '9')]",
    ),
    differs(
        "an early end that leaves the try",
        Difference.LOST_STEP,
        """
        def f(a):
            try:
                log('a')
                n = int(a)
                if n > 5:
                    log('big')
                    return 'big'
            except ValueError:
                return 'bad'
            log('end')
            return 'ok'
        """,
        """
        def f(a):
            early = g(a)
            if early is not None:
                return early
            log('end')
            return 'ok'
        def g(a):
            log('a')
            n = int(a)
            if n > 5:
                log('big')
                return 'big'
            return None
        """,
        "[f(a) for a in ('1', 'x')]",
    ),
)
def test_flags(example: Example) -> None:
    check_example(example)
