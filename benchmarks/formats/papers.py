"""Simulated papers as input of the format writers."""

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from scinet.graph.synthetic.write import FULLTEXT, PAPERS


class Paper(NamedTuple):
    """Simulated paper.

    Attributes:
        number: Position among all papers.
        date: As ``YYYY-MM-DD``.
        authors: Given name, family name and number of each author.
        cites: Positions of the cited papers.
        paragraphs: As in ``fulltext`` records; empty for most papers.
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
        """DOI with an unassigned prefix."""
        return f"10.99999/s{self.number:08d}"

    @property
    def year(self) -> str:
        """Year of its date."""
        return self.date[:4]

    @property
    def names(self) -> list[str]:
        """Printed names of the authors."""
        return [f"{given_name} {family}" for given_name, family, _ in self.authors]


Papers = Sequence[Paper]


def of_folder(folder: Path) -> list[Paper]:
    """Read the papers of a simulated network from its folder."""
    texts = {row["paper_id"]: row["paragraphs"] for row in _lines(folder / FULLTEXT)}
    return [_paper(number, row, texts) for number, row in enumerate(_lines(folder / PAPERS))]


def number_of(paper_id: str) -> int:
    """Return the position of a paper, which is part of its id."""
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
