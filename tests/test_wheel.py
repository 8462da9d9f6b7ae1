"""The wheel: built from the tree, installed into a clean environment, both commands answer."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from holdfast import __version__

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of what belongs to the project, so that nothing is left behind in the tree."""
    source = tmp_path_factory.mktemp("a source with spaces")
    for name in ("checker", "server"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", cwd=source)
    (built,) = (source / "dist").glob("*.whl")
    return built


@pytest.mark.slow
def test_the_wheel_holds_both_packages_their_types_and_data(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"holdfast/py.typed", "holdfast_server/py.typed", "holdfast/text/world.py"} <= names
    for root, package in (("checker", "holdfast"), ("server", "holdfast_server")):
        for path in (ROOT / root / package).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert path.relative_to(ROOT / root).as_posix() in names
    assert not [name for name in names if name.split("/")[0] in ("tests", "benchmarks", "checker")]


@pytest.mark.slow
def test_both_commands_answer_in_a_clean_environment(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "clean environment"
    venv.EnvBuilder(with_pip=False).create(environment)
    scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
    python = scripts / "python"
    site = Path(
        run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip()
    )
    run(
        sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel,
        cwd=tmp_path,
    )  # fmt: skip
    # The dependencies come from the running environment: no network. Its path files are not read, so the
    # editable installation of the tree stays out of sight.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    where = run(python, "-c", "import holdfast, holdfast_server; print(holdfast.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(environment)
    for command in ("check-refactoring", "holdfast-server"):
        assert __version__ in run(scripts / command, "--version", cwd=tmp_path)
        assert "usage" in run(scripts / command, "--help", cwd=tmp_path).lower()
