"""What is known of a value by how it comes about: whether it is a truth value, a number or a text."""

from __future__ import annotations

from holdfast.python.traces.values import Value

#: Operations whose result is True or False.
_BOOLEAN = frozenset(
    {
        *("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE", "Is", "IsNot", "In", "NotIn", "Not"),
        *("isinstance()", "issubclass()", "callable()", "hasattr()", "bool()", "any()", "truth"),
        *("broken off", "on its way out"),
    }
)
_INTEGER = frozenset({"len()", "int()", "ord()", "id()", "hash()"})
_OF_INTEGERS = frozenset(
    {"Add", "Sub", "Mult", "FloorDiv", "Mod", "USub", "UAdd", "BitAnd", "BitOr", "abs()", "max()", "min()"}
)
#: What containers are made by.
_CONTAINERS = frozenset(
    {
        *("List", "Set", "Dict", "ListComp", "SetComp", "DictComp", "GeneratorExp"),
        *("list()", "set()", "dict()", "sorted()", "enumerate()", "reversed()", "zip()"),
    }
)
_DEEPEST = 12


def is_boolean(value: Value) -> bool:
    if value.tag == "choice":
        return is_boolean(value.parts[1]) and is_boolean(value.parts[2])
    if value.tag == "const":
        return isinstance(value.key, tuple) and value.key[0] == "bool"
    return value.type == "bool" or (value.tag == "op" and value.key in _BOOLEAN)


def is_integer(value: Value, depth: int = 0) -> bool:
    if depth > _DEEPEST:
        return False
    if value.tag == "const":
        return isinstance(value.key, tuple) and value.key[0] == "int"
    if value.tag == "choice":
        return all(is_integer(part, depth + 1) for part in value.parts[1:])
    if value.tag == "op":
        if value.key in _INTEGER:
            return True
        if value.key in _OF_INTEGERS:
            return all(is_integer(part, depth + 1) for part in value.parts)
        if isinstance(value.key, tuple) and value.key == ("element", 0):
            return _counts(value.parts[0])
    if value.tag == "carried" and value.since is not None:
        return _stays_integer(value, depth)
    if value.tag == "left":
        return all(is_integer(part, depth + 1) for part in value.parts)
    if value.tag == "iteration":
        return _made_by(value, "range()")
    return value.type == "int"


def _stays_integer(value: Value, depth: int) -> bool:
    """Does a variable of a loop start as an integer, and is it only changed by adding integers?"""
    assert value.since is not None
    updated = value.since.update.get(value)
    if not is_integer(value.since.initial[value], depth + 1):
        return False
    return updated is None or all(
        part is value or is_integer(part, depth + 1) for part in _summands(updated, value, depth)
    )


def _summands(value: Value, without: Value, depth: int) -> list[Value]:
    if value is without or depth > _DEEPEST:
        return [value]
    if value.tag == "op" and value.key in ("Add", "Sub"):
        return [item for part in value.parts for item in _summands(part, without, depth + 1)]
    if value.tag in ("choice", "updated"):
        parts = value.parts[1:] if value.tag == "choice" else value.parts
        return [item for part in parts for item in _summands(part, without, depth + 1)]
    if value.tag == "result" and value.since is not None and value.since.kind == "augment":
        return [item for part in value.since.args for item in _summands(part, without, depth + 1)]
    return [value]


def _counts(unpacked: Value) -> bool:
    """The number that `enumerate` hands out beside each element."""
    return (
        unpacked.tag == "op"
        and isinstance(unpacked.key, tuple)
        and unpacked.key[0] == "unpack"
        and _made_by(unpacked.parts[0], "enumerate()")
    )


def _made_by(iteration: Value, maker: str) -> bool:
    if iteration.tag != "iteration":
        return False
    if iteration.parts:
        iterable = iteration.parts[0]
    elif iteration.since is not None and iteration.since.args:
        iterable = iteration.since.args[0]
    else:
        return False
    key = iterable.key[0] if iterable.tag == "fresh" and isinstance(iterable.key, tuple) else iterable.key
    return key == maker


def is_display(value: Value) -> bool:
    """A list, set or dictionary that is written down, without stars."""
    if value.tag != "fresh" or not isinstance(value.key, tuple):
        return False
    kind = value.key[0]
    return isinstance(kind, tuple) and kind[0] in ("List", "Set", "Dict") and "*" not in str(kind[1])


def is_not_none(value: Value) -> bool:
    """Is it surely something else than None: a container, a number, a text, a truth value, a function?"""
    match value.tag:
        case "const":
            return value.key != ("NoneType", "None")
        case "tuple" | "function":
            return True
        case "choice":
            return is_not_none(value.parts[1]) and is_not_none(value.parts[2])
        case "fresh" if isinstance(value.key, tuple):
            kind = value.key[0]
            return (kind[0] if isinstance(kind, tuple) else kind) in _CONTAINERS
        case "op" | "result":
            # A parameter may be None whatever its annotation says.
            return is_boolean(value) or is_number(value) or is_text(value)
    return False


def is_number(value: Value) -> bool:
    if value.tag == "const":
        return isinstance(value.key, tuple) and value.key[0] in ("int", "float")
    if value.tag == "op" and value.key in ("Add", "Sub", "Mult", "Div", "FloorDiv", "USub"):
        return all(map(is_number, value.parts))
    return value.type in ("int", "float") or is_integer(value)


def is_text(value: Value) -> bool:
    if value.tag == "const":
        return isinstance(value.key, tuple) and value.key[0] == "str"
    if value.tag == "op" and isinstance(value.key, tuple):
        return bool(value.key[0] == "text")
    if value.tag == "choice":
        return is_text(value.parts[1]) and is_text(value.parts[2])
    if value.tag == "result" and value.since is not None and value.since.kind == "call-method":
        key = value.since.key
        return isinstance(key, tuple) and key[0] in _METHODS_THAT_GIVE_TEXTS
    return value.type == "str" or (value.tag == "op" and value.key in ("str()", "repr()"))


#: Methods that texts alone have, and that give a text.
_METHODS_THAT_GIVE_TEXTS = frozenset(
    {
        *("lower", "upper", "strip", "lstrip", "rstrip", "title", "capitalize", "casefold", "swapcase"),
        *(
            "ljust",
            "rjust",
            "center",
            "zfill",
            "join",
            "replace",
            "format",
            "decode",
            "isoformat",
            "strftime",
        ),
    }
)
