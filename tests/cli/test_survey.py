"""``scinet survey``: a review with and without a model, and one line for every mistake."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.command_line import status as scinet
from helpers.endpoint import Endpoint
from helpers.scored_network import load_field

from scinet.graph.connection import Database


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Iterator[None]:
    load_field(shared_database, later=True)
    yield
    shared_database.rows("admin/wipe")


@pytest.fixture(autouse=True)
def own_surroundings(
    uri: str, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.delenv("SCINET_LLM_MODEL", raising=False)


@pytest.mark.usefixtures("network")
def test_a_review_is_written_and_replayed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], endpoint: Endpoint
) -> None:
    endpoint.answer = lambda *_: "# Speech\nIt began with [p1; p999] and [later0]."
    command = ("survey", "speech", "--before", "2012-01-01", "--papers", "8", "--json")
    asked = ("--model", "tiny", "--ledger", "ledger.sqlite", "--out", "review.md")
    assert scinet(monkeypatch, *command, *asked) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["citations_dropped"] == ["p999", "later0"]
    assert (told["papers_given"], told["papers_cited"], told["written_by"]) == (8, 1, "tiny")
    first = Path("review.md").read_text()
    assert first.startswith(
        "# Speech\nIt began with [p1] and.\n\n## References\n\n- [p1] Author p1"
    )
    assert "later" not in json.dumps(endpoint.requests)
    assert scinet(monkeypatch, *command, *asked, "--replay") == 0
    assert len(endpoint.requests) == 1
    assert Path("review.md").read_text() == first


@pytest.mark.usefixtures("network")
def test_a_review_without_a_model_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], endpoint: Endpoint
) -> None:
    assert scinet(monkeypatch, "survey", "speech", "--papers", "8") == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("# speech\n\n## The line of papers\n\n- 20")
    assert "*Made without a language model" in printed.out
    # Without a day the latest papers are there, too.
    assert "8 papers before 2013-01-01 given, 8 cited, 0 citations dropped" in printed.err
    assert endpoint.requests == []


@pytest.mark.usefixtures("network")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("zebrafish",), "no title or abstract before 2013-01-01 has a word of 'zebrafish'."),
        (("speech", "--context", "none"), "without papers and without a model there is nothing"),
        (("speech", "--before", "1990-01-01"), "no paper is dated before 1990-01-01."),
        (("speech", "--before", "soon"), "'soon' is not a day."),
        (("speech", "--out", "/proc/none/review.md"), "/proc/none/review.md cannot be written"),
    ],
)
def test_mistakes_are_one_line_with_the_remedy(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    line: str,
) -> None:
    assert scinet(monkeypatch, "survey", *words) == 1
    printed = capsys.readouterr()
    (told,) = printed.err.splitlines()
    assert told.startswith(f"scinet: {line}")


@pytest.mark.usefixtures("network")
def test_a_model_needs_a_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    assert scinet(monkeypatch, "survey", "speech", "--model", "tiny") == 2
