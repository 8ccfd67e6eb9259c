"""Bulk loading: an empty graph is filled by Neo4j's importer instead of transactions.

The import files contain the journal as well, so that afterwards the ordinary load finds all
batches done, stores what is left, and closes the account.
"""

import logging
import math
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol

from scinet import atomic_files
from scinet.errors import DataError, GraphUnavailableError, StorageError
from scinet.graph.db import indexes
from scinet.graph.db.connection import Database
from scinet.graph.db.graph_counts import graph_counts
from scinet.graph.load import journal
from scinet.graph.load.bulk.prepare import ARGUMENTS, LoadEntry, PreparedImport, prepare
from scinet.graph.load.bulk.size import SizeEstimate, estimate_size, refuse_if_too_large
from scinet.graph.load.report import LoadReport
from scinet.graph.load.run import Load

_LOG: Final = logging.getLogger(__name__)
_NOT_EMPTY: Final = "the graph is not empty"
_MIN_PAPERS: Final = 50_000
_MIN_BYTES: Final = 4 * 2**20  # packed size of that many papers, at least


class Importer(Protocol):
    """Importer of files into the database of a server.

    Attributes:
        folder: Place of the import files, on the disk of the data.
    """

    @property
    def folder(self) -> Path:
        """Place of the import files, on the disk of the data."""
        ...

    def store(self, files: Path) -> Path:
        """Import the files into a new store and return its folder; the server keeps running."""
        ...

    def put(self, data: Path) -> None:
        """Replace the store of the server by this one, and restart the server."""


def fill_graph(load: Load, importer: Importer | None, *, is_wanted: bool | None) -> None:
    """Load the papers of a part in bulk if requested, or if possible and faster."""
    if not load.part.kind.has_papers:
        reason = f"the files hold {load.part.kind.holds}"
    elif importer is None:
        reason = "the database is not that of the local server"
    elif load.db.rows("load/anything"):
        if not is_wanted or journal.read_batches(load.db, load.name):  # this load is resumed
            return
        reason = _NOT_EMPTY
    elif not is_wanted and load.part.size <= _MIN_BYTES:
        return
    else:
        size = _estimate_size(load)
        if (not is_wanted and size.papers <= _MIN_PAPERS) or _fill_locked(load, importer, size):
            return
        reason = _NOT_EMPTY
    if is_wanted:
        raise DataError(f"--bulk is for papers of a first load ({reason})", hint="Leave it out.")


def _estimate_size(load: Load) -> SizeEstimate:
    load.progress(0, "papers are counted")
    return estimate_size(load.part)


def _fill_locked(load: Load, importer: Importer, size: SizeEstimate) -> bool:
    """Fill the graph unless another load did so before this one got the lock."""
    with journal.hold_lock(load.db, load.name) as lock:
        if load.db.rows("load/anything"):
            return False
        load.settle()
        folder = importer.folder / _folder_name(load)
        if importer.folder.exists():
            for leftover in importer.folder.iterdir():
                if leftover != folder:
                    shutil.rmtree(leftover, ignore_errors=True)
        refuse_if_too_large(size, importer.folder)
        done = _prepare_files(load, folder)
        _LOG.info("%d records are prepared: the importer begins", done.account["loaded"])
        minutes = math.ceil(size.import_s / 60)
        load.progress(load.part.size, f"Neo4j's importer and indexes, {minutes} min")
        data = importer.store(folder)
        # A loader that took over while this one was suspended may have loaded something.
        load.db.write(lock.heartbeat)
        importer.put(data)
    _await_server(load.db)
    load.progress(load.part.size, "indexes")
    indexes.ensure_schema(load.db, load.report_index)
    return True


def write_files(load: Load, folder: Path) -> LoadReport:
    """Write the import files of a part, for an importer that the user runs.

    Raises:
        DataError: If the part has no papers.
        StorageError: If the folder is not empty, or the disk too small.
    """
    if not load.part.kind.has_papers:
        raise DataError(
            f"import files are for papers (the files hold {load.part.kind.holds})",
            hint="Leave --import-files out.",
        )
    marker = folder / f"{_folder_name(load)}.run"
    if folder.exists() and any(folder.iterdir()) and not marker.exists():
        raise StorageError(f"{folder} is not empty", hint="Name another folder.")
    refuse_if_too_large(_estimate_size(load), folder)
    atomic_files.write_file(b"", marker)
    done = _prepare_files(load, folder)
    command = f"neo4j-admin database import full --overwrite-destination neo4j @{ARGUMENTS}"
    steps = f"in {folder}, the server stopped, `{command}`; then load without --import-files"
    return load.report(done.account, {"next": steps}, done.fingerprint)


def _folder_name(load: Load) -> str:
    """Name the folder of a load; references to external texts are valid only for these texts."""
    if load.texts is None:
        return load.name
    return f"{load.name}-{sha256(bytes(load.texts)).hexdigest()[:8]}"


def _prepare_files(load: Load, folder: Path) -> PreparedImport:
    size = load.batch_size or load.part.kind.batch_size
    before = dict.fromkeys(graph_counts(load.db), 0)
    entry = LoadEntry(load.name, load.part, size, load.options, before, load.texts)
    done = prepare(entry, folder, load.progress)
    load.workers_mib = done.workers_mib
    return done


def _await_server(database: Database) -> None:
    """Wait for the server; connections cut by the restart fail first."""
    for _ in range(3):
        if database.answers():
            return
    raise GraphUnavailableError(
        "the server does not answer after its start", hint="Run the same command again."
    )
