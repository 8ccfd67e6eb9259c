"""A diff over an older release of Semantic Scholar: the graph of the newer release."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.worlds import shape

from scinet.errors import DataError
from scinet.graph.connection import Database
from scinet.graph.load.loading import load


def paper(number: int, title: str) -> dict[str, Any]:
    return {
        "corpusid": number, "externalids": {"CorpusId": str(number)}, "title": title, "year": 2001,
        "authors": [], "venue": "", "publicationdate": None,
    }  # fmt: skip


def abstract(number: int, text: str) -> dict[str, Any]:
    return {"corpusid": number, "openaccessinfo": {}, "abstract": text}


def cites(number: int, citing: int, cited: int) -> dict[str, Any]:
    return {
        "citationid": number, "citingcorpusid": citing, "citedcorpusid": cited,
        "isinfluential": False, "intents": None, "contexts": None,
    }  # fmt: skip


def put(folder: str, *rows: dict[str, Any]) -> None:
    Path(folder).mkdir(parents=True)
    Path(folder, "part.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture(autouse=True)
def _releases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four papers one gets another title, one another abstract, one goes, and one comes."""
    monkeypatch.chdir(tmp_path)
    one, two, three = paper(1, "One"), paper(2, "Two"), paper(3, "Three")
    first, second, third = cites(91, 1, 2), cites(92, 2, 3), cites(93, 3, 1)
    put("old/papers", one, two, three, paper(4, "Four"))
    put("old/abstracts", abstract(1, "A."), abstract(2, "B."))
    put("old/citations", first, second, third)
    put("new/papers", paper(1, "One!"), two, paper(4, "Four"), paper(5, "Five"))
    put("new/abstracts", abstract(1, "A."), abstract(2, "Better."))
    put("new/citations", first, cites(94, 5, 1))
    # A release between them said other things, which the later diff corrects.
    put("diffs/2023-03-28/papers/update_files", paper(1, "Won"), paper(6, "Six"), three)
    put("diffs/2023-04-04/papers/update_files", paper(1, "One!"), paper(5, "Five"))
    put("diffs/2023-04-04/papers/delete_files", {"corpusid": 3}, paper(6, "Six"))
    put("diffs/2023-04-04/abstracts/update_files", abstract(2, "Better."))
    put("diffs/2023-04-04/citations/update_files", cites(94, 5, 1))
    put("diffs/2023-04-04/citations/delete_files", {"citationid": 92}, third)


def test_a_diff_gives_the_graph_of_the_newer_release(database: Database) -> None:
    fresh = load(database, "new")
    expected = shape(database)
    database.rows("admin/wipe")
    load(database, "old")
    changes = Path("changes.jsonl")
    report = load(database, ["old", "diffs"], replace=True, changes=changes)
    assert shape(database) == expected
    assert report.graph_fingerprint == fresh.graph_fingerprint
    assert (report.read, report.loaded) == (4, 4)
    assert report.details["accepted"]["diff_supersedes"] == 8
    assert report.details["accepted"]["diff_deletes"] == 4
    assert report.details["changes"] == {"added": 1, "changed": 2, "removed": 1}
    assert [json.loads(line) for line in changes.read_text().splitlines()] == [
        {"id": "s2:1", "change": "changed"},
        {"id": "s2:2", "change": "changed"},
        {"id": "s2:3", "change": "removed"},
        {"id": "s2:5", "change": "added"},
    ]


def test_a_diff_of_no_known_day_is_refused(database: Database) -> None:
    put("update_files", paper(1, "One"))
    with pytest.raises(DataError, match="diff_without_day"):
        load(database, ["old", "update_files"])
