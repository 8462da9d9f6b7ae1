"""A small shop: the example that `make run` checks."""
