# Two commands matter: `make run` shows the product on an example, `make test` runs every test.
# Each sets up what it needs. PYTHON picks the interpreter.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.holdfast-stamp
GROUPS_WANTED := --group tests --group peers

.PHONY: run test test-fast test-portable test-other-pythons lint setup clean \
	judge-models judge-checker judge-generators judge-loop judge-projects judge-releases bench-core bench-models bench-checker

setup: $(STAMP)

$(STAMP): pyproject.toml
	test -x "$(BIN)/python" || "$(PYTHON)" -m venv "$(VENV)"
	"$(BIN)/python" -m pip install -q --disable-pip-version-check "pip>=25.1"
	"$(BIN)/python" -m pip install -q --disable-pip-version-check $(GROUPS_WANTED) -e .
	touch "$@"

# The example: renaming the global `ceiling` to `limit` lets a parameter capture it. Unsafe is the right answer.
run: setup
	@echo '$$ check-refactoring rename shop/pricing.py:3:1 limit'
	@"$(BIN)/check-refactoring" rename --root examples/shop examples/shop/shop/pricing.py:3:1 limit; \
		status=$$?; test $$status -eq 1 || { echo "expected the exit code 1, got $$status" >&2; exit 1; }

lint: setup
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/mypy"

# Two processes: the tests are many small ones, and most machines have two cores.
test: setup lint test-other-pythons
	"$(BIN)/python" -m pytest -n 2 --dist loadfile

test-fast: setup
	"$(BIN)/python" -m pytest -n 2 --dist loadfile -m "not slow"

# The fast tests of everything that runs inside one process, on the other supported interpreters.
PORTABLE := $(wildcard tests/core tests/calculator tests/casefile tests/cases tests/check tests/python \
	tests/gen tests/report tests/wire tests/test_layers.py tests/test_package.py)

test-other-pythons:
	@for version in 3.12 3.13; do \
		python=$$(scripts/find-python $$version) || { echo "no Python $$version here: skipped"; continue; }; \
		echo "fast tests on $$("$$python" --version)"; \
		$(MAKE) --no-print-directory test-portable PYTHON="$$python" VENV=".venv-$$version" \
			GROUPS_WANTED="--group tests" || exit 1; \
	done

test-portable: setup
	@"$(BIN)/python" -m pytest -q -n 2 --dist loadfile -m "not slow" $(PORTABLE)

# The three judgements of the models of Python programs, one line each; every one runs, whatever the others say.
judge-models: setup
	@status=0; for judge in names_against_symtable flow_against_runs hierarchy_against_interpreter; do \
		PYTHONPATH=tests "$(BIN)/python" -m judges.$$judge || status=1; \
	done; exit $$status

# The preservation analysis against one bare set of as many edges.
bench-core: setup
	"$(BIN)/python" benchmarks/bench_core.py

bench-models: setup
	"$(BIN)/python" benchmarks/bench_models.py

bench-checker: setup
	PYTHONPATH=tests "$(BIN)/python" benchmarks/bench_checker.py

# The own cases, and the accepted refactorings in the test-suites of rope and jedi (downloaded once).
judge-checker: setup
	"$(BIN)/python" benchmarks/judge_checker.py

# The default question of `diff` on adjacent patch releases of real packages (downloaded once).
judge-releases: setup
	"$(BIN)/python" benchmarks/judge_releases.py

judge-generators: setup
	"$(BIN)/python" benchmarks/judge_generators.py

# The checker against running programs: verdict × behaviour over 20,000 edits by jedi and rope.
judge-loop: setup
	"$(BIN)/python" benchmarks/judge_loop.py

# The checker against the test-suites of real projects (downloaded once), over edits by jedi and rope.
judge-projects: setup
	"$(BIN)/python" benchmarks/judge_projects.py

clean:
	rm -rf .venv* build dist
