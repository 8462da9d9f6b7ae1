"""The entry point of `check-refactoring`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from holdfast import __version__


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="check-refactoring")
    parser.add_argument("--version", action="version", version=f"check-refactoring {__version__}")
    parser.parse_args(argv)
    parser.print_help()
    return 2
