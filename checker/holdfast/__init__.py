"""Holdfast: a differential precondition checker for Python refactorings."""

__version__ = "0.1.0"
