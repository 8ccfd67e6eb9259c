"""Fixtures: one real Neo4j per process of a run, an empty graph per test.

NEO4J_URI and a ``.env`` file are never read here: they may be the user's, and tests empty what
they find.
"""

import gc
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from helpers import lanes, proof
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

from scinet.errors import ServerMissingError
from scinet.graph.db.connection import Database
from scinet.settings import Neo4jSettings, ServerSettings

pytest_plugins = [
    "helpers.servers.endpoint",
    "helpers.commands.nursery",
    "helpers.servers.server_fakes",
    "helpers.commands.typed",
]

_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
_ACL = _DATA / "acl"
_OPENALEX = _DATA / "openalex" / "works"
_IMAGE = "neo4j:5.26-community"
_RECORDER = "seconds"
_ROOM = 4 * 2**30
# A server of tests does not live long enough to repay what its Java would spend on optimising: a
# quarter of the time of a whole run. Without that Java has little room for compiled code, and
# throws much of it away.
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m")
# Commands start with compiled modules, as a user's do; without, imports take three times as long.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# Tests empty the graph all the time: each time statistics change, and all statements were planned
# anew after ten seconds.
_PLANNED_ONCE = {"dbms.cypher.min_replan_interval": "1d"}
# No deadline: a slow machine is not a fault, and a first example may compile.
hypothesis.settings.register_profile("scinet", deadline=None, max_examples=50)
hypothesis.settings.load_profile("scinet")


class _Groups(LoadFileScheduling):  # type: ignore[misc]
    """A file is for one worker, and so are the files of a group."""

    def _split_scope(self, nodeid: str) -> str:
        return lanes.find_group(nodeid)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that measures the suite."""
    parser.addoption("--write-seconds", action="store_true", help=f"measure into {lanes.TABLE}")


def pytest_configure(config: pytest.Config) -> None:
    """Note the seconds of tests, and collect them where the run is put together."""
    # A shell starts what runs in its background with Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.disable()
    config.pluginmanager.register(lanes.FixtureTimer())
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(lanes.SecondsRecorder(), _RECORDER)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Have Python end as it does without the tests, where somebody sees it."""
    if not hasattr(config, "workerinput"):
        gc.unfreeze()


def pytest_report_header() -> list[str]:
    """Name the seed with which proofs of this run are repeated, and the third of long tests."""
    return [
        f"seed of proofs: {proof.default_seed()} (repeat with {proof.SEED})",
        f"third of the long tests: {lanes.current_third()} (repeat with {lanes.THIRD})",
    ]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Name the tests that are far slower than their lane allows, or write the table anew."""
    recorder: Any = config.pluginmanager.get_plugin(_RECORDER)
    if config.getoption("--write-seconds"):
        for line in recorder.write():
            terminalreporter.line(line)
    elif slow := recorder.find_slow(lanes.read_table()):
        terminalreporter.section("slower than their lane; `make seconds` measures anew")
        for line in slow:
            terminalreporter.line(line)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> _Groups:
    """Files that share plans, a server or a Spark go together."""
    return _Groups(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test its lane, and an order: files that take longest begin."""
    rows = lanes.read_table()
    lanes.mark_items(items, rows)
    lanes.sort_items(items, rows)


def pytest_collection_finish() -> None:
    """Look for garbage from now on, but not among the million objects that were imported."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


@pytest.fixture(scope="session")
def uri() -> Iterator[str]:
    """A server without a password that the tests may empty.

    ``SCINET_TEST_URI`` when set, a container with ``SCINET_TEST_SERVER=docker``, else a
    throw-away server on a free port. Without an installed server the graph tests are skipped,
    except in CI, where they fail; a server that does not start is an error.
    """
    if given := os.environ.get("SCINET_TEST_URI"):
        yield given
    elif os.environ.get("SCINET_TEST_SERVER") == "docker":
        yield from _container()
    else:
        with tempfile.TemporaryDirectory(prefix="neo4j-", dir=_in_memory()) as folder:
            yield from _throw_away(Path(folder))


@pytest.fixture(scope="session")
def shared_database(uri: str) -> Iterator[Database]:
    """One connection for the whole run; property tests empty it by hand."""
    # model_construct: only defaults, so that nothing of the user's is used.
    with Database.connect(Neo4jSettings.model_construct(uri=uri)) as database:
        if importlib.util.find_spec("scinet.graph.db.indexes"):
            schema = importlib.import_module("scinet.graph.db.indexes")
            schema.ensure_schema(database)
        yield database


@pytest.fixture
def database(shared_database: Database) -> Database:
    """The same connection with an empty graph; constraints and indexes are there."""
    shared_database.rows("admin/wipe")
    return shared_database


@pytest.fixture(scope="session")
def acl() -> Path:
    """Folder of the ACL network beside the checkout."""
    if not _ACL.is_dir():
        pytest.skip(f"the ACL network is not at {_ACL}")
    return _ACL


@pytest.fixture(scope="session")
def openalex() -> Path:
    """Folder of OpenAlex works beside the checkout."""
    if not _OPENALEX.is_dir():
        pytest.skip(f"the OpenAlex works are not at {_OPENALEX}")
    return _OPENALEX


def _in_memory() -> Path | None:
    """A folder in memory with room for a server: it waits for the disk at each transaction."""
    folder = Path("/dev/shm")  # noqa: S108 - the folder in it has a name of its own
    is_large = folder.is_dir() and shutil.disk_usage(folder).free > _ROOM
    return folder if is_large else None


def _throw_away(folder: Path) -> Iterator[str]:
    from scinet.server.process import free_port, run_temporary

    # The cache of jars is the user's; nothing else of the settings is.
    settings = ServerSettings(heap="1g", page_cache="256m", wait_s=180)
    try:
        with run_temporary(settings, folder, free_port(), _PLANNED_ONCE) as server:
            yield server.uri
    except ServerMissingError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"{error}: run `scinet server install`, or set SCINET_TEST_URI")


def _container() -> Iterator[str]:
    """Start Neo4j with GDS in a container.

    Not tried yet: it was written where no Docker daemon runs.
    """
    from testcontainers.core.container import DockerContainer
    from testcontainers.core.wait_strategies import LogMessageWaitStrategy

    container = (
        DockerContainer(_IMAGE)
        .with_env("NEO4J_AUTH", "none")
        .with_env("NEO4J_PLUGINS", '["graph-data-science"]')
        .with_exposed_ports(7687)
        .waiting_for(LogMessageWaitStrategy("Started.").with_startup_timeout(300))
    )
    with container:
        yield f"bolt://{container.get_container_host_ip()}:{container.get_exposed_port(7687)}"
