"""What Graph Data Science makes, which reads what is committed: communities and embeddings."""

from typing import Any, Final

import pytest
from helpers.networks.dated_worlds import Records, day_of_seed, pairs, together, write
from helpers.proof import Proof, parts

from scinet.eval.suites import TASK_TYPES
from scinet.eval.task import Query
from scinet.experiments.leak_audit.compare import find_difference
from scinet.graph.communities import read_communities
from scinet.graph.communities.store import find_and_store
from scinet.graph.db.connection import Database
from scinet.graph.gds.constructed import EMBEDDINGS
from scinet.graph.gds.embeddings import embed
from scinet.graph.snapshot import read_snapshot
from scinet.models.base.run import answer_queries
from scinet.models.factorisation.embeddings import GdsEmbedding
from scinet.models.registry import SYSTEMS, make_system

_MIXES: Final = ("citation", "citation=1,co-citation=1,coupling=1")
_AT_ONCE: Final = 2  # graphs in one load, so that there are communities
_TASKS: Final = ("prescience/collaborators", "prescience/prior-work")


@pytest.mark.parametrize("part", parts(10))
def test_graph_data_science(database: Database, proof: Proof, part: str) -> None:
    """Communities, embeddings and what is made of them do not move with what is dated later."""
    moved: dict[str, str] = {}
    trials = proof.trials(short=1, full=100)
    size = min(trials, _AT_ONCE)
    for number in range(trials // size):
        seed = proof.seed_of(part, number, trials)
        both, day = together(pairs(seed, size)), day_of_seed(seed)
        query = Query(
            "q", "", {"author_id": both.authors[0], "author_ids": both.authors[:2]}, day, 9
        )

        def made(records: Records, *, day: Any = day, query: Query = query) -> dict[str, Any]:
            database.rows("admin/wipe")
            write(database, records)
            results: dict[str, Any] = {}
            for mix in _MIXES[-trials:]:
                find_and_store(database, before=day, mix=mix, min_size=2)
                results[mix] = read_communities(
                    database, before=day, mix=mix, graph_fingerprint="graph"
                )
            whole = read_snapshot(database)
            for method in EMBEDDINGS:
                results[method] = embed(database, whole.until(day), method, dimensions=8, seed=1)
            for name, kind in SYSTEMS.items():
                if issubclass(kind, GdsEmbedding):
                    (task,) = (t for t in _TASKS if TASK_TYPES[t].answers is kind.answers)
                    given = answer_queries(
                        make_system(name),
                        [query],
                        TASK_TYPES[task],
                        database=database,
                        snapshot=whole,
                    )
                    results[name] = list(given)
            return results

        first, second = made(both.past), made(both.whole)
        for name, value in first.items():
            if (where := find_difference(value, second[name], name)) is not None:
                moved.setdefault(name, f"seed {seed}, {day}: {where}")
    assert moved == {}
