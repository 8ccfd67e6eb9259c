"""Files of documents as exports have them: recognised by content, and what becomes of a row."""

import csv
import gzip
import io
import json
from collections.abc import Sequence
from typing import Any

import pytest
from helpers.files.exports import workbook
from helpers.files.network_files import Outcome
from helpers.files.read_files import read_contents

from scinet.graph.schema.records import DocumentRecord
from scinet.graph.sources import patents

ALTMETRIC = [
    "Mention Type", "Mention Date", "Outlet or Author", "Mention Title", "Country",
    "External Mention ID", "Mention URL", "Research Output Title", "Journal/Collection Title",
    "Authors at my Institution", "Departments", "Output Type", "Subjects (FoR)",
    "Affiliations (GRID)", "Publication Date", "Altmetric Attention Score", "Details Page URL",
    "DOI", "ISBN", "National Clinical Trial ID", "URI", "PubMed ID", "PubMedCentral ID",
    "Handle.net IDs", "ADS Bibcode", "arXiv ID", "RePEc ID", "SSRN", "URN",
]  # fmt: skip
NEWS = {
    "Mention Type": "News story", "Mention Date": "2019-05-02", "Outlet or Author": "The Paper",
    "Mention Title": "Words, counted", "Mention URL": "https://www.paper.example/a?b=1",
    "Research Output Title": "Counting words in texts", "Publication Date": "2019-01-01",
    "DOI": "10.1000/ONE", "PubMed ID": "171", "Altmetric Attention Score": "12",
}  # fmt: skip
TWEET = {"Mention Type": "X post", "Mention Date": "2019-05-03 10:11:12", "Outlet or Author": "@a",
         "External Mention ID": "1123", "DOI": "10.1000/one"}  # fmt: skip
LENS = [
    "#", "Jurisdiction", "Kind", "Display Key", "Lens ID", "Publication Date", "Publication Year",
    "Application Number", "Application Date", "Priority Numbers", "Earliest Priority Date", "Title",
    "Abstract", "Applicants", "Inventors", "Owners", "URL", "Document Type", "Has Full Text",
    "Cites Patent Count", "Cited by Patent Count", "Simple Family Size", "NPL Citation Count",
    "NPL Resolved Citation Count", "NPL Resolved Lens ID(s)", "NPL Resolved External ID(s)",
    "NPL Citations", "Legal Status",
]  # fmt: skip
PATENT = {
    "#": "1", "Jurisdiction": "US", "Kind": "B2", "Display Key": "US 7654321 B2",
    "Lens ID": "173-631-769-260-712", "Publication Date": "2010-01-26", "Title": "A counter",
    "URL": "https://link.lens.org/abc", "NPL Resolved Lens ID(s)": "105-639-743-003-304",
    "NPL Resolved External ID(s)": "10.1000/one;;17330171",
}  # fmt: skip
EVENT = {
    "obj_id": "https://doi.org/10.1000/one", "source_token": "t", "id": "e1", "action": "add",
    "occurred_at": "2017-04-11T13:07:02Z", "subj_id": "https://blog.example/2017/words",
    "subj": {"pid": "https://blog.example/2017/words", "title": "On words"},
    "source_id": "newsfeed", "relation_type_id": "discusses",
}  # fmt: skip
OF_LENS = {**EVENT, "source_id": "cambia-lens", "subj_id": "https://lens.org/173-631-769-260-712"}
RELIANCE = "reftype\tconfscore\tmagid\tpatent\tuspto\twherefound\tdoi\tpmid\n"
GRANTED = (
    '"patent_id"\t"patent_type"\t"patent_date"\t"patent_title"\t"wipo_kind"\t"num_claims"\t'
    '"withdrawn"\t"filename"\n'
    '"7654321"\t"utility"\t"2010-02-02"\t"A ""counter"", with wheels"\t"B2"\t"9"\t"0"\t"x.xml"\n'
    '"D345678"\t"design"\t"1994-04-05"\t"A pen"\t"S1"\t"1"\t"0"\t"x.xml"\n'
)


