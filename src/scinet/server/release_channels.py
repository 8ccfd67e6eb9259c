"""Lanes: compatible releases of Neo4j and Graph Data Science, and their differences.

``lts`` is the long-term release and the default; ``current`` is the newest that Graph Data Science
was published for. Each has a lock of its own beside this module.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from scinet.settings import LaneName

_GDS: Final = ("proc", "proc-sysinfo", "opengds-extension", "open-model-catalog")


@dataclass(frozen=True, slots=True)
class ReleaseChannel:
    """Requirements of a lane besides its jars.

    Attributes:
        gds: Artifacts of Graph Data Science whose dependencies make up the plug-in.
        settings: Settings of Neo4j that other lanes do not have.
    """

    oldest_java: int
    newest_java: int
    gds: tuple[str, ...]
    settings: Mapping[str, str] = field(default_factory=dict)


DEFAULT: Final[LaneName] = "lts"
LANES: Final[Mapping[LaneName, ReleaseChannel]] = {
    "lts": ReleaseChannel(17, 21, (*_GDS, "open-write-services")),
    # Without the first setting the server offers itself to a fleet manager on the network.
    "current": ReleaseChannel(
        21,
        25,
        _GDS,
        {"dbms.fleet_manager.enabled": "false", "db.query.default_language": "CYPHER_25"},
    ),
}
