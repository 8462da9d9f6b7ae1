"""Texts that are the path of something: `"shop.checkout.fetch_rate"`, `"shop.cli:main"`.

`mock.patch`, `import_module`, settings and entry points take such texts and follow them as an import would.
A path that leads to something of the project before the edit and no further than half way after it names
something that was renamed, moved or removed. A text by itself may be the name of an event or of a logger, so
that somebody must be there who follows paths.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from holdfast.check.pair import Pair
from holdfast.check.texts.left_texts import DATA_ENDINGS, TOOL_FILES, data_files, text_constants
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.facts import FileFacts, last_name
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.paths import follow_path
from holdfast.python.project.program import Program
from holdfast.text.interval import Interval

_PATH = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*(?::[^\W\d]\w*(?:\.[^\W\d]\w*)*)?")
_PATH_IN_DATA = re.compile(
    r"(?<![\w./:@-])[^\W\d]\w*(?:\.[^\W\d]\w*)*(?::[^\W\d]\w*(?:\.[^\W\d]\w*)*)?(?![\w./:-])"
)
#: Functions that follow the path which is their first argument.
_FOLLOWING = frozenset(
    {
        *(
            "import_module",
            "__import__",
            "find_spec",
            "run_module",
            "resolve_name",
            "import_string",
            "locate",
        ),
        *("patch", "load_object", "import_object", "import_from_string", "autoload", "symbol_by_name"),
    }
)
#: Words of programs that follow paths which stand elsewhere.
_FOLLOWERS = _FOLLOWING | {
    *("monkeypatch", "dictConfig", "fileConfig", "entry_points", "INSTALLED_APPS", "MIDDLEWARE"),
    "pytest_plugins",
}
#: Functions whose text is only a name of their own.
_LABELLING = frozenset({"getLogger", "get_logger", "print", "debug", "info", "warning", "error"})
_OF_METHODS = frozenset({"setattr", "delattr"})  # of `monkeypatch`: the builtins take an object first


def check_dotted_paths(pair: Pair, names: frozenset[str]) -> Iterator[Finding]:
    """Paths in texts that would no longer lead where they led. `names`: what the edit may have taken out."""
    words = names | _words_of_moved_files(pair)
    if not words:
        return
    followed = bool(pair.before.index.files_with_any(_FOLLOWERS))
    in_quotes = re.compile(rf"""['"][\w.:]*\b(?:{"|".join(sorted(words))})\b[\w.:]*['"]""")
    for file in sorted(pair.before.index.files_with_any(words)):
        if pair.file_after(file) is None or not in_quotes.search(pair.before.world.text(file) or ""):
            continue
        facts = pair.before.facts(file)
        if facts is None:
            continue
        for node, call in _texts_with_calls(facts):
            yield from _in_code(pair, words, file, facts, node, call, followed=followed)
    for file in (*data_files(pair.before.world, DATA_ENDINGS), *sorted(TOOL_FILES)):
        yield from _in_data(pair, words, file, followed=followed)


def _words_of_moved_files(pair: Pair) -> frozenset[str]:
    """The parts of the names of files that left."""
    gone = (*pair.edits.renamed, *pair.edits.deleted)
    return frozenset(part.removesuffix(".py") for file in gone for part in file.split("/")) - {"__init__"}


@lru_cache(maxsize=1024)
def _texts_with_calls(facts: FileFacts) -> tuple[tuple[ast.Constant, ast.Call | None], ...]:
    """The texts of a file that could be paths, each with the call whose argument it is, if any."""
    texts = [node for node in text_constants(facts) if _PATH.fullmatch(str(node.value).lstrip("."))]
    if not texts:
        return ()
    calls = {
        argument: node
        for node in ast.walk(facts.tree.module)
        if isinstance(node, ast.Call)
        for argument in (*node.args, *(keyword.value for keyword in node.keywords))
    }
    return tuple((node, calls.get(node)) for node in texts)


