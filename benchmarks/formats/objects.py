"""Papers in the JSON and Parquet of web services, with the fields that scinet reads."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import orjson

from benchmarks.formats.papers import Paper, Papers, number_of

_SITE: Final = "https://openalex.org/"
_PAGE: Final = 200  # maximum of the API
_S2: Final = 1_000  # first corpus id


def records(papers: Papers, folder: Path) -> None:
    """Write JSON lines of scinet's records."""
    _lines(folder / "papers.jsonl", map(_record, papers))


def _record(paper: Paper) -> dict[str, Any]:
    return {
        "id": f"S{paper.number}",
        "title": paper.title,
        "abstract": paper.abstract or None,
        "date": paper.date,
        "venue": paper.venue,
        "authors": [{"id": f"A{own}", "name": f"{a} {b}"} for a, b, own in paper.authors],
        "references": [f"S{cited}" for cited in paper.cites],
        "external_ids": {"doi": paper.doi},
    }


def openalex_lines(papers: Papers, folder: Path) -> None:
    """Write works of OpenAlex as JSON lines."""
    _lines(folder / "works.jsonl", map(_openalex_work, papers))


def openalex_pages(papers: Papers, folder: Path) -> None:
    """Write responses of the OpenAlex API, page by page."""
    for start in range(0, len(papers), _PAGE):
        works = list(map(_openalex_work, papers[start : start + _PAGE]))
        page = {"meta": {"count": len(papers), "per_page": _PAGE}, "results": works}
        (folder / f"page-{start:08}.json").write_bytes(orjson.dumps(page))


def openalex_table(papers: Papers, folder: Path) -> None:
    """Write works of OpenAlex as in its Parquet snapshot, where abstracts are text."""
    import pyarrow as pa
    from pyarrow import parquet

    works = [_openalex_work(paper) for paper in papers]
    for work in works:
        work["abstract_inverted_index"] = orjson.dumps(work["abstract_inverted_index"]).decode()
    parquet.write_table(pa.Table.from_pylist(works), folder / "part_0000.parquet")


def _openalex_work(paper: Paper) -> dict[str, Any]:
    """Return a Work with all that OpenAlex states, some 17 kB of which little is read."""
    index: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(paper.abstract.split()):
        index[word].append(place)
    venue = _openalex("S", sum(paper.venue.encode()), paper.venue)
    location = {
        "is_oa": True, "landing_page_url": f"https://doi.org/{paper.doi}", "pdf_url": None,
        "source": {
            **venue, "issn_l": "1234-5678", "issn": ["1234-5678"], "is_core": True,
            "host_organization": f"{_SITE}P1", "host_organization_name": "A Publisher",
            "host_organization_lineage": [f"{_SITE}P1"], "type": "journal",
        },
        "license": "cc-by", "version": "publishedVersion", "is_accepted": True,
        "raw_source_name": paper.venue, "raw_type": "journal-article",
    }  # fmt: skip
    topics = [_topic(paper.number + step, 0.99 - 0.11 * step) for step in range(3)]
    words = paper.title.split() * 3
    return {
        "id": f"{_SITE}W{paper.number + 1000}",
        "doi": f"https://doi.org/{paper.doi}",
        "title": paper.title,
        "display_name": paper.title,
        "publication_year": int(paper.year),
        "publication_date": paper.date,
        "ids": {"openalex": f"{_SITE}W{paper.number + 1000}", "mag": str(paper.number)},
        "language": "en",
        "primary_location": location,
        "type": "article",
        "indexed_in": ["crossref"],
        "open_access": {"is_oa": True, "oa_status": "gold", "oa_url": None},
        "authorships": [_authorship(*author) for author in paper.authors],
        "is_retracted": False,
        "is_paratext": False,
        "is_xpac": False,
        "cited_by_count": 7,
        "biblio": {"volume": "1", "issue": "2", "first_page": "3", "last_page": "4"},
        "primary_topic": topics[0],
        "topics": topics,
        "keywords": [_scored("keywords/", place, word) for place, word in enumerate(words[:12])],
        "concepts": [
            {**_scored("C", place, word), "wikidata": f"https://www.wikidata.org/wiki/Q{place}",
             "level": place % 4}
            for place, word in enumerate(words[:14])
        ],
        "locations": [location, location],
        "best_oa_location": location,
        "related_works": [f"{_SITE}W{1000 + near}" for near in range(10)],
        "abstract_inverted_index": index,
        "counts_by_year": [{"year": 2012 + n, "cited_by_count": n} for n in range(6)],
        "updated_date": "2025-11-06T03:46:38.306776",
        "created_date": "2025-10-10T00:00:00",
        "referenced_works": [f"{_SITE}W{cited + 1000}" for cited in paper.cites],
    }  # fmt: skip


def _openalex(letter: str, number: int, name: str) -> dict[str, Any]:
    return {"id": f"{_SITE}{letter}{number}", "display_name": name}


def _scored(letter: str, number: int, name: str) -> dict[str, Any]:
    return {**_openalex(letter, number, name), "score": 0.9 - number / 100}


