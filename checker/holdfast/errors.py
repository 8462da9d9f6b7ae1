"""The few error classes of Holdfast.

A person's mistake is an `InputError`: one sentence that names the file and the place and says what to
do. Everything else that escapes is a bug of ours; it is caught once per request and turns the verdict
to unknown.
"""

from __future__ import annotations


class HoldfastError(Exception):
    """The base of every error that Holdfast raises on purpose."""


class InputError(HoldfastError):
    """Something that was handed to us cannot be used; nothing was changed.

    `code` is the HF6xx code of the refusal, `file` and `offset` the place in the original text where
    one is known.
    """

    def __init__(
        self, message: str, *, code: str = "HF600", file: str | None = None, offset: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.file = file
        self.offset = offset
