"""Files of EndNote and PubMed, in text and in XML, give the same papers."""

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
<Author><LastName>Bell</LastName><Initials>A</Initials></Author>
<Author><CollectiveName>Words Group</CollectiveName></Author></AuthorList></Article>
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
    "date = {1955-07/1955-09}": "1955-09-30 period",
    "date = {1955-07/..}": "None None in part",
    "date = {1955-07/}": "None None in part",
}


@pytest.mark.parametrize("stated", MONTHS)
def test_months_of_bibtex(stated: str) -> None:
    [paper] = records_of(read_contents(f"@misc{{a, title = {{Words}}, year = 1955, {stated}}}\n"))
    in_part = " in part" if paper.notes.counts["accepted.date_in_part"] else ""
    assert f"{paper.date} {paper.date_precision}{in_part}" == MONTHS[stated]
