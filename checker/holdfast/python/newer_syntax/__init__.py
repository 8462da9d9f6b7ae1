"""Syntax that the running interpreter's parser does not know, read by libcst and given `ast`'s shape."""
