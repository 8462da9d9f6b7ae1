"""Methods of texts and containers that change nothing, where no class of the project has one of that name."""

from __future__ import annotations

METHODS_OF_TEXTS = frozenset(
    {
        *("capitalize", "casefold", "encode", "endswith", "find", "format", "isalnum", "isalpha", "isdigit"),
        *("islower", "isspace", "isupper", "join", "lower", "lstrip", "removeprefix", "removesuffix"),
        *("replace", "rstrip", "startswith", "strip", "swapcase", "title", "upper", "zfill"),
    }
)
METHODS_THAT_MAKE = frozenset({"split", "splitlines", "copy", "items", "keys", "values", "union"})
METHODS_OF_CONTAINERS = frozenset({"get", "count", "index"})
