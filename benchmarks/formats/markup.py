"""Papers in XML, as collections of literature publish them.

Nothing is escaped: the words of simulated papers have none of the marks that would need it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.formats.papers import Paper, Papers, number_of

_Mark = Callable[[int, str], str]


def dblp(papers: Papers, folder: Path) -> None:
    """The XML of DBLP, whose authors have numbers where they share a name."""
    with (folder / "dblp.xml").open("w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<dblp>\n')
        for one in papers:
            names = _each("author", (f"{a} {b} {own:04}" for a, b, own in one.authors))
            file.write(
                f'<article key="journals/s/{one.number}">{names}<title>{one.title}.</title>'
                f"<year>{one.year}</year><journal>{one.venue}</journal>"
                f"<ee>https://doi.org/{one.doi}</ee></article>\n"
            )
        file.write("</dblp>\n")


def acl_anthology(papers: Papers, folder: Path) -> None:
    """Volumes of the ACL Anthology, a file for each year."""
    years = defaultdict(list)
    for one in papers:
        years[one.year].append(one)
    for year, listed in years.items():
        with (folder / f"{year}.xml").open("w", encoding="utf-8") as file:
            file.write(
                f'<?xml version="1.0" encoding="UTF-8"?>\n<collection id="{year}.sim">'
                '<volume id="1"><meta><booktitle>Proceedings</booktitle>'
                f"<year>{year}</year></meta>\n"
            )
            for one in listed:
                names = _each(
                    "author", (f"<first>{a}</first><last>{b}</last>" for a, b, _ in one.authors)
                )
                file.write(
                    f'<paper id="{one.number}"><title>{one.title}</title>{names}'
                    f"<abstract>{one.abstract}</abstract><doi>{one.doi}</doi></paper>\n"
                )
            file.write("</volume></collection>\n")


def pubmed(papers: Papers, folder: Path) -> None:
    """Records of PubMed; references have its own ids."""
    with (folder / "pubmed.xml").open("w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<PubmedArticleSet>\n')
        for one in papers:
            names = _each(
                "Author",
                (
                    f"<LastName>{family}</LastName><ForeName>{given}</ForeName>"
                    for given, family, _ in one.authors
                ),
            )
            cited = _each(
                "Reference",
                (
                    f"<Citation>{papers[n].title}. {papers[n].year}.</Citation><ArticleIdList>"
                    f'<ArticleId IdType="pubmed">{n + 1}</ArticleId></ArticleIdList>'
                    for n in one.cites
                ),
            )
            year, month, day = one.date.split("-")
            file.write(
                f"<PubmedArticle><MedlineCitation><PMID>{one.number + 1}</PMID><Article><Journal>"
                f"<JournalIssue><PubDate><Year>{year}</Year><Month>{month}</Month><Day>{day}</Day>"
                f"</PubDate></JournalIssue><Title>{one.venue}</Title></Journal><ArticleTitle>"
                f"{one.title}</ArticleTitle><Abstract><AbstractText>{one.abstract}</AbstractText>"
                f"</Abstract><AuthorList>{names}</AuthorList></Article></MedlineCitation>"
                f'<PubmedData><ArticleIdList><ArticleId IdType="doi">{one.doi}</ArticleId>'
                f"</ArticleIdList><ReferenceList>{cited}</ReferenceList></PubmedData>"
                "</PubmedArticle>\n"
            )
        file.write("</PubmedArticleSet>\n")


def jats(papers: Papers, folder: Path) -> None:
    """Articles in JATS, as PubMed Central packs them; references have DOIs."""
    with (folder / "articles.xml").open("w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<pmc-articleset>\n')
        for one in papers:
            names = _each(
                'contrib contrib-type="author"',
                (
                    f"<name><surname>{family}</surname><given-names>{given}</given-names></name>"
                    for given, family, _ in one.authors
                ),
            )
            cited = "".join(
                f'<ref id="r{n}"><mixed-citation><name><surname>{papers[n].authors[0][1]}</surname>'
                f"<given-names>{papers[n].authors[0][0]}</given-names></name> "
                f"<year>{papers[n].year}</year> <article-title>{papers[n].title}</article-title> "
                f'<pub-id pub-id-type="doi">{papers[n].doi}</pub-id></mixed-citation></ref>'
                for n in one.cites
            )
            year, month, day = one.date.split("-")
            body = "".join(
                f"<sec><title>{part['section']}</title><p>{_marked(part, _xref)}</p></sec>"
                for part in one.paragraphs
            )
            file.write(
                '<article article-type="research-article"><front><journal-meta><journal-title>'
                f"{one.venue}</journal-title></journal-meta><article-meta>"
                f'<article-id pub-id-type="doi">{one.doi}</article-id><title-group><article-title>'
                f"{one.title}</article-title></title-group><contrib-group>{names}</contrib-group>"
                f"<pub-date><day>{day}</day><month>{month}</month><year>{year}</year></pub-date>"
                f"<abstract><p>{one.abstract}</p></abstract></article-meta></front>"
                f"<body>{body}</body><back><ref-list>{cited}</ref-list></back></article>\n"
            )
        file.write("</pmc-articleset>\n")


def _xref(number: int, text: str) -> str:
    return f'<xref ref-type="bibr" rid="r{number}">{text}</xref>'


def tei(papers: Papers, folder: Path) -> None:
    """Documents in TEI, as GROBID writes them: a file each; references are found by title."""
    for one in papers:
        authors = _people(one, len(one.authors))
        body = "".join(
            f"<div><head>{part['section']}</head><p>{_marked(part, _ref)}</p></div>"
            for part in one.paragraphs
        )
        cited = "".join(
            f'<biblStruct xml:id="b{n}"><analytic><title>{papers[n].title}</title>'
            f"{_people(papers[n], 1)}</analytic><monogr><title>{papers[n].venue}</title><imprint>"
            f'<date when="{papers[n].year}"/></imprint></monogr></biblStruct>'
            for n in one.cites
        )
        (folder / f"{one.number:08}.xml").write_text(
            '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>'
            f"{one.title}</title></titleStmt><sourceDesc><biblStruct><analytic>{authors}</analytic>"
            f'<monogr><title>{one.venue}</title><imprint><date type="published" when="{one.date}"/>'
            f'</imprint></monogr><idno type="DOI">{one.doi}</idno></biblStruct></sourceDesc>'
            f"</fileDesc><profileDesc><abstract><p>{one.abstract}</p></abstract></profileDesc>"
            f"</teiHeader><text><body>{body}</body><back><div><listBibl>{cited}</listBibl></div>"
            "</back></text></TEI>\n",
            encoding="utf-8",
        )


def _ref(number: int, text: str) -> str:
    return f'<ref type="bibr" target="#b{number}">{text}</ref>'


def _people(paper: Paper, most: int) -> str:
    return _each(
        "author",
        (
            f"<persName><forename>{given}</forename><surname>{family}</surname></persName>"
            for given, family, _ in paper.authors[:most]
        ),
    )


def _each(element: str, contents: Iterable[str]) -> str:
    name = element.partition(" ")[0]
    return "".join(f"<{element}>{content}</{name}>" for content in contents)


def _marked(paragraph: dict[str, Any], mark: _Mark) -> str:
    """The text of a paragraph with its mentions as elements."""
    text, made, place = paragraph["text"], [], 0
    for one in paragraph["mentions"]:
        made += [text[place : one["start"]]]
        made += [mark(number_of(one["paper_id"]), text[one["start"] : one["end"]])]
        place = one["end"]
    return "".join([*made, text[place:]])
