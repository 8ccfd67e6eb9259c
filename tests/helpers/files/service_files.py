# ruff: noqa: E501 - files as services write them
"""A paper as Crossref, arXiv, Lens, the ACL Anthology and DBLP describe it, made by hand."""

from typing import Any

CROSSREF: dict[str, Any] = {
    "DOI": "10.1000/ABC", "type": "journal-article", "title": ["Counting words"], "publisher": "P",
    "container-title": ["Letters"], "is-referenced-by-count": 7, "abstract": "<jats:p>One.</jats:p>",
    "author": [{"given": "Ada", "family": "Bell", "ORCID": "https://orcid.org/0000-0002-1825-0097", "affiliation": []}],
    "issued": {"date-parts": [[1998, 6, 15]]}, "volume": "12", "page": "101-110",
    "reference": [{"key": "1", "DOI": "10.1000/Cited", "doi-asserted-by": "publisher"}, {"key": "2", "unstructured": "Nobody."}],
}  # fmt: skip
ARXIV = {
    "id": "cs/9806001", "title": "Counting\n  words", "doi": "10.1000/abc", "categories": "cs.CL cs.IR", "abstract": " One.\n",
    "authors": "Ada Bell", "authors_parsed": [["Bell", "Ada", ""]], "journal-ref": "Letters",
    "versions": [{"version": "v1", "created": "Mon, 15 Jun 1998 10:00:00 GMT"}], "update_date": "2007-05-23",
}  # fmt: skip
LENS = {
    "lens_id": "000-000-000-000-01X", "title": "Counting words", "date_published": "1998-06-15T00:00:00+00:00",
    "abstract": "One.", "source": {"title": "Letters"}, "authors": [{"first_name": "Ada", "last_name": "Bell"}],
    "external_ids": [{"type": "doi", "value": "10.1000/abc"}], "references": [{"lens_id": "9"}], "scholarly_citations_count": 7,
}  # fmt: skip
ACL = """<?xml version='1.0' encoding='UTF-8'?><collection id="P98"><volume id="1"><meta><booktitle>Letters</booktitle><month>June 15</month><year>1998</year></meta>
<frontmatter><url>P98-1000</url></frontmatter><paper id="1"><title>Counting <fixed-case>w</fixed-case>ords</title><author><first>Ada</first><last>Bell</last></author>
<abstract>One.</abstract><doi>10.1000/abc</doi></paper></volume></collection>"""
DBLP = """<?xml version="1.0" encoding="ISO-8859-1"?><!DOCTYPE dblp SYSTEM "dblp.dtd"><dblp><article key="journals/l/Bell98" mdate="2020-01-01">
<author>Ada Bell 0001</author><author>Jos&eacute; Li</author><title>Counting words.</title><year>1998</year><journal>Letters</journal><ee>https://doi.org/10.1000/ABC</ee></article>
<www key="homepages/b"><author>Ada Bell 0001</author></www></dblp>"""
