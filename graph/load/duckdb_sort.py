"""DuckDB with limited memory, for sorting and grouping on disk."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scinet.errors import StorageError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@contextmanager
def open_duckdb(folder: Path, memory: str, *, hint: str) -> Iterator["DuckDBPyConnection"]:
    """Open an empty DuckDB database.

    Args:
        folder: Folder for data beyond the memory; made when needed.
        hint: Remedy when it cannot be written.

    Raises:
        StorageError: If the disk is full or the memory does not suffice.
    """
    import duckdb

    settings: dict[str, Any] = {"memory_limit": memory, "temp_directory": str(folder)}
    with duckdb.connect(config=settings) as database:
        try:
            database.execute("SET enable_progress_bar = false")
            yield database
        except duckdb.OperationalError as error:
            message = str(error).partition("\n")[0]
            raise StorageError(
                f"{folder} does not suffice to sort: {message}", hint=hint
            ) from error
