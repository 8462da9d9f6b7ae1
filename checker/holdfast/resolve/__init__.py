"""Members through jedi: a process of its own that answers questions about two worlds side by side.

`open_resolver` is the way in. What it yields implements `holdfast.python.questions.MemberAnswers`. jedi is
imported by `holdfast.resolve.worker` alone, in that process.
"""

from holdfast.resolve.resolver import Resolver, open_resolver
from holdfast.resolve.settings import ResolverSettings

__all__ = ["Resolver", "ResolverSettings", "open_resolver"]