def table(columns: Sequence[str], *rows: dict[str, str]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def shown(result: Outcome) -> list[tuple[Any, ...]]:
    records: list[DocumentRecord] = [entry.record for entry in result.entries]
    return [(record.id, record.name, record.date and str(record.date)) for record in records]


def test_mentions_of_altmetric() -> None:
    text = table(ALTMETRIC, NEWS, TWEET, {**NEWS, "DOI": "", "PubMed ID": ""})
    contents = read_contents(text)
    assert (contents.reasons, contents.faults) == ({}, [])
    assert shown(contents) == [
        ("news:paper.example/a?b=1", "Words, counted", "2019-05-02"),
        ("x_post:1123", "@a", "2019-05-03"),
        ("news:paper.example/a?b=1", "Words, counted", "2019-05-02"),
    ]
    first, _, last = (entry.record for entry in contents.entries)
    assert first.papers == (
        ("doi", "10.1000/one"),
        ("id", "doi:10.1000/one"),
        ("id", "pmid:171"),
        ("pmid", "171"),
    )
    assert (last.papers, last.paper_title) == ((), "Counting words in texts")


def test_patents_of_lens() -> None:
    text = table(LENS, PATENT, {**PATENT, "NPL Resolved External ID(s)": "",
                                "NPL Resolved Lens ID(s)": ""})  # fmt: skip
    contents = read_contents("\ufeff" + text)
    assert shown(contents) == [("patent:US7654321B2", "A counter", "2010-01-26")]
    assert contents.reasons == {"required_missing": 1}  # it cites no paper
    expected = {"doi:10.1000/one", "lens:105-639-743-003-304", "pmid:17330171"}
    assert {value for key, value in contents.entries[0].record.papers if key == "id"} == expected
    assert contents.entries[0].record.url == "https://link.lens.org/abc"


@pytest.mark.parametrize("is_answer", [True, False])
def test_events_of_crossref(is_answer: bool) -> None:  # noqa: FBT001
    bad = ({"source_id": "datacite"}, {"updated": "deleted"}, {"occurred_at": "then"})
    events: list[Any] = [EVENT, OF_LENS, *({**EVENT, **item} for item in bad)]
    message = {"next-cursor": "c", "total-results": 5, "items-per-page": 9, "events": events}
    answer = {"status": "ok", "message-type": "event-list", "message": message}
    lines = "\n".join(map(json.dumps, events))
    contents = read_contents(json.dumps(answer, indent=1) if is_answer else lines)
    assert shown(contents) == [
        ("news:blog.example/2017/words", "On words", "2017-04-11"),
        ("patent:lens.org/173-631-769-260-712", "On words", "2017-04-11"),
        ("news:blog.example/2017/words", "On words", None),
    ]
    assert contents.reasons == {"event_of_works": 1, "event_deleted": 1}
    assert contents.counts["accepted.date_malformed"] == 1
    assert [row["line"] for row in contents.rejects] == [3, 4, 5]


def test_citations_of_patents_get_days_from_another_file() -> None:
    text = RELIANCE + (
        "app\t10\t33\tUS-7654321\t1\tfrontonly\t10.1000/one\t\n"
        "app\t9\t34\tEP-1234567\t0\tfrontonly\t\t171\n"
        "exm\t9\t35\tUS-D345678-S1\t1\tbodyonly\t\t\n"
    )
    undated = [
        ("patent:US7654321", "US7654321", None),
        ("patent:EP1234567", "EP1234567", None),
        ("patent:USD345678S1", "USD345678S1", None),
    ]
    assert shown(read_contents(text)) == undated
    dated = [
        ("patent:US7654321", 'A "counter", with wheels', "2010-02-02"),
        undated[1],
        ("patent:USD345678S1", "A pen", "1994-04-05"),
    ]
    for files in ([text, GRANTED], [GRANTED, gzip.compress(text.encode())]):
        contents = read_contents(*files)
        assert (shown(contents), contents.reasons, contents.faults) == (dated, {}, [])
    assert ("id", "openalex:W33") in contents.entries[0].record.papers
    alone = read_contents(GRANTED)
    assert [fault.reason for fault in alone.faults] == ["days_alone"]


def test_the_newer_form_of_reliance_on_science() -> None:
    rows = "reftype,confscore,oaid,patent,wherefound\napp,10,2101234,us-7654321-b2,front\n"
    contents = read_contents(rows, GRANTED)
    assert shown(contents) == [("patent:US7654321B2", 'A "counter", with wheels', "2010-02-02")]
    assert ("openalex_id", "W2101234") in contents.entries[0].record.papers


def test_a_workbook_is_read_as_the_table_is() -> None:
    rows = [ALTMETRIC, [NEWS.get(name, "") for name in ALTMETRIC]]
    contents = read_contents(workbook(rows))
    assert shown(contents) == [("news:paper.example/a?b=1", "Words, counted", "2019-05-02")]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("US-7654321", "7654321"),
        ("7654321.0", "7654321"),
        ("us 7,654,321 b2", "7654321"),
        ("D0345678", "D345678"),
        ("USRE12345E1", "RE12345"),
        ("EP-1234567-A1", ""),
        ("US20130227762A1", ""),
        ("", ""),
    ],
)
def test_numbers_of_patents(text: str, number: str) -> None:
    assert patents.granted_number(text) == number


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ("doi,title,date,type,url\n10.1000/a,T,2001,news,u\n", "PaperRecord"),
        ("id,kind,count,read_on\np1,news,7,2020\n", "CountRecord"),
        ("paper_id;kind;url;date\np1;news;https://a.example/b;2001\n", "DocumentRecord"),
    ],
)
def test_other_tables_are_what_they_were(rows: str, kind: str) -> None:
    [entry] = read_contents(rows).entries
    assert type(entry.record).__name__ == kind
