"""Locked list of the server's jars, with size and hash of each.

Resolving the dependencies anew would take minutes and might give other jars tomorrow; the list is
committed instead. It holds Maven coordinates, not addresses, so any mirror serves.
"""

import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, Literal, TypeAlias

from scinet.errors import DataError
from scinet.server.release_channels import DEFAULT
from scinet.settings import LaneName

LockName: TypeAlias = LaneName | Literal["explorer"]
FOLDERS: Final = ("lib", "plugins")

_PART = r"[A-Za-z0-9_.\-]+"
_LINE = re.compile(
    rf"(?P<folder>lib|plugins) (?P<coordinates>{_PART}(:{_PART}){{2,3}})"
    r" (?P<size>\d+) (?P<sha256>[0-9a-f]{64})"
)


@dataclass(frozen=True, slots=True, order=True)
class Jar:
    """Jar of a server.

    Attributes:
        folder: ``lib`` for the server, ``plugins`` for Graph Data Science.
        coordinates: ``group:artifact:version`` or ``group:artifact:version:classifier``.
    """

    folder: str
    coordinates: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """File name of the jar."""
        return "-".join(self.coordinates.split(":")[1:]) + ".jar"

    @property
    def path(self) -> str:
        """Path of the jar in a Maven repository."""
        group, artifact, version, *_ = self.coordinates.split(":")
        return f"{group.replace('.', '/')}/{artifact}/{version}/{self.name}"


@dataclass(frozen=True, slots=True)
class JarLock:
    """All jars of one lane, or of the explorer's libraries."""

    jars: tuple[Jar, ...]
    lane: LockName = DEFAULT

    @property
    def digest(self) -> str:
        """Hash that identifies this set of jars."""
        return hashlib.sha256(render_lock(self).encode()).hexdigest()

    @property
    def size(self) -> int:
        """Bytes of all jars."""
        return sum(jar.size for jar in self.jars)

    def version(self, coordinates: str) -> str:
        """Return the version of ``group:artifact``, or an empty string when it is missing."""
        for jar in self.jars:
            if jar.coordinates.startswith(coordinates + ":"):
                return jar.coordinates.split(":")[2]
        return ""

    @property
    def versions(self) -> dict[str, str]:
        """Versions of Neo4j and of Graph Data Science."""
        return {
            "neo4j": self.version("org.neo4j:neo4j"),
            "gds": self.version("org.neo4j.gds:proc"),
        }


def parse_lock(text: str, *, where: str, lane: LockName = DEFAULT) -> JarLock:
    """Parse a lock from its text."""
    jars: list[Jar] = []
    places: set[tuple[str, str]] = set()
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise DataError(
                f"a line names no jar ({where}, line {number})",
                hint="Write the lock anew with `make lock`.",
            )
        jar = Jar(match["folder"], match["coordinates"], int(match["size"]), match["sha256"])
        if (jar.folder, jar.name) in places:
            raise DataError(
                f"{jar.folder}/{jar.name} is listed twice ({where}, line {number})",
                hint="Write the lock anew with `make lock`.",
            )
        places.add((jar.folder, jar.name))
        jars.append(jar)
    return JarLock(tuple(jars), lane)


def render_lock(lock: JarLock) -> str:
    """Format a lock as text, in a reproducible order."""
    head = f"# Jars of the local server, lane {lock.lane}; written by `make lock`.\n"
    if lock.lane == "explorer":
        head = "# Jars of the libraries that pages of the explorer load.\n"
    lines = (f"{j.folder} {j.coordinates} {j.size} {j.sha256}\n" for j in sorted(lock.jars))
    return head + "".join(lines)


def load_lock(lane: LockName) -> JarLock:
    """Load the tested lock of a lane, or of the explorer."""
    name = f"{lane}.lock"
    return parse_lock(
        files("scinet.server").joinpath(name).read_text("utf-8"), where=name, lane=lane
    )
