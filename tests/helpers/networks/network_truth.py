"""What questions must be answered with, worked out from files of records by naive code."""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from scinet.graph.ask.limits import QuestionLimits
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.report import LoadReport

Record = Mapping[str, Any]
Pairs = dict[str, set[str]]
_SMALL = 2  # batches of a graph that is still small


def load_acl(database: Database, folder: Path) -> list[LoadReport]:
    """Empty the graph, and load the records and then the full text of the ACL network."""

    def forget_plans(batch: int) -> None:
        # The server of tests keeps plans for a day: those for a small graph take minutes here.
        if batch < _SMALL:
            list(database.read_text("CALL db.clearQueryCaches()"))

    database.rows("admin/wipe")
    return [
        load(database, folder / f"{name}.jsonl.gz", source="acl", after_batch=forget_plans)
        for name in ("papers", "fulltext")
    ]


class Truth:
    """Papers, authors and mentions of a network as its files tell them.

    Args:
        folder: Where ``papers.jsonl.gz`` and ``fulltext.jsonl.gz`` are.
        source: What the ids of the graph begin with.
    """

    def __init__(self, folder: Path, source: str) -> None:
        self._source = source
        self._papers: dict[str, Record] = {
            self._id(item["id"]): item for item in _records(folder / "papers.jsonl.gz")
        }
        self._written: Pairs = defaultdict(set)
        self._cited_by: Pairs = defaultdict(set)
        for paper, item in self._papers.items():
            for author in item["authors"]:
                self._written[self._id(author["id"])].add(paper)
            for cited in item["references"]:
                self._cited_by[self._id(cited)].add(paper)
        self._named_with: Pairs = defaultdict(set)
        for item in _records(folder / "fulltext.jsonl.gz"):
            for paragraph in item["paragraphs"]:
                named = {self._id(mention["paper_id"]) for mention in paragraph["mentions"]}
                for paper in named:
                    self._named_with[paper] |= named - {paper}

    def answers(self, kind: str, ids: tuple[str, ...], limits: QuestionLimits) -> set[str] | None:
        """All that a question may be answered with; None where the order of rows is the answer."""
        if kind == "coauthors":
            papers = self._within(self._written[ids[0]], limits)
            authors = {
                self._id(author["id"])
                for paper in papers
                for author in self._papers[paper]["authors"]
            }
            return authors - {ids[0]}
        results = {
            "papers-of": self._written,
            "citing": self._cited_by,
            "co-mentioned": self._named_with,
        }
        if kind in results:
            return self._within(results[kind][ids[0]], limits)
        if kind == "references":
            return self._within(map(self._id, self._papers[ids[0]]["references"]), limits)
        return None

    def has_way(self, item: str, other: str) -> bool:
        """Whether references lead from the later of two papers to the earlier, never forwards."""
        early, late = sorted((item, other), key=self._day)
        reached, front = {late}, {late}
        while front:
            front = {
                cited
                for paper in front
                for cited in map(self._id, self._papers[paper]["references"])
                if cited in self._papers and self._day(cited) < self._day(paper)
            } - reached
            reached |= front
        return early in reached

    def _within(self, papers: Iterable[str], limits: QuestionLimits) -> set[str]:
        return {
            paper
            for paper in papers
            if paper in self._papers
            and (limits.since or 0)
            <= int(self._papers[paper]["date"][:4])
            <= (limits.until or 9999)
        }

    def _day(self, paper: str) -> str:
        year, month, day = [*self._papers[paper]["date"].split("-"), "01", "01"][:3]
        return f"{year}-{month}-{day}"

    def _id(self, identifier: str) -> str:
        return f"{self._source}:{identifier}"


def _records(file: Path) -> Iterator[Record]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
