"""What scinet needs on this machine: whether it is there, and what to do where it is not."""

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
from scinet.machine import free_mib
from scinet.settings import CacheSettings, EndpointSettings, Neo4jSettings, ServerSettings

_PATIENCE_S: Final = 1.0
_ROOM_GIB: Final = 1  # jars, and the data of a hundred thousand papers
_OWN_MIB: Final = 512
_START: Final = "Run `scinet server start`."


def doctor() -> list[dict[str, str]]:
    """Say what is missing to work with, and what to type; nothing is changed or downloaded.

    Returns:
        One row per check: ``check``; ``state``, which is ``ok``, ``missing``, or ``optional`` where
        something is not there that not everybody needs; what was ``found``; and what to ``do``.
        Rows show no password and no key.
    """
    is_local = _is_local()
    rows = [_row("python", _python), _row("packages", _packages)]
    if is_local:
        local = {"java": _java, "jars": _jars, "server": _server}
        rows += [_row(name, look) for name, look in local.items()]
    rows += [_row("disk", _disk), _row("memory", partial(_memory, is_local=is_local))]
    rows += _database()
    rows.append(_row("language model", _language_model, is_needed=False))
    extras = metadata("scinet").get_all("Provides-Extra") or []
    rows += [
        _row(f"extra {extra}", partial(_installed, extra), is_needed=False)
        for extra in extras
        if extra not in {"all", "bench", "dev"}
    ]
    return rows


def _row(check: str, look: Callable[[], str], *, is_needed: bool = True) -> dict[str, str]:
    try:
        state, found, remedy = "ok", look(), ""
    except ScinetError as error:
        state, found, remedy = "missing" if is_needed else "optional", str(error), error.hint
    return {"check": check, "state": state, "found": found, "do": remedy}


def _is_local() -> bool:
    try:
        return Neo4jSettings().uri is None
    except ScinetError:  # a row says so
        return False


def _python() -> str:
    from packaging.specifiers import SpecifierSet

    found = platform.python_version()
    wanted = metadata("scinet")["Requires-Python"]
    if not SpecifierSet(wanted).contains(found, prereleases=True):
        raise ScinetError(f"{found}, {wanted} is needed", hint="Make an environment of that one.")
    return found


def _packages() -> str:
    return f"scinet {version('scinet')}, {_installed('')}"


def _installed(extra: str) -> str:
    """How many packages are there; an error names those that are not, or are too old."""
    wanted = absent = 0
    first = ""
    for name, needed, found in _requirements(extra):
        wanted += 1
        if found is None or not needed.contains(found, prereleases=True):
            absent += 1
            first = first or f"{name}{needed}, {found or 'none'} is installed"
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
                found = version(needed.name)
            except PackageNotFoundError:
                found = None
            yield needed.name, needed.specifier, found


def _java() -> str:
    from scinet.server.control import lane_of
    from scinet.server.java import find
    from scinet.server.lanes import LANES

    found = find(LANES[lane_of(ServerSettings())])
    return f"{found.version} ({found.path})"


def _jars() -> str:
    from scinet.server.control import lane_of
    from scinet.server.install import installed
    from scinet.server.lock import committed

    settings = ServerSettings()
    lock = committed(lane_of(settings))
    return f"{len(lock.jars)} jars, hashes as locked ({installed(settings, lock)})"


def _server() -> str:
    from scinet.server.control import status
    from scinet.server.seen import home_on, use

    settings = ServerSettings()
    found = status(settings)
    if not found.running and (other := home_on(settings.port)) is not None:
        what = f"not running ({found.home}); another server of scinet has its port ({other})"
        raise ScinetError(what, hint=use(other))
    if not found.running:
        raise ScinetError(f"not running ({found.home})", hint=_START)
    return f"{found.uri}, heap {found.heap}, page cache {found.page_cache} ({found.home})"


def _disk() -> str:
    folders = {_existing(ServerSettings().home), _existing(CacheSettings().cache)}
    least, folder = min((shutil.disk_usage(one).free, one) for one in folders)
    found = f"{least / 2**30:.1f} GiB free ({folder})"
    if least < _ROOM_GIB * 2**30:
        raise ScinetError(
            f"{found}, {_ROOM_GIB} is needed",
            hint="Free some, or choose other folders with SCINET_SERVER_HOME and SCINET_CACHE.",
        )
    return found


def _existing(folder: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    folder = folder.expanduser().absolute()
    return next(one for one in (folder, *folder.parents) if one.exists())


def _memory(*, is_local: bool) -> str:
    from scinet.server.control import status
    from scinet.server.memory import choose

    needed = _OWN_MIB
    if is_local and not status(settings := ServerSettings()).running:
        sizes = choose(settings.heap, settings.page_cache)
        needed += (sizes.heap + sizes.page_cache) // 2**20
    free = free_mib()
    if free and free < needed:
        raise ScinetError(
            f"{free:,} MiB free, {needed:,} are needed",
            hint="End other programs, or `scinet server start --heap 512m --page-cache 128m`.",
        )
    return f"{free:,} MiB free" if free else "not known"


def _database() -> Iterator[dict[str, str]]:
    """What answers, and what is in it; all that depends on an answer is left out without one."""
    opened: list[Any] = []

    def connect() -> str:
        from scinet.graph.connection import Database
        from scinet.graph.status import status
        from scinet.server.address import database_settings

        settings = database_settings()
        _reach(settings)
        with Database.connect(settings) as database:
            opened.append(status(database))
        return f"Neo4j {opened[0]['versions'].get('neo4j')} at {settings.place}"

    yield _row("database", connect)
    for about in opened:
        yield _row("graph data science", partial(_gds, about), is_needed=False)
        yield _row("graph", partial(_graph, about), is_needed=bool(about["nodes"]["Paper"]))


def _reach(settings: Neo4jSettings) -> None:
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


def _gds(about: dict[str, Any]) -> str:
    if found := about["versions"]["gds"]:
        return str(found)
    raise ScinetError(
        "not there: no communities, no vectors of nodes",
        hint="Install the plug-in, or use `scinet server start`, which brings it.",
    )


def _graph(about: dict[str, Any]) -> str:
    papers, name = about["nodes"]["Paper"], about["graph_fingerprint"]
    if not papers:
        raise ScinetError("empty", hint="Run `scinet load FILE`, or `scinet demo`.")
    if name is None and about["loading"]:
        return f"{papers:,} papers so far: a load or a removal runs since {about['loading'][:19]}"
    if name is None:
        raise ScinetError(
            f"{papers:,} papers, a load has not ended",
            hint="Run that load again, or `scinet remove --unfinished`.",
        )
    more = "".join(f", simulation {one['source']!r} stored" for one in about["simulations"])
    parts = [
        one["run"]
        for one in about["loads"]
        if not (one["complete"] or one["whole_in"] or one["kind"] == "remove")
    ]
    if parts:
        more += f"; load {parts[0]} brought only a part, as `scinet status` says"
    return f"{papers:,} papers, {about['relationships']['CITES']:,} citations, {name[:12]}{more}"


def _language_model() -> str:
    from scinet.llm.endpoint import Endpoint

    found = Endpoint.of(EndpointSettings())
    return f"{found.model} at {found.url}; `scinet llm check` asks it"
