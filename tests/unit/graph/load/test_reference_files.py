"""Files of EndNote and PubMed, in text and in XML, give the same papers."""

import operator

import pytest
from helpers.files import references
from helpers.files.read_files import read_contents, records_of

FILES = {
    "EndNote": references.ENW,
    "EndNote XML": references.ENDNOTE,
    "PubMed": references.NBIB,
    "PubMed XML": references.PUBMED,
}


@pytest.mark.parametrize("name", FILES)
def test_each_format_gives_the_same_papers(name: str) -> None:
    contents = read_contents(FILES[name].replace("\n", "\r\n").encode())
    assert (contents.reasons, contents.faults, contents.balances) == ({}, [], True)
    bell, dee = (entry.record for entry in contents.entries)
    expected = ("doi:10.1000/abc", "Counting words", "1998-06-15")
    assert (bell.id, bell.title, f"{bell.date}") == expected
    assert [author.name for author in bell.authors] == ["Ada Bell", "José de la Fuente"]
    assert (bell.abstract, bell.venue.name, bell.type) == (
        "One. Two.",
        "Letters",
        "journal article",
    )
    assert [field.name for field in bell.fields] == ["counting", "words"]
    assert (dee.title, dee.date, [author.name for author in dee.authors]) == (
        "Words; a book",
        None,
        ["Cy Dee"],
    )
    assert dee.id == ("pmid:77" if "PubMed" in name else "name:cy-dee-words-a-book")
    assert bell.references == (("pmid:77",) if name == "PubMed XML" else ())


NBIB = """
PMID- 1
TI  - Counting
FAU - Bell, Ada
AU  - Bell A
CN  - Metrics Consortium
FAU - Dee, Cy
AU  - Dee C
CN  - Institute of Words, Pairs and Trees
PT  - Journal Article
PT  - Retracted Publication

PMID- 2
TI  - Notice
PT  - Retraction of Publication
PT  - Retraction Notice
"""
_TYPE = "<PublicationType>Journal Article</PublicationType>"


def test_groups_and_retractions_of_pubmed() -> None:
    contents = read_contents(NBIB)
    paper, notice = (entry.record for entry in contents.entries)
    assert [author.name for author in paper.authors] == [
        "Ada Bell", "Cy Dee", "Metrics Consortium", "Institute of Words, Pairs and Trees",
    ]  # fmt: skip
    assert (paper.type, paper.is_retracted, notice.is_retracted) == ("journal article", True, None)
    assert "accepted.name_malformed" not in contents.counts

    retracted = f"{_TYPE}<PublicationType>Retracted Publication</PublicationType>"

    records = records_of(read_contents(references.PUBMED.replace(_TYPE, retracted)))
    assert [(r.type, r.is_retracted) for r in records] == [("journal article", True), (None, None)]


PUBMED = """<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID>
<Article><ArticleTitle>[Not Available].</ArticleTitle>
<VernacularTitle>W\u00f6rter</VernacularTitle>
<Journal><JournalIssue><PubDate><MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate>
</JournalIssue>
</Journal><AuthorList><Author ValidYN="N"><LastName>Bel</LastName><Initials>A</Initials></Author>
<Author><LastName>Bell</LastName><Initials>A</Initials><AffiliationInfo><Affiliation>Words Lab,
First University, Bern, Switzerland; Second Academy, Rome, Italy. Electronic address: a@b.ch.
</Affiliation></AffiliationInfo></Author><Author><CollectiveName>Words Group</CollectiveName></Author></AuthorList></Article>
<CommentsCorrectionsList><CommentsCorrections RefType="Cites"><PMID>8</PMID></CommentsCorrections>
<CommentsCorrections RefType="RetractionIn"><PMID>9</PMID></CommentsCorrections>
</CommentsCorrectionsList><InvestigatorList><Investigator><LastName>Fry</LastName></Investigator>
</InvestigatorList></MedlineCitation><PubmedData><ReferenceList><Title>R</Title><ReferenceList>
<Reference><Citation>Dee. 1990.</Citation><ArticleIdList><ArticleId IdType="pubmed">77</ArticleId>
</ArticleIdList></Reference></ReferenceList></ReferenceList></PubmedData></PubmedArticle>
<PubmedBookArticle><BookDocument><PMID>2</PMID><Book><BookTitle>Reviews</BookTitle><PubDate><Year>
1993</Year></PubDate>
<AuthorList Type="editors"><Author><LastName>Ed</LastName></Author></AuthorList>
<AuthorList Type="authors"><Author><LastName>Bell</LastName></Author></AuthorList><CollectionTitle>
Shelf</CollectionTitle><ELocationID EIdType="doi">10.1000/book</ELocationID></Book>CHAPTER
<ReferenceList><Reference><Citation>doi:10.1000/z</Citation></Reference></ReferenceList>
</BookDocument></PubmedBookArticle><DeleteCitation><PMID>7</PMID><PMID>6</PMID></DeleteCitation>
</PubmedArticleSet>"""
CHAPTER = """<ArticleTitle>Words</ArticleTitle><AuthorList><Author><LastName>Dee</LastName>
<ForeName>Cy</ForeName></Author></AuthorList><ContributionDate><Year>2001</Year><Month>Feb</Month>
<Day>3</Day></ContributionDate>"""


