"""Every name token of one file and what it binds to, exactly, by Python's rules."""

from holdfast.python.names.analysis import analyse

__all__ = ["analyse"]
