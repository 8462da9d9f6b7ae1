"""The check: a request, a proposal and a world in; a verdict with findings out."""

from holdfast.check.options import Options
from holdfast.check.pipeline import check

__all__ = ["Options", "check"]
