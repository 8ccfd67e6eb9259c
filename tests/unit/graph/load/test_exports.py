"""Tables of Scopus, Web of Science, Dimensions and Lens, read as they are exported."""

from collections.abc import Callable
from typing import Any

import pytest
from helpers.files import exports
from helpers.files.network_files import Outcome
from helpers.files.read_files import by_id, read_contents

BELL = "doi:10.1000/abc"
TITLE = "Counting words, and pairs of words"
SCOPUS = "scopus:2-s2.0-8500000000"


def read(*files: bytes) -> Outcome:
    contents = read_contents(*files)
    assert (contents.reasons, contents.faults) == ({}, [])
    assert contents.balances
    for part in ("references", "authorships", "fields"):
        of = {
            k.removeprefix(f"{part}."): n for k, n in contents.counts.items() if k.startswith(part)
        }
        lost = sum(n for k, n in of.items() if k.startswith("rejected."))
        assert of.get("read", 0) == of.get("loaded", 0) + of.get("repeated", 0) + lost
    return contents


def shown(record: Any) -> list[Any]:
    upto = record.date and f"{record.date} {record.date_precision}"
    authors = [author.name for author in record.authors]
    return [record.title, upto, record.venue and record.venue.name, authors]


def matched(result: Outcome) -> dict[str, int]:
    names = {k: n for k, n in result.counts.items() if k.startswith("references.")}
    return {k.removeprefix("references."): n for k, n in sorted(names.items())}


@pytest.mark.parametrize("mark", [",", ";"])
def test_scopus(mark: str) -> None:
    result = read(exports.scopus(mark=mark))
    made = by_id(result)
    bell, dee, editorial = (made[item] for item in (BELL, f"{SCOPUS}2", f"{SCOPUS}3"))
    people = ["Ada Bell", "José de la Fuente"]
    assert shown(bell) == [TITLE, "1998-12-31 year", "Journal of Words", people]
    assert [a.id for a in bell.authors] == ["scopus:57190000001", "scopus:57190000002"]
    assert (bell.abstract, bell.external_ids["doi"]) == (None, "10.1000/abc")
    assert [(f.name, f.level) for f in bell.fields] == [("counting", "topic"), ("Words", "topic")]
    [count] = bell.referrals
    assert (count.artifact.kind, count.count, count.read_on) == ("citing_papers", 7, None)
    title = "Words in “graphs”; a survey"
    assert shown(dee) == [title, "2004-12-31 year", "Letters", ["Cy B. Dee"]]
    assert dee.abstract == "First line. Second; line."
    assert dee.references == (BELL, "doi:10.1000/elsewhere")
    assert (editorial.authors, editorial.references) == ((), (dee.id,))
    assert matched(result) == {
        "loaded": 3, "matched.title": 3, "matched.work_by_id": 1, "read": 5,
        "rejected.unresolved": 1, "repeated": 1,
    }  # fmt: skip
    assert "1 of its references name no paper" in result.rejects[0]["message"]


WOS: dict[str, Callable[[], bytes]] = {
    "tabs": exports.wos_tabs,
    "UTF-16": lambda: exports.wos_tabs("utf-16"),
    "Excel": exports.wos_excel,
    "text": exports.wos_text,
}


