"""What people read of a load: what was left out, what a dry run would do, and warnings."""

from pathlib import Path

import pytest
from helpers.commands.typed import Scinet
from helpers.files.article_files import JATS

from scinet.graph.db.connection import Database

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(JATS)
    (tmp_path / "p.jsonl").write_text('{"id": "p1", "date": "1998"}\n')


def card(text: str) -> dict[str, str]:
    pairs = (line.partition(" ") for line in text.splitlines())
    return {key: value.strip() for key, _, value in pairs}


def test_what_led_to_no_paper_is_said(scinet: Scinet) -> None:
    """Of its three references one has a DOI; of its five mentions two are of the others."""
    told = card(scinet("load", "a.xml", "--source", "x").out)
    assert told["left_out"] == (
        "2 of 3 references and 2 of 5 mentions name no paper that was read, and have no id: "
        "load the files of what they cite in the same command"
    )
    assert told["references"].startswith("read 3, loaded 1, ")
    assert told["mentions"] == (
        "read 5, loaded 0, rejected (mention_of_unknown 1, unlocated 2, unresolved 2)"
    )
    assert "details" not in told
    asked = scinet("query", "ego/citations", "-p", "paper=10.1000/jats")
    assert (asked.code, asked.err.splitlines()) == (
        0, ["no rows", "2 of 3 references that were loaded name no paper, and are left out."]
    )  # fmt: skip


def test_a_dry_run_of_several_kinds_would_load(scinet: Scinet) -> None:
    for words, papers in ((["p.jsonl"], "1"), (["p.jsonl", "a.xml"], "3")):
        told = card(scinet("load", *words, "--dry-run").out)
        assert not told.keys() & {"loaded", "graph_fingerprint"}
        assert told["would_load"] == papers  # of the article and its text
        assert told["formats"].startswith("p.jsonl records: its records have id, date")
        assert told["graph"] == "not asked: records that it has already are counted, too"
    assert "would_load 1" in told["parts"]


def test_a_load_of_a_part_is_explained_and_warned_of(
    scinet: Scinet, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    why = "absent.jsonl does not exist (missing_file)"
    refused = scinet("load", "p.jsonl", "absent.jsonl")
    assert refused.code == 1
    assert "Name files that are there. `scinet remove " in refused.err
    [load] = database.rows("admin/loads")
    status = scinet("status")
    assert status.code == 0
    assert why in status.out
    caplog.clear()
    assert scinet("query", "ego/citations", "-p", "paper=p1").err == "no rows\n"
    assert caplog.messages == [
        f"load {load['run']} brought only a part: {why}; "
        f"`scinet remove {load['run']}` takes it away"
    ]
