"""``scinet survey``: a review with and without a model, and one line for every mistake."""

import json
from pathlib import Path

import pytest
from helpers.commands.typed import Scinet
from helpers.networks.scored_network import load_field
from helpers.servers.endpoint import Endpoint

from scinet.graph.db.connection import Database


@pytest.fixture(scope="module", autouse=True)
def network(shared_database: Database) -> None:
    load_field(shared_database, later=True)


@pytest.fixture(autouse=True)
def model(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)


def test_a_review_is_written_and_replayed(scinet: Scinet, endpoint: Endpoint) -> None:
    endpoint.answer = lambda *_: "# Speech\nIt began with [p1; p999] and [later0]."
    command = ("survey", "speech", "--before", "2012-01-01", "--papers", "8", "--json")
    asked = ("--model", "tiny", "--ledger", "ledger.sqlite", "--out", "review.md")
    [told] = scinet(*command, *asked).rows
    assert told["citations_dropped"] == ["p999", "later0"]
    assert (told["papers_given"], told["papers_cited"], told["written_by"]) == (8, 1, "tiny")
    first = Path("review.md").read_text()
    assert first.startswith(
        "# Speech\nIt began with [p1] and.\n\n## References\n\n- [p1] Author p1"
    )
    assert "later" not in json.dumps(endpoint.requests)
    assert scinet(*command, *asked, "--replay").code == 0
    assert len(endpoint.requests) == 1
    assert Path("review.md").read_text() == first


def test_a_review_without_a_model_says_so(scinet: Scinet, endpoint: Endpoint) -> None:
    done = scinet("survey", "speech", "--papers", "8")
    assert done.code == 0
    assert done.out.startswith("# speech\n\n## The line of papers\n\n- 20")
    assert "*Made without a language model" in done.out
    # Without a day the latest papers are there, too.
    assert "8 papers before 2013-01-01 given, 8 cited, 0 citations dropped" in done.err
    assert endpoint.requests == []


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("zebrafish",), "no title or abstract before 2013-01-01 has a word of 'zebrafish'."),
        (("speech", "--context", "none"), "a review needs papers or a model"),
        (("speech", "--before", "1990-01-01"), "no paper is dated before 1990-01-01."),
        (("speech", "--before", "soon"), "'soon' is not a day."),
        (("speech", "--out", "/proc/none/review.md"), "/proc/none/review.md cannot be written"),
    ],
)
def test_mistakes_are_one_line_with_the_remedy(
    scinet: Scinet, words: tuple[str, ...], line: str
) -> None:
    assert scinet("survey", *words).refusal.startswith(line)


def test_a_model_needs_a_ledger(scinet: Scinet) -> None:
    assert scinet("survey", "speech", "--model", "tiny").code == 2