def _in_code(
    pair: Pair,
    words: frozenset[str],
    file: str,
    facts: FileFacts,
    node: ast.Constant,
    call: ast.Call | None,
    *,
    followed: bool,
) -> Iterator[Finding]:
    text = str(node.value)
    parts = tuple(re.split(r"[.:]", text.lstrip(".")))
    if words.isdisjoint(parts) or pair.tokens(file).is_touched(facts.tree.start(node), facts.tree.end(node)):
        return
    called = "" if call is None else last_name(call.func)
    first = call is not None and bool(call.args) and call.args[0] is node
    direct = first and (
        called in _FOLLOWING or (called in _OF_METHODS and call is not None and len(call.args) == 2)
    )
    if not direct and (not followed or len(parts) < 2 or text.startswith(".")):
        return
    if text.startswith("."):
        base = _package(pair.before, file, call, len(text) - len(text.lstrip(".")))
        if base is None:
            return
        parts = (*base, *parts)
    lost = _lost(pair, file, parts, words)
    if lost is None:
        return
    if called in _LABELLING and not _logs_under_its_name(pair.before, file, parts):
        return
    place = Interval(file, facts.tree.start(node), facts.tree.end(node))
    message = f'"{text}" is the path of something that would no longer be found there (`{lost}`)'
    yield Finding("HF104", Severity.WARNING, place, message)


def _in_data(pair: Pair, words: frozenset[str], file: str, *, followed: bool) -> Iterator[Finding]:
    text, after = pair.before.world.text(file), pair.after.world.text(file)
    if text is None or after is None or not any(word in text for word in words):
        return
    for match in _PATH_IN_DATA.finditer(text):
        parts = tuple(re.split(r"[.:]", match[0]))
        if len(parts) < 2 or words.isdisjoint(parts) or match[0] not in after:
            continue
        if ":" not in match[0] and (not followed or file in TOOL_FILES):
            continue
        lost = _lost(pair, file, parts, words)
        if lost is not None:
            place = Interval(file, match.start(), match.end())
            message = f"`{match[0]}` is the path of something that would no longer be found there (`{lost}`)"
            yield Finding("HF104", Severity.WARNING, place, message)


def _lost(pair: Pair, file: str, parts: tuple[str, ...], words: frozenset[str]) -> str | None:
    """The part of the path at which it would end, where it led on before."""
    before = follow_path(pair.before, file, parts)
    if before is None or (before.known < len(parts) and before.known == before.modules):
        return None  # a module and something that it lacks: no path, but the name of a file, say
    after = follow_path(pair.after, pair.file_after(file) or file, parts[: before.known])
    if after is None or after.known >= before.known or parts[after.known] not in words:
        return None
    return parts[after.known]


def _package(program: Program, file: str, call: ast.Call | None, dots: int) -> tuple[str, ...] | None:
    """The package that a relative path starts from: what the second argument says, or the file's own."""
    given = call.args[1] if call is not None and len(call.args) > 1 else None
    if given is None and call is not None:
        given = next((item.value for item in call.keywords if item.arg == "package"), None)
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        parts = given.value.split(".")
    elif isinstance(given, ast.Name) and given.id in ("__package__", "__name__"):
        parts = program.modules.module_name(file).split(".")
        if not file.endswith("/__init__.py"):
            parts = parts[:-1]
    else:
        return None
    kept = len(parts) - (dots - 1)
    return tuple(parts[:kept]) if kept > 0 else None


def _logs_under_its_name(program: Program, file: str, parts: tuple[str, ...]) -> bool:
    """Is this the name of a module that gets its logger by `__name__`?"""
    module = program.resolve_module(file, 0, parts)
    text = program.world.text(module.file) if isinstance(module, ModuleFile) else None
    return text is not None and re.search(r"[gG]et_?[lL]ogger\(__name__\)", text) is not None