def test_books_references_and_people_of_pubmed() -> None:
    other = PUBMED.replace("CHAPTER", CHAPTER).replace("<PMID>2<", "<PMID>3<")
    contents = read_contents(PUBMED.replace("CHAPTER", ""), other)
    assert (contents.faults, contents.balances, contents.counts["read"]) == ([], True, 4)
    assert contents.accepted["not_a_paper"] == 4
    assert contents.counts["accepted.name_corrected"] == 2
    papers = {record.id: record for record in records_of(contents)}
    article, book, chapter = (papers[own] for own in ("pmid:1", "doi:10.1000/book", "pmid:3"))
    assert (article.title, article.is_retracted) == ("W\u00f6rter", True)
    assert (f"{article.date}", article.date_precision) == ("1999-01-31", "period")
    assert [author.name for author in article.authors] == ["A Bell", "Words Group"]
    places = [place.name for place in article.authors[0].institutions]
    assert places == ["First University, Switzerland", "Second Academy, Italy"]
    assert article.references == ("pmid:77", "pmid:8")
    for paper, stated in (
        (book, ("Reviews", "Shelf", "1993-12-31", "Bell")),
        (chapter, ("Words", "Reviews", "2001-02-03", "Cy Dee")),
    ):
        [author] = paper.authors
        assert (paper.title, paper.venue.name, f"{paper.date}", author.name) == stated
        assert paper.references == ("doi:10.1000/z",)


ENDNOTE = """<xml><records><record><ref-type name="Journal Article">17</ref-type><contributors>
<authors><author><style face="normal">Bell, Ada</style></author><author>Words Group,</author>
<author>Dee, C., et al.</author></authors></contributors><titles><title>Words</title></titles>
<keywords><keyword>trees&#xD;pairs; words</keyword></keywords><dates><year>2001</year><pub-dates>
<date>Jan 5 2002</date></pub-dates></dates><accession-num>77</accession-num>
<electronic-resource-num>S0001</electronic-resource-num>
<remote-database-provider>NLM</remote-database-provider></record></records></xml>"""


def test_what_is_doubtful_in_endnote_xml_is_counted() -> None:
    contents = read_contents(ENDNOTE)
    [paper] = records_of(contents)
    assert [author.name for author in paper.authors] == ["Ada Bell", "Words Group", "C. Dee"]
    assert (paper.id, [field.name for field in paper.fields]) == (
        "pmid:77",
        ["pairs", "trees", "words"],
    )
    for reason in ("doi_malformed", "dates_disagree", "authors_not_all"):
        assert contents.counts[f"accepted.{reason}"] == 1


MONTHS = {
    'month = "20~" # may': "1955-05-20 day",
    "month = {20 May}": "1955-05-20 day",
    "month = {March}, day = {17}": "1955-03-17 day",
    "month = 3, day = 17": "1955-03-17 day",
    "month = {Februar}": "1955-02-28 month",
    'month = jul # "/" # aug': "1955-08-31 period",
    "month = {July--September}": "1955-09-30 period",
    "month = {7-8}": "1955-08-31 period",
    "month = {Dec-Jan}": "1956-01-31 period",  # of which of both the year is, is not said
    "month = {Summer}": "1955-12-31 year",
    "month = {first quarter}": "1955-12-31 year in part",
    "month = {Mai}": "1955-12-31 year in part",
    "month = 13": "1955-12-31 year in part",
    'month = 11#"~"#jan': "1955-01-11 day",
    "month = {March 3rd}": "1955-03-03 day",
    "month = jan, day = {1--3}": "1955-01-03 period",
    "month = {3/17}": "1955-12-31 year in part",
    "date = {1955-07/1955-09}": "1955-09-30 period",
    "date = {1955-07/..}": "None None in part",
    "date = {1955-07/}": "None None in part",
}


