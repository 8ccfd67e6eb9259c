"""What can be repaired of a record is stored and counted, part by part."""

import json
from pathlib import Path
from typing import Any

import pytest

from scinet.graph.load.batch import BatchEntry, BatchReport, batch_lines, read_records
from scinet.graph.schema.records import FulltextRecord, PaperRecord
from scinet.graph.sources.files import ReadProgress, read_lines
from scinet.graph.sources.fulltext import fulltext_record
from scinet.graph.sources.input_files import gather_files
from scinet.graph.sources.papers import paper_record

GOOD: dict[str, Any] = {
    "id": "P1", "title": "A title", "abstract": None, "date": "2001-05", "venue": "ACL",
    "authors": [{"id": "ann", "name": "Ann"}], "references": ["P2"], "external_ids": {},
}  # fmt: skip


def raw(**changes: Any) -> bytes:
    return json.dumps({**GOOD, "id": "bad", **changes}).encode()


def accounted(
    path: Path, content: bytes
) -> tuple[list[BatchEntry[PaperRecord]], BatchReport, ReadProgress]:
    path.write_bytes(content)
    reading = ReadProgress()
    with gather_files([path], "id") as (files, faults):
        assert not faults
        [part] = batch_lines((line for file in files for line in read_lines(file, reading)), 1000)
    return *read_records(part, paper_record, "acl"), reading


def test_a_last_line_that_was_cut_is_called_so() -> None:
    good = json.dumps({**GOOD, "title": "caf\u00e9"}, ensure_ascii=False).encode()
    for cut in range(1, len(good)):
        content = good + b"\n" + good[:cut]
        entries, account, _ = accounted(Path("f.jsonl"), content)
        assert len(entries) == 1, cut
        assert account.counts["rejected.last_line_cut"] == 1, (cut, account.counts)
    entries, account, _ = accounted(Path("f.jsonl"), good + b"\n" + good)
    assert len(entries) == 2


ACCEPTED: list[tuple[str, dict[str, Any]]] = [
    ("id_case_or_url_form", {"id": " P7 "}),
    ("id_case_or_url_form", {"references": ["https://openalex.org/w123"]}),
    ("doi_prefix_or_punctuation", {"external_ids": {"doi": "https://doi.org/10.1000/AB."}}),
    ("doi_malformed", {"external_ids": {"doi": "none"}}),
    ("year_as_date", {"date": None, "year": 2001}),
    ("year_as_date", {"date": None, "year": "2001"}),
    ("title_empty", {"title": " "}),
    ("over_3000_authors", {"authors": [{"id": f"a{n}", "name": "A"} for n in range(3001)]}),
    ("author_without_id", {"authors": [{"id": None, "name": "Jos\u00e9 P\u00e9rez"}]}),
    ("over_10000_references", {"references": [f"r{n}" for n in range(10_001)]}),
    ("retracted", {"is_retracted": True}),
    ("paratext", {"type": "paratext"}),
    ("unknown_field", {"colour": "red"}),
]


@pytest.mark.parametrize(("name", "changes"), ACCEPTED)
def test_what_can_be_mended_is_kept_and_counted(name: str, changes: dict[str, Any]) -> None:
    entries, _, _ = accounted(Path("f.jsonl"), raw(**changes))
    [entry] = entries
    assert entry.record.notes.counts[f"accepted.{name}"] == 1
    assert sum(n for k, n in entry.record.notes.counts.items() if k.startswith("rejected")) == 0


def test_dates_become_the_last_day_of_their_period() -> None:
    stated = {"2004": "2004-12-31", "2004-02": "2004-02-29", "2004-02-03": "2004-02-03"}
    for text, day in stated.items():
        [entry], _, _ = accounted(Path("f.jsonl"), raw(date=text))
        assert str(entry.record.date) == day


def test_ids_get_their_source_once() -> None:
    line = raw(
        id="acl:P1",
        references=["P2", "acl:P3", "openalex:W1", "hep:4"],
        authors=[{"id": "ann", "name": "Ann"}, {"name": "\u00c9va  N\u00e9v-Hill"}],
        venue="Proc. ACL",
    )
    [entry], _, _ = accounted(Path("f.jsonl"), line)
    record = entry.record
    assert record.id == "acl:P1"
    assert record.references == ("acl:P2", "acl:P3", "acl:hep:4", "openalex:W1")
    assert [a.id for a in record.authors] == ["acl:ann", "acl:name:eva-nev-hill"]
    assert record.venue is not None
    assert record.venue.id == "acl:name:proc-acl"


def test_references_are_accounted_for_one_by_one() -> None:
    line = raw(id="P1", references=["P2", "P1", "P2", "", "x" * 300, "P3", "acl:P1"])
    [entry], _, _ = accounted(Path("f.jsonl"), line)
    counts = entry.record.notes.counts
    assert entry.record.references == ("acl:P2", "acl:P3")
    rejected = {"rejected.cites_itself": 2, "rejected.id_empty": 1, "rejected.id_over_256": 1}
    for name, number in {"read": 7, "loaded": 2, "repeated": 1, **rejected}.items():
        assert counts[f"references.{name}"] == number, name
    assert len(entry.record.notes.left_out) == 4


def test_an_author_named_twice_keeps_the_first_place() -> None:
    listed = [{"id": "a", "name": "Zoe"}, {"id": "b", "name": "Bo"}, {"id": "a", "name": "Ann"}]
    [entry], _, _ = accounted(Path("f.jsonl"), raw(authors=listed))
    expected = [("acl:a", "Ann", 1), ("acl:b", "Bo", 2)]
    assert [(a.id, a.name, a.position) for a in entry.record.authors] == expected


def test_equal_meanings_have_equal_hashes() -> None:
    line = raw(references=["P2", "P3"], title="T")
    same = [
        raw(references=["P3", "P2", "P2"], title="T"),
        raw(references=["P2", "P3"], title="T", colour="red", abstract=""),
        raw(references=["P2", "P3"], title="T").replace(b": ", b" : "),
    ]
    other = [raw(references=["P2"], title="T"), raw(references=["P2", "P3"], title="U")]
    content = b"\n".join([line, *same, *other])
    entries, _, _ = accounted(Path("f.jsonl"), content)
    digests = [entry.record.digest for entry in entries]
    assert len(set(digests[:4])) == 1
    assert len(set(digests)) == 3


def paragraphs(*listed: Any, **changes: Any) -> FulltextRecord:
    return fulltext_record({"paper_id": "P1", "paragraphs": list(listed), **changes}, "acl")


def test_mentions_outside_the_text_are_left_out() -> None:
    text = "caf\u00e9 \U0001f600 (Ann, 2001)"
    good = {"start": 7, "end": len(text), "paper_id": "P2"}
    bad = [
        good | {"start": -1}, good | {"end": len(text) + 1}, good | {"start": 9, "end": 9},
        good | {"start": "7"}, good | {"end": None}, good | {"start": True}, good | {"end": 7.5},
    ]  # fmt: skip
    nameless = [good | {"paper_id": None}, good | {"paper_id": " "}, good | {"paper_id": 7}]
    record = paragraphs({"text": text, "mentions": [*bad, good, *nameless, good]})
    [mention] = record.paragraphs[0].mentions
    assert (mention.start, mention.end, mention.paper_id) == (7, len(text), "acl:P2")
    counts = record.notes.counts
    assert counts["mentions.read"] == 12
    assert counts["mentions.repeated"] == 1
    assert counts["mentions.rejected.offsets_outside_text"] == 7
    assert counts["mentions.rejected.id_empty"] == 3