@pytest.mark.parametrize("layout", WOS)
def test_web_of_science(layout: str) -> None:
    result = read(WOS[layout]())
    made = by_id(result)
    bell, fry, spring = made[BELL], made["wos:000000000000002"], made["wos:000000000000003"]
    quoted = 'Counting "words", and pairs of words'
    people = ["Ada Bell", "José de la Fuente"]
    assert shown(bell) == [quoted, "1998-06-15 day", "JOURNAL OF WORDS", people]
    assert [a.orcid for a in bell.authors] == ["0000-0002-1825-0097", None]
    assert {(f.name, f.level, f.is_primary) for f in bell.fields if f.level != "topic"} == {
        ("Linguistics", "field", True), ("Linguistics", "subfield", True),
        ("Statistics & Probability", "subfield", False),
    }  # fmt: skip
    [count] = bell.referrals
    assert (count.count, str(count.read_on)) == (9, "2024-01-15")
    assert shown(fry) == ["Trees", "2001-10-31 period", "LETTERS", ["Eve Fry"]]
    assert fry.references == (BELL,)
    assert shown(spring) == ["Spring issue", "2002-12-31 year", "LETTERS", []]
    assert matched(result) == {
        "checked.author_year_source.same": 1, "loaded": 1, "matched.author_year_source": 1,
        "matched.id": 1, "read": 5, "rejected.unresolved": 3, "repeated": 1,
    }  # fmt: skip


def test_a_retracted_paper_of_scopus() -> None:
    made = by_id(read(exports.scopus().replace(b",Article,", b",Retracted,")))
    assert [(r.type, r.is_retracted) for r in made.values()] == [
        ("retracted", True), ("review", None), ("editorial", None),
    ]  # fmt: skip


RETRACTED = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Bell, A
   [Anonymous]
CA Grp Metrics Consortium
   Dept Words, Lab
TI Counting
DT Article; Retracted Publication
UT WOS:000000000000004
ER

PT J
AU [Anonymous]
TI Notice
DT Retraction
UT WOS:000000000000005
ER

EF
"""


def test_groups_and_retractions_of_web_of_science() -> None:
    row = ("J", "Bell, A; [Anonymous]", "Grp Metrics Consortium; Dept Words, Lab", "Counting",
           "Letters", "Article; Retracted Publication", "WOS:000000000000004")  # fmt: skip
    names = ("Publication Type", "Author Full Names", "Group Authors", "Article Title",
             "Source Title", "Document Type", "UT (Unique WOS ID)")  # fmt: skip
    for content in (RETRACTED.encode(), exports.workbook([names, row])):
        made = by_id(read(content))
        paper = made.pop("wos:000000000000004")
        people = ["A Bell", "Grp Metrics Consortium", "Dept Words, Lab"]
        assert ([a.name for a in paper.authors], paper.is_retracted) == (people, True)
        assert [(r.authors, r.is_retracted) for r in made.values()] == [((), None)] * len(made)


def test_dimensions() -> None:
    result = read(exports.dimensions())
    made = by_id(result)
    bell, later = made[BELL], made["dimensions:pub.1000000009"]
    assert shown(bell)[1] == "1998-06-30 month"
    levels = {"anzsrc:47": "field", "anzsrc:4704": "subfield"}
    assert {f.id: f.level for f in bell.fields} == levels
    assert [(r.count, str(r.read_on)) for r in bell.referrals] == [(8, "2024-02-12")]
    assert later.references == (BELL,)
    assert matched(result)["rejected.unresolved"] == 1


def test_lens() -> None:
    made = by_id(read(exports.lens()))
    assert shown(made["lens:000-000-000-000-01X"])[3] == ["Ada Bell", "Cy Dee"]
    assert {r.artifact.kind: r.count for r in made["lens:000-000-000-000-01X"].referrals} == {
        "citing_papers": 5, "citing_patents": 2,
    }  # fmt: skip
    cited = ("lens:000-000-000-000-01X", "lens:999-999-999-999-999")
    assert made["doi:10.1000/g"].references == cited


def test_one_paper_of_several_databases_is_one_record() -> None:
    files = [exports.scopus(), exports.wos_excel(), exports.dimensions()]
    result = read(*files)
    assert (result.counts["read"], result.counts["loaded"], result.counts["merged"]) == (8, 6, 2)
    assert result.counts["accepted.put_together"] == 1
    bell = by_id(result)[BELL]
    assert bell.date_precision == "day"
    assert {e.record.digest for e in read(*files[::-1]).entries} == {
        e.record.digest for e in result.entries
    }
