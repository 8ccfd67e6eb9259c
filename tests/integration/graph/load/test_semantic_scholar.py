"""Semantic Scholar: releases in files of their own, diffs of them, and saved answers of the API."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.commands.ways import everything
from helpers.files.import_files import contents, prepared, rows
from helpers.files.network_files import Outcome, outcome
from helpers.files.network_files import paper as answer
from helpers.networks.worlds import shape

from scinet.errors import DataError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove_loads
from scinet.graph.schema.records import CitationDetail
from scinet.graph.sources import semantic_scholar_files

A, B, C = (letter * 40 for letter in "abc")
PAPERS: Final[list[dict[str, Any]]] = [
    {
        "corpusid": 101, "externalids": {"DOI": "10.1000/XYZ", "CorpusId": "101", "ArXiv": None},
        "url": f"https://www.semanticscholar.org/paper/{A}", "title": "Alpha", "year": 2020,
        "authors": [{"authorId": "7001", "name": "Ada One"}], "venue": "Nature Methods",
        "publicationvenueid": "v-1", "referencecount": 0, "citationcount": 2,
        "influentialcitationcount": 1, "isopenaccess": True, "publicationdate": "2020-05-01",
        "s2fieldsofstudy": [{"category": "Biology", "source": "s2-fos-model"}],
        "publicationtypes": ["JournalArticle", "Review"], "journal": {"name": "Nat. Methods"},
    },
    {"corpusid": 202, "externalids": {"CorpusId": "202"}, "title": "Beta", "authors": [],
     "venue": "", "year": 2021, "publicationdate": None, "journal": None},
]  # fmt: skip
ABSTRACTS: Final = [{"corpusid": 101, "openaccessinfo": {}, "abstract": "We count."}]


def cites(citing: Any, cited: Any, **said: Any) -> dict[str, Any]:
    about = {"isinfluential": False, "intents": None, "contexts": None}
    return {"citationid": 1, "citingcorpusid": citing, "citedcorpusid": cited, **about, **said}


CITATIONS: Final = [
    cites(202, 101, isinfluential=True, intents=["methodology"], contexts=["As  in [1]", None]),
    cites(202, 101),  # most of them are there twice
    cites(202, 303, intents=["background", "result"]),
    cites(202, 202),
    cites(202, None),
    cites(None, 101),
    cites(404, 101),
]


def abstract(number: int, text: str) -> dict[str, Any]:
    return {**ABSTRACTS[0], "corpusid": number, "abstract": text}


def packed(*listed: dict[str, Any]) -> bytes:
    return gzip.compress("".join(json.dumps(item) + "\n" for item in listed).encode())


def release(folder: Path, **more: bytes) -> Path:
    parts = {
        "papers": packed(*PAPERS),
        "abstracts": packed(*ABSTRACTS, {**ABSTRACTS[0], "corpusid": 9}),
    }
    for name, content in {**parts, "citations": packed(*CITATIONS), **more}.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "20250101_part.gz").write_bytes(content)
    return folder


def by_id(result: Outcome) -> dict[str, Any]:
    assert result.balances
    return {entry.record.id: entry.record for entry in result.entries}


@pytest.mark.parametrize("bucket", [2**25, 40])
def test_a_release_is_put_together(monkeypatch: pytest.MonkeyPatch, bucket: int) -> None:
    monkeypatch.setattr(semantic_scholar_files, "_BUCKET", bucket)  # one file on disk, or many
    result = outcome(release(Path("2025-01-01")))
    alpha, beta = (by_id(result)[name] for name in ("s2:101", "s2:202"))
    assert (alpha.title, alpha.abstract, str(alpha.date)) == ("Alpha", "We count.", "2020-05-31")
    assert alpha.external_ids == {"doi": "10.1000/xyz", "s2_id": A}
    assert (alpha.type, alpha.venue.id, alpha.venue.name) == ("review", "s2:v-1", "Nature Methods")
    assert [(item.id, item.name) for item in alpha.authors] == [("s2:7001", "Ada One")]
    assert [(item.name, item.level, item.is_primary) for item in alpha.fields] == [
        ("Biology", "field", True)
    ]
    assert (beta.references, beta.date_precision) == (("s2:101", "s2:303"), "year")
    assert beta.citations == (
        CitationDetail("s2:101", is_influential=True, intents=("method",), contexts=("As in [1]",)),
        CitationDetail(
            "s2:303", is_influential=False, intents=("background", "result"), contexts=()
        ),
    )
    assert {k: n for k, n in result.counts.items() if "references" in k} == {
        "references.read": 5, "references.loaded": 2, "references.repeated": 1,
        "references.rejected.cites_itself": 1, "references.rejected.unresolved": 1,
    }  # fmt: skip
    assert (result.counts["read"], result.reasons, result.faults) == (2, {}, [])
    assert result.accepted == {
        "citation_without_citing": 1, "citation_of_unknown_paper": 1,
        "abstract_of_unknown_paper": 1,
    }  # fmt: skip


def test_answers_of_the_api_are_put_together(tmp_path: Path) -> None:
    ids = {"externalIds": {"CorpusId": 101, "DOI": "10.1000/xyz"}}
    batch = [None, {"paperId": A, **ids, "title": "Alpha", "year": 2020, "references": [
        {"paperId": B, "title": "Beta"}, {"paperId": None, "title": "Unknown"}]}, None]  # fmt: skip
    (tmp_path / "batch.json").write_text(json.dumps(batch, indent=1))
    citing = {"paperId": C, "title": "Gamma", "year": 2022}
    page = {"contexts": ["See [3]."], "intents": ["background"], "isInfluential": True}
    pages = {"offset": 0, "next": 100, "data": [{**page, "citingPaper": citing}]}
    (tmp_path / f"{A}-citations.json").write_text(json.dumps(pages))
    listed = [
        {"citedPaper": {"paperId": A}},
        {"citedPaper": {"paperId": None}},
        {"citedPaper": None},
    ]
    (tmp_path / f"references of {C}.json").write_text(json.dumps({"data": listed}))
    search = {
        "total": 2,
        "offset": 0,
        "data": [{"paperId": A, "title": "Alpha", "abstract": "We."}],
    }
    (tmp_path / "search.json").write_text(json.dumps(search))
    result = outcome(tmp_path)
    alpha, gamma = (by_id(result)[name] for name in ("s2:101", f"s2:{C}"))
    assert (alpha.references, alpha.abstract) == ((f"s2:{B}",), "We.")
    assert gamma.references == ("s2:101",)
    assert gamma.citations == (
        CitationDetail(
            "s2:101", is_influential=True, intents=("background",), contexts=("See [3].",)
        ),
    )
    assert (result.counts["read"], result.counts["merged"]) == (3, 1)
    assert result.counts["references.rejected.unresolved"] == 3
    assert (result.accepted, result.faults) == ({"paper_not_found": 2}, [])
    (tmp_path / "page.json").write_text(json.dumps(pages))
    assert [fault.reason for fault in outcome(tmp_path).faults] == ["page_without_paper"]


def test_a_long_id_without_a_letter_is_no_corpus_id(tmp_path: Path) -> None:
    digits = "7" * 40
    batch = [{"paperId": digits, "title": "Alpha", "year": 2020}, {"paperId": A, "title": "Beta"}]
    (tmp_path / "batch.json").write_text(json.dumps(batch))
    assert by_id(outcome(tmp_path)).keys() == {f"s2:{digits}", f"s2:{A}"}


ROWS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("wrong_type", cites("x", 101)),
    ("wrong_type", cites(-1, 101)),
    ("wrong_type", cites(202, [101])),
    ("wrong_type", cites(202, 1.5)),
    ("wrong_type", {**ABSTRACTS[0], "corpusid": "x"}),
    ("required_null", {**ABSTRACTS[0], "corpusid": None}),
    ("required_null", {**PAPERS[0], "corpusid": None, "externalids": None}),
    ("wrong_type", {**PAPERS[0], "corpusid": "x", "externalids": None}),
)
VALUES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("wrong_type", cites(202, 101, isinfluential="perhaps")),
    ("wrong_type", cites(202, 101, intents="background")),
    ("wrong_type", cites(202, 101, intents=[7])),
    ("wrong_type", cites(202, 101, contexts={"a": 1})),
    ("wrong_type", {**ABSTRACTS[0], "abstract": ["We"]}),
    ("field_over_1_MB", {**ABSTRACTS[0], "abstract": "x" * 1_000_001}),
    ("wrong_type", {**PAPERS[0], "corpusid": 8, "externalids": "x"}),
    ("other_type", {**PAPERS[0], "corpusid": 8, "url": 7}),
    ("date_in_part", {**PAPERS[0], "corpusid": 8, "publicationdate": "2020-05-32"}),
)


def test_a_bad_row_of_a_release_is_rejected_alone(tmp_path: Path) -> None:
    good = by_id(outcome(release(tmp_path / "good")))
    for number, (reason, row) in enumerate(ROWS):
        bad = packed({**PAPERS[0], "corpusid": 7}, row)
        result = outcome(release(tmp_path / str(number), data=bad))
        assert (result.reasons, result.faults, result.balances) == ({reason: 1}, [], True), row
        assert [record["line"] for record in result.rejects if record["reason"] == reason] == [2]
        records = by_id(result)
        assert records.pop("s2:7").title == "Alpha"
        assert {record.digest for record in records.values()} == {
            record.digest for record in good.values()
        }


def test_a_bad_value_of_a_release_costs_itself_alone(tmp_path: Path) -> None:
    good = outcome(release(tmp_path / "good", data=packed({**PAPERS[0], "corpusid": 7})))
    for number, (reason, row) in enumerate(VALUES):
        bad = packed({**PAPERS[0], "corpusid": 7}, row)
        result = outcome(release(tmp_path / str(number), data=bad))
        assert (result.reasons, result.faults, result.balances) == ({}, [], True), row
        assert reason in result.beyond(good), (row, result.accepted, result.counts)
        assert by_id(result).keys() >= by_id(good).keys()


OTHERS: Final = {
    "tldrs": {"corpusid": 101, "model": "tldr@v2", "text": "Short."},
    "embeddings": {"corpusid": 101, "model": "specter", "vector": "[0.1]"},
    "authors": {"authorid": "7001", "name": "Ada One", "hindex": 5},
    "former ids": {"sha": A, "corpusid": 101, "primary": True},
}


@pytest.mark.parametrize("name", OTHERS)
def test_another_data_set_of_a_release_is_named(name: str) -> None:
    file = Path("part.gz")
    file.write_bytes(packed(OTHERS[name]))
    with pytest.raises(DataError, match=f"holds .*{name}.*, of Semantic Scholar"):
        outcome(file)


def test_both_ways_give_one_graph_which_holds_what_is_said_of_citations(database: Database) -> None:
    folder = release(Path("2025-01-01"))
    Path("answers.jsonl").write_text(json.dumps(answer(1)) + "\n")
    files = [folder, Path("answers.jsonl")]
    report = load(database, files, rejects=Path("r.jsonl"))
    assert (report.read, report.loaded, report.rejected) == (3, 3, {})
    made = prepared(files, Path("bulk"), source="s2", batch_size=2_500, kind="semanticscholar")
    stored = everything(database)
    expected = {
        text: n for text, n in stored.items() if not text.startswith(('[["Snapshot"', '[["Total"'))
    }
    assert contents(made) == Counter(expected)
    [[_, total, _]] = rows(made, "total")
    assert total == fingerprint.compute_fingerprint(database).hex == report.graph_fingerprint
    cited = database.read_text(
        "MATCH ({id: 's2:202'})-[c:CITES]->(w) "
        "RETURN w.id AS id, c.is_influential AS big, c.intents AS intents, c.contexts AS contexts "
        "ORDER BY id"
    )
    assert [tuple(row.values()) for row in cited] == [
        ("s2:101", True, ["method"], ["As in [1]"]),
        ("s2:303", False, ["background", "result"], None),
    ]
    other = Path("other.jsonl")
    other.write_text("".join(json.dumps({**paper, "title": "Other"}) + "\n" for paper in PAPERS))
    run = load(database, other, max_rejected=1, rejects=Path("r.jsonl")).run
    remove_loads(database, run)
    assert fingerprint.compute_fingerprint(database).hex == report.graph_fingerprint


def paper(number: int, title: str) -> dict[str, Any]:
    return {**PAPERS[1], "corpusid": number, "externalids": {}, "title": title}


def put(folder: str, *rows: dict[str, Any]) -> None:
    Path(folder).mkdir(parents=True)
    Path(folder, "part.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture
def releases() -> None:
    """Of four papers one gets another title, one another abstract, one goes, and one comes."""
    one, two, three = paper(1, "One"), paper(2, "Two"), paper(3, "Three")
    first, second, third = (
        cites(1, 2, citationid=91),
        cites(2, 3, citationid=92),
        cites(3, 1, citationid=93),
    )
    put("old/papers", one, two, three, paper(4, "Four"))
    put("old/abstracts", abstract(1, "A."), abstract(2, "B."))
    put("old/citations", first, second, third)
    put("new/papers", paper(1, "One!"), two, paper(4, "Four"), paper(5, "Five"))
    put("new/abstracts", abstract(1, "A."), abstract(2, "Better."))
    put("new/citations", first, cites(5, 1, citationid=94))
    # A release between them said other things, which the later diff corrects.
    put("diffs/2023-03-28/papers/update_files", paper(1, "Won"), paper(6, "Six"), three)
    put("diffs/2023-04-04/papers/update_files", paper(1, "One!"), paper(5, "Five"))
    put("diffs/2023-04-04/papers/delete_files", {"corpusid": 3}, paper(6, "Six"))
    put("diffs/2023-04-04/abstracts/update_files", abstract(2, "Better."))
    put("diffs/2023-04-04/citations/update_files", cites(5, 1, citationid=94))
    put("diffs/2023-04-04/citations/delete_files", {"citationid": 92}, third)


@pytest.mark.usefixtures("releases")
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


@pytest.mark.usefixtures("releases")
def test_a_diff_of_no_known_day_is_refused(database: Database) -> None:
    put("update_files", paper(1, "One"))
    with pytest.raises(DataError, match="diff_without_day"):
        load(database, ["old", "update_files"])
