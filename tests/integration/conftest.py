"""Scenes that several files of tests read."""

from pathlib import Path

import pytest
from helpers.networks.field_tasks import OPTIONS, built
from helpers.networks.golden_network import load_network
from helpers.networks.scored_network import load_field

from scinet.eval.task import Task
from scinet.graph.db.connection import Database
from scinet.session.graph import Graph


@pytest.fixture
def graph(database: Database, tmp_path: Path) -> Graph:
    """The empty graph as users of the library have it."""
    return Graph(lambda: database, cache=tmp_path / "cache")


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Database:
    """The hand-made field of the golden files, which tests of a module only read."""
    load_network(shared_database, "field")
    return shared_database


@pytest.fixture(scope="module")
def tasks(shared_database: Database, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Task]:
    """The tasks of SciNetBench on the simulated field, which is loaded for them."""
    load_field(shared_database)
    folder = tmp_path_factory.mktemp("tasks")
    return {name: built(shared_database, name, folder / name) for name in OPTIONS}
