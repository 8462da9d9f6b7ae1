"""The entry point of `holdfast-server`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from holdfast import __version__


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="holdfast-server")
    parser.add_argument("--version", action="version", version=f"holdfast-server {__version__}")
    parser.parse_args(argv)
    parser.print_help()
    return 2