@pytest.mark.parametrize("stated", MONTHS)
def test_months_of_bibtex(stated: str) -> None:
    [paper] = records_of(read_contents(f"@misc{{a, title = {{Words}}, year = 1955, {stated}}}\n"))
    in_part = " in part" if paper.notes.counts["accepted.date_in_part"] else ""
    assert f"{paper.date} {paper.date_precision}{in_part}" == MONTHS[stated]


# ruff: noqa: E501 - names and files as they are written


_ONE = "is not a single name"
NAMES = {
    r"\'Elie, Ren\'e and {\O}rsted, Aage and \L{}ukasz, Jan": ["René Élie", "Aage Ørsted", "Jan Łukasz"],
    "N\\'u\\~nez,~J.~A.\n\tAND \\v Simon Kos and \\c{C}elik, Ay{\\c s}e": ["J. A. Núñez", "Šimon Kos", "Ayşe Çelik"],
    "Barnes {and} Noble and {others}": ["Barnes and Noble", "others"],
    "{Barnes, Noble and Sons, Inc.} and {{Mots} de Paris}": ["Barnes, Noble and Sons, Inc.", "Mots de Paris"],
    "{\\'E}cole {de Mots} and {van der Waals}, J. D.": ["École de Mots", "J. D. van der Waals"],
    "Costa, Jr., P. T. and Fry, Eve, III and Silva, Filho, Ada": ["P. T. Costa Jr.", "Eve Fry III", "Ada Silva Filho"],
    "Gray, Di, 3rd and Nguyen, Co and Li, Xi": ["Di Gray 3rd", "Co Nguyen", "Xi Li"],
    "King, Martin Jr. and de La Fontaine, Jean": ["Martin King Jr.", "Jean de La Fontaine"],
    "Bell F., Dee T., MacFry K. and Gray D.": ["F. Bell", "T. Dee", "K. MacFry", "D. Gray", _ONE],
    "Bell F., Dee T. and Gray D.": ["F. Bell", "T. Dee", "D. Gray", "is two names"],
    "Bell E, Dee G, Fry KA": ["Bell E", "Dee G", "Fry KA", _ONE],
    "Bell, A., Dee, C. B., & Fry, E.": ["A. Bell", "C. B. Dee", "E. Fry", _ONE],
    "Bell, Ada; Dee, Cy; et al.": ["Ada Bell", "Cy Dee", "stands for", _ONE],
    "Bell, Ada & Dee, Cy": ["Ada Bell", "Cy Dee", _ONE],
    "Bell, Dee, Fry and Gray": ["Gray", _ONE],
    "Ada Bell, Cy Dee and Eve Fry": ["Cy Dee Ada Bell", "Eve Fry", "may be two names"],
    "Ada Bell, Cy Dee": ["Cy Dee Ada Bell", "may be two names"],
    "Micha\\l Kos and Gro\\ss, Ada and Szab\\H o, Eve": ["Michał Kos", "Ada Groß", "Eve Szabő"],
    "Bell, Ada and and Dee, Cy and": ["Ada Bell", "Cy Dee", "without a name"],
    "Luis A. Perez G. and Dee, Cy": ["Luis A. Perez G.", "Cy Dee"],
    "Perez G., Luis A. and Dee, Cy": ["Luis A. Perez G.", "Cy Dee"],
    "given=Ada, family={Smith, Bell and Sons}, prefix=de and Dee, Cy": ["Ada de Smith, Bell and Sons", "Cy Dee"],
}  # fmt: skip
"""Names, and parts of what is said of them."""


