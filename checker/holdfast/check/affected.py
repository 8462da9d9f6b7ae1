"""Step 3, the scope of a check: which names and which files can mean something else after the edit.

Everything outside keeps its edges by construction: a file whose text is the same, that mentions no
affected name and imports no affected module resolves every token as before.
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping

from holdfast.check.code.plumbing import scope_paths
from holdfast.check.pair import Pair
from holdfast.python.names.table import BINDING_ROLES, MODULE_SCOPE, Role, ScopeKind
from holdfast.python.project.exports import exported_names
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.modules import ModuleFile
from holdfast.python.project.program import Program
from holdfast.records import dataclass
from holdfast.text.interval import Interval


@dataclass(frozen=True, slots=True)
class Affected:
    """The scope of one check.

    `renamed` are the pairs (old, new) of identifiers that the edit exchanged, and `tokens` the places of
    before where it did; `names` are all names that code elsewhere could use and whose declarations were
    renamed, made or removed.
    """

    renamed: frozenset[tuple[str, str]]
    tokens: frozenset[Interval]
    names: frozenset[str]
    files: tuple[str, ...]
    #: The edit exchanges nothing but words for words.
    only_words: bool = False

    @property
    def old_names(self) -> frozenset[str]:
        return frozenset(old for old, _ in self.renamed)

    @property
    def new_names(self) -> frozenset[str]:
        return frozenset(new for _, new in self.renamed)


def find_affected(pair: Pair, *, full: bool = False) -> Affected:
    renamed: set[tuple[str, str]] = set()
    tokens: set[Interval] = set()
    public: dict[str, str] = {}
    names: set[str] = set()
    for file in pair.edited_python_files():
        text = pair.before.world.text(file) or ""
        for start, end, new in pair.edits.replacements.get(file, ()):
            old = text[start:end]
            if old.isidentifier() and new.isidentifier():
                renamed.add((old, new))
                tokens.add(Interval(file, start, end))
                if not _is_local(pair, file, start):
                    names |= {old, new}
                    public[old] = new
    for file in {*pair.rewritten_python_files(), *pair.edits.deleted, *pair.edits.created}:
        names |= _changed_names(pair, file, public)
    for old, new in pair.edits.renamed.items():
        names |= {_module_word(old), _module_word(new)}
    names |= {_module_word(file) for file in (*pair.edits.created, *pair.edits.deleted)}
    files = _files(pair, names, full=full)
    return Affected(frozenset(renamed), frozenset(tokens), frozenset(names), files, _only_words(pair))


def members_change(pair: Pair, affected: Affected) -> bool:
    """Is an affected name that of a member of some class, or has an edited file classes that changed?"""
    if not affected.names:
        return False
    if pair.edits.created or pair.edits.deleted or pair.edits.renamed or not affected.only_words:
        return True
    files = pair.before.index.files_with_any(affected.names)
    return any(
        not affected.names.isdisjoint(members)
        for file in files
        if (facts := pair.before.facts(file)) is not None
        for members in facts.members.values()
    )


def _only_words(pair: Pair) -> bool:
    return all(
        new.isidentifier()
        and not keyword.iskeyword(new)
        and (pair.before.world.text(file) or "")[start:end].isidentifier()
        for file in pair.edited_python_files()
        for start, end, new in pair.edits.replacements.get(file, ())
    )


def _files(pair: Pair, names: set[str], *, full: bool) -> tuple[str, ...]:
    """Files of before, by their names before, that the check looks at."""
    if full:
        return pair.before.python_files
    edited = set(pair.edited_python_files())
    files = set(edited)
    if names:
        files |= pair.before.index.files_with_any(names)
    for file in (*pair.edits.deleted, *pair.edits.renamed):
        files |= pair.before.importers(file)
    for file in pair.edits.created:
        files |= pair.after.importers(file) & pair.before.world.files()
    return tuple(sorted(file for file in files if file in pair.before.world.files()))


def _is_local(pair: Pair, file: str, start: int) -> bool:
    """Is this token a variable of a function that nothing outside the function can name?"""
    facts = pair.before.facts(file)
    occurrence = facts.occurrence_at.get(start) if facts else None
    if facts is None or occurrence is None or occurrence.owner <= 0:
        return False
    if facts.names.scopes[occurrence.owner].kind is ScopeKind.CLASS:
        return False
    declaration = facts.declaring(occurrence.owner, occurrence.name)
    return declaration is None or declaration.role is not Role.PARAMETER


def _module_word(file: str) -> str:
    stem = file.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return file.rsplit("/", 2)[-2] if stem == "__init__" and "/" in file else stem


def _changed_names(pair: Pair, file: str, renamed: Mapping[str, str]) -> set[str]:
    """Module and class level names that only one world declares."""
    before = pair.before.facts(file) if file.endswith((".py", ".pyi")) else None
    name_after = file if file in pair.edits.created else pair.file_after(file)
    after = pair.after.facts(name_after) if name_after and name_after.endswith((".py", ".pyi")) else None
    if before is after:
        return set()
    first = _declared(before, renamed) if before else frozenset()
    second = _declared(after, {}) if after else frozenset()
    starred = _starred(pair.before, file, before) ^ _starred(pair.after, name_after or file, after)
    on_class, still_on_class = _on_class(before), _on_class(after)
    moved = on_class ^ still_on_class if before is not None and after is not None else frozenset()
    return {path[-1] for path in (first ^ second) | moved} | _exports_changed(before, after) | starred


def _starred(program: Program, file: str, facts: FileFacts | None) -> set[str]:
    """Names that star imports bring into a module, for those who take them from there."""
    found: set[str] = set()
    for use in facts.stars if facts is not None else ():
        module = program.resolve_module(file, use.level, use.parts)
        if isinstance(module, ModuleFile):
            found |= exported_names(program, module.file)[0]
    return found


def _exports_changed(before: FileFacts | None, after: FileFacts | None) -> set[str]:
    """Names that a star import would newly bring, or bring no longer, because of `__all__`."""
    listed = [facts.dunder_all if facts is not None else None for facts in (before, after)]
    if listed[0] == listed[1]:
        return set()
    exported = [
        names if names is not None else {name for owner, name in facts.bindings if owner == MODULE_SCOPE}
        for facts, names in zip((before, after), listed, strict=True)
        if facts is not None
    ]
    return set(exported[0] ^ exported[1]) if len(exported) == 2 else set()


def _on_class(facts: FileFacts | None) -> frozenset[tuple[str, ...]]:
    """The members that classes have themselves, and not only their instances."""
    if facts is None:
        return frozenset()
    paths = scope_paths(facts.names, {})
    return frozenset(
        (*paths[scope], name)
        for scope, members in facts.members.items()
        for name, member in members.items()
        if member.on_class or member.stored_on_class
    )


def _declared(facts: FileFacts, renamed: Mapping[str, str]) -> frozenset[tuple[str, ...]]:
    paths = scope_paths(facts.names, renamed)
    scopes = facts.names.scopes
    found = {
        (*paths[item.owner], renamed.get(item.name, item.name))
        for item in facts.names.occurrences
        if item.owner >= 0
        and item.role in BINDING_ROLES
        and scopes[item.owner].kind in (ScopeKind.MODULE, ScopeKind.CLASS)
    }
    for scope, members in facts.members.items():
        found.update((*paths[scope], renamed.get(name, name)) for name in members)
    return frozenset(found)
