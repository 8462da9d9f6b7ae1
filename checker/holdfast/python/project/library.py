"""What is known of calls into the standard library: which only calculate, and what they depend on.

Known are functions and methods whose result follows from their arguments, and which change nothing. A name is
the dotted one that `evaluate` gives: `math.sqrt`, `builtins.str.strip`, and for a method of a result the whole
way to it, `builtins.str.strip.lower`.
"""

from __future__ import annotations

from enum import Enum


class Calculation(Enum):
    """What a call gives that changes nothing."""

    #: A value that never changes; which object it is, nobody can tell.
    VALUE = "value"
    #: The same, out of what its arguments contain by now.
    CONTENTS = "contents"
    #: A new object each time.
    OBJECT = "object"


#: Modules of which every function calculates.
_MODULES = frozenset({"math", "cmath", "colorsys", "unicodedata", "binascii", "base64", "html", "textwrap"})
_PATHS = ("join", "basename", "dirname", "splitext", "split", "normpath", "normcase", "isabs", "splitdrive")
_FUNCTIONS = frozenset(
    {
        *(f"{module}.{name}" for module in ("os.path", "posixpath", "ntpath") for name in _PATHS),
        *("re.escape", "string.capwords", "shlex.quote", "shlex.join", "keyword.iskeyword", "os.fspath"),
        *(
            "urllib.parse.quote",
            "urllib.parse.quote_plus",
            "urllib.parse.unquote",
            "urllib.parse.unquote_plus",
        ),
        *(
            "urllib.parse.urljoin",
            "urllib.parse.urlsplit",
            "urllib.parse.urlparse",
            "urllib.parse.urlunsplit",
        ),
        *("struct.pack", "struct.calcsize", "calendar.isleap", "calendar.monthrange", "fnmatch.fnmatchcase"),
        *(
            "logging.getLogger",
            "re.compile",
            "re.match",
            "re.search",
            "re.fullmatch",
            "re.split",
            "re.findall",
        ),
        *("operator.attrgetter", "operator.itemgetter", "operator.methodcaller", "string.Template"),
        *("typing.TypeVar", "typing.NewType", "contextvars.ContextVar"),
    }
)
_FUNCTIONS_OF_CONTENTS = frozenset(
    {"json.dumps", "bisect.bisect", "bisect.bisect_left", "bisect.bisect_right", "pprint.pformat"}
)
_MAKERS = frozenset(
    {
        *("collections.Counter", "collections.OrderedDict", "collections.defaultdict", "collections.deque"),
        *("itertools.count", "itertools.cycle", "itertools.repeat", "threading.Lock", "threading.RLock"),
        *("functools.partial", "dataclasses.field", "re.split", "re.findall", "collections.namedtuple"),
    }
)

