"""Papers in XML, as bibliographic databases publish them.

Nothing is escaped: the words of simulated papers have no characters that require it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.formats.papers import Paper, Papers, number_of

_Mark = Callable[[int, str], str]


def dblp(papers: Papers, folder: Path) -> None:
    """Write the XML of DBLP, where authors of one name have numbers."""
    with (folder / "dblp.xml").open("w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<dblp>\n')
        for paper in papers:
            names = _wrap_each("author", (f"{a} {b} {own:04}" for a, b, own in paper.authors))
            file.write(
                f'<article key="journals/s/{paper.number}">{names}<title>{paper.title}.</title>'
                f"<year>{paper.year}</year><journal>{paper.venue}</journal>"
                f"<ee>https://doi.org/{paper.doi}</ee></article>\n"
            )
        file.write("</dblp>\n")


def acl_anthology(papers: Papers, folder: Path) -> None:
    """Write volumes of the ACL Anthology, a file per year."""
    years = defaultdict(list)
    for paper in papers:
        years[paper.year].append(paper)
    for year, listed in years.items():
        with (folder / f"{year}.xml").open("w", encoding="utf-8") as file:
            file.write(
                f'<?xml version="1.0" encoding="UTF-8"?>\n<collection id="{year}.sim">'
                '<volume id="1"><meta><booktitle>Proceedings</booktitle>'
                f"<year>{year}</year></meta>\n"
            )
            for paper in listed:
                names = _wrap_each(
                    "author", (f"<first>{a}</first><last>{b}</last>" for a, b, _ in paper.authors)
                )
                file.write(
                    f'<paper id="{paper.number}"><title>{paper.title}</title>{names}'
                    f"<abstract>{paper.abstract}</abstract><doi>{paper.doi}</doi></paper>\n"
                )
            file.write("</volume></collection>\n")


def pubmed(papers: Papers, folder: Path) -> None:
    """Write records of PubMed; references have PubMed ids."""
    with (folder / "pubmed.xml").open("w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<PubmedArticleSet>\n')
        for paper in papers:
            names = _wrap_each(
                "Author",
                (
                    f"<LastName>{family}</LastName><ForeName>{given_name}</ForeName>"
                    for given_name, family, _ in paper.authors
                ),
            )
            cited = _wrap_each(
                "Reference",
                (
                    f"<Citation>{papers[n].title}. {papers[n].year}.</Citation><ArticleIdList>"
                    f'<ArticleId IdType="pubmed">{n + 1}</ArticleId></ArticleIdList>'
                    for n in paper.cites
                ),
            )
            year, month, day = paper.date.split("-")
            file.write(
                f"<PubmedArticle><MedlineCitation><PMID>{paper.number + 1}</PMID><Article><Journal>"
                f"<JournalIssue><PubDate><Year>{year}</Year><Month>{month}</Month><Day>{day}</Day>"
                f"</PubDate></JournalIssue><Title>{paper.venue}</Title></Journal><ArticleTitle>"
                f"{paper.title}</ArticleTitle><Abstract><AbstractText>{paper.abstract}</AbstractText>"
                f"</Abstract><AuthorList>{names}</AuthorList></Article></MedlineCitation>"
                f'<PubmedData><ArticleIdList><ArticleId IdType="doi">{paper.doi}</ArticleId>'
                f"</ArticleIdList><ReferenceList>{cited}</ReferenceList></PubmedData>"
                "</PubmedArticle>\n"
            )
        file.write("</PubmedArticleSet>\n")


def jats(papers: Papers, folder: Path) -> None:
    """Write articles in JATS, as PubMed Central packs them; references have DOIs."""
    with (folder / "articles.xml").open("w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<pmc-articleset>\n')
        for paper in papers:
            names = _wrap_each(
                'contrib contrib-type="author"',
                (
                    f"<name><surname>{family}</surname><given-names>{given_name}</given-names></name>"
                    for given_name, family, _ in paper.authors
                ),
            )
            cited = "".join(
                f'<ref id="r{n}"><mixed-citation><name><surname>{papers[n].authors[0][1]}</surname>'
                f"<given-names>{papers[n].authors[0][0]}</given-names></name> "
                f"<year>{papers[n].year}</year> <article-title>{papers[n].title}</article-title> "
                f'<pub-id pub-id-type="doi">{papers[n].doi}</pub-id></mixed-citation></ref>'
                for n in paper.cites
            )
            year, month, day = paper.date.split("-")
            body = "".join(
                f"<sec><title>{part['section']}</title><p>{_insert_mentions(part, _xref)}</p></sec>"
                for part in paper.paragraphs
            )
            file.write(
                '<article article-type="research-article"><front><journal-meta><journal-title>'
                f"{paper.venue}</journal-title></journal-meta><article-meta>"
                f'<article-id pub-id-type="doi">{paper.doi}</article-id>'
                "<title-group><article-title>"
                f"{paper.title}</article-title></title-group><contrib-group>{names}</contrib-group>"
                f"<pub-date><day>{day}</day><month>{month}</month><year>{year}</year></pub-date>"
                f"<abstract><p>{paper.abstract}</p></abstract></article-meta></front>"
                f"<body>{body}</body><back><ref-list>{cited}</ref-list></back></article>\n"
            )
        file.write("</pmc-articleset>\n")


def _xref(number: int, text: str) -> str:
    return f'<xref ref-type="bibr" rid="r{number}">{text}</xref>'


def tei(papers: Papers, folder: Path) -> None:
    """Write TEI documents as GROBID does, a file each; references are matched by title."""
    for paper in papers:
        authors = _people(paper, len(paper.authors))
        body = "".join(
            f"<div><head>{part['section']}</head><p>{_insert_mentions(part, _ref)}</p></div>"
            for part in paper.paragraphs
        )
        cited = "".join(
            f'<biblStruct xml:id="b{n}"><analytic><title>{papers[n].title}</title>'
            f"{_people(papers[n], 1)}</analytic><monogr><title>{papers[n].venue}</title><imprint>"
            f'<date when="{papers[n].year}"/></imprint></monogr></biblStruct>'
            for n in paper.cites
        )
        (folder / f"{paper.number:08}.xml").write_text(
            '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>'
            f"{paper.title}</title></titleStmt><sourceDesc><biblStruct><analytic>{authors}</analytic>"
            f"<monogr><title>{paper.venue}</title><imprint>"
            f'<date type="published" when="{paper.date}"/>'
            f'</imprint></monogr><idno type="DOI">{paper.doi}</idno></biblStruct></sourceDesc>'
            f"</fileDesc><profileDesc><abstract><p>{paper.abstract}</p></abstract></profileDesc>"
            f"</teiHeader><text><body>{body}</body><back><div><listBibl>{cited}</listBibl></div>"
            "</back></text></TEI>\n",
            encoding="utf-8",
        )


def _ref(number: int, text: str) -> str:
    return f'<ref type="bibr" target="#b{number}">{text}</ref>'


def _people(paper: Paper, most: int) -> str:
    return _wrap_each(
        "author",
        (
            f"<persName><forename>{given_name}</forename><surname>{family}</surname></persName>"
            for given_name, family, _ in paper.authors[:most]
        ),
    )


def _wrap_each(element: str, contents: Iterable[str]) -> str:
    name = element.partition(" ")[0]
    return "".join(f"<{element}>{content}</{name}>" for content in contents)


def _insert_mentions(paragraph: dict[str, Any], mark: _Mark) -> str:
    """Return the text of a paragraph with its mentions as elements."""
    text, pieces, place = paragraph["text"], [], 0
    for mention in paragraph["mentions"]:
        pieces += [text[place : mention["start"]]]
        pieces += [mark(number_of(mention["paper_id"]), text[mention["start"] : mention["end"]])]
        place = mention["end"]
    return "".join([*pieces, text[place:]])
