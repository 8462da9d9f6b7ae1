"""The hooks of `.pre-commit-hooks.yaml`, run by the real pre-commit in real repositories.

pre-commit clones the hooks from a repository, as it does for users. Only `language` is changed: the
hooks run the command that is installed here, so that no test needs a network.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import APP, git, repository, write

HOOKS = Path(__file__).parents[2] / ".pre-commit-hooks.yaml"
CAPTURED = APP.replace(
    "def scale(limit):\n", "def scale(limit):\n    for ceiling in range(3):\n        pass\n"
)
ALTERED = APP.replace("10", "11")
ALTERED_AND_CAPTURED = CAPTURED.replace("10", "11")
BIN = Path(sys.executable).parent

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    text = HOOKS.read_text()
    assert text.count("language: python") == 2
    folder = tmp_path_factory.mktemp("hooks")
    return repository(
        folder, {".pre-commit-hooks.yaml": text.replace("language: python", "language: system")}
    )


@pytest.fixture
def environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path_factory.getbasetemp() / "pre-commit-home"
    for name, value in {
        "PRE_COMMIT_HOME": str(home),
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "PRE_COMMIT_COLOR": "never",
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.org",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "protocol.file.allow",
        "GIT_CONFIG_VALUE_0": "always",
    }.items():
        monkeypatch.setenv(name, value)
    for name in ("SKIP", "PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF"):
        monkeypatch.delenv(name, raising=False)


def config(hooks: Path) -> str:
    revision = git(hooks, "rev-parse", "HEAD").strip()
    return (
        f"repos:\n- repo: {hooks.as_uri()}\n  rev: {revision}\n"
        "  hooks:\n  - id: check-refactoring\n  - id: check-refactoring-message\n"
    )


def pre_commit(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BIN / "pre-commit", *words], cwd=folder, capture_output=True, text=True)


def installed(folder: Path, hooks: Path) -> Path:
    """The folder with the hooks set up for commits and commit messages."""
    write(folder, {".pre-commit-config.yaml": config(hooks)})
    git(folder, "add", ".pre-commit-config.yaml")
    done = pre_commit(folder, "install", "-t", "pre-commit", "-t", "commit-msg")
    assert done.returncode == 0, done
    return folder


def try_commit(folder: Path, message: str = "Change") -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", "commit", "-m", message], cwd=folder, capture_output=True, text=True)


def commits(folder: Path) -> int:
    return int(git(folder, "rev-list", "--count", "HEAD", check=False) or 0)


def stage(folder: Path, text: str) -> None:
    write(folder, {"app.py": text})
    git(folder, "add", "app.py")


def test_commits_and_messages(tmp_path: Path, hooks: Path, environment: None) -> None:
    project = installed(repository(tmp_path / "project", {"app.py": APP}), hooks)
    stage(project, CAPTURED)
    done = try_commit(project)
    assert done.returncode == 1, done
    assert "app.py:5:20: error HF101" in done.stderr + done.stdout
    assert commits(project) == 1
    stage(project, ALTERED)
    assert try_commit(project, "refactor: scale").returncode == 1
    assert commits(project) == 1
    done = try_commit(project, "Raise the ceiling")
    assert done.returncode == 0, done
    assert commits(project) == 2
    stage(project, ALTERED.replace("ceiling", "top"))
    done = try_commit(project, "refactor: rename the ceiling")
    assert done.returncode == 0, done


def test_a_partially_staged_file(tmp_path: Path, hooks: Path, environment: None) -> None:
    project = installed(repository(tmp_path / "project", {"app.py": APP}), hooks)
    stage(project, ALTERED)
    write(project, {"app.py": ALTERED_AND_CAPTURED})
    done = try_commit(project)
    assert done.returncode == 0, done
    assert (project / "app.py").read_text() == ALTERED_AND_CAPTURED
    git(project, "add", "app.py")
    write(project, {"app.py": APP})
    assert try_commit(project).returncode == 1
    assert (project / "app.py").read_text() == APP


def test_the_first_commit(tmp_path: Path, hooks: Path, environment: None) -> None:
    project = tmp_path / "project"
    project.mkdir()
    git(project, "init", "-q")
    installed(project, hooks)
    stage(project, APP)
    done = try_commit(project)
    assert done.returncode == 0, done
    assert commits(project) == 1


def test_a_shallow_clone(tmp_path: Path, hooks: Path, environment: None) -> None:
    origin = repository(tmp_path / "origin", {"app.py": APP})
    stage(origin, ALTERED)
    git(origin, "commit", "-q", "-m", "second")
    git(tmp_path, "clone", "-q", "--depth", "1", origin.as_uri(), "clone")
    clone = installed(tmp_path / "clone", hooks)
    stage(clone, ALTERED_AND_CAPTURED)
    assert try_commit(clone).returncode == 1
    stage(clone, APP)
    done = try_commit(clone)
    assert done.returncode == 0, done


def test_renames_deletions_and_submodules(tmp_path: Path, hooks: Path, environment: None) -> None:
    other = repository(tmp_path / "other", {"lib.py": "x = 1\n"})
    files = {"app.py": APP, "use.py": "import app\n\nprint(app.scale(2))\n"}
    project = installed(repository(tmp_path / "project", files), hooks)
    git(project, "submodule", "add", "-q", other.as_uri(), "lib")
    done = try_commit(project, "Add lib")
    assert done.returncode == 0, done
    git(project, "mv", "app.py", "core.py")
    done = try_commit(project, "Move app, and forget its importer")
    assert done.returncode == 1, done
    assert "use.py:1:8: error HF" in done.stdout + done.stderr
    write(project, {"use.py": files["use.py"].replace("app", "core")})
    git(project, "add", "use.py")
    done = try_commit(project, "Move app")
    assert done.returncode == 0, done
    git(project, "rm", "-q", "core.py")
    done = try_commit(project, "Delete core, and forget its importer")
    assert done.returncode == 1, done
    git(project, "rm", "-q", "use.py")
    done = try_commit(project, "Delete both")
    assert done.returncode == 0, done


def test_a_range_in_ci(tmp_path: Path, hooks: Path, environment: None) -> None:
    project = repository(tmp_path / "project", {"app.py": APP, ".pre-commit-config.yaml": config(hooks)})
    for text, message in ((ALTERED, "second"), (ALTERED_AND_CAPTURED, "third")):
        stage(project, text)
        git(project, "commit", "-q", "-m", message)
    assert pre_commit(project, "run", "--from-ref", "HEAD~2", "--to-ref", "HEAD~1").returncode == 0
    done = pre_commit(project, "run", "--from-ref", "HEAD~1", "--to-ref", "HEAD")
    assert done.returncode == 1
    assert "HF101" in done.stdout
    assert pre_commit(project, "run", "--all-files").returncode == 0


def test_try_repo(tmp_path: Path, hooks: Path, environment: None) -> None:
    project = repository(tmp_path / "project", {"app.py": APP})
    stage(project, CAPTURED)
    done = pre_commit(project, "try-repo", str(hooks), "check-refactoring")
    assert done.returncode == 1, done
    assert "HF101" in done.stdout


def test_the_manifest_is_valid() -> None:
    assert pre_commit(HOOKS.parent, "validate-manifest", str(HOOKS)).returncode == 0
