"""Download of the locked jars.

Jars are written atomically and verified, so an interrupted install resumes. A marker is written
last. Before each start all jars are hashed again, which takes half a second: a jar runs with all of
its user's rights.
"""

import hashlib
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scinet.errors import DataError, ServerMissingError
from scinet.server.lock import FOLDERS, Jar, JarLock
from scinet.server.repository import Source
from scinet.server.storage import check_space, exclusive_lock, replace_file, translate_os_errors
from scinet.settings import ServerSettings

_CONNECTIONS: Final = 16
_MARKER: Final = "complete"
_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Installed:
    """Summary of an install."""

    folder: Path
    downloaded: int
    kept: int
    seconds: float


def jar_folder(settings: ServerSettings, lock: JarLock) -> Path:
    """Return the folder of a lock's jars, separate so that running servers keep theirs."""
    return settings.cache.absolute() / lock.lane / lock.digest[:12]


def missing_jars(settings: ServerSettings, lock: JarLock) -> list[Jar]:
    """Return jars that are missing, or have another size than in the lock."""
    folder = jar_folder(settings, lock)
    return [jar for jar in lock.jars if not _has_size(folder, jar)]


def installed_jars(settings: ServerSettings, lock: JarLock) -> Path:
    """Return the folder of exactly the locked jars: others would be run as well.

    Raises:
        ServerMissingError: If some are missing or changed.
        DataError: If there is one outside the lock.
    """
    folder = jar_folder(settings, lock)
    expected = {folder / jar.folder / jar.name for jar in lock.jars}
    present = (jar for name in FOLDERS for jar in (folder / name).glob("*.jar"))
    if foreign := sorted({*present} - expected):
        raise DataError(
            f"{foreign[0]} is not a jar of the server, and would be run by it",
            hint="Delete it; jars of your own belong into a server of your own (NEO4J_URI).",
        )
    absent = [jar for jar in lock.jars if not _is_whole(folder, jar)]
    if absent or not (folder / _MARKER).is_file():
        raise ServerMissingError(
            f"the local server is not installed ({len(absent)} of {len(lock.jars)} jars missing"
            f" or changed in {folder})",
            hint=f"Run `scinet server install --lane {lock.lane}`.",
        )
    return folder


def install(
    settings: ServerSettings,
    lock: JarLock,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Installed:
    """Make all jars of the lock available."""
    start = time.monotonic()
    try:
        folder = installed_jars(settings, lock)
        return Installed(folder, 0, len(lock.jars), time.monotonic() - start)
    except ServerMissingError:
        folder = jar_folder(settings, lock)
    with translate_os_errors(folder):
        for name in FOLDERS:
            (folder / name).mkdir(parents=True, exist_ok=True)
        guard = folder / "lock"
        guard.touch()
    with exclusive_lock(guard):
        with translate_os_errors(folder):
            wanted = _damaged_jars(folder, lock)
        if wanted:
            check_space(folder, sum(jar.size for jar in wanted))
            base = settings.maven_url or _maven_url()
            _download(base, folder, wanted, len(lock.jars), progress)
        with translate_os_errors(folder):
            replace_file(folder / _MARKER, f"{lock.digest}\n".encode())
    seconds = time.monotonic() - start
    num_kept = len(lock.jars) - len(wanted)
    _logger.info("%d jars downloaded, %d kept, %.1f s", len(wanted), num_kept, seconds)
    return Installed(folder, len(wanted), num_kept, seconds)


def _maven_url() -> str:
    from jgo.constants import MAVEN_CENTRAL_URL

    return str(MAVEN_CENTRAL_URL)


def _has_size(folder: Path, jar: Jar) -> bool:
    try:
        return (folder / jar.folder / jar.name).stat().st_size == jar.size
    except OSError:
        return False


def _is_whole(folder: Path, jar: Jar) -> bool:
    if not _has_size(folder, jar):
        return False
    with (folder / jar.folder / jar.name).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest() == jar.sha256


def _damaged_jars(folder: Path, lock: JarLock) -> list[Jar]:
    """Return missing or damaged jars, and remove remains of killed installs."""
    (folder / _MARKER).unlink(missing_ok=True)
    for name in FOLDERS:
        for part in (folder / name).glob("*.part"):
            part.unlink(missing_ok=True)
    return [jar for jar in lock.jars if not _is_whole(folder, jar)]


def _download(
    base: str,
    folder: Path,
    jars: list[Jar],
    total: int,
    progress: Callable[[int, int], None] | None,
) -> None:
    source = Source(base)
    with ThreadPoolExecutor(_CONNECTIONS) as pool:
        try:
            futures = [pool.submit(_fetch_jar, source, folder, jar) for jar in jars]
            for done, future in enumerate(as_completed(futures), start=total - len(jars) + 1):
                future.result()
                if progress:
                    progress(done, total)
        except BaseException:
            # Also when interrupted: the others end at their next chunk.
            source.stopped.set()
            pool.shutdown(cancel_futures=True)
            raise


def _fetch_jar(source: Source, folder: Path, jar: Jar) -> None:
    content = source.read(jar)
    if hashlib.sha256(content).hexdigest() != jar.sha256:
        raise DataError(
            f"{jar.name} from {source.host} is not the jar that the lock names",
            hint="Set SCINET_MAVEN_URL to another mirror; nothing of this jar was kept.",
        )
    with translate_os_errors(folder, needed=jar.size):
        replace_file(folder / jar.folder / jar.name, content)
