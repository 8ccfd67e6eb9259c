"""Simulated papers as the writers of formats take them."""

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from scinet.graph.synthetic.write import FULLTEXT, PAPERS


class Paper(NamedTuple):
    """A paper.

    Attributes:
        number: Its place among all papers.
        date: As ``YYYY-MM-DD``.
        authors: Given and family name, with the number that is the author's own.
        cites: Places of the papers that it cites.
        paragraphs: As ``fulltext`` records have them; none for most papers.
    """

    number: int
    title: str
    abstract: str
    date: str
    venue: str
    authors: tuple[tuple[str, str, int], ...]
    cites: tuple[int, ...]
    paragraphs: list[dict[str, Any]]

    @property
    def doi(self) -> str:
        """Its DOI, below a prefix that nobody has."""
        return f"10.99999/s{self.number:08d}"

    @property
    def year(self) -> str:
        """Year of its date."""
        return self.date[:4]

    @property
    def names(self) -> list[str]:
        """Its authors as they are printed."""
        return [f"{given_name} {family}" for given_name, family, _ in self.authors]


Papers = Sequence[Paper]


def of_folder(folder: Path) -> list[Paper]:
    """The papers of a simulated network that was written to a folder."""
    texts = {row["paper_id"]: row["paragraphs"] for row in _lines(folder / FULLTEXT)}
    return [_paper(number, row, texts) for number, row in enumerate(_lines(folder / PAPERS))]


def number_of(paper_id: str) -> int:
    """The place of a paper, which its id spells."""
    return int(paper_id[1:])


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(file) as lines:
        yield from map(orjson.loads, lines)


def _paper(number: int, record: dict[str, Any], texts: dict[str, list[dict[str, Any]]]) -> Paper:
    names = [
        (*author["name"].split(" ", 1), number_of(author["id"])) for author in record["authors"]
    ]
    return Paper(
        number,
        record["title"],
        record["abstract"] or "",
        record["date"],
        record["venue"],
        tuple((given_name, family, own) for given_name, family, own in names),
        tuple(map(number_of, record["references"])),
        texts.get(record["id"], []),
    )
