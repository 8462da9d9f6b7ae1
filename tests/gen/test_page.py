"""The newcomer's page: its code runs and prints what it says; its table tells the truth."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from holdfast.fuzz.from_memory import run_here
from holdfast.gen.generator import Generator
from holdfast.gen.library import GENERATORS
from holdfast.gen.syntax import ELEMENTS

PAGE = (Path(__file__).parents[2] / "docs" / "generators.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```.*?```text\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_two_examples() -> None:
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize(("code", "printed"), EXAMPLES)
def test_the_examples_print_what_the_page_says(code: str, printed: str) -> None:
    outcome = run_here({"main.py": code}, "main.py")
    assert outcome.finished
    assert outcome.output.strip() == printed.strip()


def test_the_table_lists_every_generator_with_its_count() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \| (.*) \|$", PAGE, re.MULTILINE)
    assert rows == [(each.name, f"{len(each):,}", each.doc) for each in GENERATORS]
    assert f"`holdfast.gen.syntax`: {len(ELEMENTS)} small functions" in PAGE


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda each: each.name)
def test_each_file_says_how_many_programs_it_makes(generator: Generator) -> None:
    page = sys.modules[generator.build.__module__].__doc__ or ""
    assert re.search(rf"\b{len(generator):,}( programs|,)", page), len(generator)
