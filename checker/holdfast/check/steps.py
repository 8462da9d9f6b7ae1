"""The steps of a check: what is asked of an edit, by the kind of its refactoring.

A step has a name, for the report of what was not looked at, and yields findings. Modules are imported where their
step is wanted: half of the imports of a check are for comparing code, and a rename, the most frequent request, has none.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from holdfast.check.affected import Affected, members_change
from holdfast.check.code.plumbing import changed_functions, changed_statements, touched_statements
from holdfast.check.compilability import check_unparsed
from holdfast.check.correspondence.renames import renames_of_declarations
from holdfast.check.imports.cycles import check_cycles
from holdfast.check.imports.imports import check_imports
from holdfast.check.imports.overwriting_stars import check_overwriting_stars
from holdfast.check.members.members import check_members
from holdfast.check.names.lexical import check_names
from holdfast.check.pair import Pair
from holdfast.check.texts.doctests import check_doctests
from holdfast.check.texts.dynamic import check_dynamic
from holdfast.check.texts.spelled_names import check_spelled_names
from holdfast.findings.values import Finding, Severity
from holdfast.python.project.facts import FileFacts
from holdfast.python.questions import MemberAnswers
from holdfast.records import dataclass, field
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.request import Kind
from holdfast.text.interval import Interval

#: Refactorings after which functions may take other parameters; inlining a default is one.
_CHANGING_SIGNATURES = (
    *(Kind.CHANGE_SIGNATURE, Kind.INTRODUCE_PARAMETER, Kind.INLINE),
    Kind.REFACTORING,
)
#: Refactorings that take out imports which nobody names.
_REMOVING_IMPORTS = (Kind.SAFE_DELETE, Kind.ORGANISE_IMPORTS, Kind.REFACTORING)
#: Refactorings that take out definitions for good.
_REMOVING_DEFINITIONS = (Kind.SAFE_DELETE, Kind.INLINE, Kind.REFACTORING)


class Step(NamedTuple):
    what: str
    run: Callable[[], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Setting:
    """What every step of one check may ask for."""

    pair: Pair
    affected: Affected
    refactoring: Refactoring
    answers: MemberAnswers | None
    progress: Callable[[int, int], None]
    renamed: Mapping[str, str]
    #: Is what the code does compared, or only what its tokens mean?
    compares_code: bool
    #: Code of each file whose tokens correspond only by accident; the step for names fills it in.
    rewritten: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    #: Where code was found to do something else; the step for behaviour fills it in.
    other_behaviour: set[Interval] = field(default_factory=set)

    @property
    def untouched_only(self) -> bool:
        return self.refactoring.code is Code.UNTOUCHED

    @property
    def kind(self) -> Kind:
        return self.refactoring.kind


def steps_of(
    pair: Pair,
    affected: Affected,
    refactoring: Refactoring,
    answers: MemberAnswers | None,
    progress: Callable[[int, int], None],
) -> list[Step]:
    """The steps of a check, in the order in which they are taken."""
    setting = Setting(
        pair,
        affected,
        refactoring,
        answers,
        progress,
        renamed=renames_of_declarations(pair, affected),
        compares_code=_compares_code(pair, affected, refactoring),
    )
    return [*_steps(setting)]


def _steps(setting: Setting) -> Iterator[Step]:
    pair, affected = setting.pair, setting.affected
    yield Step("names", lambda: _names(setting))
    if setting.compares_code:
        yield from _steps_of_code(setting)
    if setting.kind is Kind.EXTRACT_FUNCTION:
        from holdfast.check.code.unbound_arguments import check_unbound_arguments
        from holdfast.check.code.unbound_returns import check_unbound_returns

        yield Step("returned variables", lambda: check_unbound_returns(pair))
        yield Step("passed variables", lambda: check_unbound_arguments(pair))
    yield Step("imports", lambda: _imports(setting))
    yield Step("members", lambda: _members(setting))
    if not affected.only_words and pair.after.index.files_with("TYPE_CHECKING"):
        from holdfast.check.imports.type_checking_imports import check_type_checking_imports
        from holdfast.check.names.runtime_hints import check_runtime_hints

        yield Step("imports for type checkers", lambda: check_type_checking_imports(pair))
        yield Step("annotations that are evaluated", lambda: check_runtime_hints(pair))
    yield from _steps_of_edits(setting) if setting.untouched_only else _steps_of_texts(setting)
    yield Step("import cycles", lambda: check_cycles(pair))
    yield Step("overrides", lambda: _hierarchy(setting))


def _steps_of_code(setting: Setting) -> Iterator[Step]:
    """What is asked where code moved about or was written anew."""
    pair = setting.pair
    from holdfast.check.classes.constructor_order import check_constructor_order
    from holdfast.check.imports.new_imports import check_new_imports
    from holdfast.check.members.accessors import check_accessors
    from holdfast.check.members.hidden_fields import check_hidden_fields
    from holdfast.check.members.inserted_members import check_inserted_members
    from holdfast.check.members.left_fields import check_left_fields
    from holdfast.check.names.definition_order import check_definition_order
    from holdfast.check.names.last_bindings import check_last_bindings
    from holdfast.check.views.handed_out import check_handed_out

    yield Step("behaviour", lambda: _behaviour(setting))
    yield Step("calls", lambda: _call_sites(setting))
    yield Step("properties", lambda: check_accessors(pair))
    yield Step("hidden fields", lambda: check_hidden_fields(pair))
    yield Step("copies that are handed out", lambda: check_handed_out(pair, setting.rewritten))
    yield Step("uses of hidden fields", lambda: check_left_fields(pair, setting.rewritten))
    yield Step("new attributes", lambda: check_inserted_members(pair))
    yield Step("new imports", lambda: check_new_imports(pair))
    yield Step("order of definitions", lambda: check_definition_order(pair))
    yield Step("names that are bound twice", lambda: check_last_bindings(pair))
    yield Step("order of fields", lambda: check_constructor_order(pair))
    if pair.moved or pair.edits.renamed:
        yield from _steps_of_moves(setting)
    if setting.kind is Kind.REFACTORING:
        from holdfast.check.code.late_bindings import check_late_bindings
        from holdfast.check.code.used_up_iterators import check_used_up_iterators

        yield Step("functions made in loops", lambda: check_late_bindings(pair))
        yield Step("iterators", lambda: check_used_up_iterators(pair))
    if setting.kind in _REMOVING_IMPORTS:
        from holdfast.check.imports.import_effects import check_import_effects
        from holdfast.check.imports.submodule_imports import check_submodule_imports

        yield Step("effects of imports", lambda: check_import_effects(pair))
        yield Step("imports of submodules", lambda: check_submodule_imports(pair))
    if setting.kind in _REMOVING_DEFINITIONS:
        from holdfast.check.gone.questions import check_gone_definitions

        yield Step("what was taken out", lambda: check_gone_definitions(pair))


def _steps_of_moves(setting: Setting) -> Iterator[Step]:
    """What is asked where definitions or files stand elsewhere."""
    pair = setting.pair
    from holdfast.check.gone.moved_registrations import check_moved_registrations
    from holdfast.check.imports.module_globals import check_module_globals
    from holdfast.check.texts.patched_names import check_patched_names

    if pair.moved:
        from holdfast.check.imports.stale_copies import check_stale_copies
        from holdfast.check.texts.named_by_others import check_named_by_others
        from holdfast.check.texts.qualified_names import check_qualified_names

        yield Step("copies of variables", lambda: check_stale_copies(pair))
        yield Step("classes that are looked up by name", lambda: check_named_by_others(pair))
        yield Step("texts with names of classes", lambda: check_qualified_names(pair))
    yield Step("what makes itself known", lambda: check_moved_registrations(pair))
    yield Step("variables of modules", lambda: check_module_globals(pair))
    yield Step("names that tests replace", lambda: check_patched_names(pair))
    if setting.kind not in _REMOVING_DEFINITIONS:
        from holdfast.check.gone.modules import check_gone_modules

        yield Step("modules that are scanned for", lambda: check_gone_modules(pair))


def _steps_of_texts(setting: Setting) -> Iterator[Step]:
    """What is asked of every refactoring about names that stand in texts, and about what cannot be read."""
    pair, affected = setting.pair, setting.affected
    yield Step("files that do not parse", lambda: check_unparsed(pair, affected))
    yield Step("names made at run time", lambda: _dynamic(setting))
    yield Step("examples that are run", lambda: check_doctests(pair, affected))
    yield Step("names in another spelling", lambda: check_spelled_names(pair, affected))
    yield Step("names that star imports replace", lambda: check_overwriting_stars(pair, affected))
    yield Step("paths in texts", lambda: _dotted_paths(pair, affected))
    if pair.edits.renamed or pair.edits.deleted:
        from holdfast.check.texts.computed_paths import check_computed_paths

        yield Step("names of modules that are put together", lambda: check_computed_paths(pair))
    if affected.renamed:
        yield Step("names that are keys", lambda: _name_registries(pair, affected))
        yield Step("expressions that show themselves", lambda: _shown_expressions(pair, affected))


def _steps_of_edits(setting: Setting) -> Iterator[Step]:
    """What is asked of ordinary edits alone."""
    pair, affected = setting.pair, setting.affected
    from holdfast.check.classes.constructor_order import check_constructor_order
    from holdfast.check.members.changed_kinds import check_changed_kinds
    from holdfast.check.ordinary.accidental_overrides import check_accidental_overrides
    from holdfast.check.ordinary.changed_values import check_changed_values
    from holdfast.check.ordinary.constant_tables import check_constant_tables
    from holdfast.check.ordinary.front_bases import check_front_bases
    from holdfast.check.ordinary.hidden_definitions import check_hidden_definitions
    from holdfast.check.ordinary.hiding_attributes import check_hiding_attributes
    from holdfast.check.ordinary.incidental_bindings import check_incidental_bindings
    from holdfast.check.ordinary.kept_callers import check_kept_callers
    from holdfast.check.ordinary.new_base_methods import check_new_base_methods
    from holdfast.check.ordinary.refused_stores import check_refused_stores
    from holdfast.check.ordinary.second_entries import check_second_entries
    from holdfast.check.ordinary.second_methods import check_second_methods
    from holdfast.check.ordinary.special_methods import check_special_methods
    from holdfast.check.ordinary.star_captures import check_star_captures

    yield Step("definitions that new ones hide", lambda: check_hidden_definitions(pair))
    yield Step("names that are bound by the way", lambda: check_incidental_bindings(pair))
    yield Step("second methods of a name", lambda: check_second_methods(pair))
    yield Step("names that star imports take over", lambda: check_star_captures(pair, affected))
    yield Step("new overrides", lambda: check_accidental_overrides(pair))
    yield Step("members of new bases", lambda: check_front_bases(pair))
    yield Step("new attributes that hide methods", lambda: check_hiding_attributes(pair))
    yield Step("second entries of a table", lambda: check_second_entries(pair))
    yield Step("stores that are refused", lambda: check_refused_stores(pair))
    yield Step("keys of tables", lambda: check_constant_tables(pair))
    yield Step("classes that became abstract", lambda: _abstract_classes(pair))
    yield Step("values of another kind", lambda: check_changed_values(pair))
    yield Step("special methods", lambda: check_special_methods(pair))
    yield Step("methods that became properties", lambda: check_changed_kinds(pair))
    yield Step("callers of changed functions", lambda: check_kept_callers(pair))
    yield Step("order of fields", lambda: check_constructor_order(pair, only_moved=True))
    yield Step("names that are lost", lambda: _lost_names(pair))
    yield Step("new methods of base classes", lambda: check_new_base_methods(pair))
    if pair.after.index.files_with("setattr"):
        from holdfast.check.ordinary.names_given_to_objects import check_names_given_to_objects

        yield Step("names that are given to objects", lambda: check_names_given_to_objects(pair))
    if pair.edits.created:
        from holdfast.check.ordinary.hidden_libraries import check_hidden_libraries
        from holdfast.check.ordinary.hiding_submodules import check_hiding_submodules

        yield Step("names that new submodules take", lambda: check_hiding_submodules(pair))
        yield Step("libraries that new files hide", lambda: check_hidden_libraries(pair))


def _names(setting: Setting) -> Iterator[Finding]:
    pair, affected, rewritten = setting.pair, setting.affected, setting.rewritten
    for done, file in enumerate(pair.rewritten_python_files()):
        facts = pair.facts(file)
        if facts is not None:
            if setting.compares_code:
                rewritten[file] = _rewritten(pair, file, facts, setting.renamed)
            elif setting.untouched_only:
                rewritten[file] = touched_statements(facts[0], pair.tokens(file))
            left_out = rewritten.get(file, ())
            yield from check_names(pair, file, rewritten=left_out, untouched_only=setting.untouched_only)
            if not setting.untouched_only:
                # With its control flow; an ordinary edit is not asked this.
                from holdfast.check.names.builtin_fallbacks import check_builtin_fallbacks

                yield from check_builtin_fallbacks(pair, affected, file, left_out)
        setting.progress(done + 1, len(affected.files))


def _behaviour(setting: Setting) -> Iterator[Finding]:
    from holdfast.check.code.behaviour_findings import check_behaviour

    for finding in check_behaviour(
        setting.pair,
        renamed=setting.renamed,
        signatures_may_change=setting.kind in _CHANGING_SIGNATURES,
        # What calls itself a refactoring may have been written anew; the kinds with a name move code about.
        weighs=setting.kind is Kind.REFACTORING,
    ):
        setting.other_behaviour.add(finding.place)
        yield finding


def _call_sites(setting: Setting) -> Iterator[Finding]:
    from holdfast.check.calls.call_sites import check_call_sites

    return check_call_sites(
        setting.pair,
        setting.renamed,
        signatures_may_change=setting.kind in _CHANGING_SIGNATURES,
        told=setting.other_behaviour,
    )


def _imports(setting: Setting) -> Iterator[Finding]:
    return check_imports(
        setting.pair,
        setting.affected,
        untouched_only=setting.untouched_only,
        code_is_compared=setting.compares_code,
    )


def _members(setting: Setting) -> Iterator[Finding]:
    return check_members(
        setting.pair,
        setting.affected,
        setting.answers,
        setting.rewritten,
        untouched_only=setting.untouched_only,
        parameters_by_name=setting.kind in _CHANGING_SIGNATURES,
        judges_keywords=not setting.compares_code and not setting.untouched_only,
    )


def _hierarchy(setting: Setting) -> Iterator[Finding]:
    pair, affected = setting.pair, setting.affected
    if members_change(pair, affected):
        # With its models, a tenth of all imports.
        from holdfast.check.classes.hierarchy import check_hierarchy

        bases_may_go = setting.kind is Kind.REFACTORING
        told = list(check_hierarchy(pair, affected, setting.refactoring.rule, bases_may_go=bases_may_go))
        yield from told
        if setting.compares_code:
            from holdfast.check.classes.exchanged_members import check_exchanged_members
            from holdfast.check.classes.record_fields import check_record_fields
            from holdfast.check.classes.shared_objects import check_shared_objects
            from holdfast.check.classes.special_members import check_special_members
            from holdfast.check.classes.uninstantiable import check_uninstantiable

            places = {(finding.code, finding.place) for finding in told}
            for finding in check_exchanged_members(pair):
                if (finding.code, finding.place) not in places:
                    yield finding
            yield from check_shared_objects(pair)
            yield from check_record_fields(pair, setting.renamed)
            yield from check_uninstantiable(pair)
            yield from check_special_members(pair)
    if affected.renamed and not setting.untouched_only:
        from holdfast.check.members.outside_callers import check_outside_callers

        yield from check_outside_callers(pair, affected)
    setting.progress(len(affected.files), len(affected.files))


def _dynamic(setting: Setting) -> Iterator[Finding]:
    pair = setting.pair
    hidden: frozenset[str] = frozenset()
    if setting.compares_code:
        from holdfast.check.members.hidden_fields import hidden_fields

        # Whoever asks for these by a text is told there.
        hidden = frozenset(field.name for field in hidden_fields(pair))
    by_name = setting.kind in _CHANGING_SIGNATURES
    return check_dynamic(pair, setting.affected, hidden, parameters_by_name=by_name)


def _dotted_paths(pair: Pair, affected: Affected) -> Iterator[Finding]:
    from holdfast.check.texts.dotted_paths import check_dotted_paths

    return check_dotted_paths(pair, affected.names | affected.old_names)


def _lost_names(pair: Pair) -> Iterator[Finding]:
    """What ordinary edits took out or renamed, where untouched code reaches it by a text or through any object."""
    from holdfast.check.ordinary.formatted_names import check_formatted_names
    from holdfast.check.ordinary.looked_up_names import check_looked_up_names
    from holdfast.check.ordinary.lost_members import check_lost_members
    from holdfast.check.ordinary.lost_names import lost_names
    from holdfast.check.texts.dotted_paths import check_dotted_paths

    lost = lost_names(pair)
    yield from check_dotted_paths(pair, frozenset(item.name for item in lost))
    yield from check_looked_up_names(pair, lost)
    yield from check_lost_members(pair, lost)
    yield from check_formatted_names(pair, lost)


def _shown_expressions(pair: Pair, affected: Affected) -> Iterator[Finding]:
    from holdfast.check.texts.shown_expressions import check_shown_expressions

    return check_shown_expressions(pair, affected)


def _abstract_classes(pair: Pair) -> Iterator[Finding]:
    """In an ordinary edit classes that nobody calls may become abstract."""
    from holdfast.check.classes.uninstantiable import check_uninstantiable

    return (found for found in check_uninstantiable(pair) if found.severity is Severity.ERROR)


def _name_registries(pair: Pair, affected: Affected) -> Iterator[Finding]:
    from holdfast.check.names.typed_keys import check_typed_keys
    from holdfast.check.texts.attributes_as_data import check_attributes_as_data
    from holdfast.check.texts.descriptor_names import check_descriptor_names
    from holdfast.check.texts.enumeration_names import check_enumeration_names
    from holdfast.check.texts.filled_from_data import check_filled_from_data
    from holdfast.check.texts.name_registries import check_name_registries
    from holdfast.check.texts.shown_names import check_shown_names
    from holdfast.check.texts.shown_objects import check_shown_objects

    yield from check_name_registries(pair, affected)
    yield from check_enumeration_names(pair, affected)
    yield from check_descriptor_names(pair, affected)
    yield from check_attributes_as_data(pair, affected)
    yield from check_filled_from_data(pair, affected)
    yield from check_shown_objects(pair, affected)
    yield from check_shown_names(pair, affected)
    yield from check_typed_keys(pair, affected)


def _compares_code(pair: Pair, affected: Affected, refactoring: Refactoring) -> bool:
    """Is what the code does compared, or only what its tokens mean?"""
    if refactoring.code is not Code.TOKENS:
        return refactoring.code in (Code.TRACES, Code.MOVES)
    if affected.only_words:
        return False
    both = [facts for file in pair.edited_python_files() if (facts := pair.facts(file)) is not None]
    return not all(_same_shape(*facts) for facts in both)


def _rewritten(
    pair: Pair, file: str, facts: tuple[FileFacts, FileFacts], renamed: Mapping[str, str]
) -> list[tuple[int, int]]:
    """Code whose tokens correspond only by accident: the traces say what became of it."""
    return [*changed_functions(*facts, renamed), *changed_statements(facts[0], pair.tokens(file))]


def _same_shape(before: FileFacts, after: FileFacts) -> bool:
    """Do two files differ in identifiers and texts alone?"""
    return _shape(before.tree.module) == _shape(after.tree.module)


def _shape(module: ast.AST) -> list[object]:
    shape: list[object] = []
    for node in ast.walk(module):
        shape.append(type(node))
        if isinstance(node, ast.Constant) and not isinstance(node.value, str):
            shape.append((type(node.value), node.value))
    return shape
