"""Requests, input checks and the rule of each refactoring: one small file each, one explicit list."""
