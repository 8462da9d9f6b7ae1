"""The pipeline: a request, two worlds, a verdict.

The steps are those of the paper: the edit is validated, both worlds are modelled over the scope of the
check, compilability is checked, and what each model says is compared under the refactoring's rule. Steps
yield findings in any order; the outcome puts them into reading order.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator, Mapping

from holdfast.check.affected import Affected, find_affected, members_change
from holdfast.check.code.plumbing import changed_functions, changed_statements, touched_statements
from holdfast.check.compilability import check_compilability, check_unparsed
from holdfast.check.correspondence.cut import edits_on_words
from holdfast.check.correspondence.moved import find_moved
from holdfast.check.correspondence.renames import renames_of_declarations
from holdfast.check.correspondence.throughout import exchanged_throughout
from holdfast.check.correspondence.told_apart import told_apart
from holdfast.check.fixes import with_fixes
from holdfast.check.imports.cycles import check_cycles
from holdfast.check.imports.imports import check_imports
from holdfast.check.imports.overwriting_stars import check_overwriting_stars
from holdfast.check.members.members import check_members
from holdfast.check.names.lexical import check_names
from holdfast.check.options import Options
from holdfast.check.pair import Pair
from holdfast.check.texts.doctests import check_doctests
from holdfast.check.texts.dynamic import check_dynamic
from holdfast.check.texts.spelled_names import check_spelled_names
from holdfast.findings.values import Checked, Finding, Outcome, Severity, in_reading_order
from holdfast.python.project.facts import FileFacts
from holdfast.python.project.layout import ProjectSettings
from holdfast.python.project.program import Program
from holdfast.python.questions import MemberAnswers
from holdfast.refactorings.refactoring import Code, Refactoring
from holdfast.refactorings.registry import BY_KIND
from holdfast.refactorings.request import Kind, Request
from holdfast.text.edits import EditSet
from holdfast.text.interval import Interval
from holdfast.text.world import World, changed_files

#: Refactorings that move members about in a hierarchy, where each class must keep what it has.
_ALONG_HIERARCHIES = (Kind.PULL_UP, Kind.PUSH_DOWN, Kind.SAFE_DELETE, Kind.REFACTORING)
#: Refactorings after which functions may take other parameters; inlining a default is one.
_CHANGING_SIGNATURES = (
    *(Kind.CHANGE_SIGNATURE, Kind.INTRODUCE_PARAMETER, Kind.INLINE),
    Kind.REFACTORING,
)
#: Refactorings that take out imports which nobody names.
_REMOVING_IMPORTS = (Kind.SAFE_DELETE, Kind.ORGANISE_IMPORTS, Kind.REFACTORING)
#: Refactorings that take out definitions for good.
_REMOVING_DEFINITIONS = (Kind.SAFE_DELETE, Kind.INLINE, Kind.REFACTORING)


def check(
    before: World,
    after: World,
    request: Request,
    *,
    edits: EditSet | None = None,
    options: Options | None = None,
    answers: MemberAnswers | None = None,
    program: Program | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Outcome:
    """Compare two worlds and say every unexpected change.

    `edits` is the edit set that somebody has; it is used where it is cut on words, and texts are compared
    anew where it is not. `program` is a program of `before` from an earlier check, whose facts and index
    are then reused. `progress` is called with the files done and the files in scope.
    """
    options = options or Options()
    refactoring = BY_KIND[request.kind]
    refactoring.validate(before, request)
    pair = _pair(before, after, edits, options, program, renames=request.kind is Kind.RENAME)
    affected = find_affected(pair, full=options.full)
    if refactoring.kind in _ALONG_HIERARCHIES and pair.edited_python_files():
        pair = _with_kept_members(pair, affected)
    findings = in_reading_order(
        _findings(pair, affected, refactoring, answers, progress or _no_progress, _expiry(options))
    )
    if refactoring.kind is Kind.RENAME:
        findings = tuple(with_fixes(pair, affected, findings))
    checked = Checked(files=len(affected.files), edges=_edges(pair, affected))
    return Outcome(findings, checked, _evidence(pair, affected, refactoring))


def _no_progress(done: int, total: int) -> None:
    del done, total


def _expiry(options: Options) -> Callable[[], bool]:
    """Whether the time for the check has run out."""
    seconds = options.budget_seconds
    if seconds is None:
        return lambda: False
    deadline = time.monotonic() + seconds
    return lambda: time.monotonic() > deadline


def _pair(
    before: World,
    after: World,
    edits: EditSet | None,
    options: Options,
    program: Program | None,
    *,
    renames: bool,
) -> Pair:
    settings = ProjectSettings(roots=options.source_roots) if options.source_roots else None
    first = program or Program(before, settings=settings, version=options.python_version)
    changed = {file: after.text(file) for file in changed_files(before, after)}
    second = first.after(after, changed)
    between = edits_on_words(before, after, edits)
    if not renames:
        between = told_apart(first, second, between)
    exchanged = exchanged_throughout(first, second, between)
    pair = Pair(first, second, between, exchanged=exchanged)
    return Pair(first, second, between, find_moved(pair), exchanged)


def _with_kept_members(pair: Pair, affected: Affected) -> Pair:
    from holdfast.check.classes.kept_members import find_kept  # with all that traces need

    kept = find_kept(pair, renames_of_declarations(pair, affected))
    if not any(kept):
        return pair
    return Pair(pair.before, pair.after, pair.edits, pair.moved, pair.exchanged, kept)


def _findings(
    pair: Pair,
    affected: Affected,
    refactoring: Refactoring,
    answers: MemberAnswers | None,
    progress: Callable[[int, int], None],
    expired: Callable[[], bool],
) -> Iterator[Finding]:
    """The findings of every step. A step that fails, or that there is no time for, is said, not hidden."""
    if not pair.edits.touched_files():
        return
    broken = list(check_compilability(pair))
    yield from broken
    if any(finding.code == "HF401" for finding in broken):
        return
    steps = _steps(pair, affected, refactoring, answers, progress)
    for position, (what, step) in enumerate(steps):
        if expired():
            missing = ", ".join(name for name, _ in steps[position:])
            yield _not_looked_at(pair, "HF505", f"the time ran out; not looked at: {missing}")
            return
        try:
            yield from step()
        except RecursionError:
            yield _not_looked_at(
                pair, "HF506", f"code is nested too deeply to be followed; not looked at: {what}"
            )


def _steps(
    pair: Pair,
    affected: Affected,
    refactoring: Refactoring,
    answers: MemberAnswers | None,
    progress: Callable[[int, int], None],
) -> list[tuple[str, Callable[[], Iterator[Finding]]]]:
    renamed = renames_of_declarations(pair, affected)
    compare_code = _compares_code(pair, affected, refactoring)
    untouched_only = refactoring.code is Code.UNTOUCHED
    rewritten: dict[str, list[tuple[int, int]]] = {}

    def names() -> Iterator[Finding]:
        for done, file in enumerate(pair.rewritten_python_files()):
            facts = pair.facts(file)
            if facts is not None:
                if compare_code:
                    rewritten[file] = _rewritten(pair, file, facts, renamed)
                elif untouched_only:
                    rewritten[file] = touched_statements(facts[0], pair.tokens(file))
                left_out = rewritten.get(file, ())
                yield from check_names(pair, file, rewritten=left_out, untouched_only=untouched_only)
                if not untouched_only:
                    # With its control flow; an ordinary edit is not asked this.
                    from holdfast.check.names.builtin_fallbacks import check_builtin_fallbacks

                    yield from check_builtin_fallbacks(pair, affected, file, left_out)
            progress(done + 1, len(affected.files))

    def hierarchy() -> Iterator[Finding]:
        if members_change(pair, affected):
            from holdfast.check.classes.hierarchy import (
                check_hierarchy,  # with its models, a tenth of all imports
            )

            bases_may_go = refactoring.kind is Kind.REFACTORING
            told = list(check_hierarchy(pair, affected, refactoring.rule, bases_may_go=bases_may_go))
            yield from told
            if compare_code:
                from holdfast.check.classes.exchanged_members import check_exchanged_members

                places = {(finding.code, finding.place) for finding in told}
                for finding in check_exchanged_members(pair):
                    if (finding.code, finding.place) not in places:
                        yield finding
                from holdfast.check.classes.shared_objects import check_shared_objects
                from holdfast.check.classes.uninstantiable import check_uninstantiable

                yield from check_shared_objects(pair)
                yield from check_uninstantiable(pair)
                from holdfast.check.classes.special_members import check_special_members

                yield from check_special_members(pair)
        if affected.renamed and not untouched_only:
            from holdfast.check.members.outside_callers import check_outside_callers

            yield from check_outside_callers(pair, affected)
        progress(len(affected.files), len(affected.files))

    changing = refactoring.kind in _CHANGING_SIGNATURES
    steps: list[tuple[str, Callable[[], Iterator[Finding]]]] = [("names", names)]
    if compare_code:
        # Half of the imports of a check are for this step, and a rename, the most frequent request, has none.
        from holdfast.check.code.behaviour_findings import check_behaviour

        # What calls itself a refactoring may have been written anew; the kinds with a name move code about.
        weighs = refactoring.kind is Kind.REFACTORING
        steps.append(
            (
                "behaviour",
                lambda: check_behaviour(pair, renamed=renamed, signatures_may_change=changing, weighs=weighs),
            )
        )
        from holdfast.check.calls.call_sites import check_call_sites

        steps.append(("calls", lambda: check_call_sites(pair, renamed)))
        from holdfast.check.members.accessors import check_accessors
        from holdfast.check.members.inserted_members import check_inserted_members

        steps.append(("properties", lambda: check_accessors(pair)))
        from holdfast.check.members.hidden_fields import check_hidden_fields

        steps.append(("hidden fields", lambda: check_hidden_fields(pair)))
        steps.append(("new attributes", lambda: check_inserted_members(pair)))
        from holdfast.check.imports.new_imports import check_new_imports
        from holdfast.check.names.definition_order import check_definition_order

        steps.append(("new imports", lambda: check_new_imports(pair)))
        steps.append(("order of definitions", lambda: check_definition_order(pair)))
        from holdfast.check.classes.constructor_order import check_constructor_order

        steps.append(("order of fields", lambda: check_constructor_order(pair)))
        if pair.moved:
            from holdfast.check.texts.named_by_others import check_named_by_others
            from holdfast.check.texts.qualified_names import check_qualified_names

            steps.append(("classes that are looked up by name", lambda: check_named_by_others(pair)))
            steps.append(("texts with names of classes", lambda: check_qualified_names(pair)))
        if weighs:
            from holdfast.check.code.late_bindings import check_late_bindings
            from holdfast.check.code.used_up_iterators import check_used_up_iterators

            steps.append(("functions made in loops", lambda: check_late_bindings(pair)))
            steps.append(("iterators", lambda: check_used_up_iterators(pair)))
        if refactoring.kind in _REMOVING_IMPORTS:
            from holdfast.check.imports.import_effects import check_import_effects

            steps.append(("effects of imports", lambda: check_import_effects(pair)))
            from holdfast.check.imports.submodule_imports import check_submodule_imports

            steps.append(("imports of submodules", lambda: check_submodule_imports(pair)))
        if pair.moved or pair.edits.renamed:
            from holdfast.check.gone.moved_registrations import check_moved_registrations
            from holdfast.check.imports.module_globals import check_module_globals
            from holdfast.check.texts.patched_names import check_patched_names

            steps.append(("what makes itself known", lambda: check_moved_registrations(pair)))
            steps.append(("variables of modules", lambda: check_module_globals(pair)))
            steps.append(("names that tests replace", lambda: check_patched_names(pair)))
            if refactoring.kind not in _REMOVING_DEFINITIONS:
                from holdfast.check.gone.modules import check_gone_modules

                steps.append(("modules that are scanned for", lambda: check_gone_modules(pair)))
        if refactoring.kind in _REMOVING_DEFINITIONS:
            from holdfast.check.gone.questions import check_gone_definitions

            steps.append(("what was taken out", lambda: check_gone_definitions(pair)))
    if refactoring.kind is Kind.EXTRACT_FUNCTION:
        from holdfast.check.code.unbound_arguments import check_unbound_arguments
        from holdfast.check.code.unbound_returns import check_unbound_returns

        steps.append(("returned variables", lambda: check_unbound_returns(pair)))
        steps.append(("passed variables", lambda: check_unbound_arguments(pair)))
    steps.append(
        (
            "imports",
            lambda: check_imports(
                pair, affected, untouched_only=untouched_only, code_is_compared=compare_code
            ),
        )
    )
    steps.append(
        (
            "members",
            lambda: check_members(
                pair,
                affected,
                answers,
                rewritten,
                untouched_only=untouched_only,
                parameters_by_name=changing,
                judges_keywords=not compare_code and not untouched_only,
            ),
        )
    )
    if not affected.only_words and pair.after.index.files_with("TYPE_CHECKING"):
        from holdfast.check.imports.type_checking_imports import check_type_checking_imports
        from holdfast.check.names.runtime_hints import check_runtime_hints

        steps.append(("imports for type checkers", lambda: check_type_checking_imports(pair)))
        steps.append(("annotations that are evaluated", lambda: check_runtime_hints(pair)))
    if not untouched_only:
        steps.append(("files that do not parse", lambda: check_unparsed(pair, affected)))
        steps.append(("names made at run time", lambda: check_dynamic(pair, affected)))
        steps.append(("examples that are run", lambda: check_doctests(pair, affected)))
        steps.append(("names in another spelling", lambda: check_spelled_names(pair, affected)))
        steps.append(("names that star imports replace", lambda: check_overwriting_stars(pair, affected)))
        steps.append(("paths in texts", lambda: _dotted_paths(pair, affected)))
        if affected.renamed:
            steps.append(("names that are keys", lambda: _name_registries(pair, affected)))
    else:
        steps.extend(_steps_of_edits(pair, affected))
    steps.append(("import cycles", lambda: check_cycles(pair)))
    steps.append(("overrides", hierarchy))
    return steps


def _dotted_paths(pair: Pair, affected: Affected) -> Iterator[Finding]:
    from holdfast.check.texts.dotted_paths import check_dotted_paths

    return check_dotted_paths(pair, affected)


def _name_registries(pair: Pair, affected: Affected) -> Iterator[Finding]:
    from holdfast.check.names.typed_keys import check_typed_keys
    from holdfast.check.texts.attributes_as_data import check_attributes_as_data
    from holdfast.check.texts.descriptor_names import check_descriptor_names
    from holdfast.check.texts.enumeration_names import check_enumeration_names
    from holdfast.check.texts.name_registries import check_name_registries

    yield from check_name_registries(pair, affected)
    yield from check_enumeration_names(pair, affected)
    yield from check_descriptor_names(pair, affected)
    yield from check_attributes_as_data(pair, affected)
    yield from check_typed_keys(pair, affected)


def _steps_of_edits(pair: Pair, affected: Affected) -> Iterator[tuple[str, Callable[[], Iterator[Finding]]]]:
    """What is asked of ordinary edits alone."""
    from holdfast.check.classes.constructor_order import check_constructor_order
    from holdfast.check.members.changed_kinds import check_changed_kinds
    from holdfast.check.ordinary.accidental_overrides import check_accidental_overrides
    from holdfast.check.ordinary.hidden_definitions import check_hidden_definitions
    from holdfast.check.ordinary.hiding_attributes import check_hiding_attributes
    from holdfast.check.ordinary.new_base_methods import check_new_base_methods
    from holdfast.check.ordinary.second_methods import check_second_methods
    from holdfast.check.ordinary.star_captures import check_star_captures
    from holdfast.check.ordinary.unfit_calls import check_unfit_calls

    yield "definitions that new ones hide", lambda: check_hidden_definitions(pair)
    yield "second methods of a name", lambda: check_second_methods(pair)
    yield "names that star imports take over", lambda: check_star_captures(pair, affected)
    yield "new overrides", lambda: check_accidental_overrides(pair)
    yield "new attributes that hide methods", lambda: check_hiding_attributes(pair)
    yield "methods that became properties", lambda: check_changed_kinds(pair)
    yield "callers of changed functions", lambda: check_unfit_calls(pair)
    yield "order of fields", lambda: check_constructor_order(pair, only_moved=True)
    yield "new methods of base classes", lambda: check_new_base_methods(pair)
    if pair.edits.created:
        from holdfast.check.ordinary.hidden_libraries import check_hidden_libraries
        from holdfast.check.ordinary.hiding_submodules import check_hiding_submodules

        yield "names that new submodules take", lambda: check_hiding_submodules(pair)
        yield "libraries that new files hide", lambda: check_hidden_libraries(pair)


def _not_looked_at(pair: Pair, code: str, message: str) -> Finding:
    file = next(iter(pair.edited_python_files()), next(iter(sorted(pair.edits.touched_files())), ""))
    return Finding(code, Severity.INFORMATION, Interval(file, 0, 0), message)


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


def _edges(pair: Pair, affected: Affected) -> int:
    """How many name tokens were compared."""
    total = 0
    for file in affected.files:
        facts = pair.before.facts(file)
        if facts is not None:
            names = facts.names
            total += len(names.occurrences) if file in pair.edits.replacements else 0
            total += len(names.imports)
    return total


def _evidence(pair: Pair, affected: Affected, refactoring: Refactoring) -> tuple[str, ...]:
    lines = [f"checked as: {refactoring.title}, rule {refactoring.rule}"]
    files, edited = len(affected.files), len(pair.edited_python_files())
    lines.append(f"{files} {'file' if files == 1 else 'files'} in scope, {edited} of them edited")
    if affected.renamed:
        pairs = ", ".join(f"`{old}` to `{new}`" for old, new in sorted(affected.renamed)[:8])
        lines.append(f"names exchanged: {pairs}, {len(affected.tokens)} occurrences")
    return tuple(lines)
