"""The frame around every command: overview, exit codes, our own bugs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import APP, refused, run, snapshot, write
from holdfast import __version__
from holdfast.cli import progress
from holdfast.cli.commands import COMMANDS
from holdfast.findings.codes import CODES


def test_version_and_overview(tmp_path: Path) -> None:
    assert run(tmp_path, "--version").out == f"check-refactoring {__version__}\n"
    overview = run(tmp_path, "--help")
    assert overview.code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in overview.out
    assert run(tmp_path).code == 2


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps(tmp_path: Path, name: str) -> None:
    ran = run(tmp_path, name, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: check-refactoring {name}")


def test_unknown_commands_and_options(tmp_path: Path) -> None:
    assert refused(tmp_path, "renam", "a.py:1:1", "x") == "there is no command 'renam'; did you mean rename?"
    assert "`check-refactoring --help` lists" in refused(tmp_path, "frobnicate")
    assert "unrecognized arguments: --nonsense" in refused(tmp_path, "diff", "--nonsense")
    assert "invalid choice: 'xml'" in refused(tmp_path, "diff", "--format", "xml")
    assert "is not a number of seconds above 0" in refused(tmp_path, "diff", "--budget", "-3")


def test_options_may_stand_before_the_command(tmp_path: Path) -> None:
    write(tmp_path, {"a/app.py": APP, "b/app.py": APP})
    assert run(tmp_path, "--format", "json", "trees", "a", "b").json()["verdict"] == "safe"
    assert run(tmp_path, "--format=json", "--why", "trees", "a", "b").json()["verdict"] == "safe"


def test_explain(tmp_path: Path) -> None:
    for word in ("HF101", "hf101", "captured"):
        ran = run(tmp_path, "explain", word)
        assert ran.code == 0
        assert ran.out.startswith("# HF101 captured: ")
    listing = run(tmp_path, "explain")
    assert all(code.code in listing.out for code in CODES)
    assert refused(tmp_path, "explain", "HF999").startswith("there is no finding code 'HF999'")


def test_a_bug_of_ours_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"project/a/app.py": APP, "project/b/app.py": APP})
    reports = tmp_path / "reports"
    reports.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(reports))

    def broken(*_: object) -> None:
        raise ZeroDivisionError("by our own fault")

    monkeypatch.setattr("holdfast.cli.trees.two_worlds", broken)
    before = snapshot(tmp_path / "project")
    ran = run(tmp_path / "project", "trees", "a", "b")
    assert ran.code == 70
    assert ran.out == ""
    assert "a bug of Holdfast (ZeroDivisionError)" in ran.err
    (report,) = reports.iterdir()
    assert str(report) in ran.err
    text = report.read_text()
    assert "ZeroDivisionError: by our own fault" in text
    assert f"holdfast: {__version__}" in text
    assert "command: check-refactoring 'trees' 'a' 'b'" in text
    assert snapshot(tmp_path / "project") == before


def test_an_interrupt_is_no_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"a/app.py": APP, "b/app.py": APP})

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("holdfast.cli.trees.two_worlds", interrupted)
    assert run(tmp_path, "trees", "a", "b").code == 130


def test_the_installed_command_and_a_closed_pipe(tmp_path: Path) -> None:
    """The real program: a reader that goes away early must not cause a traceback."""
    program = Path(sys.executable).with_name("check-refactoring")
    process = subprocess.Popen(
        [program, "explain"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 0
    assert error == b""


class Terminal:
    """A stream that says it is a terminal and keeps what it is sent."""

    def __init__(self) -> None:
        self.sent = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.sent += text
        return len(text)

    def flush(self) -> None: ...


def test_progress_only_on_long_work_and_only_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import itertools

    clock = itertools.count(0.0, 0.2)
    monkeypatch.setattr("holdfast.cli.progress.time.monotonic", lambda: next(clock))
    terminal, pipe = Terminal(), io.StringIO()
    for stream in (terminal, pipe):
        with progress.Progress("checking", stream) as bar:  # type: ignore[arg-type]
            for done in range(1, 9):
                bar(done, 8)
    assert pipe.getvalue() == ""
    assert re.search(r"\rchecking \[#+\.+\] \d/8\x1b\[K", terminal.sent)
    assert not terminal.sent.startswith("\rchecking [###...........................] 1/8")
    assert terminal.sent.endswith("\r\x1b[K")


def test_what_an_output_cannot_say_is_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    from holdfast.cli.main import main

    buffer = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(buffer, "ascii"))
    assert main(["explain", "HF505"]) == 0
    assert rb"\u201cnot seen\u201d" in buffer.getvalue()


def test_names_of_files_that_are_no_text(tmp_path: Path) -> None:
    import os

    broken = APP.replace("ceiling", "limit")
    for folder, text in (("a", APP), ("b", broken)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / os.fsdecode(b"m\xff.py")).write_text(text)
    for form in ("text", "json", "sarif", "github"):
        ran = subprocess.run(
            [
                sys.executable,
                "-m",
                "holdfast.cli.main",
                "trees",
                "a",
                "b",
                "--as",
                "rename",
                "--format",
                form,
            ],
            cwd=tmp_path,
            capture_output=True,
        )
        assert ran.returncode == 1, (form, ran)
