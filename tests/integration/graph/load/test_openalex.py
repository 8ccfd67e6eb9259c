"""Works of OpenAlex: what becomes of each field, and each way in which one can be wrong."""

import gzip
import json
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scinet.errors import DataError
from scinet.graph.analysis import quality
from scinet.graph.analysis.status import graph_status
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.batch import batch_lines, read_records
from scinet.graph.load.loading import load
from scinet.graph.schema.records import PaperRecord
from scinet.graph.sources import openalex as reader
from scinet.graph.sources.files import ReadProgress, read_lines
from scinet.graph.sources.input_files import gather_files
from scinet.graph.sources.json_lines import parse_object

SITE = "https://openalex.org/"
ANN = {"id": SITE + "A5001", "display_name": "Ann"}
WORK: dict[str, Any] = {
    "id": SITE + "W1001", "doi": "https://doi.org/10.1000/AB", "title": "On words",
    "display_name": "On words", "publication_year": 2001, "publication_date": "2001-05-17",
    "type": "article", "is_retracted": False, "is_paratext": False,
    "primary_location": {"source": {"id": SITE + "S77", "display_name": "Letters"}},
    "authorships": [
        {
            "author": {**ANN, "orcid": "https://orcid.org/0000-0002-1825-0097"},
            "raw_author_name": "A.", "is_corresponding": True,
            "institutions": [{"id": SITE + "I2001", "display_name": "Uni"}],
        },
        {"author": {"id": None, "display_name": None}, "raw_author_name": "Bo Å"},
    ],
    "primary_topic": {"id": SITE + "T2", "display_name": "Verbs"},
    "topics": [
        {
            "id": SITE + topic, "display_name": name, "score": score,
            "subfield": {"id": SITE + "subfields/1203", "display_name": "Language"},
            "field": {"id": SITE + "fields/" + field, "display_name": "F" + field},
            "domain": {"id": SITE + "domains/2", "display_name": "Social Sciences"},
        }
        for topic, name, score, field in (("T1", "Nouns", 0.9, "12"), ("T2", "Verbs", 0.8, "33"))
    ],
    "abstract_inverted_index": {"We": [0], "count": [1, 3], "what": [2]},
    "referenced_works": [SITE + "W1002", SITE + "W1003", SITE + "W1002"],
    "locations": [
        {"landing_page_url": None},
        {"landing_page_url": "https://doi.org/10.48550/arXiv.2104.00001"},
    ],
    "cited_by_count": 3, "fwci": 0.25,
}  # fmt: skip


def made(source: str | None = "openalex", **changes: Any) -> PaperRecord:
    return reader.openalex_record({**WORK, **changes}, source)


def accepted(record: PaperRecord) -> dict[str, int]:
    counts = {k.removeprefix("accepted."): n for k, n in record.notes.counts.items() if n}
    return {k: n for k, n in counts.items() if "." not in k}


def written(path: Path, *works: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(work) + "\n" for work in works).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


def test_a_work_becomes_a_record() -> None:
    record = made()
    assert record.id == "openalex:W1001"
    assert record.title == "On words"
    assert record.abstract == "We count what count"
    assert (record.date, record.date_precision) == (date(2001, 5, 17), "day")
    assert record.external_ids == {
        "doi": "10.1000/ab", "arxiv_id": "2104.00001", "openalex_id": "W1001",
    }  # fmt: skip
    at_arxiv = made(locations=[{"landing_page_url": "http://arxiv.org/abs/cs/0101001"}])
    assert at_arxiv.external_ids["arxiv_id"] == "cs/0101001"
    assert record.venue is not None
    assert (record.venue.id, record.venue.name) == ("openalex:S77", "Letters")
    expected = [("openalex:A5001", "Ann", 1), ("openalex:name:bo-a", "Bo Å", 2)]
    assert [(a.id, a.name, a.position) for a in record.authors] == expected
    assert record.references == ("openalex:W1002", "openalex:W1003")
    assert (record.type, record.is_retracted) == ("article", False)
    assert made(None).id == "W1001"
    assert made("mine").references == ("mine:W1002", "mine:W1003")
    assert accepted(record) == {"author_without_id": 1}


