"""Files of the pages: our own, and libraries out of the jars that the lock names."""

import hashlib
import zipfile
from functools import cache
from importlib.resources import files
from typing import Final

from scinet.server.install import install, jar_folder
from scinet.server.lock import JarLock, load_lock
from scinet.settings import ServerSettings

LIBRARIES: Final = {
    "cytoscape.js": ("cytoscape", "dist/cytoscape.min.js"),
    "htmx.js": ("htmx.org", "dist/htmx.min.js"),
}
_SORTS: Final = "sort.js"
_TYPES: Final = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}


def library_lock() -> JarLock:
    """The jars of the libraries that pages load."""
    return load_lock("explorer")


def download_libraries() -> None:
    """Download the jars unless they are there.

    Raises:
        ServerMissingError: If they cannot be downloaded.
    """
    install(ServerSettings(), library_lock())


@cache
def read_asset(name: str) -> tuple[bytes, str] | None:
    """A file and its media type; None where there is none of that name."""
    media = _TYPES.get(name.rpartition(".")[2])
    if name in LIBRARIES:
        return _read_from_jar(*LIBRARIES[name]), str(media)
    if name == _SORTS:  # which the report holds in itself, too
        return (files("scinet.eval.report") / name).read_bytes(), str(media)
    own = files("scinet.explorer") / "static"
    if media is None or name not in {file.name for file in own.iterdir()}:
        return None
    return (own / name).read_bytes(), media


def _read_from_jar(artifact: str, path: str) -> bytes:
    folder = jar_folder(ServerSettings(), library_lock())
    [jar] = [
        candidate
        for candidate in library_lock().jars
        if candidate.coordinates.split(":")[1] == artifact
    ]
    version = jar.coordinates.split(":")[2]
    with zipfile.ZipFile(folder / jar.folder / jar.name) as archive:
        return archive.read(f"META-INF/resources/webjars/{artifact}/{version}/{path}")


@cache
def asset_version(name: str) -> str:
    """Return a version that changes with the file."""
    asset = read_asset(name)
    return hashlib.sha256(asset[0]).hexdigest()[:16] if asset else ""
