"""The entry point of `holdfast-server`: alone, or around another server with `--wrap -- COMMAND…`."""

from __future__ import annotations

import argparse
import io
import ipaddress
import os
import sys
from collections.abc import Sequence

from holdfast import __version__
from holdfast.errors import InputError

_EPILOG = "Example: holdfast-server --wrap -- pyright-langserver --stdio"


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    own, command = _split(words)
    arguments = _parser().parse_args(own)
    try:
        if arguments.wrap and not command:
            raise InputError("--wrap needs the server's command: holdfast-server --wrap -- pylsp")
        if command and not arguments.wrap:
            raise InputError("a command was given without --wrap")
        incoming, outgoing = _streams(arguments.tcp)
        if arguments.wrap:
            from holdfast_server.wrap.proxy import run_proxy

            code = run_proxy(command, incoming, outgoing)
        else:
            from holdfast_server.alone.server import run_alone

            code = run_alone(incoming, outgoing)
    except InputError as error:
        print(f"holdfast-server: {error.message}", file=sys.stderr)
        return 2
    # Threads may still wait for an editor that is gone; nobody needs them any more.
    sys.stderr.flush()
    os._exit(code)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="holdfast-server",
        description="A language server that checks refactorings before they reach the editor.",
        epilog=_EPILOG,
        usage="holdfast-server [--tcp HOST:PORT] [--wrap -- COMMAND …]",
    )
    parser.add_argument("--version", action="version", version=f"holdfast-server {__version__}")
    parser.add_argument("--stdio", action="store_true", help="speak on standard input and output (default)")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="wait for one editor on this machine; port 0: any")
    parser.add_argument(
        "--wrap", action="store_true", help="check the edits of the server that COMMAND starts"
    )
    return parser


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    if "--" not in words:
        return words, []
    cut = words.index("--")
    return words[:cut], words[cut + 1 :]


def _streams(tcp: str | None) -> tuple[io.RawIOBase, io.RawIOBase]:
    from holdfast_server.streams import accept_one, standard_streams

    if tcp is None:
        return standard_streams()
    host, port = _loopback(tcp)
    return accept_one(
        host, port, lambda actual: print(f"listening on {host}:{actual}", file=sys.stderr, flush=True)
    )


def _loopback(word: str) -> tuple[str, int]:
    """A host and port of this machine; anything else would open the user's files to a network."""
    host, colon, port = word.rpartition(":")
    host = host.strip("[]")
    try:
        address = "127.0.0.1" if host == "localhost" else host
        if colon and ipaddress.ip_address(address).is_loopback and 0 <= int(port) < 65536:
            return address, int(port)
    except ValueError:
        pass
    raise InputError(f"--tcp takes a loopback address such as 127.0.0.1:9000, not {word!r}")


if __name__ == "__main__":
    sys.exit(main())