def _topic(number: int, score: float) -> dict[str, Any]:
    own = number % 4_500
    return {
        **_openalex("T", 10_000 + own, f"Topic {own}"), "score": score,
        "subfield": _openalex("subfields/", 1_000 + own // 20, f"Subfield {own // 20}"),
        "field": _openalex("fields/", 10 + own // 200, f"Field {own // 200}"),
        "domain": _openalex("domains/", 1 + own // 1_200, f"Domain {own // 1_200}"),
    }  # fmt: skip


def _authorship(given_name: str, family: str, own: int) -> dict[str, Any]:
    where = (
        f"Department of Physics, University {own % 997}, {own % 89} Long Street, Oxford, England"
    )
    place = _openalex("I", 1_000 + own % 997, f"University {own % 997}")
    return {
        "author_position": "middle",
        "author": {
            **_openalex("A", 5_000_000_000 + own, f"{given_name} {family}"),
            "orcid": f"https://orcid.org/0000-0001-{own % 10_000:04}-123X" if own % 2 else None,
        },
        "institutions": [
            {**place, "ror": f"https://ror.org/{own % 997:09}", "country_code": "GB",
             "type": "education", "lineage": [place["id"]]}
        ],
        "countries": ["GB"],
        "is_corresponding": own % 3 == 0,
        "raw_author_name": f"{family.upper()}, {given_name}",
        "raw_affiliation_strings": [where],
        "affiliations": [{"raw_affiliation_string": where, "institution_ids": [place["id"]]}],
    }  # fmt: skip


def semantic_scholar(papers: Papers, folder: Path) -> None:
    """Write a release of Semantic Scholar: papers, abstracts and citations in separate files."""
    _lines(folder / "papers.jsonl", map(_s2_paper, papers))
    _lines(
        folder / "abstracts.jsonl",
        (
            {"corpusid": _S2 + paper.number, "openaccessinfo": {}, "abstract": paper.abstract}
            for paper in papers
            if paper.abstract
        ),
    )
    _lines(
        folder / "citations.jsonl",
        (
            {
                "citingcorpusid": _S2 + paper.number,
                "citedcorpusid": _S2 + cited,
                "isinfluential": False,
                "contexts": None,
                "intents": None,
            }
            for paper in papers
            for cited in paper.cites
        ),
    )


def _s2_paper(paper: Paper) -> dict[str, Any]:
    return {
        "corpusid": _S2 + paper.number,
        "externalids": {"DOI": paper.doi},
        "title": paper.title,
        "authors": [
            {"authorId": str(own), "name": f"{given_name} {family}"}
            for given_name, family, own in paper.authors
        ],
        "venue": paper.venue,
        "year": int(paper.year),
        "publicationdate": paper.date,
    }


def crossref(papers: Papers, folder: Path) -> None:
    """Write works of Crossref as JSON lines; references have DOIs."""
    _lines(
        folder / "works.jsonl",
        (
            {
                "DOI": paper.doi,
                "type": "journal-article",
                "title": [paper.title],
                "container-title": [paper.venue],
                "abstract": f"<jats:p>{paper.abstract}</jats:p>",
                "author": [
                    {"given": a, "family": b, "affiliation": []} for a, b, _ in paper.authors
                ],
                "issued": {"date-parts": [_numbers(paper.date)]},
                "reference": [
                    {"key": f"ref{place}", "DOI": papers[cited].doi, "year": papers[cited].year}
                    for place, cited in enumerate(paper.cites)
                ],
            }
            for paper in papers
        ),
    )


def csl(papers: Papers, folder: Path) -> None:
    """Write a CSL-JSON list, as Zotero exports it."""
    items = [
        {
            "id": f"S{paper.number}",
            "type": "article-journal",
            "title": paper.title,
            "abstract": paper.abstract,
            "container-title": paper.venue,
            "DOI": paper.doi,
            "author": [
                {"given": given_name, "family": family} for given_name, family, _ in paper.authors
            ],
            "issued": {"date-parts": [_numbers(paper.date)]},
        }
        for paper in papers
    ]
    (folder / "library.json").write_bytes(orjson.dumps(items, option=orjson.OPT_INDENT_2))


def arxiv(papers: Papers, folder: Path) -> None:
    """Write the metadata of arXiv as JSON lines."""
    _lines(
        folder / "arxiv.jsonl",
        (
            {
                "id": f"{2001 + paper.number // 99_999}.{paper.number % 99_999 + 1:05}",
                "title": paper.title,
                "doi": paper.doi,
                "categories": "cs.CL cs.IR",
                "abstract": paper.abstract,
                "authors_parsed": [
                    [family, given_name, ""] for given_name, family, _ in paper.authors
                ],
                "journal-ref": paper.venue,
                "versions": [{"version": "v1", "created": paper.date}],
            }
            for paper in papers
        ),
    )


def unarxive(papers: Papers, folder: Path) -> None:
    """Write documents of unarXive as JSON lines; references have DOIs."""
    _lines(
        folder / "unarxive.jsonl",
        (
            {
                "paper_id": f"{2001 + paper.number // 99_999}.{paper.number % 99_999 + 1:05}",
                "metadata": {
                    "title": paper.title,
                    "doi": paper.doi,
                    "authors_parsed": [
                        [family, given_name, ""] for given_name, family, _ in paper.authors
                    ],
                    "versions": [{"version": "v1", "created": paper.date}],
                },
                "abstract": {"section": "Abstract", "text": paper.abstract},
                "body_text": [
                    {
                        "section": part["section"],
                        "text": part["text"],
                        "cite_spans": [
                            {
                                "start": mention["start"],
                                "end": mention["end"],
                                "ref_id": f"b{number_of(mention['paper_id'])}",
                            }
                            for mention in part["mentions"]
                        ],
                    }
                    for part in paper.paragraphs
                ],
                "bib_entries": {
                    f"b{cited}": {
                        "bib_entry_raw": f"{papers[cited].names[0]}. {papers[cited].title}. "
                        f"{papers[cited].venue}, {papers[cited].year}.",
                        "ids": {"doi": papers[cited].doi},
                    }
                    for cited in paper.cites
                },
            }
            for paper in papers
        ),
    )


def _numbers(date: str) -> list[int]:
    return list(map(int, date.split("-")))


def _lines(file: Path, rows: Iterable[dict[str, Any]]) -> None:
    with file.open("wb") as stream:
        for row in rows:
            stream.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))
