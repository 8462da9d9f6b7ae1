"""Control flow and data flow of one file: which event may follow which, which binding reaches which read.

Knows one file's tree and name table and nothing else: no disk, no other file, no types.
"""
