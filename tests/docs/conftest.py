"""One server for all that pages say to type, and the folders that it is typed in."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from helpers.commands.typed_commands import run_typed, typed_through_forker
from helpers.pages.doc_pages import Block
from helpers.waiting import PATIENCE_S

if TYPE_CHECKING:
    from scinet.settings import ServerSettings

# Of few rows its compiler takes longer than the rows.
_SPARK: Final = """spark.sql.shuffle.partitions 2
spark.default.parallelism 2
spark.sql.codegen.wholeStage false
spark.sql.adaptive.enabled false
spark.driver.extraJavaOptions -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
"""
# Typed as users do, each command a new Python; all other blocks go through the forker.
_REAL: Final = ("tutorial-1", "tutorial-6")


@pytest.fixture(scope="session")
def place() -> Iterator[Path]:
    """Folder of the server and of all that is made, in memory: a load waits for the disk."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108
    with tempfile.TemporaryDirectory(prefix="docs-", dir=memory) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def server(place: Path) -> Iterator["ServerSettings"]:
    """The server that the demo or a module starts; it is stopped at the end, come what may."""
    from scinet.server.control import stop
    from scinet.server.install import missing_jars
    from scinet.server.lock import load_lock
    from scinet.server.process import free_port
    from scinet.settings import ServerSettings

    if missing_jars(
        ServerSettings(), load_lock(ServerSettings().lane or "lts")
    ) and not os.environ.get("CI"):
        pytest.skip("the server is not installed: run `scinet server install`")
    home = place / "demo" / "server"
    settings = ServerSettings(
        home=home, port=free_port(), heap="1g", page_cache="256m", wait_s=PATIENCE_S
    )
    yield settings
    stop(settings)


@pytest.fixture(scope="session")
def surroundings(place: Path, server: "ServerSettings") -> Iterator[Mapping[str, str]]:
    """Variables of a user who has nothing yet."""
    from helpers.servers.endpoint import filled, serving
    from helpers.servers.served_grobid import serving as serving_grobid

    theirs = ("NEO4J_", "OPENAI_", "SCINET_LLM_")
    own = {name: value for name, value in os.environ.items() if not name.startswith(theirs)}
    spark = place / "spark"
    spark.mkdir()
    (spark / "spark-defaults.conf").write_text(_SPARK)
    with serving() as endpoint, serving_grobid() as grobid:
        endpoint.answer = filled
        yield own | {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), own.get("PATH", "")]),
            "IPYTHONDIR": str(place / "ipython"),
            "OPENAI_BASE_URL": endpoint.url,
            "SCINET_CACHE": str(place / "cache"),
            "SCINET_GROBID_URL": grobid.url,
            "SCINET_LLM_MODEL": "tiny",
            "SCINET_SERVER_HOME": str(server.home),
            "SCINET_SERVER_PORT": str(server.port),
            "SCINET_SERVER_HEAP": str(server.heap),
            "SCINET_SERVER_PAGE_CACHE": str(server.page_cache),
            "SCINET_SERVER_WAIT_S": str(server.wait_s),
            "SPARK_CONF_DIR": str(spark),
        }


@pytest.fixture(scope="session")
def forked(surroundings: Mapping[str, str], place: Path) -> Iterator[Mapping[str, str]]:
    """The same variables, with the forker's ``scinet`` and ``python`` in front of the real ones."""
    with typed_through_forker(place / "programs", surroundings) as environment:
        yield environment


@pytest.fixture(scope="module")
def empty_graph(server: "ServerSettings") -> None:
    """Start the server unless it runs, and empty it of what another module loaded."""
    from helpers.servers.own_server import connected

    with connected(server) as database:
        database.rows("admin/wipe")


@pytest.fixture(scope="session")
def typed(
    surroundings: Mapping[str, str], forked: Mapping[str, str], place: Path
) -> Callable[[Block], None]:
    """Types a block, in the folder of its page: empty, or with files as the page's source has."""

    def type_in(block: Block) -> None:
        from helpers.files.source_files import put

        folder = place / "pages" / block.page
        if not folder.exists():
            folder.mkdir(parents=True)
            put(block.page, folder)
        shell = {"sh": ("bash", "-euxo", "pipefail"), "python": ("python",)}
        environment = surroundings if str(block) in _REAL else forked
        printed = run_typed([*shell[block.language], "-c", block.code], environment, folder)
        assert block.output in printed

    return type_in
