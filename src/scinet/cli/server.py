"""Commands of the local server."""

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer
from annotated_types import Ge, Le

from scinet.cli import output
from scinet.cli.verbs import Line, group, verb

if TYPE_CHECKING:
    from scinet.server.install import Installed
    from scinet.settings import ServerSettings

server = group("server", "Run a local Neo4j with Graph Data Science; no Docker needed.")

# As in scinet.settings, whose import would slow down the help.
Lane: TypeAlias = Literal["lts", "current"]


def _install(*, lane: Lane | None = None) -> dict[str, Any]:
    """Download the server, 138 MB (lane current: 166 MB); again only what is missing.

    Args:
        lane: lts or current; that of the home's data, else lts, when not given.
    """
    from scinet.server.control import lane_of
    from scinet.server.lock import committed

    settings = _settings(lane=lane)
    chosen = settings.lane or lane_of(settings)
    done = _downloaded(settings, chosen)
    return {
        "folder": str(done.folder),
        "downloaded": done.downloaded,
        "kept": done.kept,
        "lane": chosen,
        "versions": committed(chosen).versions,
        "seconds": done.seconds,
    }


def _start(
    *,
    port: Annotated[int, Ge(1), Le(65535)] | None = None,
    heap: str | None = None,
    page_cache: str | None = None,
    lane: Lane | None = None,
    recover: bool = False,
) -> dict[str, Any]:
    """Start the server, after downloading it when needed, and wait until it answers.

    Args:
        port: Bolt port on 127.0.0.1.
        heap: Java heap such as 1g; an eighth of the memory when not given.
        page_cache: Page cache such as 512m; an eighth of the memory when not given.
        lane: lts or current; that of the home's data, else lts, when not given.
        recover: Cut a torn transaction log after its last whole transaction.
    """
    from scinet.server import control
    from scinet.server.memory import parse

    settings = _settings(port=port, heap=heap, page_cache=page_cache, lane=lane)
    for name, size in (("--heap", settings.heap), ("--page-cache", settings.page_cache)):
        try:
            parse(size or "1g")
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint=name) from error
    if not control.status(settings).running:
        _downloaded(settings, control.lane_of(settings))
    now, is_new = control.start(settings, recover=recover)
    if not is_new:
        sys.stderr.write("scinet: the server is already running.\n")
    return _told(asdict(now), answers=True)


def _told(about: dict[str, Any], *, answers: bool) -> dict[str, Any]:
    return {"running": about.pop("running"), "answers": answers, **about}


def _stop() -> dict[str, Any]:
    """Stop the server; its data stay."""
    from scinet.server.control import stop

    pid = stop(_settings())
    if pid is None:
        sys.stderr.write("scinet: no local server is running.\n")
    return {"stopped": pid is not None, "pid": pid}


def _status() -> dict[str, Any]:
    """Show whether the server runs and answers, where, and with how much memory."""
    from scinet.server.control import answers, status
    from scinet.server.seen import home_on, use

    settings = _settings()
    found = status(settings)
    if not found.running and (other := home_on(settings.port)) is not None:
        sys.stderr.write(
            f"scinet: port {settings.port} is that of another server of scinet ({other}). "
            f"{use(other)}\n"
        )
    return _told(asdict(found), answers=answers(settings))


def _logs(*, lines: Annotated[int, Ge(1)] = 50) -> list[str]:
    """Show the last lines that the server wrote.

    Args:
        lines: Number of lines.
    """
    from scinet.server.control import logs

    return logs(_settings(), lines)


def _print_lines(found: list[str], line: Line) -> None:
    if line.as_json:
        line.emit({"line": one} for one in found)
    else:
        sys.stdout.writelines(f"{one}\n" for one in found)


def _settings(**given: Any) -> "ServerSettings":
    from scinet.settings import ServerSettings

    return ServerSettings(**{key: value for key, value in given.items() if value is not None})


def _downloaded(settings: "ServerSettings", lane: Lane) -> "Installed":
    from scinet.server.install import install, missing
    from scinet.server.lock import committed

    wanted = committed(lane)
    if absent := missing(settings, wanted):
        megabytes = sum(jar.size for jar in absent) / 1e6
        sys.stderr.write(
            f"scinet: downloading the server, {len(absent)} jars, {megabytes:.0f} MB.\n"
        )
    with output.progress() as display:
        task = display.add_task("downloading", total=len(wanted.jars))
        return install(
            settings, wanted, progress=lambda done, _: display.update(task, completed=done)
        )


verb(server, "install", _install)
verb(server, "start --heap 2g --page-cache 1g", _start, tells_cost=False)
verb(server, "stop", _stop)
verb(server, "status --json", _status)
verb(server, "logs -n 100", _logs, _print_lines)
