"""Worlds: a graph with and without a planted future, as arrays and in a rolled-back transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from itertools import cycle
from typing import Final

from scinet.experiments.leak_audit.planted_papers import PlantedFuture
from scinet.graph.analysis import citation_labels
from scinet.graph.db.connection import Database, Transaction
from scinet.graph.load.batch import BatchEntry, BatchReport
from scinet.graph.load.claims import write_claims
from scinet.graph.load.counts import write_counts
from scinet.graph.load.documents import write_documents
from scinet.graph.load.fulltext import write_fulltext
from scinet.graph.load.links import node_numbers
from scinet.graph.load.papers import write_papers
from scinet.graph.load.scipaths import write_pathways
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.edit import add_records, rewire_future
from scinet.graph.sources.files import InputLine

_RUN: Final = "planted"
_SENTIMENTS: Final = ("positive", "neutral", "negative")


@dataclass(frozen=True, slots=True)
class AuditWorld:
    """Graph that a system can access."""

    snapshot: Snapshot
    database: Database | None

    @contextmanager
    def in_transaction(self) -> Iterator["AuditWorld"]:
        """Yield the same world, with a single transaction as in a planted one."""
        if self.database is None:
            raise ValueError("a world of arrays alone")
        with self.database.rolled_back() as database:
            yield AuditWorld(self.snapshot, database)


@contextmanager
def plant_future(
    world: AuditWorld, future: PlantedFuture, *, seed: int, is_dealt: bool = True
) -> Iterator[AuditWorld]:
    """Yield the world with a future planted; the database is restored afterwards.

    The database holds it in one transaction that is never committed. With ``is_dealt`` existing
    papers that are dated later change, too, in arrays alone.
    """
    snapshot = world.snapshot
    if is_dealt:
        snapshot = rewire_future(snapshot, future.since, seed)
    snapshot = add_records(
        snapshot, future.records, citations=future.citations, co_mentions=future.co_mentions
    )
    if world.database is None:
        yield AuditWorld(snapshot, None)
        return
    with world.database.rolled_back() as database:
        load_future(database, future, world.snapshot)
        database.rows(
            "community/relabel",
            **{"of": world.snapshot.graph_fingerprint, "for": snapshot.graph_fingerprint},
            day=future.since if is_dealt else date.max,
        )
        _write_load(database, snapshot.graph_fingerprint)
        yield AuditWorld(snapshot, database)


def load_future(database: Database, future: PlantedFuture, snapshot: Snapshot) -> None:
    """Load a future like files, without marks of a load; for good, unless rolled back.

    ``snapshot`` has the dates of papers that cite the loaded ones.
    """
    line = InputLine("planted", 1, 0, b"")
    account = BatchReport()

    def work(tx: Transaction) -> None:
        papers = [BatchEntry(line, record) for record in future.records]
        write_papers(tx, papers, account, _RUN, keeps_unknown=True)
        write_fulltext(tx, [BatchEntry(line, text) for text in future.texts], account, _RUN)
        days = [int(snapshot.day[snapshot.index(citing)]) for citing, _ in future.citations]
        ends = list({end for pair in future.citations for end in pair})
        numbers = node_numbers(tx.rows("load/work_numbers", ids=ends))
        rows = [
            {"number": numbers[citing], "date": date_of(day), "day": day, "works": [numbers[cited]]}
            for (citing, cited), day in zip(future.citations, days, strict=True)
        ]
        tx.rows("load/link", rows=rows)
        write_claims(tx, [BatchEntry(line, claim) for claim in future.claims], account, _RUN)
        write_pathways(tx, [BatchEntry(line, item) for item in future.pathways], account, _RUN)
        write_counts(tx, [BatchEntry(line, item) for item in future.counts], account, _RUN)
        write_documents(tx, [BatchEntry(line, item) for item in future.documents], account, _RUN)

    database.write(work)
    _label_mentions(database, future)


def _write_load(database: Database, fingerprint: str) -> None:
    """Record the load, which changes the graph's fingerprint."""
    load_params = {"run": _RUN, "source": None, "kind": "records", "files": "[]", "batch_size": 1}
    done = {"run": _RUN, "counts": "{}", "fingerprint": fingerprint, "graph_counts": "{}"}
    how = {"complete": True, "fault": None, "simulated": False, "version": "1"}

    def work(tx: Transaction) -> None:
        tx.rows("load/snapshot_begin", **load_params, options="{}", version="1", before="{}")
        tx.rows("load/snapshot_finish", **done, **how)

    database.write(work)


def _label_mentions(database: Database, future: PlantedFuture) -> None:
    """Label planted mentions with the sentiments in turn, as people would."""
    pairs = [
        (text.id, m.paper_id) for text in future.texts for p in text.paragraphs for m in p.mentions
    ]
    mentions_by_pair = citation_labels.mentions_of(database, list(dict.fromkeys(pairs)))
    mentions = [mention for listed in mentions_by_pair.values() for mention in listed]
    label_pairs = zip(
        mentions, cycle(citation_labels.Label(sentiment, 1.0) for sentiment in _SENTIMENTS)
    )
    papers = [text.id for text in future.texts]
    citation_labels.store_labels(
        database, {"sentiment": list(label_pairs)}, {"sentiment": citation_labels.HUMAN}, papers
    )
