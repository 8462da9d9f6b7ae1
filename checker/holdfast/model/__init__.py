"""Interval models: sets of labelled edges between intervals (Definition 6). Knows no language."""
