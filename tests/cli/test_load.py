"""What people read of a load: what was left out, what a dry run would do, and warnings."""

from pathlib import Path

import pytest
from helpers.article_files import JATS
from helpers.command_line import run
from helpers.command_line import status as scinet

from scinet.graph.connection import Database


@pytest.fixture(autouse=True)
def _place(uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.chdir(tmp_path)
    Path("a.xml").write_text(JATS)
    Path("p.jsonl").write_text('{"id": "p1", "date": "1998"}\n')


def card(text: str) -> dict[str, str]:
    """The lines of a card by their keys."""
    pairs = (line.partition(" ") for line in text.splitlines())
    return {key: value.strip() for key, _, value in pairs}


@pytest.mark.usefixtures("database")
def test_what_led_to_no_paper_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of its three references one has a DOI; of its five mentions two are of the others."""
    assert scinet(monkeypatch, "load", "a.xml", "--source", "x") == 0
    told = card(capsys.readouterr().out)
    assert told["left_out"] == (
        "2 of 3 references and 2 of 5 mentions name no paper that was read, and have no id: "
        "load the files of what they cite in the same command"
    )
    assert told["references"].startswith("read 3, loaded 1, ")
    assert told["mentions"] == (
        "read 5, loaded 0, rejected (mention_of_unknown 1, unlocated 2, unresolved 2)"
    )
    assert "details" not in told
    assert scinet(monkeypatch, "query", "ego/citations", "-p", "paper=10.1000/jats") == 0
    assert capsys.readouterr().err.splitlines() == [
        "no rows",
        "2 of 3 references that were loaded name no paper, and are left out.",
    ]


@pytest.mark.usefixtures("database")
def test_a_dry_run_of_several_kinds_would_load(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["p.jsonl"], ["p.jsonl", "a.xml"]):
        assert scinet(monkeypatch, "load", *words, "--dry-run") == 0
        told = card(capsys.readouterr().out)
        assert not told.keys() & {"loaded", "graph_fingerprint"}
        assert told["would_load"] == {1: "1", 2: "3"}[len(words)]  # the article and its text
        assert told["graph"] == "not asked: records that it has already are counted, too"
    assert "would_load 1" in told["parts"]


def test_a_load_of_a_part_is_explained_and_warned_of(
    database: Database,
    uri: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    why = "absent.jsonl does not exist (missing_file)"
    assert scinet(monkeypatch, "load", "p.jsonl", "absent.jsonl") == 1
    assert "Name files that are there. `scinet remove " in capsys.readouterr().err
    [load] = database.rows("admin/loads")
    assert scinet(monkeypatch, "status") == 0
    assert why in capsys.readouterr().out
    done = run(uri, tmp_path, "query", "ego/citations", "-p", "paper=p1")
    assert done.stderr.splitlines() == [
        f"warning: load {load['run']} brought only a part: {why}; "
        f"`scinet remove {load['run']}` takes it away",
        "no rows",
    ]
