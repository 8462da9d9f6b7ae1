"""Imports: a name defined in one module of a package and used in another.

| dimension | variants |
|---|---|
| thing (3) | a function, a class, a variable |
| definition (3) | plain, in both branches of an `if`, in `try` and `except` after a failing import |
| listed (2) | the module lists the name in `__all__`, or has no `__all__` |
| form (17) | how the user gets at it: `import`, with an alias, `from`, with an alias, star, relative, through a re-export (plain, alias, star, `__all__`, module attribute), under `try`, in a function, for type checking only, by a string, patched |
| use (3) | at module level, in a function, in an inner function with a name of its own |

3 × 3 × 2 × 17 × 3 = 918 programs of three or four files. The target is the name where it is defined;
renaming it must reach every form.
"""

from __future__ import annotations

from typing import NamedTuple

from holdfast.gen.generator import Generator, dimension
from holdfast.gen.holes import block, fill, indented
from holdfast.gen.library.pieces import SHOW, declared, dynamic, referred
from holdfast.gen.program import MAIN, Draft, Wish, renames

_STORE = """\
‹listed›
other = 2


‹definition›


def inside():
    return ‹call›, other
"""

_MAIN = """\
‹top›

mine = 7


‹show›
‹use›

show(lambda: mine)
show(lambda: pkg.store.inside())
"""

_USES = {
    "module": "show(lambda: ‹call›)",
    "function": "def around():\n    ‹local›\n    step = 3\n    return ‹call›, step, mine, max(1, 2)\n\n\nshow(around)",
    "inner function": "def around():\n    ‹local›\n\n    def inner(step):\n        return ‹call›, step, mine, max(1, 2)\n\n"
    "    return inner(3)\n\n\nshow(around)",
}

# thing: name, definition with a value, call
_THINGS = {
    "function": ("compute", "def ‹n›():\n    return ‹v›", "‹n›()"),
    "class": ("Maker", "class ‹n›:\n    tag = ‹v›", "‹n›().tag"),
    "variable": ("amount", "‹n› = ‹v›", "‹n›"),
}

_DEFINITIONS = {
    "plain": "‹first›",
    "branches": "if other > 1:\n    ‹first›\nelse:\n    ‹second›",
    "fallback": "try:\n    from pkg_missing import compute_fast\nexcept ImportError:\n    ‹first›\nelse:\n    ‹second›",
}


class Form(NamedTuple):
    """How the user gets at the name; `‹r›` is a token of the target, `‹d›` one inside a string.

    `top` and `local` are the imports of the module or of the function that uses `path`; `init` and `user`
    are the texts of the package and of another module of it.
    """

    top: str
    path: str
    local: str = ""
    init: str = ""
    user: str = ""


_FORMS = {
    "import": Form("import pkg.store", "pkg.store.‹r›"),
    "import as": Form("import pkg.store as kept", "kept.‹r›"),
    "from package": Form("from pkg import store", "store.‹r›"),
    "from": Form("from pkg.store import ‹r›", "‹r›"),
    "from as": Form("from pkg.store import ‹r› as brought", "brought"),
    "star": Form("from pkg.store import *", "‹r›"),
    "relative": Form("import pkg.user", "pkg.user.‹r›", user="from .store import ‹r›\n"),
    "relative module": Form("import pkg.user", "pkg.user.store.‹r›", user="from . import store\n"),
    "re-export": Form("from pkg import ‹r›", "‹r›", init="from pkg.store import ‹r›\n"),
    "re-export as": Form("from pkg import offered", "offered", init="from .store import ‹r› as offered\n"),
    "re-export star": Form("from pkg import ‹r›", "‹r›", init="from pkg.store import *\n"),
    "re-export listed": Form(
        "from pkg import *", "‹r›", init="from pkg.store import ‹r›\n\n__all__ = ['‹r›']\n"
    ),
    "fallback import": Form(
        "try:\n    from pkg.store import ‹r›\nexcept ImportError:\n    ‹r› = None", "‹r›"
    ),
    "in the function": Form("", "‹r›", local="from pkg.store import ‹r›"),
    "type checking": Form(
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from pkg.store import ‹r›",
        "‹r›",
        local="from pkg.store import ‹r›",
    ),
    "string": Form("import pkg.store", "getattr(pkg.store, '‹d›')"),
    "patched": Form("from pkg import store\n\nstore.‹r› = store.‹r›", "store.‹r›"),
}


def _using(use: str, form: Form, call: str) -> str:
    """One use of the name; what is imported in a function is used in one."""
    reached = call.replace("‹n›", form.path)
    code = use.replace("‹call›", reached)
    if "‹local›" in code:
        return fill(code, local=form.local)
    if form.local:
        return "def here():\n" + indented(block(form.local, "return " + reached)) + "\n\n\nshow(here)"
    return code


def _build(
    thing: tuple[str, str, str], definition: str, listed: str, form: Form, use: tuple[str, ...]
) -> Draft:
    name, defined, call = thing
    first = fill(defined, n=declared(name), v="10")
    plugs = {"first": first, "second": fill(defined, n=declared(name), v="20")}
    store = fill(
        _STORE,
        listed=listed.replace("‹n›", referred(name)),
        definition=fill(definition, **{key: plug for key, plug in plugs.items() if f"‹{key}›" in definition}),
        call=call.replace("‹n›", referred(name)),
    )
    marked = Form(*[part.replace("‹r›", referred(name)).replace("‹d›", dynamic(name)) for part in form])
    using = "\n\n".join([_using(each, marked, call) for each in use])
    top = marked.top if marked.top == "import pkg.store" else block("import pkg.store", marked.top)
    main = fill(_MAIN, top=top, show=SHOW, use=using)
    files = {"pkg/__init__.py": marked.init, "pkg/store.py": store, MAIN: main}
    if marked.user:
        files["pkg/user.py"] = marked.user
    return Draft(files, _WISHES[name])


def _wishes(name: str) -> tuple[Wish, ...]:
    fresh = "Renamed" if name == "Maker" else "renamed"
    return (
        *renames(
            "target",
            fresh=fresh,
            taken_in_same_scope="other",
            taken_in_the_importing_module="mine",
            taken_in_inner_scope="step",
            builtin="max",
            private="_" + fresh,
        ),
        Wish("move", "target", "pkg.user", "to another module"),
    )


_WISHES = {name: _wishes(name) for name, _, _ in _THINGS.values()}

IMPORTS = Generator(
    name="imports",
    doc="A function, class or variable of a package, and the ways another module gets at it.",
    dimensions=(
        dimension("thing", _THINGS),
        dimension("definition", _DEFINITIONS),
        dimension("listed", {"no": "", "yes": "__all__ = ['‹n›', 'inside']"}),
        dimension("form", _FORMS),
        dimension("use", _USES, merges=True),
    ),
    build=_build,
)
