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
    index: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(paper.abstract.split()):
        index[word].append(place)
    venue = {"id": f"{_SITE}S{sum(paper.venue.encode())}", "display_name": paper.venue}
    return {
        "id": f"{_SITE}W{paper.number + 1}",
        "doi": f"https://doi.org/{paper.doi}",
        "title": paper.title,
        "display_name": paper.title,
        "publication_year": int(paper.year),
        "publication_date": paper.date,
        "type": "article",
        "primary_location": {"source": venue},
        "authorships": [
            {"author": {"id": f"{_SITE}A{own + 1}", "display_name": f"{given_name} {family}"}}
            for given_name, family, own in paper.authors
        ],
        "abstract_inverted_index": index,
        "referenced_works": [f"{_SITE}W{cited + 1}" for cited in paper.cites],
    }


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
