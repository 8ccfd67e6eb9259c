"""Commands of the local server."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from scinet.cli import output
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.server.install import Installed
    from scinet.settings import ServerSettings

server = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Run a local Neo4j with Graph Data Science; no Docker needed.",
)
app.add_typer(server, name="server")

Port = Annotated[int | None, typer.Option(min=1, max=65535, help="Bolt port on 127.0.0.1.")]
Heap = Annotated[
    str | None, typer.Option(help="Java heap such as 1g; an eighth of the memory when not given.")
]
PageCache = Annotated[
    str | None,
    typer.Option(help="Page cache such as 512m; an eighth of the memory when not given."),
]
# As in scinet.settings, whose import would slow down the help.
LaneName: TypeAlias = Literal["lts", "current"]
Lane = Annotated[
    LaneName | None,
    typer.Option(help="lts or current; that of the home's data, else lts, when not given."),
]


@server.command()
def install(*, lane: Lane = None, as_json: output.AsJson = False) -> None:
    """Download the server, 138 MB (lane current: 166 MB); again only what is missing.

    Example: scinet server install
    """
    from scinet.server.control import lane_of
    from scinet.server.lock import committed

    settings = _settings(lane=lane)
    chosen = settings.lane or lane_of(settings)
    done = _install(settings, chosen)
    output.emit_one(
        {
            "folder": str(done.folder),
            "downloaded": done.downloaded,
            "kept": done.kept,
            "lane": chosen,
            "versions": committed(chosen).versions,
            "seconds": done.seconds,
        },
        as_json=as_json,
    )


@server.command()
def start(
    *,
    port: Port = None,
    heap: Heap = None,
    page_cache: PageCache = None,
    lane: Lane = None,
    recover: Annotated[
        bool,
        typer.Option(
            "--recover", help="Cut a torn transaction log after its last whole transaction."
        ),
    ] = False,
    as_json: output.AsJson = False,
) -> None:
    """Start the server, after downloading it when needed, and wait until it answers.

    Example: scinet server start --heap 2g --page-cache 1g
    """
    from scinet.server.memory import parse

    settings = _settings(port=port, heap=heap, page_cache=page_cache, lane=lane)
    for name, size in (("--heap", settings.heap), ("--page-cache", settings.page_cache)):
        if size is not None:
            with _usage(name):
                parse(size)
    from scinet.server.control import lane_of
    from scinet.server.control import start as start_server
    from scinet.server.control import status as ask

    if not ask(settings).running:
        _install(settings, lane_of(settings))
    now, is_new = start_server(settings, recover=recover)
    if not is_new:
        sys.stderr.write("scinet: the server is already running.\n")
    output.emit_one(asdict(now), as_json=as_json)


@server.command()
def stop(*, as_json: output.AsJson = False) -> None:
    """Stop the server; its data stay.

    Example: scinet server stop
    """
    from scinet.server.control import stop as stop_server

    pid = stop_server(_settings())
    if pid is None:
        sys.stderr.write("scinet: no local server is running.\n")
    output.emit_one({"stopped": pid is not None, "pid": pid}, as_json=as_json)


@server.command()
def status(*, as_json: output.AsJson = False) -> None:
    """Show whether the server runs, where, and with how much memory.

    Example: scinet server status --json
    """
    from scinet.server.control import status as ask

    output.emit_one(asdict(ask(_settings())), as_json=as_json)


@server.command()
def logs(
    *,
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, help="Number of lines.")] = 50,
    as_json: output.AsJson = False,
) -> None:
    """Show the last lines that the server wrote.

    Example: scinet server logs -n 100
    """
    from scinet.server.control import logs as read

    found = read(_settings(), lines)
    if as_json:
        output.emit(({"line": line} for line in found), as_json=True)
    else:
        sys.stdout.writelines(f"{line}\n" for line in found)


def _settings(**given: Any) -> "ServerSettings":
    from scinet.settings import ServerSettings

    return ServerSettings(**{key: value for key, value in given.items() if value is not None})


@contextmanager
def _usage(name: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=name) from error


def _install(settings: "ServerSettings", lane: LaneName) -> "Installed":
    from scinet.server.install import install as install_jars
    from scinet.server.install import missing
    from scinet.server.lock import committed

    wanted = committed(lane)
    if absent := missing(settings, wanted):
        megabytes = sum(jar.size for jar in absent) / 1e6
        sys.stderr.write(
            f"scinet: downloading the server, {len(absent)} jars, {megabytes:.0f} MB.\n"
        )
    with output.progress() as display:
        task = display.add_task("downloading", total=len(wanted.jars))
        return install_jars(
            settings, wanted, progress=lambda done, _: display.update(task, completed=done)
        )
