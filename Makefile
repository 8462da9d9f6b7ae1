# Two commands matter: `make run` shows the product on an example, `make test` runs every test.
# Each sets up what it needs. PYTHON picks the interpreter.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.holdfast-stamp
GROUPS_WANTED := --group tests --group peers

.PHONY: run test test-fast lint setup clean judge-models bench-models judge-generators

setup: $(STAMP)

$(STAMP): pyproject.toml
	test -x "$(BIN)/python" || "$(PYTHON)" -m venv "$(VENV)"
	"$(BIN)/python" -m pip install -q --disable-pip-version-check "pip>=25.1"
	"$(BIN)/python" -m pip install -q --disable-pip-version-check $(GROUPS_WANTED) -e .
	touch "$@"

run: setup
	@"$(BIN)/check-refactoring" --version

lint: setup
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/mypy"

test: setup lint
	"$(BIN)/python" -m pytest

test-fast: setup
	"$(BIN)/python" -m pytest -m "not slow"

# The three judgements of the models of Python programs, one line each; every one runs, whatever the others say.
judge-models: setup
	@status=0; for judge in names_against_symtable flow_against_runs hierarchy_against_interpreter; do \
		PYTHONPATH=tests "$(BIN)/python" -m judges.$$judge || status=1; \
	done; exit $$status

bench-models: setup
	"$(BIN)/python" benchmarks/bench_models.py

judge-generators: setup
	"$(BIN)/python" benchmarks/judge_generators.py

clean:
	rm -rf .venv* build dist
