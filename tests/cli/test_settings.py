"""`[tool.holdfast]`, and which folder is the project."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest
from cli.command import write
from holdfast.cli.roots import find_root, inside
from holdfast.cli.settings import Settings, read_settings
from holdfast.errors import InputError


def settings(folder: Path, text: str) -> Settings:
    write(folder, {"pyproject.toml": text})
    with contextlib.chdir(folder):
        return read_settings(os.path.realpath(folder))


def test_defaults(tmp_path: Path) -> None:
    with contextlib.chdir(tmp_path):
        assert read_settings(str(tmp_path)) == Settings()
    assert settings(tmp_path, "[project]\nname = 'x'\n") == Settings()


def test_everything_can_be_set(tmp_path: Path) -> None:
    text = """
[tool.holdfast]
engine = "rope"
fail-on = "unknown"
budget = 2.5
python-version = "3.12"
source-roots = ["src", "."]
baseline = "accepted.json"
ignore = ["HF503", "captured"]
refactoring-message = "^cleanup"
"""
    assert settings(tmp_path, text) == Settings(
        engine="rope",
        fail_on="unknown",
        budget=2.5,
        python_version=(3, 12),
        source_roots=("src", ""),
        baseline=os.path.join(os.path.realpath(tmp_path), "accepted.json"),
        ignore=frozenset({"HF503", "HF101"}),
        refactoring_message="^cleanup",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fail_on = 'error'", "no setting 'fail_on'; did you mean 'fail-on'?"),
        ("colour = true", "no setting 'colour'; known are engine, "),
        ("fail-on = 'never'", "fail-on must be one of error, warning, unknown, not 'never'"),
        ("budget = 0", "budget must be a number of seconds above 0, not 0"),
        ("budget = true", "budget must be a number"),
        ("engine = 3", "engine must be a string, not 3"),
        ("source-roots = 'src'", "source-roots must be a list of strings"),
        ("source-roots = ['../other']", "the source root '../other' is outside the workspace"),
        ("python-version = '2.7'", "'2.7' is not a Python version"),
        ("ignore = ['HF999']", "ignore names 'HF999', which is no finding code"),
        ("refactoring-message = '('", "refactoring-message is not a regular expression"),
        ("engine = ", "is not valid TOML"),
    ],
)
def test_mistakes_are_said(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        settings(tmp_path, f"[tool.holdfast]\n{text}\n")
    assert message in caught.value.message
    assert "pyproject.toml" in caught.value.message


def test_the_python_version_comes_from_requires_python(tmp_path: Path) -> None:
    assert settings(tmp_path, "[project]\nrequires-python = '>=3.9,<4'\n").python_version == (3, 9)
    both = "[project]\nrequires-python = '>=3.9'\n[tool.holdfast]\npython-version = '3.13'\n"
    assert settings(tmp_path, both).python_version == (3, 13)


def test_the_nearest_table_counts(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": "[tool.holdfast]\nengine = 'rope'\n",
            "pkg/pyproject.toml": "[project]\nname = 'x'\n[tool.holdfast]\nsource-roots = ['src']\n",
            "pkg/src/a.py": "",
        },
    )
    root = os.path.realpath(tmp_path)
    with contextlib.chdir(tmp_path / "pkg" / "src"):
        assert read_settings(root) == Settings(source_roots=("pkg/src",))
    with contextlib.chdir(tmp_path):
        assert read_settings(root) == Settings(engine="rope")


def test_roots(tmp_path: Path) -> None:
    write(
        tmp_path, {"repo/.git/HEAD": "", "repo/pkg/pyproject.toml": "", "repo/pkg/a.py": "", "loose/b.py": ""}
    )
    base = os.path.realpath(tmp_path)
    with contextlib.chdir(tmp_path / "repo" / "pkg"):
        assert find_root(None) == os.path.join(base, "repo")
        assert find_root("..") == os.path.join(base, "repo")
        assert find_root(".") == os.path.join(base, "repo", "pkg")
        with pytest.raises(InputError, match="is not a folder"):
            find_root("nowhere")
    with contextlib.chdir(tmp_path / "loose"):
        assert find_root(None, "b.py") == os.path.join(base, "loose")
        assert find_root(None, "../repo/pkg/a.py") == os.path.join(base, "repo")


def test_inside(tmp_path: Path) -> None:
    write(tmp_path, {"repo/a/b.py": "", "other.py": ""})
    root = os.path.realpath(tmp_path / "repo")
    (tmp_path / "repo" / "link.py").symlink_to(tmp_path / "other.py")
    assert inside(root, str(tmp_path / "repo" / "a" / "b.py")) == "a/b.py"
    for path in (tmp_path / "other.py", tmp_path / "repo" / "link.py", tmp_path / "repo" / ".." / "other.py"):
        with pytest.raises(InputError, match="outside the workspace") as caught:
            inside(root, str(path))
        assert caught.value.code == "HF602"