def test_topics_are_fields_of_four_levels() -> None:
    results = {f.id: (f.name, f.level, f.score, f.is_primary) for f in made().fields}
    assert results == {
        "openalex:T1": ("Nouns", "topic", 0.9, False),
        "openalex:T2": ("Verbs", "topic", 0.8, True),
        "openalex:subfields/1203": ("Language", "subfield", 0.9, True),
        "openalex:fields/12": ("F12", "field", 0.9, False),
        "openalex:fields/33": ("F33", "field", 0.8, True),
        "openalex:domains/2": ("Social Sciences", "domain", 0.9, True),
    }
    assert made(topics=[], primary_topic=None).fields == ()


def test_the_main_wider_field_is_that_of_the_primary_topic() -> None:
    listed = (("T1", 0.9, "A"), ("T3", 0.85, "B"), ("T2", 0.8, "B"))
    topics = [{"id": t, "score": score, "subfield": {"id": sub}} for t, score, sub in listed]
    main = {
        f.level: f.id
        for f in made(None, topics=topics, primary_topic={"id": "T2"}).fields
        if f.is_primary
    }
    assert main == {"topic": "T2", "subfield": "B"}


def test_an_author_has_institutions_and_may_be_the_corresponding_one() -> None:
    ann, bo = made().authors
    assert (ann.orcid, ann.is_corresponding, bo.is_corresponding) == (
        "0000-0002-1825-0097", True, None,
    )  # fmt: skip
    assert [(i.id, i.name) for i in ann.institutions] == [("openalex:I2001", "Uni")]
    [other] = made(authorships=[{"author": ANN, "is_corresponding": False}]).authors
    assert other.is_corresponding is None  # nobody is marked, so nothing is known


def test_institutions_of_an_author_listed_twice_balance() -> None:
    twice = made(authorships=[*WORK["authorships"], WORK["authorships"][0]])
    counts = {k: n for k, n in twice.notes.counts.items() if k.startswith("affiliations")}
    assert counts == {
        "affiliations.read": 2, "affiliations.repeated": 1, "affiliations.loaded": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "counted"),
    [
        ({"publication_date": None}, {"year_only": 1}),
        ({"publication_date": None, "publication_year": None}, {"date_missing": 1}),
        ({"publication_date": "2002-05-17"}, {"dates_disagree": 1}),
        ({"abstract_inverted_index": {"a": [0], "b": [4]}}, {"inverted_index_gap": 1}),
        ({"abstract_inverted_index": None}, {"abstract_withheld": 1}),
        ({"id": "w1001"}, {"id_case_or_url_form": 1}),
        ({"doi": "doi:10.1000/AB."}, {"doi_prefix_or_punctuation": 1}),
        ({"doi": "10.1/x"}, {"doi_malformed": 1}),
        ({"is_retracted": True}, {"retracted": 1}),
        ({"is_paratext": True}, {"paratext": 1}),
        ({"brand_new_field": 1}, {"unknown_field": 1}),
        ({"title": None}, {}),
        ({"title": None, "display_name": None}, {"title_empty": 1}),
        ({"primary_location": None}, {}),
        ({"authorships": []}, {"no_authors": 1}),
    ],
)
def test_what_is_mended_is_counted(changes: dict[str, Any], counted: dict[str, int]) -> None:
    expected = counted if "authorships" in changes else {"author_without_id": 1, **counted}
    assert accepted(made(**changes)) == expected