@pytest.mark.parametrize("written", NAMES)
def test_names_of_bibtex_are_whole(written: str) -> None:
    entry = f"@misc{{a, title = {{Words}}, author = {{{written}}}}}\n"
    [paper] = records_of(read_contents(entry))
    names = [author.name for author in paper.authors]
    said = [remark.message for remark in paper.notes.left_out]
    assert names == NAMES[written][: len(names)]
    assert len(said) == len(NAMES[written]) - len(names)
    assert all(map(operator.contains, said, NAMES[written][len(names) :]))


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("Bell, Ada and Dee, Cy", ["Ada Bell", "Cy Dee"]),
        ("Institute of Words, Pairs and Trees", ["Institute of Words, Pairs and Trees"]),
        ("Department of Words, Pairs, and Trees", ["Department of Words, Pairs, and Trees"]),
        ("Words and Pairs, Inc.", ["Words and Pairs, Inc."]),
        ("Words; Pairs,", ["Words; Pairs"]),
        ("King, Martin Luther Jr", ["Martin Luther King Jr"]),
        ("Costa, Jr., P. T.", ["P. T. Costa Jr."]),
        ("Müller, Prof., Karl", ["Karl Müller Prof."]),
        ("Cy Dee, Jr.", ["Cy Dee Jr."]),
    ],
)
@pytest.mark.parametrize(
    "form", ["TY  - JOUR\nTI  - A\nAU  - {}\nER  - \n", "%0 Book\n%T A\n%A {}\n"]
)
def test_names_of_tagged_files_are_whole(form: str, written: str, names: list[str]) -> None:
    [paper] = records_of(read_contents(form.format(written)))
    assert [author.name for author in paper.authors] == names
    assert paper.notes.counts["accepted.name_malformed"] == (" and " in written)


def test_a_bad_byte_costs_no_other_line() -> None:
    lines = (
        "@misc{a, title = {Café}}",
        "@misc{b, title = {don\u2019t Café}}",
        "@misc{c, title = {Šimon}}",
    )
    data = [line.encode() for line in lines]
    data[1] = data[1].replace("\u2019".encode(), b"\x92")
    for first in (b"", b"\xef\xbb\xbf"):
        contents = read_contents(first + b"\n".join(data))
        assert [r.title for r in records_of(contents)] == ["Café", "don\u2019t Café", "Šimon"]
        assert contents.accepted["not_utf8"] == 1


ACL = """<collection id="2024.y"><volume id="1"><meta><year>2024</year></meta><paper id="1"><title>One</title>
<author orcid="0000-0002-1825-0097"><first>Mona</first><last>Chow</last><affiliation>Words <b>Lab</b></affiliation>
<variant script="hani"><first>\u5a1c</first><last>\u5468</last></variant></author><author><last>Mono</last></author>
</paper></volume></collection>"""


def test_names_of_the_acl_anthology_have_no_affiliation_and_no_other_script() -> None:
    [paper] = records_of(read_contents(ACL))
    mona, mono = paper.authors
    assert (mona.id, mona.name, mona.orcid) == (
        "name:mona-chow",
        "Mona Chow",
        "0000-0002-1825-0097",
    )
    assert [place.name for place in mona.institutions] == ["Words Lab"]
    assert (mono.name, mono.institutions) == ("Mono", ())


@pytest.mark.parametrize(
    ("stated", "first", "last"),
    [
        ("2009/07//Jul/Aug2009", "2009-07-01", "2009-08-31"),
        ("2009/12//Dec2009/Jan2010", "2009-12-01", "2010-01-31"),
        ("2009/03//Spring2009", "2009-01-01", "2009-12-31"),
        ("2009/03/05/Epub", "2009-03-05", "2009-03-05"),
    ],
)
def test_the_other_part_of_a_date_may_end_later(stated: str, first: str, last: str) -> None:
    text = f"TY  - JOUR\nID  - 1\nTI  - On jars\nY1  - {stated}\nER  - \n"
    [record] = records_of(read_contents(text))
    assert (str(record.first_possible_date), str(record.date)) == (first, last)


def test_a_day_without_its_year_is_that_of_the_year_beside_it() -> None:
    text = "TY  - JOUR\nID  - 1\nTI  - On jars\nDA  - DEC 24\nPY  - 2010\nER  - \n"
    [record] = records_of(read_contents(text))
    assert str(record.date) == "2010-12-24"


def test_an_entry_without_a_key_gets_an_id() -> None:
    text = "@Manual{,\n title = {On jars},\n author = {{Jar Team}},\n year = {2020},\n}\n"
    [record] = records_of(read_contents(text))
    assert record.id == "name:jar-team-2020-on-jars"
