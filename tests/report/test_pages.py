"""Every finding code has a page with an example that is real Python."""

from __future__ import annotations

import re
from pathlib import Path

import holdfast.findings
import pytest
from holdfast.findings.codes import BY_CODE, BY_SLUG, CODES, Code

PAGES = Path(holdfast.findings.__file__).parent / "pages"
#: The point of these examples is that one side is no Python.
BROKEN = {"HF401": ["After"], "HF504": ["Before", "After"], "HF601": ["After"]}


def examples(page: str) -> dict[str, tuple[str, str]]:
    """Language and code of each example, by its heading."""
    found = re.findall(r"^(Before|After):\n\n```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return {heading: (language, code) for heading, language, code in found}


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_the_page_of_a_code(code: Code) -> None:
    page = (PAGES / f"{code.code}.md").read_text("utf-8")
    title, paragraph, *_ = page.split("\n\n")
    assert title == f"# {code.code} {code.slug}: {code.title}"
    assert len(paragraph.split()) >= 10
    found = examples(page)
    assert set(found) == {"Before", "After"}
    for heading, (language, text) in found.items():
        if heading in BROKEN.get(code.code, []):
            with pytest.raises(SyntaxError):
                compile(text, code.code, "exec")
            assert language == "text"
        else:
            compile(text, code.code, "exec")
            assert language == "python"
    assert page.split("\n## What to do\n\n")[1].strip()


def test_no_page_without_a_code() -> None:
    assert {path.stem for path in PAGES.iterdir()} == set(BY_CODE)


def test_codes_and_names_are_unique() -> None:
    assert len(BY_CODE) == len(BY_SLUG) == len(CODES)
    assert [code.code for code in CODES] == sorted(code.code for code in CODES)
