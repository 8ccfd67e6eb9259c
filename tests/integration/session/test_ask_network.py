"""Questions from which the reader has not learned, asked of the ACL network, venues included."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

import pytest
from helpers.language.lexicon import Names
from helpers.language.question_scoring import asked_by, verdict
from helpers.networks.network_truth import Truth

from scinet.graph.connection import Database
from scinet.graph.load.loading import load
from scinet.models.questions import answers
from scinet.models.questions.kinds import FIELD_KINDS
from scinet.models.questions.names import Lexicon
from scinet.models.questions.readings import Reading, read

AUTHORS = (42, 43, 44, 45)
EVERY = 4  # one question of so many is asked
LEAST, MOST = 97, 2  # of 104 are understood, and answered as something else
_SMALL = 2  # batches of a graph that is still small


@pytest.fixture(scope="module")
def network(shared_database: Database, acl: Path) -> Iterator[Database]:
    """Records and full text."""
    shared_database.rows("admin/wipe")

    def forget_plans(batch: int) -> None:
        # The server of tests keeps plans for a day: those for a small graph take minutes here.
        if batch < _SMALL:
            list(shared_database.read_text("CALL db.clearQueryCaches()"))

    for name, kind in (("papers", "records"), ("fulltext", "fulltext")):
        file = acl / f"{name}.jsonl.gz"
        load(shared_database, [file], source="acl", kind=kind, after_batch=forget_plans)
    yield shared_database
    shared_database.rows("admin/wipe")


def test_questions_are_understood_and_answered(
    network: Database, acl: Path, tmp_path: Path
) -> None:
    lexicon = Names.of_records(acl / "papers.jsonl.gz", "acl:")
    truth = Truth(acl, "acl")
    seen: Counter[str] = Counter()
    readings: list[Reading] = []

    def noted(text: str, names: Lexicon) -> list[Reading]:
        readings[:] = read(text, names)
        return readings

    for row in asked_by(*AUTHORS)[::EVERY]:
        with patch.object(answers, "read", noted):
            found = answers.ask(network, row["text"], cache=tmp_path)
        judged = verdict(row, lexicon, readings)
        seen[judged] += 1
        if judged == "understood":
            _check(readings[0], found, truth, row["text"])
    assert seen["understood"] >= LEAST, seen
    assert seen["other"] <= MOST, seen


def _check(reading: Reading, found: Sequence[answers.Answer], truth: Truth, text: str) -> None:
    [answer] = found
    most = reading.limits.count or answers.COUNT
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
