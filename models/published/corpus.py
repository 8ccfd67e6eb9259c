"""Rows and author lists as the published baselines read them."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scinet.eval.task import Row


@dataclass(frozen=True)
class Corpus:
    """Rows in the order of their file.

    Attributes:
        publications: Papers of each author, in the order of the list, in time.
    """

    papers: Mapping[str, Row]
    publications: Mapping[str, Sequence[str]]

    @cached_property
    def by_day(self) -> list[Row]:
        """Rows in order of day, ties as in the file."""
        return sorted(self.papers.values(), key=lambda row: str(row["date"]))

    def earlier(self, author: str, day: str) -> list[str]:
        """An author's papers before a day."""
        listed = [paper for paper in self.publications.get(author) or () if paper in self.papers]
        return listed[: bisect_left([self.papers[paper]["date"] for paper in listed], day)]

    def cited(self, author: str, day: str, recent: int) -> Iterator[str]:
        """Key references of an author's latest papers among those that have some."""
        citing = [paper for paper in self.earlier(author, day) if self.references(paper)]
        for paper in citing[-recent:]:
            yield from self.references(paper)

    def references(self, paper: str) -> list[str]:
        """Key references of a paper."""
        return [one["corpus_id"] for one in self.papers[paper].get("key_references") or ()]

    def team(self, paper: str) -> list[str]:
        """Authors of a paper."""
        return [one["author_id"] for one in self.papers[paper].get("authors") or ()]


@dataclass(frozen=True, slots=True)
class Instance:
    """A target that is asked about.

    Attributes:
        authors: Its seed author alone, or its whole team.
    """

    paper: str
    day: str
    authors: tuple[str, ...]
    true: tuple[str, ...]
