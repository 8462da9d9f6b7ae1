"""Programs written by hand for judging the flow model: the corners that random ones seldom reach.

They use the helpers of `program_runtime`.
"""

from __future__ import annotations

FINALLY_IN_FINALLY = """
def main(a):
    for b in many(a):
        try:
            c = call(b)
            if cond(): return c
        finally:
            try:
                d = call()
                if cond(): continue
            finally:
                try:
                    e = call(d)
                    if cond(): break
                finally:
                    try:
                        f = call(e)
                        if cond(): return f
                    finally:
                        g = call()
                h = g
            i = h
        j = i
    return j
for _ in range(12): invoke(main)
"""

RETURN_THROUGH_WITH = """
def main(a):
    x = 0
    while more():
        with manager(a) as b, manager(b) as c:
            x = call(b)
            try:
                if cond(): return x
                if cond(): break
                if cond(): continue
                y = call(c)
            except Oops as z:
                x = z
                with manager(x):
                    x = call()
                    return z
            else:
                x = y
        w = x
    else:
        x = call()
    return w, x
for _ in range(12): invoke(main)
"""

LATE_PATTERN_FAILURE = """
def main(a):
    p = q = call()
    for a in many():
        match shape():
            case [(1 as p) | (2 as p), (3 as q) | (4 as q)] if cond(p, q):
                call(p, q)
            case [1, p] | {"k": p} | Point(x=p):
                call(p)
            case [Point(x=1, y=p), *q]:
                call(p, q)
            case {"k": 1, **q} if cond(q):
                call(q)
            case p if cond():
                call(p)
            case Constants.one | "s":
                q = call()
    return p, q
for _ in range(20): invoke(main)
"""

CLASS_BODIES = """
x = call()
y = call()
for i in many():
    class A:
        if cond(): x = x
        y = y
        try:
            z = call(x)
        except Oops: pass
        class B(Base, key=y):
            x = call(x)
            def method(self, z=x): return z
        w = [y for _ in many(y)]
        if cond(): del y
        call(x, y)
    x = A
def main(a):
    x = call()
    class C:
        if cond(): x = x
        y = x
        call(y)
    return C, x
for _ in range(8): invoke(main)
"""

GENERATORS = """
def numbers(a):
    try:
        while True:
            if stop(): break
            try:
                b = yield a
                a = call(b)
            except ValueError as c:
                d = yield c
                call(d)
            finally:
                e = call()
                if cond(): yield e
    finally:
        f = call(a)
        if cond(): return f
        yield f
    g = yield from many(f)
    return g
for _ in range(12): drive_call(numbers)
"""

COROUTINES = """
async def main(a):
    async for b in stream(a):
        async with async_manager(b) as c, async_manager(c):
            d = await ready(c)
            if cond(): continue
            try:
                e = [await ready(d) async for x in stream(d) if await ready(x)]
                if cond(): return e
            finally:
                f = await ready()
        g = f
    else:
        g = await ready()
    return g
for _ in range(12): run_call(main)
"""

EXCEPTION_GROUPS = """
def main(a):
    b = c = call()
    try:
        b = call(a)
        fail()
        c = call(b)
    except* ValueError as e:
        b = call(e)
    except* (KeyError, Oops) as e:
        c = call(b, e)
    else:
        b = c
    finally:
        d = call(b, c)
    return b, c, d
for _ in range(20): invoke(main)
"""

SHORT_CIRCUITS = """
def main(a):
    if (b := cond()) and (c := call()) or (d := cond()):
        call(b)
    e = (f := call()) < (g := call()) <= (h := call()) < call()
    i = (j := 1) if (k := cond()) and not (l := cond()) else (m := 2)
    while (n := more()) and not (o := stop()): call(n, o)
    assert (p := cond()) or (q := cond()), call(p)
    r = [s for t in many() if (u := cond()) if (v := cond(u)) for s in many(v)]
    if not (cond() and (w := cond())) or 1 < (x := call()) < (y := call()):
        call(b)
    invoke(lambda z: h if cond() else y)
    call(c), call(d), call(h), call(j), call(m), call(u), call(v), call(w), call(x), call(y), call(o)
for _ in range(25): invoke(main)
"""

UNBINDING = """
def main(a):
    for b in many(a):
        if cond(): del a
        try:
            c = a
        except NameError as a:
            if cond(): del a
            elif cond(): raise
            else: a = call()
        except Oops as a: pass
        else:
            del c
        d = (lambda: a)
        try: invoke(d)
        except NameError: a = b
    try: return a, c
    except NameError: pass
    try: del b
    finally: call()
for _ in range(25): invoke(main)
"""

ORDER_OF_EVALUATION = """
@decorate(call())
@decorate(box.a)
def f(a, b: call(1) = call(2), /, c: call(3) = call(4), *d: call(5), e: call(6) = call(7), **g: call(8)) -> call(9):
    box[call()], (box.a, *b) = box.b, box[many(c)] = call(e), many(e)
    box[call()], (box.a, *b) = call(), many(b)
    box[call()] += call()
    box.a.b[call():call():call()] = {call(): call(), **mapping(a), call(): call()}
    call(*many(), **mapping(), k=call())(call(), *many(), call(), k=call(), *many(), **mapping())
    x: call() = call()
    del box.a, box[call()]
    return f"{call()!r:{call()}}" f"{x}", call() < call() in box
@decorate(call())
class K(box.a and Base, key=call()):
    x: call(1) = call(2)
    y: call(3)
    box.z: call(4) = call(5)
    (w): call(6) = call(7)
for _ in many(): call(_)
invoke(f)
invoke(lambda a=call(), *, b=call(): call(a, b))
"""

ENDLESS_LOOPS = """
def main(a):
    while True:
        b = call()
        while 1:
            if stop(): break
            try:
                c = call()
                continue
            finally:
                if cond(): break
        else:
            d = call()
        if stop(): return b, c
    return d
def other(a):
    for b in many(a):
        if cond(b): c = b; break
    else:
        return call()
    return c
for _ in range(8): invoke(main); invoke(other)
"""

PROGRAMS = {name: text for name, text in globals().items() if name.isupper() and isinstance(text, str)}
