"""The cost of the models of Python programs: every part in a process of its own, one after the other.

Each part prints `name value bar ok|MISSED` lines; exits with 1 when one of them missed a bar.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PARTS = ("bench_names.py", "bench_flow.py", "bench_project.py")


def main() -> int:
    folder = Path(__file__).parent
    results = [subprocess.run([sys.executable, str(folder / part)], check=False).returncode for part in PARTS]
    return 1 if any(results) else 0


if __name__ == "__main__":
    sys.exit(main())
