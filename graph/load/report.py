"""What a load did: the account by records, and the list of rejects as a file."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from scinet.errors import StorageError


@dataclass(frozen=True, slots=True)
class LoadReport:
    """The account of one load; ``read`` is always ``loaded + merged +`` all rejected.

    Attributes:
        read: Records in the input.
        loaded: Records stored by this load.
        merged: Records that were there already with the same content.
        rejected: Records not stored, by reason.
        details: What the graph gained by kind (``papers``, ``citations``, …); ``replaced``,
            records of earlier loads that gave way; ``accepted``, repairs and oddities by name;
            ``parts``, what became of the authorships, references and mentions inside records.
        graph_fingerprint: Of the whole graph after the load.
        seconds: Wall-clock time.
        run: Name of the load.
        rejects: File that lists what was rejected, None when nothing was.
    """

    read: int
    loaded: int
    merged: int
    rejected: dict[str, int]
    details: dict[str, Any]
    graph_fingerprint: str
    seconds: float
    run: str
    rejects: Path | None

    def as_dict(self) -> dict[str, Any]:
        """The public keys, ready for JSON."""
        return {
            "read": self.read,
            "loaded": self.loaded,
            "merged": self.merged,
            "rejected": self.rejected,
            "details": self.details,
            "graph_fingerprint": self.graph_fingerprint,
            "seconds": round(self.seconds, 3),
        }


def nested(counts: Mapping[str, int]) -> dict[str, Any]:
    """Counts with dotted names as objects in objects, zeros left out."""
    result: dict[str, Any] = {}
    for name, value in sorted(counts.items()):
        if value:
            *path, last = name.split(".")
            place = result
            for part in path:
                place = place.setdefault(part, {})
            place[last] = value
    return result


def rejected(counts: Counter[str]) -> int:
    """Number of rejected records."""
    return sum(value for name, value in counts.items() if name.startswith("rejected."))


class RejectsFile:
    """A file of JSON lines that comes to be with its first line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stream: BinaryIO | None = None
        if not path.parent.is_dir():
            raise StorageError(
                f"there is no folder {path.parent}", hint="Name another file with --rejects."
            )

    @property
    def written(self) -> Path | None:
        """The file, None while nothing was rejected."""
        return None if self._stream is None else self.path

    def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Append rows.

        Raises:
            StorageError: If the file cannot be written.
        """
        try:
            for row in rows:
                if self._stream is None:
                    self._stream = self.path.open("wb")
                self._stream.write(orjson.dumps(row) + b"\n")
        except OSError as error:
            raise StorageError(
                f"{error.strerror} ({self.path})", hint="Name another file with --rejects."
            ) from error

    def close(self) -> None:
        """Close the file if there is one."""
        if self._stream is not None:
            self._stream.close()
