"""Check of the installation, with a remedy for what is missing."""

import platform
import shutil
import socket
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from scinet.errors import GraphUnavailableError, ScinetError, install_hint
from scinet.machine import free_memory_mib
from scinet.settings import CacheSettings, EndpointSettings, Neo4jSettings, ServerSettings

_PATIENCE_S: Final = 1.0
_ROOM_GIB: Final = 1  # jars, and the data of a hundred thousand papers
_OWN_MIB: Final = 512
_START: Final = "Run `scinet server start`."


def doctor() -> list[dict[str, str]]:
    """Check the installation and suggest fixes; nothing is changed or downloaded.

    Returns:
        One row per check: ``check``; ``state``, which is ``ok``, ``missing``, or ``optional`` where
        something is not there that not everybody needs; what was ``found``; and what to ``do``.
        Rows show no password and no key.
    """
    is_local = _is_local()
    rows = [_check_row("python", _python), _check_row("packages", _packages)]
    if is_local:
        local = {"java": _java, "jars": _jars, "server": _server}
        rows += [_check_row(name, look) for name, look in local.items()]
    rows += [_check_row("disk", _disk), _check_row("memory", partial(_memory, is_local=is_local))]
    rows += _database()
    rows.append(_check_row("language model", _language_model, is_needed=False))
    extras = metadata("scinet").get_all("Provides-Extra") or []
    rows += [
        _check_row(f"extra {extra}", partial(_installed_packages, extra), is_needed=False)
        for extra in extras
        if extra not in {"all", "bench", "dev"}
    ]
    return rows


def _check_row(check: str, look: Callable[[], str], *, is_needed: bool = True) -> dict[str, str]:
    try:
        state, detail, remedy = "ok", look(), ""
    except ScinetError as error:
        state, detail, remedy = "missing" if is_needed else "optional", str(error), error.hint
    return {"check": check, "state": state, "found": detail, "do": remedy}


def _is_local() -> bool:
    try:
        return Neo4jSettings().uri is None
    except ScinetError:  # a row says so
        return False


def _python() -> str:
    from packaging.specifiers import SpecifierSet

    installed = platform.python_version()
    wanted = metadata("scinet")["Requires-Python"]
    if not SpecifierSet(wanted).contains(installed, prereleases=True):
        raise ScinetError(
            f"{installed}, {wanted} is needed", hint="Make an environment of that one."
        )
    return installed


def _packages() -> str:
    return f"scinet {version('scinet')}, {_installed_packages('')}"


def _installed_packages(extra: str) -> str:
    """How many packages are there; an error names those that are not, or are too old."""
    wanted = absent = 0
    first = ""
    for name, needed, installed in _requirements(extra):
        wanted += 1
        if installed is None or not needed.contains(installed, prereleases=True):
            absent += 1
            first = first or f"{name}{needed}, {installed or 'none'} is installed"
    if absent:
        raise ScinetError(f"{absent} of {wanted} packages: {first}", hint=install_hint(extra))
    return f"all {wanted} packages" if wanted != 1 else "its package"


def _requirements(extra: str) -> Iterator[tuple[str, Any, str | None]]:
    """Name, versions that will do, and the version that is there, of what an extra brings."""
    from packaging.requirements import Requirement

    for text in requires("scinet") or []:
        needed = Requirement(text)
        is_of_extra = "extra ==" in str(needed.marker)
        if is_of_extra == bool(extra) and (
            needed.marker is None or needed.marker.evaluate({"extra": extra})
        ):
            try:
                installed = version(needed.name)
            except PackageNotFoundError:
                installed = None
            yield needed.name, needed.specifier, installed


def _java() -> str:
    from scinet.server.control import data_lane
    from scinet.server.java import find_java
    from scinet.server.release_channels import LANES

    java = find_java(LANES[data_lane(ServerSettings())])
    return f"{java.version} ({java.path})"


def _jars() -> str:
    from scinet.server.control import data_lane
    from scinet.server.install import installed_jars
    from scinet.server.lock import load_lock

    settings = ServerSettings()
    lock = load_lock(data_lane(settings))
    return f"{len(lock.jars)} jars, hashes as locked ({installed_jars(settings, lock)})"


def _server() -> str:
    from scinet.server.control import status
    from scinet.server.processes import home_of_port, switch_hint

    settings = ServerSettings()
    state = status(settings)
    if not state.running and (home := home_of_port(settings.port)) is not None:
        what = f"not running ({state.home}); another server of scinet has its port ({home})"
        raise ScinetError(what, hint=switch_hint(home))
    if not state.running:
        raise ScinetError(f"not running ({state.home})", hint=_START)
    return f"{state.uri}, heap {state.heap}, page cache {state.page_cache} ({state.home})"


