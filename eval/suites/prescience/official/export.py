"""Export of papers of a graph as PreScience's paper rows: a task's targets and related papers.

Data missing in the graph is null, such as counts of citations from outside. Numbers of an author
are those of the graph before the target's day; all earlier references become key references, as all
are true in a task built from a graph without marks of influence.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

import numpy as np

from scinet.eval.suites.prescience.impact import ImpactTask
from scinet.eval.task import Row, Task
from scinet.graph.db.connection import Database
from scinet.graph.schema.dates import date_of, day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32
from scinet.graph.sources.prescience import TARGET

_HISTORY: Final = ".author.publication_history"
_REFERENCE: Final = ".key_reference"
_MONTH_DAYS: Final = 30
_MONTHS: Final = 36


def make_target_rows(task: Task, snapshot: Snapshot, *, split: str) -> Iterator[Row]:
    """Yield rows of a split's targets, their key references, histories and those' references."""
    task.check_graph(snapshot.graph_fingerprint)
    truth = task.truth(split)
    targets = {
        snapshot.index(truth[query.query_id]["paper_id"]): query for query in task.queries(split)
    }
    reach = int(snapshot.day[-1])
    if task.name == ImpactTask.name:  # whose windows are over, whatever came last
        reach = max(reach, day_of(task.before[split]))
    prefix = f"{task.options.get('source') or ''}:"
    rows = PaperRows(snapshot, lambda paper_id: paper_id.removeprefix(prefix), reach)
    days = {paper: query.before for paper, query in targets.items()}
    for paper, roles in sorted(rows.roles(days).items()):
        is_told = paper in targets or f"{TARGET}{_HISTORY}" in roles
        yield rows.row(paper, sorted(roles), days.get(paper), tells_more=is_told)


def add_arxiv_ids(rows: Sequence[Row], task: Task, database: Database) -> None:
    """Add the arXiv ids of the graph, which the arrays lack."""
    source = task.options.get("source") or ""
    by_id = {f"{source}:{row['corpus_id']}" if source else row["corpus_id"]: row for row in rows}
    params = {"paper_ids": [*by_id], "before": date.max.isoformat()}
    for match in database.rows("task/arxiv_ids", **params):
        by_id[match["paper_id"]]["arxiv_id"] = match["arxiv_id"]


class PaperRows:
    """Rows of papers of one graph.

    Args:
        name: Converts an id of the graph to an id of files.
        reach: The last day up to which citations are known.
    """

    def __init__(self, snapshot: Snapshot, name: Callable[[str], str], reach: int) -> None:
        self._snapshot = snapshot
        self._reach = reach
        self._name = name
        self._main_category = snapshot.primary_field("subfield")

    def roles(self, targets: Mapping[int, date], role: str = TARGET) -> dict[int, set[str]]:
        """Return the roles of each related paper, given the day of each target, and their role."""
        roles: dict[int, set[str]] = {}
        for paper, when in targets.items():
            day = day_of(when)
            roles.setdefault(paper, set()).add(role)
            for cited in self._earlier(self._snapshot.cites.row(paper), day):
                roles.setdefault(int(cited), set()).add(f"{role}{_REFERENCE}")
            for author in self._snapshot.authored.row(paper):
                for past in self._earlier(self._snapshot.author_papers.row(author), day):
                    roles.setdefault(int(past), set()).add(f"{role}{_HISTORY}")
                    for cited in self._references(int(past)):
                        roles.setdefault(int(cited), set()).add(f"{role}{_HISTORY}{_REFERENCE}")
        return roles

    def row(
        self, paper: int, roles: list[str], target_day: date | None, *, tells_more: bool
    ) -> Row:
        """Make the row of a paper; a target as of its day, others without author metrics.

        Args:
            tells_more: Whether to include references and authors.
        """
        snapshot = self._snapshot
        day = date_of(int(snapshot.day[paper])) if target_day is None else target_day
        return {
            "corpus_id": self._strip_source(snapshot.paper_id[paper]),
            "arxiv_id": None,
            "date": day.isoformat(),
            "title": snapshot.title[paper],
            "abstract": snapshot.abstract[paper],
            "categories": self._categories(paper) or None,
            "roles": roles,
            "key_references": self._key_references(paper, day) if tells_more else None,
            "authors": self._authors(paper, target_day) if tells_more else None,
            "citation_trajectory": None if target_day is None else self._trajectory(paper),
        }

    def _key_references(self, paper: int, day: date) -> list[Row]:
        earlier = self._earlier(self._snapshot.cites.row(paper), day_of(day))
        return [
            {
                "corpus_id": self._strip_source(self._snapshot.paper_id[cited]),
                "num_citations": self._citations(int(cited), day_of(day)),
            }
            for cited in earlier
        ]

    def _authors(self, paper: int, day: date | None) -> list[Row]:
        return [
            {
                "author_id": self._strip_source(self._snapshot.author_id[author]),
                "name": self._snapshot.author_name[author],
                **({} if day is None else self._author_metrics(int(author), day_of(day))),
            }
            for author in self._snapshot.authored.row(paper)
        ]

    def _author_metrics(self, author: int, day: int) -> dict[str, Any]:
        past = self._earlier(self._snapshot.author_papers.row(author), day)
        citations = sorted((self._citations(int(paper), day) for paper in past), reverse=True)
        return {
            "publication_history": [
                self._strip_source(self._snapshot.paper_id[paper]) for paper in past
            ],
            "h_index": sum(count >= place for place, count in enumerate(citations, start=1)),
            "num_papers": len(past),
            "num_citations": sum(citations),
        }

    def _trajectory(self, paper: int) -> list[int]:
        """Count citations before 30, 60, … days after its last possible day, as tasks do."""
        begin = int(self._snapshot.day[paper])
        ends = [begin + month * _MONTH_DAYS for month in range(1, _MONTHS + 1)]
        return [self._citations(paper, end) for end in ends if end <= self._reach] or [0]

    def _categories(self, paper: int) -> list[str]:
        snapshot = self._snapshot
        main = self._main_category[paper]
        here = [f for f in snapshot.in_field.row(paper) if snapshot.field_level[f] == "subfield"]
        return [str(snapshot.field_name[f]) for f in sorted(here, key=lambda f: f != main)]

    def _references(self, paper: int) -> Int32:
        return self._earlier(self._snapshot.cites.row(paper), int(self._snapshot.day[paper]))

    def _citations(self, paper: int, day: int) -> int:
        return len(self._earlier(self._snapshot.cited_by.row(paper), day))

    def _earlier(self, papers: Int32, day: int) -> Int32:
        """Return the papers dated before a day; those of a row are in order of time."""
        return papers[: int(np.searchsorted(self._snapshot.day[papers], day))]

    def _strip_source(self, identifier: object) -> str:
        return self._name(str(identifier))
