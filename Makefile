# Two commands matter: `make run` shows the product on an example, `make test` runs every test.
# Each sets up what it needs. PYTHON picks the interpreter.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.holdfast-stamp
GROUPS_WANTED := --group tests --group peers

.PHONY: run test test-fast lint setup clean judge-generators

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

judge-generators: setup
	"$(BIN)/python" benchmarks/judge_generators.py

clean:
	rm -rf .venv* build dist
