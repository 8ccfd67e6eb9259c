# ruff: noqa: E501 - tables, a class a line
"""Entries of every format that is no list of records, made of values; and what may be wrong.

An entry is made of values alone, so that a class of bad values holds for every format; what is
wrong with a document holds for every format in XML.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from helpers.faulty.bad_bibtex import BIBTEX
from helpers.faulty.bad_records import LINES
from helpers.faulty.bad_tagged import ENDNOTE, PUBMED, RIS
from helpers.faulty.bad_writing import Classes, written
from helpers.files.article_files import UNARXIVE
from helpers.files.service_files import ARXIV, CROSSREF, LENS

Values = Mapping[str, str]
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun")


class Format(NamedTuple):
    """A format of entries.

    Attributes:
        kind: The kind of load that reads it.
        entry: An entry of its values, as they are written.
        before: What stands before all entries.
        after: What stands after them.
    """

    kind: str
    entry: Callable[[Values], str]
    before: str = ""
    after: str = ""

    def file(self, *entries: bytes) -> bytes:
        """A file with these entries."""
        return self.before.encode() + b"\n".join(entries) + self.after.encode()


def good(number: int) -> dict[str, str]:
    """The values of a paper."""
    return {
        "id": f"k{number}", "doi": f"10.1000/e{number}", "title": f"Counting words {number}",
        "family": "Bell", "given": "Ada", "year": "1998", "month": "Jun", "day": "15",
        "venue": "Letters", "abstract": "An abstract.", "more": "",
    }  # fmt: skip


def when(v: Values) -> str:
    """A date in digits, as far as it is said."""
    month = f"{_MONTHS.index(v['month']) + 1:02}" if v["month"] in _MONTHS else v["month"]
    return "-".join(filter(None, (v["year"], month, v["day"])))


def _bibtex(v: Values) -> str:
    return (
        f"@article{{{v['id']},\n title = {{{v['title']}}},\n author = {{{v['family']}, {v['given']}}},\n date = {{{when(v)}}},\n"
        f" journal = {{{v['venue']}}},\n abstract = {{{v['abstract']}}},\n doi = {{{v['doi']}}}{v['more']}\n}}\n"
    )


def _ris(v: Values) -> str:
    return (
        f"TY  - JOUR\nID  - {v['id']}\nAU  - {v['family']}, {v['given']}\nTI  - {v['title']}\nDA  - {when(v).replace('-', '/')}\n"
        f"JO  - {v['venue']}\nAB  - {v['abstract']}\nDO  - {v['doi']}\n{v['more']}ER  - \n"
    )


def _enw(v: Values) -> str:
    return (
        f"%0 Journal Article\n%A {v['family']}, {v['given']}\n%T {v['title']}\n%J {v['venue']}\n%D {v['year']}\n%8 {v['month']} {v['day']}\n"
        f"%R {v['doi']}\n%X {v['abstract']}\n{v['more']}"
    )


def _nbib(v: Values) -> str:
    return (
        f"PMID- {v['id'].removeprefix('k')}77\nDP  - {v['year']} {v['month']} {v['day']}\nTI  - {v['title']}\nLID - {v['doi']} [doi]\nAB  - {v['abstract']}\n"
        f"FAU - {v['family']}, {v['given']}\nJT  - {v['venue']}\n{v['more']}"
    )


def _endnote(v: Values) -> str:
    return (
        f"<record><ref-type name='Journal Article'>17</ref-type><contributors><authors><author>{v['family']}, {v['given']}</author></authors></contributors>"
        f"<titles><title>{v['title']}</title></titles><periodical><full-title>{v['venue']}</full-title></periodical><dates><year>{v['year']}</year>"
        f"<pub-dates><date>{v['month']} {v['day']}</date></pub-dates></dates><electronic-resource-num>{v['doi']}</electronic-resource-num><abstract>{v['abstract']}</abstract>{v['more']}</record>"
    )


def _pubmed(v: Values) -> str:
    return (
        f"<PubmedArticle><MedlineCitation><PMID>{v['id'].removeprefix('k')}77</PMID><Article><Journal><JournalIssue><PubDate><Year>{v['year']}</Year><Month>{v['month']}</Month><Day>{v['day']}</Day></PubDate></JournalIssue><Title>{v['venue']}</Title></Journal>"
        f"<ArticleTitle>{v['title']}</ArticleTitle><Abstract><AbstractText>{v['abstract']}</AbstractText></Abstract><AuthorList><Author><LastName>{v['family']}</LastName><ForeName>{v['given']}</ForeName></Author></AuthorList></Article></MedlineCitation>"
        f"<PubmedData><ArticleIdList><ArticleId IdType='doi'>{v['doi']}</ArticleId></ArticleIdList></PubmedData>{v['more']}</PubmedArticle>"
    )


def _acl(v: Values) -> str:
    return (
        f"<volume id='{v['id'].removeprefix('k')}'><meta><booktitle>{v['venue']}</booktitle><month>{v['month']} {v['day']}</month><year>{v['year']}</year></meta>"
        f"<paper id='1'><title>{v['title']}</title><author><first>{v['given']}</first><last>{v['family']}</last></author><abstract>{v['abstract']}</abstract><doi>{v['doi']}</doi>{v['more']}</paper></volume>"
    )


def _dblp(v: Values) -> str:
    return (
        f"<article key='journals/l/{v['id']}'><author>{v['given']} {v['family']}</author><title>{v['title']}.</title><year>{v['year']}</year>"
        f"<journal>{v['venue']}</journal><ee>https://doi.org/{v['doi']}</ee>{v['more']}</article>"
    )


def _jats(v: Values) -> str:
    return (
        f"<article><front><journal-meta><journal-title>{v['venue']}</journal-title></journal-meta><article-meta><article-id pub-id-type='doi'>{v['doi']}</article-id>"
        f"<title-group><article-title>{v['title']}</article-title></title-group><contrib-group><contrib><name><surname>{v['family']}</surname><given-names>{v['given']}</given-names></name></contrib></contrib-group>"
        f"<pub-date><day>{v['day']}</day><month>{v['month']}</month><year>{v['year']}</year></pub-date><abstract><p>{v['abstract']}</p></abstract></article-meta></front><body><p>Words.</p></body>{v['more']}</article>"
    )


def _tei(v: Values) -> str:
    return (
        f"<TEI xmlns='http://www.tei-c.org/ns/1.0'><teiHeader><fileDesc><titleStmt><title>{v['title']}</title></titleStmt><sourceDesc><biblStruct><analytic><author><persName><forename>{v['given']}</forename><surname>{v['family']}</surname></persName></author></analytic>"
        f"<monogr><title>{v['venue']}</title><imprint><date when='{when(v)}'/></imprint></monogr><idno type='DOI'>{v['doi']}</idno></biblStruct></sourceDesc></fileDesc><profileDesc><abstract><p>{v['abstract']}</p></abstract></profileDesc></teiHeader>"
        f"<text><body><div><p>Words.</p></div></body></text>{v['more']}</TEI>"
    )


FORMATS: Final[Mapping[str, Format]] = {
    "BibTeX": Format("bibliography", _bibtex),
    "RIS": Format("bibliography", _ris),
    "EndNote": Format("bibliography", _enw),
    "PubMed": Format("bibliography", _nbib),
    "EndNote XML": Format("bibliography", _endnote, "<xml><records>", "</records></xml>"),
    "PubMed XML": Format("bibliography", _pubmed, "<PubmedArticleSet>", "</PubmedArticleSet>"),
    "ACL XML": Format("bibliography", _acl, "<collection id='2020.acl'>", "</collection>"),
    "DBLP": Format("bibliography", _dblp, "<dblp>", "</dblp>"),
    "JATS": Format("articles", _jats, "<pmc-articleset>", "</pmc-articleset>"),
    "TEI": Format(
        "articles", _tei, "<teiCorpus xmlns='http://www.tei-c.org/ns/1.0'>", "</teiCorpus>"
    ),
}

_LONG: Final = "x" * 1_000_001
BAD_VALUES: Final[Mapping[str, tuple[str, Values]]] = {
    "no title": ("title_empty", {"title": ""}),
    "a title of blanks": ("title_empty", {"title": " \u00a0 "}),
    "a title over 1 MB": ("field_over_1_MB", {"title": _LONG}),
    "a title over 1 MB in bytes": ("field_over_1_MB", {"title": "\u00e9" * 500_001}),
    "a title that runs backwards": ("bidi_or_combining", {"title": "a\u202eb"}),
    "an abstract over 1 MB": ("field_over_1_MB", {"abstract": _LONG}),
    "a venue over 2,000 letters": ("name_cut", {"venue": "x" * 2_001}),
    "a venue over 1 MB": ("field_over_1_MB", {"venue": _LONG}),
    "an author over 2,000 letters": ("name_cut", {"family": "x" * 2_001}),
    "an author over 1 MB": ("field_over_1_MB", {"family": _LONG}),
    "no author": ("no_authors", {"family": "", "given": ""}),
    "no date": ("date_missing", {"year": "", "month": "", "day": ""}),
    "in press": ("date_missing", {"year": "in press", "month": "", "day": ""}),
    "forthcoming": ("date_missing", {"year": "forthcoming", "month": "", "day": ""}),
    "no date, as letters": ("date_missing", {"year": "n.d.", "month": "", "day": ""}),
    "a year of two digits": ("date_missing", {"year": "98", "month": "", "day": ""}),
    "a year of words": ("date_missing", {"year": "MCMXCVIII", "month": "", "day": ""}),
    "a year of zeros": ("date_zero", {"year": "0000", "month": "", "day": ""}),
    "a year before printing": ("before_1400", {"year": "1399", "month": "", "day": ""}),
    "the year 1": ("before_1400", {"year": "0001", "month": "", "day": ""}),
    "30 February": ("date_impossible", {"month": "Feb", "day": "30"}),
    "31 June": ("date_impossible", {"month": "Jun", "day": "31"}),
    "29 February of no leap year": ("date_impossible", {"month": "Feb", "day": "29"}),
    "the 32nd": ("date_impossible", {"month": "Jun", "day": "32"}),
    "the 0th": ("date_zero", {"month": "Jun", "day": "0"}),
    "a year without its month": ("year_only", {"month": "", "day": ""}),
    "a month without its day": ("month_only", {"day": ""}),
    "a DOI over 256 letters": ("id_over_256", {"doi": "10.1000/" + "x" * 300}),
    "a title in bold": ("markup_in_title", {"title": "a &lt;b&gt;b&lt;/b&gt; &lt;i&gt;c&lt;/i&gt;"}),
    "neither id nor title": ("required_missing", {"id": "", "doi": "", "title": ""}),
}  # fmt: skip
"""By what is wrong: what becomes of it, and the values in place of good ones."""
ELSEWHERE: Final[Mapping[tuple[str, str], str]] = {
    **{(name, "a DOI over 256 letters"): "external_id_over_256" for name in ("BibTeX", "RIS", "ACL XML")},
    **{(name, "no author"): "author_empty" for name in ("BibTeX", "EndNote", "PubMed", "EndNote XML", "ACL XML", "DBLP")},
    ("DBLP", "an author over 2,000 letters"): "id_over_256",
}  # fmt: skip
"""What becomes of a class in a format that reads it in another way."""
ABSENT: Final = frozenset(
    {(name, "neither id nor title") for name in ("PubMed", "PubMed XML", "ACL XML", "DBLP")}
    | {("DBLP", name) for name, (_, changed) in BAD_VALUES.items() if "day" in changed and "year" not in changed}
    | {("DBLP", "an abstract over 1 MB")}
)  # fmt: skip
"""Classes that a format has no place for: every entry has an id, or none has days or abstracts."""


def _inside(raw: str) -> Callable[[str], bytes]:
    """An entry with something between its parts."""
    return written(lambda entry: entry[: entry.rindex("</")] + raw + entry[entry.rindex("</") :])


BAD_TEXT: Final[Mapping[str, Classes]] = {
    "BibTeX": BIBTEX,
    "RIS": RIS,
    "EndNote": ENDNOTE,
    "PubMed": PUBMED,
}
"""By format of text: what is wrong with how an entry is written, and what becomes of it."""
LISTED: Final = frozenset(
    {
        "abbreviation_unknown", "author_empty", "authors_not_all", "crossref_unresolved",
        "date_in_part", "dates_disagree", "end_missing", "field_malformed", "field_twice",
        "latex_malformed", "line_without_tag", "name_malformed", "unknown_field",
    }
)  # fmt: skip
"""What is stored of a bad entry, but listed with its file and line."""

BAD_XML: Final[Mapping[str, tuple[str, Callable[[str], bytes]]]] = {
    "NUL": ("xml_malformed", _inside("\0")),
    "a bell": ("xml_malformed", _inside("\x07")),
    "an escape": ("xml_malformed", _inside("\x1b[2J")),
    "a character that is none": ("xml_malformed", _inside("\ufffe")),
    "a byte of Latin-1": ("xml_malformed", _inside("caf\udce9 ")),
    "half a character": ("xml_malformed", _inside("\udcc3")),
    "a surrogate as three bytes": ("xml_malformed", _inside("\udced\udca0\udc80")),
    "NUL as a number": ("xml_malformed", _inside("&#0;")),
    "a surrogate as a number": ("xml_malformed", _inside("&#xD800;")),
    "a number beyond characters": ("xml_malformed", _inside("&#x110000;")),
    "a number without digits": ("xml_malformed", _inside("&#;")),
    "a bare ampersand": ("xml_malformed", _inside("R & D")),
    "an entity without an end": ("xml_malformed", _inside("&amp ")),
    "a bare ampersand in an attribute": ("xml_malformed", _inside("<i a='R & D'/>")),
    "a bare smaller-than": ("xml_malformed", _inside("a < b")),
    "a tag that is not closed": ("xml_malformed", _inside("<i>")),
    "a tag that was not opened": ("xml_malformed", _inside("</i>")),
    "tags that cross": ("xml_malformed", _inside("<i><b></i></b>")),
    "a tag in capitals at its end": ("xml_malformed", _inside("<i></I>")),
    "a tag that begins with a digit": ("xml_malformed", _inside("<1/>")),
    "a tag without a name": ("xml_malformed", _inside("<>")),
    "an attribute without quotes": ("xml_malformed", _inside("<i a=1/>")),
    "an attribute without a value": ("xml_malformed", _inside("<i a/>")),
    "an attribute twice": ("xml_malformed", _inside("<i a='1' a='2'/>")),
    "an attribute without an end": ("xml_malformed", _inside("<i a='1/>")),
    "a smaller-than in an attribute": ("xml_malformed", _inside("<i a='<'/>")),
    "a comment without an end": ("xml_malformed", _inside("<!-- ")),
    "a comment with two dashes": ("xml_malformed", _inside("<!-- a -- b -->")),
    "a passage without an end": ("xml_malformed", _inside("<![CDATA[ ")),
    "an end of a passage": ("xml_malformed", _inside("]]>")),
    "a second declaration": ("xml_malformed", _inside("<?xml version='1.0'?>")),
    "a declaration of the type inside": ("xml_malformed", _inside("<!DOCTYPE a>")),
    "an instruction without an end": ("xml_malformed", _inside("<?a ")),
    "300 tags in one another": ("xml_too_deep", _inside("<i>" * 300 + "</i>" * 300)),
    "a text of 11 MB": ("xml_node_too_big", _inside("x" * 11_000_000)),
    "half an entry": ("xml_malformed", written(lambda entry: entry[: len(entry) // 2])),
    "an entry cut in its last tag": ("xml_malformed", written(lambda entry: entry[:-2])),
    "an entry cut in its first tag": ("xml_malformed", written(lambda entry: entry[:3])),
    "a second end of the document": ("xml_malformed", written(lambda entry: entry + "</end>")),
}  # fmt: skip
"""By what is wrong in a document in XML: what breaks the file, and how an entry is written."""


def _crossref(number: int) -> dict[str, Any]:
    return {**CROSSREF, "DOI": f"10.1000/c{number}", "title": [f"Counting {number}"]}


def _arxiv(number: int) -> dict[str, Any]:
    return {**ARXIV, "id": f"cs/98060{number:02}", "title": f"Counting {number}", "doi": None}


def _lens(number: int) -> dict[str, Any]:
    return {
        **LENS,
        "lens_id": f"000-000-000-000-0{number}X",
        "title": f"Counting {number}",
        "external_ids": [],
    }


def _csl(number: int) -> dict[str, Any]:
    return {
        "id": f"k{number}", "type": "article-journal", "title": f"Counting {number}", "container-title": "Letters",
        "issued": {"date-parts": [[2001, 5, 3]]}, "author": [{"family": "Bell", "given": "Ada"}], "DOI": f"10.1000/z{number}",
    }  # fmt: skip


def _unarxive(number: int) -> dict[str, Any]:
    about = {**UNARXIVE["metadata"], "title": f"Counting {number}"}
    return {**UNARXIVE, "paper_id": f"2212.000{number:02}", "metadata": about}


def _s2orc(number: int) -> dict[str, Any]:
    reference = {
        "title": "Pairs", "authors": [{"first": "Cy", "middle": [], "last": "Dee"}], "year": 1999,
        "venue": "Letters", "other_ids": {"DOI": ["10.1000/b"]},
    }  # fmt: skip
    span = {"start": 0, "end": 3, "text": "[1]", "ref_id": "BIBREF0"}
    return {
        "paper_id": f"77{number}", "title": f"Counting {number}", "year": 2001, "venue": "Letters",
        "authors": [{"first": "Ada", "middle": ["B."], "last": "Bell", "suffix": ""}],
        "abstract": {"text": "An abstract."}, "bib_entries": {"BIBREF0": reference},
        "body_text": [{"section": "Words", "text": "[1] counts.", "cite_spans": [span]}],
    }  # fmt: skip


OBJECTS: Final[Mapping[str, tuple[str, str, Callable[[int], dict[str, Any]]]]] = {
    "Crossref": ("bibliography", "DOI", _crossref),
    "arXiv": ("bibliography", "id", _arxiv),
    "Lens": ("bibliography", "lens_id", _lens),
    "CSL-JSON": ("bibliography", "id", _csl),
    "unarXive": ("articles", "paper_id", _unarxive),
    "S2ORC": ("articles", "paper_id", _s2orc),
}
"""Formats whose entries are objects of JSON: the kind of load, what holds the id, a good entry."""
_OF_IDS: Final = frozenset({"required_null", "wrong_type", "id_empty", "id_over_256"})
BAD_LINES: Final = {
    name: one for name, one in LINES.items() if one[0] not in _OF_IDS and name != "no id"
}
"""Bad lines, whatever the format; an entry without an id is called by author, year and title."""


def _each(*keys: str, value: Any = 7) -> tuple[dict[str, Any], ...]:
    return tuple({key: value} for key in keys)


BAD_OBJECTS: Final[Mapping[str, tuple[dict[str, Any], ...]]] = {
    "Crossref": (
        *_each("DOI", "abstract", "type", "volume", "page", "author", "reference", "issued"),
        *_each("author", "reference", "title", "container-title", value=[7]),
        *_each("issued", "published-print", value={"date-parts": 7}),
        {"issued": {"date-parts": [["May"]]}}, {"author": [{"family": 7}]}, {"author": [{"affiliation": "MIT"}]},
    ),
    "arXiv": (
        *_each("id", "title", "doi", "abstract", "journal-ref", "categories", "versions", "authors_parsed"),
        *_each("versions", value=["v1"]), *_each("id", "title", "categories", value=[]),
        *_each("id", "authors_parsed", value={"a": 1}),
    ),
    "Lens": (
        *_each("title", "abstract", "date_published", "publication_type", "source", "authors", "references", "external_ids"),
        *_each("authors", "references", "external_ids", "fields_of_study", value=[7]),
        *_each("lens_id", value=["9"]), *_each("lens_id", value=True), *_each("lens_id", value={"id": "9"}), {"source": {"title": 7}},
    ),
    "CSL-JSON": (
        *_each("type", "title", "abstract", "container-title", "DOI", "issued", "author"),
        *_each("author", value=[7]), *_each("id", value=["k"]), *_each("id", value=True), *_each("id", value={"k": 1}),
        {"issued": {"date-parts": [["May"]]}}, {"issued": {"date-parts": [7]}}, {"author": [{"family": ["Bell"]}]},
    ),
    "unarXive": (
        *_each("metadata", "body_text", "bib_entries"), *_each("body_text", value=[7]), *_each("bib_entries", value={"b": 7}),
        *_each("paper_id", value=["9"]), *_each("paper_id", value=True), *_each("paper_id", value={"id": "9"}),
        {"body_text": [{"text": 7}]}, {"body_text": [{"text": "a", "cite_spans": "b"}]}, {"metadata": {"title": 7}},
        *({"bib_entries": {"b": one}} for one in _each("ids", "authors")), {"bib_entries": {"b": {"authors": {"a": 1}}}},
        {"metadata": {"title": "a", "authors": [{"middle": 7}]}},
    ),
    "S2ORC": (
        *_each("title", "venue", "authors", "body_text", "bib_entries"), *_each("body_text", "authors", value=[7]),
        *_each("paper_id", value=["9"]), *_each("paper_id", value=True), *_each("paper_id", value={"id": "9"}),
        *_each("bib_entries", value={"b": 7}), {"body_text": [{"text": 7}]}, {"body_text": [{"text": "a", "section": 7}]},
        {"body_text": [{"text": "a", "cite_spans": "b"}]}, {"body_text": [{"text": "a", "cite_spans": [7]}]},
        *({"bib_entries": {"b": one}} for one in _each("other_ids", "authors")), {"authors": [{"first": "Ada", "middle": 7}]},
    ),
}  # fmt: skip
"""What makes an object of each format none: values of other types than it has."""
