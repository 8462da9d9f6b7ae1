"""Programs across files: modules, imports, classes and the members that need no inference engine.

Everything here is computed from the texts of a world. Touches no disk, runs nothing, asks nobody: what
cannot be known from the text alone is said to be external, missing or unresolved, never guessed.
"""