_TEXT = "builtins.str"
_TRUTH = "builtins.bool"
_NUMBER = "builtins.int"
#: Methods of texts and of bytes, to what they return.
_TEXT_METHODS = {
    **dict.fromkeys(
        (
            *("capitalize", "casefold", "center", "expandtabs", "format", "join", "ljust", "lower", "lstrip"),
            *("removeprefix", "removesuffix", "replace", "rjust", "rstrip", "strip", "swapcase", "title"),
            *("translate", "upper", "zfill", "decode", "hex", "format_map"),
        ),
        _TEXT,
    ),
    **dict.fromkeys(
        (
            *("endswith", "startswith", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit"),
            *("isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper"),
        ),
        _TRUTH,
    ),
    **dict.fromkeys(("count", "find", "index", "rfind", "rindex"), _NUMBER),
    **dict.fromkeys(("partition", "rpartition"), "builtins.tuple"),
    **dict.fromkeys(("split", "rsplit", "splitlines"), "builtins.list"),
    "encode": "builtins.bytes",
}
_SAME = "the same"
_MOMENT_METHODS = {
    **dict.fromkeys(("replace", "astimezone"), _SAME),
    **dict.fromkeys(("isoformat", "strftime", "ctime"), _TEXT),
    **dict.fromkeys(("weekday", "isoweekday", "toordinal", "timestamp"), _NUMBER),
    **dict.fromkeys(("date", "time", "timetz", "isocalendar", "utctimetuple", "timetuple"), ""),
}
_PATH_METHODS = {
    **dict.fromkeys(
        ("joinpath", "with_suffix", "with_name", "with_stem", "relative_to", "with_segments"), _SAME
    ),
    "as_posix": _TEXT,
    **dict.fromkeys(("is_absolute", "is_relative_to", "match"), _TRUTH),
}
#: Types whose values never change: their methods that calculate, to what those return.
_METHODS: dict[str, dict[str, str]] = {
    _TEXT: _TEXT_METHODS,
    "builtins.bytes": {
        **_TEXT_METHODS,
        **dict.fromkeys(("strip", "lower", "upper", "replace"), "builtins.bytes"),
    },
    _NUMBER: dict.fromkeys(("bit_length", "bit_count", "to_bytes", "conjugate"), ""),
    "builtins.float": dict.fromkeys(("is_integer", "hex", "as_integer_ratio"), ""),
    "builtins.tuple": dict.fromkeys(("count", "index"), _NUMBER),
    "decimal.Decimal": dict.fromkeys(
        (
            *("quantize", "to_integral", "to_integral_value", "to_integral_exact", "normalize", "copy_abs"),
            *("copy_sign", "copy_negate", "sqrt", "exp", "ln", "log10", "max", "min", "fma", "scaleb"),
        ),
        _SAME,
    ),
    "fractions.Fraction": {"limit_denominator": _SAME},
    "datetime.timedelta": {"total_seconds": "builtins.float"},
    **dict.fromkeys(("datetime.date", "datetime.datetime", "datetime.time"), _MOMENT_METHODS),
    **dict.fromkeys(("pathlib.Path", "pathlib.PurePath", "pathlib.PurePosixPath"), _PATH_METHODS),
    "re.compile": {
        **dict.fromkeys(("match", "search", "fullmatch"), "re.Match"),
        **dict.fromkeys(("findall", "split"), "builtins.list"),
    },
    "re.Match": {
        **dict.fromkeys(("group", "groups", "span", "start", "end", "expand"), ""),
        "groupdict": "builtins.dict",
    },
    "uuid.UUID": {},
}
#: Other ways to values of a type.
_OTHER_NAMES = {
    **dict.fromkeys(("re.match", "re.search", "re.fullmatch", "typing.Match"), "re.Match"),
    **dict.fromkeys(("re.Pattern", "typing.Pattern"), "re.compile"),
}
#: Ways to make a value of such a type that ask somebody else.
_ASKING = frozenset({"now", "today", "utcnow", "fromtimestamp", "cwd", "home"})
_CONTAINERS = frozenset({"builtins.list", "builtins.dict"})

_SET_METHODS = {
    **dict.fromkeys(("isdisjoint", "issubset", "issuperset"), Calculation.CONTENTS),
    **dict.fromkeys(
        ("copy", "difference", "intersection", "symmetric_difference", "union"), Calculation.OBJECT
    ),
}
_METHODS_OF_CONTAINERS: dict[str, dict[str, Calculation]] = {
    "builtins.list": {
        **dict.fromkeys(("count", "index"), Calculation.CONTENTS),
        "copy": Calculation.OBJECT,
    },
    "builtins.dict": {
        "get": Calculation.CONTENTS,
        **dict.fromkeys(("copy", "items", "keys", "values"), Calculation.OBJECT),
    },
    **dict.fromkeys(("builtins.set", "builtins.frozenset"), _SET_METHODS),
}


def calculation_of(name: str, *, instance: bool) -> Calculation | None:
    """What a call of this gives, if it only calculates. `instance` for methods of values."""
    if instance:
        return _calculation_of_method(name)
    if name in _FUNCTIONS or name.rpartition(".")[0] in _MODULES or name in _METHODS:
        return Calculation.VALUE
    if name in _FUNCTIONS_OF_CONTENTS:
        return Calculation.CONTENTS
    if name in _MAKERS:
        return Calculation.OBJECT
    # Called through the class: `str.lower(text)`, `datetime.date.fromisoformat(text)`.
    owner, _, method = name.rpartition(".")
    if (
        owner in _METHODS
        and (method in _METHODS[owner] or method.startswith("from"))
        and method not in _ASKING
    ):
        return Calculation.VALUE
    return None


def has_method(kind: str, name: str) -> bool:
    """Is it a known method of a type that is known by its dotted name?"""
    return name in _METHODS.get(kind, ()) or name in _METHODS_OF_CONTAINERS.get(kind, ())


def is_certain(name: str, *, instance: bool) -> bool:
    """Can a call not fail where its arguments are constants? For a method its receiver is what it is."""
    if instance:
        owner, _, method = name.rpartition(".")
        return type_of(owner) == _TEXT and method not in (
            "index",
            "rindex",
            "format",
            "join",
            "encode",
            "format_map",
        )
    return name in _MAKERS or name in _FUNCTIONS or name in ("math.ceil", "math.floor", "textwrap.dedent")


def _calculation_of_method(name: str) -> Calculation | None:
    owner, _, method = name.rpartition(".")
    kind = type_of(owner)
    if kind in _METHODS and method in _METHODS[kind]:
        if _METHODS[kind][method] in _CONTAINERS:
            return Calculation.OBJECT
        return (
            Calculation.CONTENTS
            if method in ("join", "format", "format_map", "translate")
            else Calculation.VALUE
        )
    return _METHODS_OF_CONTAINERS.get(kind, {}).get(method)


def type_of(name: str) -> str:
    """The type of a value that is known by the way to it; empty if it is not known."""
    if name in _METHODS or name in _METHODS_OF_CONTAINERS:
        return name
    owner, dot, method = name.rpartition(".")
    if not dot:
        return ""
    if name in _OTHER_NAMES:
        return _OTHER_NAMES[name]
    kind = type_of(owner)
    returned = _METHODS.get(kind, {}).get(method, "")
    return kind if returned == _SAME else returned
