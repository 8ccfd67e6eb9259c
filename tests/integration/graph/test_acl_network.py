"""The ACL network, loaded once: its counts and faults, two engines, questions in plain words."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from helpers.language.lexicon import Names
from helpers.language.question_scoring import asked_by, verdict
from helpers.networks.network_truth import Truth, load_acl
from helpers.networks.two_engines import same_disruption

from scinet.graph.analysis.quality import findings
from scinet.graph.ask import answers
from scinet.graph.ask.kinds import FIELD_KINDS
from scinet.graph.ask.names import Lexicon
from scinet.graph.ask.readings import QuestionReading
from scinet.graph.ask.readings import read_question as read_question
from scinet.graph.db.connection import Database
from scinet.graph.indicators import citations
from scinet.graph.load.report import LoadReport
from scinet.graph.snapshot import read_snapshot

pytestmark = pytest.mark.alters_server  # it makes the server forget its plans
SAMPLE = 1_000


@pytest.fixture(scope="module")
def reports(shared_database: Database, acl: Path) -> list[LoadReport]:
    return load_acl(shared_database, acl)


def test_it_has_its_known_counts(reports: list[LoadReport], shared_database: Database) -> None:
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
    results = {asked: next(shared_database.read_text(asked))["n"] for asked in questions}
    assert results == questions


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
    whole = read_snapshot(shared_database, cache=tmp_path)
    assert (whole.num_papers, len(whole.cites.indices)) == (21_502, 116_499)
    assert (whole.num_authors, len(whole.authored.indices)) == (17_719, 58_803)
    assert whole.unordered_citations == 500 + 2_684
    earlier = read_snapshot(shared_database, date(2006, 1, 1), cache=tmp_path)
    for snapshot, window in ((whole, 5), (earlier, None)):
        focal = np.random.default_rng(5).permutation(snapshot.num_papers)[:SAMPLE]
        same_disruption(shared_database, snapshot, focal, window)
        ids = snapshot.paper_id.tolist()
        np.testing.assert_array_equal(
            citations.counts_in_database(shared_database, ids, before=snapshot.before)[0],
            citations.citation_counts(snapshot),
        )


AUTHORS = (42, 43, 44, 45)
EVERY = 4  # one question of so many is asked
LEAST, MOST = 97, 2  # of 104 are understood, and answered as something else


@pytest.mark.usefixtures("reports")
def test_questions_are_understood_and_answered(
    shared_database: Database, acl: Path, tmp_path: Path
) -> None:
    """Questions from which the reader has not learned, venues included."""
    lexicon = Names.of_records(acl / "papers.jsonl.gz", "acl:")
    truth = Truth(acl, "acl")
    seen: Counter[str] = Counter()
    readings: list[QuestionReading] = []

    def noted(text: str, names: Lexicon) -> list[QuestionReading]:
        readings[:] = read_question(text, names)
        return readings

    for row in asked_by(*AUTHORS)[::EVERY]:
        with patch.object(answers, "read_question", noted):
            found = answers.answer_question(shared_database, row["text"], cache=tmp_path)
        judged = verdict(row, lexicon, readings)
        seen[judged] += 1
        if judged == "understood":
            _check(readings[0], found, truth, row["text"])
    assert seen["understood"] >= LEAST, seen
    assert seen["other"] <= MOST, seen


def _check(
    reading: QuestionReading, found: Sequence[answers.QuestionAnswer], truth: Truth, text: str
) -> None:
    [answer] = found
    most = reading.limits.count or answers.DEFAULT_COUNT
    if reading.kind in {"per-year", "author-path"}:
        assert answer.rows, text
    elif len(reading.ids) > 1 and reading.kind == "papers-of":
        right = truth.answers("papers-of", reading.ids[0][:1], reading.limits)
        assert {row["paper_id"] for row in answer.rows} <= (right or set()), text
    elif reading.kind in FIELD_KINDS or reading.kind in {"similar", "other"}:
        assert len(answer.rows) <= most, text
        assert answer.rows or (reading.kind == "novel" and answer.why), text
    elif reading.kind == "path":
        ends = {ids[0] for ids in reading.ids}
        assert bool(answer.rows) == truth.has_way(*ends), text
        assert not answer.rows or ends <= {row["paper_id"] for row in answer.rows}, text
    elif reading.polarity is None:
        key = "author_id" if reading.kind == "coauthors" else "paper_id"
        right = truth.answers(reading.kind, tuple(ids[0] for ids in reading.ids), reading.limits)
        rows = {row[key] for row in answer.rows}
        assert right is not None
        assert rows <= right, text
        assert len(rows) == min(most, len(right)), text
