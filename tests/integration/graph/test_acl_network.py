"""The ACL network, loaded once: its known counts and faults, and two engines with one answer."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from helpers.networks.two_engines import same_disruption

from scinet.graph.connection import Database
from scinet.graph.indicators import citations
from scinet.graph.load.loading import load
from scinet.graph.load.report import LoadReport
from scinet.graph.quality import findings
from scinet.graph.snapshot import read

pytestmark = pytest.mark.alters_server  # it makes the server forget its plans
SAMPLE = 1_000
_BATCHES_OF_A_SMALL_GRAPH = 2


def forget_plans(database: Database, batch: int) -> None:
    """The server of tests keeps plans for a day: those for a small graph take minutes here."""
    if batch < _BATCHES_OF_A_SMALL_GRAPH:
        list(database.read_text("CALL db.clearQueryCaches()"))


@pytest.fixture(scope="module")
def reports(shared_database: Database, acl: Path) -> Iterator[tuple[LoadReport, LoadReport]]:
    """What loading records, then full text told; the tests only read, or load what is there."""
    shared_database.rows("admin/wipe")

    def loaded(name: str, kind: str) -> LoadReport:
        return load(
            shared_database,
            [acl / name],
            source="acl",
            kind=kind,
            after_batch=lambda number: forget_plans(shared_database, number),
        )

    records = loaded("papers.jsonl.gz", "records")
    yield records, loaded("fulltext.jsonl.gz", "fulltext")
    shared_database.rows("admin/wipe")


def test_it_has_its_known_counts(
    reports: tuple[LoadReport, LoadReport], shared_database: Database
) -> None:
    records, text = reports
    assert records.read == records.loaded == 21_502
    assert text.read == text.loaded == 1_541
    known = {
        "papers": 21_502, "citations": 116_499, "authors": 17_719, "authorships": 58_803,
        "unknown_works": 0,
    }  # fmt: skip
    assert known.items() <= records.details.items()
    assert records.details["parts"]["authorships"]["repeated"] == 12
    assert records.details["accepted"]["month_only"] == 15_658
    assert records.details["accepted"]["year_only"] == 5_844
    known = {"paragraphs": 54_397, "mentions": 27_003, "co_mentions": 21_610}
    assert known.items() <= text.details.items()
    questions = {
        "MATCH ()-[c:CITES]->() WHERE c.mentions > 0 RETURN count(c) AS n": 13_951,
        "MATCH (g:Paragraph) WHERE COUNT { MATCH (g)-[:MENTIONS]->(p) RETURN DISTINCT p } > 1 "
        "RETURN count(g) AS n": 5_669,
        "MATCH (a)-[:CO_MENTIONED]->(b) RETURN count(DISTINCT [a.id, b.id]) AS n": 16_049,
        "MATCH (a)-[c:CITES]->(b) WHERE a.day < b.day RETURN count(c) AS n": 500,
        "MATCH (a)-[c:CITES]->(b) WHERE a.day = b.day RETURN count(c) AS n": 2_684,
    }
    found = {asked: next(shared_database.read_text(asked))["n"] for asked in questions}
    assert found == questions


@pytest.mark.usefixtures("reports")
def test_it_has_its_known_faults(shared_database: Database) -> None:
    counts = {finding.check: finding.count for finding in findings(shared_database, examples=0)}
    known = {
        "forward_citations": 500, "same_day_citations": 2_684, "author_spellings": 757,
        "repeated_authorships": 12, "dates_by_year": 5_844, "dates_by_month": 15_658,
        "unknown_works": 0, "undated_papers": 0,
    }  # fmt: skip
    assert known.items() <= counts.items()


@pytest.mark.usefixtures("reports")
def test_engines_agree(shared_database: Database, tmp_path: Path) -> None:
    whole = read(shared_database, cache=tmp_path)
    assert (whole.num_papers, len(whole.cites.indices)) == (21_502, 116_499)
    assert (whole.num_authors, len(whole.authored.indices)) == (17_719, 58_803)
    assert whole.unordered_citations == 500 + 2_684
    earlier = read(shared_database, date(2006, 1, 1), cache=tmp_path)
    for snapshot, window in ((whole, 5), (earlier, None)):
        focal = np.random.default_rng(5).permutation(snapshot.num_papers)[:SAMPLE]
        same_disruption(shared_database, snapshot, focal, window)
        ids = snapshot.paper_id.tolist()
        np.testing.assert_array_equal(
            citations.in_database(shared_database, ids, before=snapshot.before)[0],
            citations.counts(snapshot),
        )
