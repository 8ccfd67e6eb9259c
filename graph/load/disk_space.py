"""The disk of the server, looked at before each batch while there is still room to stop well.

A disk that fills up inside a transaction tears the server's log, and the server then refuses to
start. Only a server on this machine can be looked at.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from scinet.errors import QueryError, StorageError
from scinet.graph.db.connection import Database

MIN_FREE_BYTES: Final = 64 * 2**20


@dataclass(frozen=True, slots=True)
class Disk:
    """Where a server keeps its data; None when that is on another machine."""

    folder: Path | None

    @classmethod
    def of(cls, database: Database) -> Self:
        """The disk of a database."""
        try:
            [row] = database.rows("admin/data_folder")
        except (QueryError, ValueError):  # an account that may not ask
            return cls(None)
        folder = Path(row["folder"])
        # A folder of that name may also be here by chance; an empty one is none of a server.
        return cls(folder if (folder / "databases" / database.name).is_dir() else None)

    def check(self) -> None:
        """Stop while there is room.

        What the log holds may still have to be written to the store, so as much must be free.

        Raises:
            StorageError: If too little is free.
        """
        if self.folder is None:
            return
        needed = MIN_FREE_BYTES + sum(
            map(_largest_log, (self.folder / "transactions").glob("*/*.db.*"))
        )
        free = shutil.disk_usage(self.folder).free
        if free < needed:
            raise StorageError(
                f"the disk of the graph has {free / 2**20:.0f} MB left, less than the "
                f"{needed / 2**20:.0f} MB that a load needs to stop well ({self.folder})",
                hint="Free some and re-run the command to resume.",
            )


def _largest_log(log: Path) -> int:
    try:
        return log.stat().st_size
    except FileNotFoundError:  # the server has pruned it meanwhile
        return 0
