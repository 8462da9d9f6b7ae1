"""Ordinary edits: what new code takes from code that was not touched."""
