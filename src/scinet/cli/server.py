"""Commands of the local server."""

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer
from annotated_types import Ge, Le

from scinet.cli import output
from scinet.cli.verbs import Invocation, add_command, add_group

if TYPE_CHECKING:
    from scinet.server.install import Installed
    from scinet.settings import ServerSettings

server = add_group("server", "Run a local Neo4j with Graph Data Science; no Docker needed.")

# As in scinet.settings, whose import would slow down the help.
Lane: TypeAlias = Literal["lts", "current"]


def _install(*, lane: Lane | None = None) -> dict[str, Any]:
    """Download the server, 138 MB (lane current: 166 MB); again only what is missing.

    Args:
        lane: lts or current; that of the home's data, else lts, when not given.
    """
    from scinet.server.control import data_lane
    from scinet.server.lock import load_lock

    settings = _settings(lane=lane)
    selected = settings.lane or data_lane(settings)
    done = _install_jars(settings, selected)
    return {
        "folder": str(done.folder),
        "downloaded": done.downloaded,
        "kept": done.kept,
        "lane": selected,
        "versions": load_lock(selected).versions,
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
    from scinet.server.memory import parse_size

    settings = _settings(port=port, heap=heap, page_cache=page_cache, lane=lane)
    for name, size in (("--heap", settings.heap), ("--page-cache", settings.page_cache)):
        try:
            parse_size(size or "1g")
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint=name) from error
    if not control.status(settings).running:
        _install_jars(settings, control.data_lane(settings))
    now, is_new = control.start(settings, recover=recover)
    if not is_new:
        sys.stderr.write("scinet: the server is already running.\n")
    return _status_row(asdict(now), answers=True)


def _status_row(state: dict[str, Any], *, answers: bool) -> dict[str, Any]:
    return {"running": state.pop("running"), "answers": answers, **state}


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
    from scinet.server.processes import home_of_port, switch_hint

    settings = _settings()
    state = status(settings)
    if not state.running and (home := home_of_port(settings.port)) is not None:
        sys.stderr.write(
            f"scinet: port {settings.port} is that of another server of scinet ({home}). "
            f"{switch_hint(home)}\n"
        )
    return _status_row(asdict(state), answers=answers(settings))


def _logs(*, lines: Annotated[int, Ge(1)] = 50) -> list[str]:
    """Show the last lines that the server wrote.

    Args:
        lines: Number of lines.
    """
    from scinet.server.control import logs

    return logs(_settings(), lines)


def _print_lines(lines: list[str], line: Invocation) -> None:
    if line.as_json:
        line.emit({"line": text} for text in lines)
    else:
        sys.stdout.writelines(f"{text}\n" for text in lines)


def _settings(**options: Any) -> "ServerSettings":
    from scinet.settings import ServerSettings

    return ServerSettings(**{key: value for key, value in options.items() if value is not None})


def _install_jars(settings: "ServerSettings", lane: Lane) -> "Installed":
    from scinet.server.install import install, missing_jars
    from scinet.server.lock import load_lock

    wanted = load_lock(lane)
    if absent := missing_jars(settings, wanted):
        megabytes = sum(jar.size for jar in absent) / 1e6
        sys.stderr.write(
            f"scinet: downloading the server, {len(absent)} jars, {megabytes:.0f} MB.\n"
        )
    with output.progress() as display:
        task = display.add_task("downloading", total=len(wanted.jars))
        return install(
            settings, wanted, progress=lambda done, _: display.update(task, completed=done)
        )


add_command(server, "install", _install)
add_command(server, "start --heap 2g --page-cache 1g", _start, prints_cost=False)
add_command(server, "stop", _stop)
add_command(server, "status --json", _status)
add_command(server, "logs -n 100", _logs, _print_lines)
