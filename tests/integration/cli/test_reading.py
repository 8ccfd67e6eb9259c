"""While the graph is read into arrays a terminal shows how far it is, and Ctrl-C ends it."""

import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from helpers.commands.served_command import environment
from helpers.commands.terminals import terminal
from helpers.networks.build import GOLDEN, load_graph
from helpers.servers.wire import Line, Side, Wire
from helpers.waiting import PATIENCE_S

from scinet import Graph
from scinet.graph.db import progress
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import read_snapshot

SHOWN = "read the graph"


class Held(Wire):
    """A wire over which no block of the graph is asked for until it is let through."""

    def __init__(self, uri: str) -> None:
        self.through = Event()
        super().__init__(uri)

    def _pass_on(self, line: Line, side: Side, name: str, content: bytes) -> None:
        if name == "RUN" and b"$blocks" in content:
            self.through.wait(PATIENCE_S)
        super()._pass_on(line, side, name, content)


def test_a_terminal_shows_it_when_it_is_read_and_not_from_the_cache(
    database: Database, uri: str, tmp_path: Path
) -> None:
    load_graph(database, GOLDEN)
    for is_read in (True, False):
        words = ("indicators", "citations", "--top", "1")
        with terminal(environment(uri, tmp_path), tmp_path, *words) as resource:
            assert resource.ended() == 0, resource.shown
            assert (SHOWN in resource.shown) == is_read


def test_a_stop_leaves_nothing_and_the_same_command_goes_on(
    database: Database, uri: str, tmp_path: Path
) -> None:
    load_graph(database, GOLDEN)
    snapshots = tmp_path.with_name(f"{tmp_path.name}-cache") / "snapshots"
    words = ("network", "snapshot", "--before", "2020-01-01", "--out", "arrays")
    with (
        Held(uri) as wire,
        terminal(environment(wire.uri, tmp_path), tmp_path, *words) as resource,
    ):
        resource.until(SHOWN)
        resource.process.send_signal(signal.SIGINT)
        wire.through.set()
        assert resource.ended() == 130
        said = "scinet: stopped. Re-run the command to resume.\r\n"
        assert resource.shown.endswith(said)
        assert "Traceback" not in resource.shown
    assert ([*tmp_path.iterdir()], [*snapshots.glob("*")]) == ([], [])
    with terminal(environment(uri, tmp_path), tmp_path, *words) as again:
        assert again.ended() == 0
    assert [resource.name for resource in tmp_path.iterdir()] == ["arrays"]
    assert len([*snapshots.glob("*")]) == 1


def test_python_is_told_when_it_asks(graph: Graph) -> None:
    papers, authors = [*GOLDEN, ("undated", "", ["1", "nobody"])], {"1": ["zoe", "eve"]}
    fields = {"3": [("T9", "topic")]}
    load_graph(graph.database, papers, authors, {"2": "ACL"}, fields=fields)
    told: list[tuple[int, int]] = []
    result = graph.snapshot(progress=lambda *how_far: told.append(how_far))
    come = [done for done, _ in told]
    dated = len(GOLDEN) + len(result.cites.indices)  # papers and citations
    assert come == sorted(come)
    assert come[-1] == dated + 1 + 2 + 2 + 1 + 1 + 1  # a citation of no date, the others of all
    assert told[0][1] == come[-1] + 1 + 1  # with the undated one, and a work unknown
    assert (len(GOLDEN), told[0][1]) in told  # papers come first; how many blocks hold them varies
    assert told[-1][1] == come[-1]
    before = len(told)
    graph.snapshot("1998-01-01", progress=lambda *how_far: told.append(how_far))
    assert len(told) == before


def test_other_threads_tell_nobody(database: Database) -> None:
    load_graph(database, GOLDEN)

    def refuse() -> None:
        raise AssertionError

    with progress.report_progress(refuse), ThreadPoolExecutor(1) as pool:  # type: ignore[arg-type]
        assert pool.submit(read_snapshot, database).result().num_papers == len(GOLDEN)
        with pytest.raises(AssertionError):
            read_snapshot(database)
