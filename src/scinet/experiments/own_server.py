"""A local server in a folder of its own, and the files of a corpus folder."""

from pathlib import Path

from scinet.server.control import lane_of, start, status
from scinet.server.home import local_connection
from scinet.server.install import install
from scinet.server.lock import committed
from scinet.server.process import free_port, port_trouble
from scinet.settings import Neo4jSettings, ServerSettings


def start_own(out: Path, *, heap: str) -> tuple[Neo4jSettings, ServerSettings]:
    """Start the server of a folder unless it runs, with its data in ``server`` below."""
    home = ServerSettings().model_copy(
        update={"home": (out / "server").resolve(), "heap": heap, "page_cache": "256m"}
    )
    return ready(home), home


def ready(settings: ServerSettings) -> Neo4jSettings:
    """Start a local server unless it runs, and download it before when it is missing.

    When the port is taken by something else, a free one is used.
    """
    if not status(settings).running:
        install(settings, committed(lane_of(settings)))
        if port_trouble(settings.port):
            settings = settings.model_copy(update={"port": free_port()})
    start(settings)
    return local_connection(settings) or Neo4jSettings()


def corpus_files(corpus: Path, name: str) -> list[Path | str]:
    """The file of a corpus folder with that name, plain or compressed."""
    return [
        file for file in (corpus / f"{name}.jsonl", corpus / f"{name}.jsonl.gz") if file.exists()
    ]
