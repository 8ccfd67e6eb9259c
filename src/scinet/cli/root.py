"""The application object, and the one place where an error becomes a line."""

import importlib
import json
import logging
import signal
import sys
from types import FrameType
from typing import Annotated, Final, NoReturn

import typer

from scinet.errors import ScinetError

# Each adds its commands to ``app`` when it is imported, in the order of ``scinet --help``.
_COMMANDS: Final[tuple[str, ...]] = (
    "demo",
    "server",
    "load",
    "generate",
    "statistics",
    "ask",
    "snapshot",
    "indicators",
    "impact",
    "novelty",
    "links",
    "path",
    "between",
    "bench",
    "fields",
    "learn",
    "score",
    "survey",
    "evaluate",
    "official",
    "lacer",
    "contribution",
    "llm",
    "update",
    "claims",
    "pathways",
    "citations",
    "audit",
    "ladder",
    "report",
)

_INTERRUPTED: Final = 130  # what typer makes of Ctrl-C

app = typer.Typer(
    name="scinet",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="A dated scientific network in Neo4j: explore it, learn from it, evaluate on it.",
)


@app.callback()
def _options(
    *,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Log every step on standard error.")
    ] = False,
) -> None:
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(name)s: %(message)s",
        stream=sys.stderr,
    )


def main() -> None:
    """Run the command; turn expected errors into one line on standard error."""
    signal.signal(signal.SIGTERM, _terminated)
    for name in _COMMANDS:
        importlib.import_module(f"scinet.cli.{name}")
    try:
        app(standalone_mode=True)
    except ScinetError as error:
        _report(error, as_json="--json" in sys.argv)
        sys.exit(1)
    except SystemExit as end:
        if end.code == _INTERRUPTED:
            sys.stderr.write("scinet: stopped. Run the same command again to go on.\n")
        raise


def _report(error: ScinetError, *, as_json: bool) -> None:
    # Messages of the server have newlines; an error is one line.
    message, hint = (" ".join(text.split()) for text in (str(error), error.hint))
    sys.stderr.write(f"scinet: {message}. {hint}".rstrip() + "\n")
    if as_json:
        kind = type(error).__name__
        line = {"error": {"kind": kind, "message": message, "hint": hint}}
        sys.stderr.write(json.dumps(line, ensure_ascii=False) + "\n")


def _terminated(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 - signal API
    sys.stderr.write("scinet: terminated. Run the same command again to go on.\n")
    sys.exit(143)
