"""Code that returns out of loops, trials and managers, and code that breaks off and goes on behind."""

from __future__ import annotations

from holdfast.python.traces.partings import Difference
from python.traces.examples import Example, check_example, differs, examples, same


@examples(
    same(
        "return out of a try in a loop, and break",
        """
        def f(script):
            log('start')
            for turn in range(2):
                attempt = 0
                while True:
                    attempt += 1
                    log('open')
                    try:
                        page = 10 // script.pop(0)
                        break
                    except ZeroDivisionError as error:
                        log('again')
                        if attempt > 2:
                            raise KeyError(attempt) from error
                    finally:
                        log('close')
                if not script:
                    log('empty')
                    break
                log((page, attempt))
            return 'end'
        """,
        """
        def f(script):
            log('start')
            for turn in range(2):
                page, attempt = g(script)
                if not script:
                    log('empty')
                    break
                log((page, attempt))
            return 'end'
        def g(script):
            attempt = 0
            while True:
                attempt += 1
                log('open')
                try:
                    return 10 // script.pop(0), attempt
                except ZeroDivisionError as error:
                    log('again')
                    if attempt > 2:
                        raise KeyError(attempt) from error
                finally:
                    log('close')
        """,
        "[f(a) for a in ([1], [0, 0, 2], [0, 0, 0, 0])]",
    ),
    differs(
        "return out of a loop past what was done finally",
        Difference.OTHER_EXIT,
        """
        def f(script):
            attempt = 0
            while True:
                attempt += 1
                try:
                    page = 10 // script.pop(0)
                    break
                except ZeroDivisionError as error:
                    log('again')
                finally:
                    log('close')
            log((page, attempt))
        """,
        """
        def f(script):
            page, attempt = g(script)
            log((page, attempt))
        def g(script):
            attempt = 0
            while True:
                attempt += 1
                try:
                    return 10 // script.pop(0), attempt
                except ZeroDivisionError as error:
                    log('again')
                    log('close')
        """,
        "[f(a) for a in ([1], [0, 0, 2], [0, 0, 0, 0])]",
    ),
    same(
        "return in a try and in its handler",
        """
        def f(a):
            try:
                n = int(a)
                log('ok')
            except ValueError:
                log('bad')
                n = 0
            log(n)
            return n + 1
        """,
        """
        def f(a):
            n = g(a)
            log(n)
            return n + 1
        def g(a):
            try:
                n = int(a)
                log('ok')
                return n
            except ValueError:
                log('bad')
                return 0
        """,
        "[f(a) for a in ('1', 'x')]",
    ),
    same(
        "a handler that says not to go on",
        """
        def f(a):
            log('start')
            try:
                n = int(a)
                log('read')
            except ValueError:
                log('bad')
                return 'no number'
            log(n)
            return n + 1
        """,
        """
        def f(a):
            log('start')
            ok, n = g(a)
            if not ok:
                return 'no number'
            log(n)
            return n + 1
        def g(a):
            try:
                n = int(a)
                log('read')
                return True, n
            except ValueError:
                log('bad')
                return False, None
        """,
        "[f(a) for a in ('1', 'x', '0')]",
    ),
    differs(
        "more code in the try",
        Difference.OTHER_EXIT,
        """
        def f(a):
            try:
                n = int(a)
            except ValueError:
                log('bad')
                n = 0
            log(n)
            m = int(a[n:])
            log(m)
            return m
        """,
        """
        def f(a):
            n, m = g(a)
            log(m)
            return m
        def g(a):
            try:
                n = int(a)
                log(n)
                return n, int(a[n:])
            except ValueError:
                log('bad')
                return 0, 0
        """,
        "[f(a) for a in ('1', 'x', '0')]",
    ),
    differs(
        "raise behind a handler instead of in it",
        Difference.OTHER_EXIT,
        """
        def f(a):
            try:
                n = int(a)
                log('ok')
            except ValueError:
                log('bad')
                raise
            return n
        def h(a):
            try:
                return f(a)
            except ValueError:
                return 'value'
            except RuntimeError:
                return 'runtime'
        """,
        """
        def f(a):
            ok, n = g(a)
            if not ok:
                raise
            return n
        def g(a):
            try:
                n = int(a)
                log('ok')
                return True, n
            except ValueError:
                log('bad')
                return False, None
        def h(a):
            try:
                return f(a)
            except ValueError:
                return 'value'
            except RuntimeError:
                return 'runtime'
        """,
        "[h(a) for a in ('1','x')]",
    ),
    differs(
        "the exception looked at behind its handler",
        Difference.OTHER_EXIT,
        """
        import sys
        def f(a):
            try:
                n = int(a)
                log('ok')
            except ValueError:
                log('bad')
                return sys.exc_info()[0]
            log('then')
            return n
        """,
        """
        import sys
        def f(a):
            ok, n = g(a)
            if not ok:
                return sys.exc_info()[0]
            log('then')
            return n
        def g(a):
            try:
                n = int(a)
                log('ok')
                return True, n
            except ValueError:
                log('bad')
                return False, None
        """,
        "[f(a) for a in ('1','x')]",
    ),
    differs(
        "a variable bound in a handler is lost",
        Difference.OTHER_EXIT,
        """
        def f(a):
            error = 'no'
            try:
                n = int(a)
            except ValueError as e:
                log('bad')
                n = 0
                error = type(e).__name__
            log(n)
            log(error)
            return n
        """,
        """
        def f(a):
            error = 'no'
            n = g(a)
            log(n)
            log(error)
            return n
        def g(a):
            try:
                return int(a)
            except ValueError as e:
                log('bad')
                error = type(e).__name__
                return 0
        """,
        "[f(a) for a in ('1','x')]",
    ),
    same(
        "return out of a with on several ways",
        """
        import contextlib, io
        def f(a):
            with open('/dev/null') as h:
                if a == '1':
                    text = h.read()
                    origin = 'one'
                else:
                    text = a * 2
                    origin = 'two'
                    log('two')
            log(text)
            return text + origin
        """,
        """
        import contextlib, io
        def f(a):
            text, origin = g(a)
            log(text)
            return text + origin
        def g(a):
            with open('/dev/null') as h:
                if a == '1':
                    return h.read(), 'one'
                log('two')
                return a * 2, 'two'
        """,
        "[f(a) for a in ('1', 'x')]",
    ),
    same(
        "a with that says whether to go on",
        """
        class Lock:
            def __enter__(self):
                log('in')
            def __exit__(self, *a):
                log('out')
        lock = Lock()
        def f(a):
            with lock:
                if a == 1:
                    log('one')
                    return 'one'
                log('two')
            log('end')
            return 'two'
        """,
        """
        class Lock:
            def __enter__(self):
                log('in')
            def __exit__(self, *a):
                log('out')
        lock = Lock()
        def f(a):
            early = g(a)
            if early is not None:
                return early
            log('end')
            return 'two'
        def g(a):
            with lock:
                if a == 1:
                    log('one')
                    return 'one'
                log('two')
                return None
        """,
        "[f(a) for a in (1, 2)]",
    ),
    differs(
        "what was done in the with is done behind it",
        Difference.OTHER_EXIT,
        """
        class Lock:
            def __enter__(self):
                log('in')
            def __exit__(self, *a):
                log('out')
        lock = Lock()
        def f(a):
            with lock:
                if a == 1:
                    log('one')
                    return 'one'
                log('two')
                log('end')
            return 'two'
        """,
        """
        class Lock:
            def __enter__(self):
                log('in')
            def __exit__(self, *a):
                log('out')
        lock = Lock()
        def f(a):
            early = g(a)
            if early is not None:
                return early
            log('end')
            return 'two'
        def g(a):
            with lock:
                if a == 1:
                    log('one')
                    return 'one'
                log('two')
                return None
        """,
        "[f(a) for a in (1, 2)]",
    ),
    same(
        "continue out of a with",
        """
        class Lock:
            def __enter__(self):
                log('in')
            def __exit__(self, *a):
                log('out')
        lock = Lock()
        def f(items):
            for item in items:
                with lock:
                    if item == 1:
                        continue
                    log(item)
        """,
        """
        class Lock:
            def __enter__(self):
                log('in')
            def __exit__(self, *a):
                log('out')
        lock = Lock()
        def f(items):
            for item in items:
                g(item)
        def g(item):
            with lock:
                if item == 1:
                    return
                log(item)
        """,
        "[f(a) for a in ((1, 2), (3,))]",
    ),
    differs(
        "what continue skipped behind a with is done",
        Difference.OTHER_EXIT,
        """
        class Lock:
            def __enter__(self):
                log('in')
            def __exit__(self, *a):
                log('out')
        lock = Lock()
        def f(items):
            for item in items:
                with lock:
                    if item == 1:
                        continue
                    log(item)
                log('after')
        """,
        """
        class Lock:
            def __enter__(self):
                log('in')
            def __exit__(self, *a):
                log('out')
        lock = Lock()
        def f(items):
            for item in items:
                g(item)
                log('after')
        def g(item):
            with lock:
                if item == 1:
                    return
                log(item)
        """,
        "[f(a) for a in ((1, 2), (3,))]",
    ),
    same(
        "a value that is read before what is done finally",
        """
        def f(a):
            box = Box(a)
            try:
                log('try')
                value = box.value
            finally:
                box.value = 0
            log(value)
            return value
        """,
        """
        def f(a):
            box = Box(a)
            value = g(box)
            log(value)
            return value
        def g(box):
            try:
                log('try')
                return box.value
            finally:
                box.value = 0
        """,
        "[f(a) for a in (1, 2)]",
    ),
    differs(
        "a value that was read behind what is done finally",
        Difference.OTHER_EXIT,
        """
        def f(a):
            box = Box(a)
            try:
                log('try')
            finally:
                box.value = 0
            value = box.value
            log(value)
            return value
        """,
        """
        def f(a):
            box = Box(a)
            value = g(box)
            log(value)
            return value
        def g(box):
            try:
                log('try')
                return box.value
            finally:
                box.value = 0
        """,
        "[f(a) for a in (1, 2)]",
    ),
    same(
        "return in a loop, and break with an else",
        """
        def f(a):
            for x in (1, 2, 3):
                level = g(x, a)
                if level == 9:
                    continue
                log((x, level))
        def g(x, a):
            if x == a:
                return 0
            if a > 100:
                return 8
            for k, v in ((1, 5), (2, 9)):
                if k == x:
                    return v
            return 4
        """,
        """
        def f(a):
            for x in (1, 2, 3):
                if x == a:
                    level = 0
                elif a > 100:
                    level = 8
                else:
                    for k, level in ((1, 5), (2, 9)):
                        if k == x:
                            break
                    else:
                        level = 4
                if level == 9:
                    continue
                log((x, level))
        """,
        "[f(a) for a in (0, 3, 200)]",
    ),
    differs(
        "break without the else",
        Difference.OTHER_EXIT,
        """
        def f(a):
            for x in (1, 2, 3):
                level = g(x, a)
                if level == 9:
                    continue
                log((x, level))
        def g(x, a):
            if a > 100:
                return 8
            for k, v in ((1, 5), (2, 9)):
                if k == x:
                    return v
            return 4
        """,
        """
        def f(a):
            for x in (1, 2, 3):
                if a > 100:
                    level = 8
                else:
                    for k, level in ((1, 5), (2, 9)):
                        if k == x:
                            break
                    level = 4
                if level == 9:
                    continue
                log((x, level))
        """,
        "[f(a) for a in (0, 3, 200)]",
    ),
    same(
        "a loop that finds or raises",
        """
        def f(items, key):
            for item in items:
                if item.value == key:
                    log('found')
                    break
            else:
                raise KeyError(key)
            log(item.value)
            return item
        def g2(a):
            try:
                return f([Box(1), Box(2)], a).value
            except KeyError:
                return 'none'
        """,
        """
        def f(items, key):
            item = g(items, key)
            log(item.value)
            return item
        def g(items, key):
            for item in items:
                if item.value == key:
                    log('found')
                    return item
            raise KeyError(key)
        def g2(a):
            try:
                return f([Box(1), Box(2)], a).value
            except KeyError:
                return 'none'
        """,
        "[g2(a) for a in (1, 7)]",
    ),
    same(
        "a variable that a loop sets before it breaks off",
        """
        def f(a):
            log('start')
            result = None
            for x in (1, 2, 3):
                log(x)
                if x == a:
                    result = x * 2
                    break
            log('after')
            return result
        """,
        """
        def f(a):
            log('start')
            result = g(a)
            log('after')
            return result
        def g(a):
            for x in (1, 2, 3):
                log(x)
                if x == a:
                    return x * 2
            return None
        """,
        "[f(a) for a in (1, 7)]",
    ),
    differs(
        "a variable that held something else before the loop",
        Difference.OTHER_EXIT,
        """
        def f(a):
            result = 5
            for x in (1, 2, 3):
                log(x)
                if x == a:
                    result = x * 2
                    break
            log('after')
            return result
        """,
        """
        def f(a):
            result = g(a)
            log('after')
            return result
        def g(a):
            for x in (1, 2, 3):
                log(x)
                if x == a:
                    return x * 2
            return None
        """,
        "[f(a) for a in (1, 7)]",
    ),
    same(
        "return out of two loops, and two breaks",
        """
        def f(a):
            log('start')
            for row in ((1, 2), (3, 4)):
                for x in row:
                    log(x)
                    if x == a:
                        found = x
                        break
                else:
                    continue
                break
            else:
                found = -1
            log(found)
            return found + 1
        """,
        """
        def f(a):
            log('start')
            found = g(a)
            log(found)
            return found + 1
        def g(a):
            for row in ((1, 2), (3, 4)):
                for x in row:
                    log(x)
                    if x == a:
                        return x
            return -1
        """,
        "[f(a) for a in (2, 9)]",
    ),
    same(
        "a loop that says whether it found something",
        """
        def f(row):
            log('a')
            for x in row:
                log(x)
                if x in (2, 4):
                    log('hit')
                    found = True
                    break
            else:
                found = False
            if not found:
                log('none')
                return 'none'
            log('some')
            return 'some'
        """,
        """
        def f(row):
            log('a')
            if not g(row):
                log('none')
                return 'none'
            log('some')
            return 'some'
        def g(row):
            for x in row:
                log(x)
                if x in (2, 4):
                    log('hit')
                    return True
            return False
        """,
        "[f(a) for a in ((1, 2), (3, 4), (9,))]",
    ),
    differs(
        "a loop whose answer is taken the wrong way round",
        Difference.OTHER_EXIT,
        """
        def f(row):
            log('a')
            for x in row:
                log(x)
                if x in (2, 4):
                    log('hit')
                    found = True
                    break
            else:
                found = False
            if not found:
                log('none')
                return 'none'
            log('some')
            return 'some'
        """,
        """
        def f(row):
            log('a')
            if g(row):
                log('none')
                return 'none'
            log('some')
            return 'some'
        def g(row):
            for x in row:
                log(x)
                if x in (2, 4):
                    log('hit')
                    return True
            return False
        """,
        "[f(a) for a in ((1, 2), (3, 4), (9,))]",
    ),
    same(
        "a loop whose find is returned",
        """
        def f(row):
            log('a')
            for x in row:
                log(x)
                if x in (2, 4):
                    log('hit')
                    return 'bad', x
            log('some')
            return 'some', 1
        """,
        """
        def f(row):
            log('a')
            problem = g(row)
            if problem is not None:
                return problem
            log('some')
            return 'some', 1
        def g(row):
            for x in row:
                log(x)
                if x in (2, 4):
                    log('hit')
                    return 'bad', x
            return None
        """,
        "[f(a) for a in ((1, 2), (3, 4), (9,))]",
    ),
    same(
        "an else of a loop that ends the function",
        """
        def f(row):
            log('a')
            for x in row:
                log(x)
                if x in (2, 4):
                    log('hit')
                    break
            else:
                log('nothing')
                return 0
            log('rest')
            return x * 2
        """,
        """
        def f(row):
            log('a')
            ok, x = g(row)
            if not ok:
                return 0
            log('rest')
            return x * 2
        def g(row):
            for x in row:
                log(x)
                if x in (2, 4):
                    log('hit')
                    break
            else:
                log('nothing')
                return False, None
            return True, x
        """,
        "[f(a) for a in ((1, 2), (3, 4), (9,))]",
    ),
    same(
        "continue in a handler",
        """
        def f(items):
            out = []
            for item in items:
                try:
                    n = int(item)
                except ValueError:
                    log('bad')
                    continue
                log(n)
                out.append(n)
            return out
        """,
        """
        def f(items):
            out = []
            for item in items:
                g(item, out)
            return out
        def g(item, out):
            try:
                n = int(item)
            except ValueError:
                log('bad')
                return
            log(n)
            out.append(n)
        """,
        "[f(a) for a in (('1', 'x'), ('3',))]",
    ),
    differs(
        "a handler that no longer breaks off",
        Difference.OTHER_EXIT,
        """
        def f(items):
            for item in items:
                try:
                    n = int(item)
                except ValueError:
                    log('bad')
                    break
                log(n)
        """,
        """
        def f(items):
            for item in items:
                n = g(item)
                if n is not None:
                    log(n)
        def g(item):
            try:
                return int(item)
            except ValueError:
                log('bad')
                return None
        """,
        "[f(a) for a in (('x', '1'), ('3',))]",
    ),
    same(
        "a generator that returns out of a loop",
        """
        def f():
            name = yield 'name'
            tries = 0
            while True:
                pin = yield 'pin'
                tries += 1
                if tries > 3:
                    break
                log(tries)
                if tries > 7:
                    raise KeyError(name)
            log((name, tries))
            yield 'done'
        """,
        """
        def f():
            name = yield 'name'
            tries = yield from g(name)
            log((name, tries))
            yield 'done'
        def g(name):
            tries = 0
            while True:
                pin = yield 'pin'
                tries += 1
                if tries > 3:
                    return tries
                log(tries)
                if tries > 7:
                    raise KeyError(name)
        """,
        "list(f())",
    ),
    same(
        "return out of an async with",
        """
        class Lock:
            async def __aenter__(self):
                log('in')
            async def __aexit__(self, *a):
                log('out')
        lock = Lock()
        async def load(k):
            log('load')
            return k
        async def h(k):
            cache = {1: 'x'}
            try:
                async with lock:
                    if k in cache:
                        value = cache[k]
                        origin = 'cache'
                    else:
                        value = cache[k] = await load(k)
                        origin = 'load'
            except KeyError as error:
                log('failed')
                return None
            log((k, origin))
            return value
        def f(k):
            import asyncio
            return asyncio.run(h(k))
        """,
        """
        class Lock:
            async def __aenter__(self):
                log('in')
            async def __aexit__(self, *a):
                log('out')
        lock = Lock()
        async def load(k):
            log('load')
            return k
        async def h(k):
            cache = {1: 'x'}
            try:
                value, origin = await g(cache, k)
            except KeyError as error:
                log('failed')
                return None
            log((k, origin))
            return value
        async def g(cache, k):
            async with lock:
                if k in cache:
                    return cache[k], 'cache'
                value = cache[k] = await load(k)
                return value, 'load'
        def f(k):
            import asyncio
            return asyncio.run(h(k))
        """,
        "[f(1), f(2)]",
    ),
)
def test_ends(example: Example) -> None:
    check_example(example)