def test_a_reference_to_no_work_is_left_out_alone() -> None:
    record = made(referenced_works=[SITE + w for w in ("A5001", "W1001", "W4285719527", "W1002")])
    assert record.references == ("openalex:W1002",)
    counts = {k: n for k, n in record.notes.counts.items() if k.startswith("references")}
    assert counts == {
        "references.read": 4, "references.loaded": 1,
        "references.rejected.id_of_other_entity": 1, "references.rejected.cites_itself": 1,
        "references.rejected.deleted_work": 1,
    }  # fmt: skip
    left_out = {remark.reason for remark in record.notes.left_out}
    assert left_out == {"id_of_other_entity", "cites_itself", "deleted_work"}


def test_two_loads_of_the_same_works_are_one_graph(database: Database) -> None:
    alone: dict[str, Any] = {"doi": None, "locations": [], "ids": {}, "referenced_works": []}
    others = [{**WORK, **alone, "id": f"{SITE}W{n}"} for n in (1002, 1004)]
    parts = Path("works")
    written(parts / "updated_date=2024-01-01" / "part_000.gz", WORK)
    written(parts / "updated_date=2024-02-01" / "part_000.gz", *others)
    (parts / "manifest").write_text("{}")
    first = load(database, [parts], kind="openalex")
    plain = written(Path("all.jsonl"), *others, WORK)
    second = load(database, [plain], kind="openalex")
    assert (first.read, first.loaded) == (3, 3)
    assert (second.read, second.loaded, second.merged) == (3, 0, 3)
    assert first.graph_fingerprint == second.graph_fingerprint
    assert fingerprint.compute_fingerprint(database).hex == first.graph_fingerprint
    assert [load["kind"] for load in graph_status(database)["loads"]] == ["openalex", "openalex"]
    repeated = next(f for f in quality.findings(database) if f.check == "repeated_references")
    assert repeated.count == 1


def test_a_file_of_another_kind_is_named_with_its_command(database: Database) -> None:
    works = written(Path("works.jsonl"), WORK)
    papers = written(Path("papers.jsonl"), {"id": "p1", "date": "2001"})
    texts = written(Path("texts.jsonl"), {"paper_id": "p1", "paragraphs": []})
    people = written(Path("authors.jsonl"), ANN)
    for kind, file, hint in (
        ("records", works, "scinet load --as openalex"),
        ("fulltext", works, "scinet load --as openalex"),
        ("openalex", papers, "scinet load --as records"),
        ("openalex", texts, "scinet load --as fulltext"),
        ("records", texts, "scinet load --as fulltext"),
        ("openalex", people, "below works/"),
    ):
        with pytest.raises(DataError, match="holds") as caught:
            load(database, [file], kind=kind)
        assert hint in (caught.value.hint or "")
    assert graph_status(database)["loads"] == []  # nothing was begun


def test_numbers_with_a_fraction_need_no_second_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scinet.graph.sources.json_lines._parse_strictly", None)
    assert parse_object(json.dumps(WORK).encode()) == WORK


def test_the_counts_of_the_real_works(openalex: Path) -> None:
    total: Counter[str] = Counter()
    records: dict[str, PaperRecord] = {}
    with gather_files([openalex], reader.KEY) as (files, faults):
        assert faults == []
        for file in files:
            for batch in batch_lines(read_lines(file, ReadProgress()), 1000):
                entries, account = read_records(batch, reader.openalex_record, "openalex")
                total.update(account.counts)
                for entry in entries:
                    total.update(entry.record.notes.counts)
                    records[entry.record.id] = entry.record
    assert (total["read"], len(records)) == (5828, 5828)
    assert total["references.read"] == 212_664
    assert total["references.rejected.cites_itself"] == 27
    assert total["references.rejected.deleted_work"] == 471
    assert sum("arxiv_id" in r.external_ids for r in records.values()) == 88
    assert total["accepted.unknown_field"] == 0
    assert total["accepted.inverted_index_gap"] == 17
    assert {len([f for f in r.fields if f.is_primary]) for r in records.values()} == {0, 4}
    assert sum(not r.fields for r in records.values()) == 157
    inside = sum(cited in records for r in records.values() for cited in r.references)
    assert inside == 13_738 - 27
    assert sum(len(r.references) for r in records.values()) - inside == 198_926 - 471
