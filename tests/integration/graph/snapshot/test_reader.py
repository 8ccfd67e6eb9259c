"""The graph read in parts by several statements at once gives the arrays of one."""

from pathlib import Path

import pytest
from helpers.networks.golden_network import load_network

from scinet.graph.connection import Database
from scinet.graph.load.graph_counts import node_blocks
from scinet.graph.snapshot import reader
from scinet.graph.snapshot.store import save


def single(database: Database) -> list[tuple[int, int]]:
    """A block for each node."""
    blocks = node_blocks(database)
    return [(node, node) for first, last in blocks for node in range(first, last + 1)]


def written(database: Database, folder: Path) -> dict[str, bytes]:
    save(reader.read(database), folder)
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_parts_come_in_order(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    load_network(database, "field")
    whole = written(database, Path("whole"))
    monkeypatch.setattr(reader, "node_blocks", single)
    monkeypatch.setattr(reader, "_TOGETHER", 2)
    assert written(database, Path("parts")) == whole
    with database.rolled_back() as inside:  # where one statement waits for another
        assert written(inside, Path("inside")) == whole
