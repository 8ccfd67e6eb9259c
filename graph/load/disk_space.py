"""Free disk space of the server, checked before each batch while a load can still stop safely.

A disk that fills up inside a transaction tears the server's log, and the server then refuses to
start. Only a server on this machine can be checked.
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
    """Data folder of a server; None when that is on another machine."""

    folder: Path | None

    @classmethod
    def of(cls, database: Database) -> Self:
        """Find the disk of a database."""
        try:
            [row] = database.rows("admin/data_folder")
        except (QueryError, ValueError):  # an account that may not ask
            return cls(None)
        folder = Path(row["folder"])
        # A local folder may have the same name by chance; a server's has the database in it.
        return cls(folder if (folder / "databases" / database.name).is_dir() else None)

    def check(self) -> None:
        """Refuse to go on when too little is free.

        The content of the log may still have to be written to the store, so as much must be free.

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
