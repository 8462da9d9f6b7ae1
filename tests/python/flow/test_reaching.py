"""Which bindings reach a read. Lines are counted from 1."""

from __future__ import annotations

from python.flow.flows import flow_of, reached_from


def test_branches_meet() -> None:
    flow = flow_of("""
        def f(c):
            if c:
                x = 1
            else:
                x = 2
            return x
    """)
    assert reached_from(flow, "x", 6) == ([3, 5], "BOUND")


def test_one_arm_leaves_the_variable_unbound() -> None:
    flow = flow_of("""
        def f(c):
            if c:
                x = 1
            return x
    """)
    assert reached_from(flow, "x", 4) == ([3], "POSSIBLY_UNBOUND")


def test_an_arm_that_leaves_does_not_count() -> None:
    flow = flow_of("""
        def f(c):
            if c:
                x = 1
            else:
                raise c
            return x
    """)
    assert reached_from(flow, "x", 6) == ([3], "BOUND")


def test_never_bound_and_dead() -> None:
    flow = flow_of("""
        def f():
            print(x)
            x = 1
            return x
            print(x)
    """)
    assert reached_from(flow, "x", 2) == ([], "NEVER_BOUND")
    assert reached_from(flow, "x", 5) == ([], "UNREACHABLE")


def test_del_unbinds() -> None:
    flow = flow_of("""
        def f(x, c):
            if c:
                del x
            return x
    """)
    assert reached_from(flow, "x", 3) == ([1], "BOUND")
    assert reached_from(flow, "x", 4) == ([1], "POSSIBLY_UNBOUND")


def test_loops_carry_values() -> None:
    flow = flow_of("""
        def f(n):
            x = 0
            for i in n:
                x = x + i
            return x, i
    """)
    assert reached_from(flow, "x", 4) == ([2, 4], "BOUND")
    assert reached_from(flow, "x", 5) == ([2, 4], "BOUND")
    assert reached_from(flow, "i", 5) == ([3], "POSSIBLY_UNBOUND")


def test_an_endless_loop_is_left_by_break_alone() -> None:
    flow = flow_of("""
        def f(c):
            while True:
                x = c()
                if x:
                    break
                x = 2
            return x
    """)
    assert reached_from(flow, "x", 7) == ([3], "BOUND")


def test_loop_else() -> None:
    flow = flow_of("""
        def f(c):
            for i in c:
                if i:
                    x = 1
                    break
            else:
                x = 2
            return x
    """)
    assert reached_from(flow, "x", 8) == ([4, 7], "BOUND")


def test_anything_that_calls_can_raise() -> None:
    flow = flow_of("""
        def f():
            x = 0
            try:
                x = g()
                x = g()
                x = 3
            except E:
                return x
            return x
    """)
    assert reached_from(flow, "x", 8) == ([2, 4], "BOUND")
    assert reached_from(flow, "x", 9) == ([6], "BOUND")


def test_the_name_of_a_handler_ends_with_it() -> None:
    flow = flow_of("""
        def f():
            try:
                g()
            except E as e:
                print(e)
            return e
    """)
    assert reached_from(flow, "e", 5) == ([4], "BOUND")
    assert reached_from(flow, "e", 6) == ([], "NEVER_BOUND")


def test_finally_after_success_is_not_finally_after_failure() -> None:
    flow = flow_of("""
        def f():
            try:
                x = g()
            finally:
                h(x)
            return x
    """)
    assert reached_from(flow, "x", 5) == ([3], "POSSIBLY_UNBOUND")
    assert reached_from(flow, "x", 6) == ([3], "BOUND")


def test_return_through_finally() -> None:
    flow = flow_of("""
        def f(c):
            x = 1
            for i in c:
                try:
                    if i: return x
                    x = 2
                    if c: continue
                    x = 3
                finally:
                    print(x)
            return x
    """)
    assert reached_from(flow, "x", 10) == ([2, 6, 8], "BOUND")
    assert reached_from(flow, "x", 11) == ([2, 6, 8], "BOUND")


def test_with_may_swallow() -> None:
    flow = flow_of("""
        def f(m):
            with m as y:
                x = g()
            return x, y
    """)
    assert reached_from(flow, "x", 4) == ([3], "POSSIBLY_UNBOUND")
    assert reached_from(flow, "y", 4) == ([2], "BOUND")


def test_short_circuit_binds_sometimes() -> None:
    flow = flow_of("""
        def f(c):
            if c and (x := g()):
                print(x)
            return x
    """)
    assert reached_from(flow, "x", 3) == ([2], "BOUND")
    assert reached_from(flow, "x", 4) == ([2], "POSSIBLY_UNBOUND")


def test_match_arms() -> None:
    flow = flow_of("""
        def f(s):
            match s:
                case [x, 1]: pass
                case {"k": x}: pass
                case _: x = 0
            return x
    """)
    assert reached_from(flow, "x", 6) == ([3, 4, 5], "BOUND")


def test_a_failed_pattern_binds_nothing() -> None:
    flow = flow_of("""
        def f(s, x):
            match s:
                case [(1 as x) | (2 as x), 3] if s: return x
            return x
    """)
    # The guard runs after the captures are bound.
    assert reached_from(flow, "x", 4) == ([1, 3, 3], "BOUND")


def test_comprehensions_read_at_a_known_time() -> None:
    flow = flow_of("""
        def f(n):
            x = 1
            y = [x for i in n]
            x = 2
            return y
    """)
    assert reached_from(flow, "x", 3) == ([2], "BOUND")


def test_a_walrus_in_a_comprehension() -> None:
    flow = flow_of("""
        def f(n):
            any([(x := i) for i in n])
            return x
    """)
    assert reached_from(flow, "x", 3) == ([2], "POSSIBLY_UNBOUND")


def test_closures_read_at_unknown_times() -> None:
    flow = flow_of("""
        def f():
            x = 1
            def g():
                return x
            x = 2
            return g, (x for _ in "a"), lambda: x
    """)
    assert reached_from(flow, "x", 4) == ([2, 5], "UNKNOWN_TIME")


def test_a_variable_that_an_inner_function_binds_is_not_followed() -> None:
    flow = flow_of("""
        def f():
            x = 1
            def g():
                nonlocal x
                x = 2
            g()
            return x
    """)
    assert reached_from(flow, "x", 7) == ([2, 5], "UNKNOWN_TIME")


def test_module_variables_are_followed_in_the_module_only() -> None:
    flow = flow_of("""
        x = 1
        print(x)
        def f():
            return x
        x = 2
    """)
    assert reached_from(flow, "x", 2) == ([1], "BOUND")
    assert reached_from(flow, "x", 4) == ([1, 5], "UNKNOWN_TIME")


def test_a_class_body_falls_back_to_the_module() -> None:
    flow = flow_of("""
        x = 1
        class A:
            y = x
            if y:
                x = 2
            z = x
        x = 3
    """)
    assert reached_from(flow, "x", 3) == ([1], "BOUND")
    assert reached_from(flow, "x", 6) == ([1, 5], "BOUND")


def test_the_handler_of_a_body_that_only_a_signal_can_end() -> None:
    flow = flow_of("""
        def f():
            try:
                x = 1
                while True: pass
            except KeyboardInterrupt:
                return x
    """)
    assert reached_from(flow, "x", 6)[1] != "UNREACHABLE"
