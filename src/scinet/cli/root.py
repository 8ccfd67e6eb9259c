"""The application object, and the one place where an error becomes a line."""

import importlib
import json
import logging
import sys
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from scinet.cli import signals
from scinet.cli.commands import COMMANDS, PANELS
from scinet.cli.progress import reading_progress
from scinet.cli.terminal import EscapedStream
from scinet.errors import ScinetError
from scinet.extension import find_nearest
from scinet.graph.db.progress import report_progress


class _Files(Mapping[str, Any]):
    """The commands by name; the files of one are imported when it is looked up."""

    def __getitem__(self, name: str) -> Any:
        for file in COMMANDS[name].files or (name.replace("-", "_"),):
            importlib.import_module(f"scinet.cli.{file}")
        built: Any = typer.main.get_group(app)
        for inner in getattr(built.imported[name], "commands", {}).values():
            # The whole first sentence: typer would cut it in the list of the group's commands.
            inner.short_help = (inner.help or "").partition("\n\n")[0]
        return built.imported[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class _Root(TyperGroup):
    """The group of all commands, which knows their names and one line on each beforehand."""

    def __init__(self, *, commands: dict[str, Any], **settings: Any) -> None:
        super().__init__(**settings)
        self.imported = commands
        self.commands: Any = _Files()

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As of any group; a name that is none is refused with the nearest of all commands."""
        word = args[0]
        if word in COMMANDS or word.startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        names = {
            inner: f"{name} {inner}" for name, item in COMMANDS.items() for inner in item.holds
        }
        near = find_nearest(word, names := names | {name: name for name in COMMANDS})
        meant = ", ".join(repr(names[item]) for item in near)
        return ctx.fail(f"No such command {word!r}." + (f" Did you mean {meant}?" if meant else ""))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        width = max(map(len, COMMANDS))  # all panels in two columns of the same place
        for panel, entries in PANELS.items():
            with formatter.section(panel):
                formatter.write_dl([(f"{name:<{width}}", entries[name].help) for name in entries])


app = typer.Typer(
    name="scinet",
    cls=_Root,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A dated scientific network in Neo4j: explore it, learn from it, evaluate on it.",
)


def _print_version(asked: bool) -> None:  # noqa: FBT001 - typer's signature
    if asked:
        from importlib.metadata import version

        sys.stdout.write(f"scinet {version('scinet')}\n")
        raise typer.Exit


@app.callback()
def _options(
    *,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Log every step on standard error.")
    ] = False,
    version: Annotated[  # noqa: ARG001 - its callback ends the command
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(name)s: %(message)s" if verbose else "warning: %(message)s",
        stream=sys.stderr,
    )


def run() -> None:
    """Run the command; turn expected errors into one line on standard error."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(EscapedStream, streams)
    try:
        with report_progress(reading_progress):
            app(standalone_mode=True)
    except ScinetError as error:
        if signals.exit_code() is not None:
            raise
        _print_error(error, as_json="--json" in sys.argv)
        sys.exit(1)
    finally:
        sys.stdout, sys.stderr = streams


def _print_error(error: ScinetError, *, as_json: bool) -> None:
    # Messages of the server have newlines; an error is one line.
    message, hint = (" ".join(text.split()) for text in (str(error), error.hint))
    sys.stderr.write(f"scinet: {message}. {hint}".rstrip() + "\n")
    if as_json:
        kind = type(error).__name__
        line = {"error": {"kind": kind, "message": message, "hint": hint}}
        sys.stderr.write(json.dumps(line, ensure_ascii=False) + "\n")
