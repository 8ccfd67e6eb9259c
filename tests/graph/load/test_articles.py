# ruff: noqa: E501 - documents as they are written
"""Articles in JATS, TEI and unarXive bring papers and their text, every citation accounted for."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.network_files import Outcome, outcome

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"
JATS = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS//EN" "JATS-archivearticle1.dtd">
<article article-type="research-article"><front><journal-meta><journal-title>Letters</journal-title></journal-meta>
<article-meta><article-id pub-id-type="doi">10.1000/Jats</article-id><article-id pub-id-type="pmid">77</article-id>
<title-group><article-title>Words in <italic>graphs</italic></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Bell</surname><given-names>Ada</given-names></name></contrib>
<contrib contrib-type="editor"><name><surname>Ed</surname></name></contrib></contrib-group>
<pub-date pub-type="ppub"><month>6</month><year>2001</year></pub-date>
<pub-date pub-type="epub"><day>3</day><month>5</month><year>2001</year></pub-date>
<abstract><p>An abstract.</p></abstract></article-meta></front>
<body><sec><title>Introduction <xref ref-type="bibr" rid="r1">[1]</xref></title>
<p>Words&#xA0;count
 [<xref ref-type="bibr" rid="r1">1</xref>, <xref ref-type="bibr" rid="r2 r3">2-3</xref>] &uuml;ber all,
 see <xref ref-type="fig" rid="f1">Fig. 1</xref><xref ref-type="bibr" rid="r9">9</xref>.</p><p> </p></sec></body>
<back><ref-list>
<ref id="r1"><mixed-citation><name><surname>Dee</surname><given-names>C</given-names></name> <year>1999</year>
 <article-title>Counting words in long texts</article-title> <source>Letters</source></mixed-citation></ref>
<ref id="r2"><mixed-citation>Fry E. Trees. doi: 10.1000/elsewhere.</mixed-citation></ref>
<ref id="r3"><mixed-citation>A report of nobody.</mixed-citation></ref></ref-list></back></article>
"""
TEI = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Counting words in long texts</title></titleStmt>
<sourceDesc><biblStruct><analytic><author><persName><forename type="first">Cy</forename><surname>Dee</surname></persName></author></analytic>
<monogr><title level="j">Letters</title><imprint><date type="published" when="1999-02">Feb 1999</date></imprint></monogr></biblStruct></sourceDesc>
</fileDesc><profileDesc><abstract><p>Short.</p></abstract></profileDesc></teiHeader>
<text><body><div><head n="1">Introduction</head><p>As said <ref type="bibr" target="#b0">(Bell, 2001)</ref> and <ref type="bibr">(Nobody)</ref>.</p></div></body>
<back><div><listBibl><biblStruct xml:id="b0"><analytic><title>Words in graphs</title><author><persName><forename>A</forename><surname>Bell</surname></persName></author></analytic>
<monogr><title>Letters</title><imprint><date when="2001"/></imprint></monogr></biblStruct></listBibl></div></back></text></TEI>
"""
UNARXIVE: dict[str, Any] = {
    "paper_id": "2212.00001",
    "metadata": {
        "title": "Graphs\n  of words", "doi": None, "authors": "E. Fry", "authors_parsed": [["Fry", "Eve", ""]],
        "versions": [{"version": "v1", "created": "Thu, 1 Dec 2022 17:15:24 GMT"}],
    },
    "abstract": {"section": "Abstract", "text": "  One\ntwo."},
    "body_text": [
        {"section": "Start", "text": "As {{cite:a1}} and {{cite:b2}}.",
         "cite_spans": [{"start": 3, "end": 14, "ref_id": "a1"}, {"start": 19, "end": 30, "ref_id": "b2"}]},
    ],
    "bib_entries": {
        "a1": {"bib_entry_raw": "A. Bell. Words in graphs. Letters, 2001.", "ids": {"doi": "10.1000/jats"}},
        "b2": {"bib_entry_raw": "C. Dee. Counting words in long texts. Letters, 1999."},
    },
}  # fmt: skip


def parts(found: Outcome) -> tuple[dict[str, Any], dict[str, Any]]:
    assert (found.reasons, found.faults, found.balances) == ({}, [], True)
    papers = {e.record.id: e.record for e in found.entries if hasattr(e.record, "references")}
    return papers, {
        e.record.id: e.record
        for e in found.entries
        if e.record.id and hasattr(e.record, "paragraphs")
    }


def test_articles_find_each_other(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(JATS)
    (tmp_path / "b").write_text(TEI)
    (tmp_path / "c").write_text(json.dumps(UNARXIVE))
    found = outcome(tmp_path)
    papers, texts = parts(found)
    bell, dee, fry = (
        "doi:10.1000/jats",
        "name:cy-dee-1999-counting-words-in-long-texts",
        "arxiv:2212.00001",
    )
    assert {p.id: (p.title, f"{p.date}", [a.name for a in p.authors]) for p in papers.values()} == {
        bell: ("Words in graphs", "2001-05-03", ["Ada Bell"]),
        dee: ("Counting words in long texts", "1999-02-28", ["Cy Dee"]),
        fry: ("Graphs of words", "2022-12-01", ["Eve Fry"]),
    }
    assert {p.id: p.references for p in papers.values()} == {
        bell: ("doi:10.1000/elsewhere", dee), dee: (bell,), fry: (bell, dee),
    }  # fmt: skip
    [one] = texts[bell].paragraphs
    assert one.text == "Words count [1, 2-3] über all, see Fig. 19."
    cited = [(one.text[m.start : m.end], m.paper_id) for m in one.mentions]
    assert cited == [("1", dee), ("2-3", "doi:10.1000/elsewhere")]
    assert one.section.startswith("Introduction")
    [one] = texts[dee].paragraphs
    assert [(one.text[m.start : m.end], m.paper_id) for m in one.mentions] == [
        ("(Bell, 2001)", bell)
    ]
    assert [m.paper_id for m in texts[fry].paragraphs[0].mentions] == [bell, dee]
    counts = {k: n for k, n in found.counts.items() if k.startswith("mentions")}
    assert counts == {
        "mentions.read": 9,
        "mentions.rejected.unresolved": 1,
        "mentions.rejected.unlocated": 3,
    }


HOSTILE = {
    "xml_entity": '<!DOCTYPE article [<!ENTITY x SYSTEM "file:///etc/passwd">]><article>&x;</article>',
    "xml_malformed": JATS[:-200],
    "xml_too_deep": f"<article>{'<b>' * 400}{'</b>' * 400}</article>",
}


@pytest.mark.parametrize("reason", HOSTILE)
def test_what_is_wrong_with_a_document_is_named(tmp_path: Path, reason: str) -> None:
    (tmp_path / "x").write_text(HOSTILE[reason])
    found = outcome(tmp_path / "x")
    assert {fault.reason for fault in found.faults} == {reason}
    assert not found.entries


def test_an_article_without_its_description_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("<article><body/></article>")
    found = outcome(tmp_path / "x")
    assert (found.reasons, found.balances) == ({"malformed_entry": 2}, True)


@pytest.mark.skipif(not DATA.exists(), reason="real documents lie outside the project")
def test_real_documents_are_accounted_for() -> None:
    found = outcome(*sorted((DATA / "jats").iterdir())[:8])
    papers, texts = parts(found)
    assert len(papers) == len(texts) == 8
    located = sum(len(part.mentions) for text in texts.values() for part in text.paragraphs)
    lost = {k: n for k, n in found.counts.items() if k.startswith("mentions.rejected")}
    assert found.counts["mentions.read"] == located + sum(lost.values()) > 0
