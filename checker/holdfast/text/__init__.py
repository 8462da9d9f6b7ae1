"""Text as the core sees it: intervals, edit sets, worlds. Knows no language, no disk, no protocol."""