def _disk() -> str:
    folders = {_existing(ServerSettings().home), _existing(CacheSettings().cache)}
    least, folder = min((shutil.disk_usage(candidate).free, candidate) for candidate in folders)
    summary = f"{least / 2**30:.1f} GiB free ({folder})"
    if least < _ROOM_GIB * 2**30:
        raise ScinetError(
            f"{summary}, {_ROOM_GIB} is needed",
            hint="Free some, or choose other folders with SCINET_SERVER_HOME and SCINET_CACHE.",
        )
    return summary


def _existing(folder: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    folder = folder.expanduser().absolute()
    return next(parent for parent in (folder, *folder.parents) if parent.exists())


def _memory(*, is_local: bool) -> str:
    from scinet.server.control import status
    from scinet.server.memory import choose_memory

    needed = _OWN_MIB
    if is_local and not status(settings := ServerSettings()).running:
        sizes = choose_memory(settings.heap, settings.page_cache)
        needed += (sizes.heap + sizes.page_cache) // 2**20
    free = free_memory_mib()
    if free and free < needed:
        raise ScinetError(
            f"{free:,} MiB free, {needed:,} are needed",
            hint="End other programs, or `scinet server start --heap 512m --page-cache 128m`.",
        )
    return f"{free:,} MiB free" if free else "not known"


def _database() -> Iterator[dict[str, str]]:
    """Check the database and its content; without an answer the rest is left out."""
    opened: list[Any] = []

    def connect() -> str:
        from scinet.graph.analysis.status import graph_status
        from scinet.graph.db.connection import Database
        from scinet.server.address import database_settings

        settings = database_settings()
        _check_host(settings)
        with Database.connect(settings) as database:
            opened.append(graph_status(database))
        return f"Neo4j {opened[0]['versions'].get('neo4j')} at {settings.place}"

    yield _check_row("database", connect)
    for status_row in opened:
        yield _check_row("graph data science", partial(_gds, status_row), is_needed=False)
        yield _check_row(
            "graph", partial(_graph, status_row), is_needed=bool(status_row["nodes"]["Paper"])
        )


def _check_host(settings: Neo4jSettings) -> None:
    """Refuse a host that is silent: the driver would wait for half a minute."""
    place = urlsplit(settings.place)
    try:
        ends = (place.hostname, place.port or 7687)
    except ValueError:
        return  # connecting says what is wrong with it
    if ends[0] is None:
        return
    try:
        socket.create_connection(ends, _PATIENCE_S).close()
    except OSError as error:
        raise GraphUnavailableError(
            f"nothing answers at {settings.place} ({error.strerror or error})",
            hint=_START if _is_local() else "Start that server, or change NEO4J_URI.",
        ) from error


def _gds(status_row: dict[str, Any]) -> str:
    if gds_version := status_row["versions"]["gds"]:
        return str(gds_version)
    raise ScinetError(
        "not there: no communities, no vectors of nodes",
        hint="Install the plug-in, or use `scinet server start`, which brings it.",
    )


def _graph(status_row: dict[str, Any]) -> str:
    papers, name = status_row["nodes"]["Paper"], status_row["graph_fingerprint"]
    if not papers:
        raise ScinetError("empty", hint="Run `scinet load FILE`, or `scinet demo`.")
    if name is None and status_row["loading"]:
        return (
            f"{papers:,} papers so far: a load or a removal runs since {status_row['loading'][:19]}"
        )
    if name is None:
        raise ScinetError(
            f"{papers:,} papers, a load is incomplete",
            hint="Run that load again, or `scinet remove --unfinished`.",
        )
    more = "".join(f", simulation {row['source']!r} stored" for row in status_row["simulations"])
    parts = [
        row["run"]
        for row in status_row["loads"]
        if not (row["complete"] or row["whole_in"] or row["kind"] == "remove")
    ]
    if parts:
        more += f"; load {parts[0]} brought only a part, as `scinet status` says"
    return (
        f"{papers:,} papers, {status_row['relationships']['CITES']:,} citations, {name[:12]}{more}"
    )


def _language_model() -> str:
    from scinet.llm.endpoint import Endpoint

    endpoint = Endpoint.of(EndpointSettings())
    return f"{endpoint.model} at {endpoint.url}; `scinet llm check` asks it"
