"""Bulk import into the local server: into new data, which then replace its own.

The server runs on meanwhile. The imported data are moved as a whole into the folder ``imported`` of
the home; the next start of the server, by any command, replaces its data by them.
"""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scinet.errors import GraphUnavailableError
from scinet.graph.db.connection import Database
from scinet.graph.load.bulk.prepare import ARGUMENTS
from scinet.graph.load.disk_space import Disk
from scinet.server import control
from scinet.server.home import Home
from scinet.server.install import installed_jars
from scinet.server.java import find_java
from scinet.server.lock import load_lock
from scinet.server.program import administer, last_output_line
from scinet.server.release_channels import LANES
from scinet.server.storage import exclusive_lock, translate_os_errors
from scinet.settings import ServerSettings

_GIB: Final = 2**30


@dataclass(frozen=True, slots=True)
class LocalImporter:
    """Importer of the local server; see :class:`scinet.graph.load.bulk.LocalImporter`."""

    settings: ServerSettings

    @property
    def folder(self) -> Path:
        """Folder for import files: on the disk of the data."""
        return Home(self.settings.home).bulk

    def store(self, files: Path) -> Path:
        """Convert import files to a data folder; the server runs on meanwhile."""
        return import_files(self.settings, files)

    def put(self, data: Path) -> None:
        """Replace the data of the server, which is stopped and started."""
        home = Home(self.settings.home)
        started = home.started()
        with exclusive_lock(home.lock):  # prevents a start in between
            control.stop(self.settings)
            home.take(data)
        sizes = (
            {}
            if started is None
            else {"heap": started.heap, "page_cache": started.page_cache, "port": started.port}
        )
        control.start(self.settings.model_copy(update=sizes))


def find_importer(database: Database) -> LocalImporter | None:
    """Return the importer of a database; None unless it is that of the local server."""
    settings = ServerSettings()
    folder = Disk.of(database).folder
    if folder is None or folder != Home(settings.home).data or not control.status(settings).running:
        return None
    return LocalImporter(settings)


def import_files(settings: ServerSettings, files: Path) -> Path:
    """Run the importer; return the folder of its data."""
    lane = control.data_lane(settings)
    with translate_os_errors(files):
        for stale in files.glob("home-*"):
            shutil.rmtree(stale, ignore_errors=True)
        # An importer whose scinet was killed may still write into an earlier one.
        own = Home(Path(tempfile.mkdtemp(prefix="home-", dir=files)))
        own.prepare()
        own.configure({"db.tx_log.preallocate": "false", "server.memory.pagecache.size": "128m"})
    java = find_java(LANES[lane])
    jars = installed_jars(settings, load_lock(lane))
    words = ["database", "import", "full", "neo4j", f"@{ARGUMENTS}"]
    done = administer(java, jars, own, words, heap=_GIB, folder=files)
    with translate_os_errors(files):
        (files / "import.log").write_text(done.stdout + done.stderr)
    if done.returncode:
        raise GraphUnavailableError(
            f"the importer failed; last output: {last_output_line(done)}",
            hint=f"What it wrote stands in {files / 'import.log'}; load with --no-bulk.",
        )
    return own.data
