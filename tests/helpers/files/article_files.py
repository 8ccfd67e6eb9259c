# ruff: noqa: E501 - documents as they are written
"""Articles in JATS, TEI and unarXive that cite one another, made by hand."""

from typing import Any

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
