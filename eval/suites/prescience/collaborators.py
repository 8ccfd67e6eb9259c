"""Collaborator prediction: the co-authors of an author's next paper.

There is one query for each paper of a period. The seed is one author of the paper; the truth are
the other authors who had published before. Co-authors who had not are no candidates and are left
out, as PreScience does. Those who had published, but never with the seed, are also scored
separately: a list of earlier co-authors scores 0 there.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final, Literal

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.list_task import Ids
from scinet.eval.metrics.retrieval import ndcg_at, recall_at
from scinet.eval.ranked_list import AuthorList
from scinet.eval.suites.prescience import targets
from scinet.eval.suites.prescience.candidates import AuthorPool
from scinet.eval.suites.prescience.ranking import (
    Forecast,
    KnownRows,
    hit_rates,
    share_new,
)
from scinet.eval.task import Query, Row, Split
from scinet.eval.task_type import ScoredQuery
from scinet.graph.indicators.authors import author_metrics
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32
from scinet.validation import OPTIONS

JOINT_CLASSES: Final = (0, 1, 2, 4, 6)  # least joint papers of each class of hit rates


@checked(frozen=True, slots=True, config=OPTIONS)
class CollaboratorOptions(targets.ListOptions):
    """Options of the task.

    Attributes:
        seed_author: Author in the query: the ``first`` author who had published before, the
            ``last``, a ``random`` one, or the one with the ``highest_h_index`` on the day;
            ``given`` takes the authors of a file of predictions, which comes with the rows.
    """

    seed_author: Literal["first", "last", "random", "highest_h_index", "given"] = "first"


class CollaboratorsTask(Forecast):
    """Ranking of authors by how likely they are on the seed's next paper."""

    name = "collaborators"
    options = CollaboratorOptions
    items = AuthorPool
    answers = AuthorList

    def build_queries(
        self, snapshot: Snapshot, period: targets.Period, options: Any, seed: int
    ) -> tuple[Split, Mapping[str, int]]:
        """Build one query per paper of the period with two authors or more who had published."""
        if options.seed_author == "given":
            raise DataError(
                "seed authors need predictions about published rows",
                hint="Make the task by `scinet task import` of the rows and the predictions.",
            )
        papers, unsure = targets.find_targets(snapshot, period)
        teams = targets.find_known_authors(snapshot, papers)
        enough = np.array([p for p in papers if len(teams[int(p)]) > 1], dtype=np.int64)
        seed_of = _seed_chooser(snapshot, options.seed_author, seed)
        queries: list[Query] = []
        truth: list[Row] = []
        drawn = targets.draw_targets(enough, snapshot, options, seed)
        for paper in drawn:
            day = targets.query_day(snapshot, paper)
            team = teams[int(paper)]
            seed_author = seed_of(team, day)
            query_id = f"q{len(queries) + 1:05d}"
            queries.append(
                make_query(query_id, targets.author_name(snapshot, seed_author, day), day, options)
            )
            others = [str(snapshot.author_id[a]) for a in team if a != seed_author]
            known_of_one = (
                _count_joint_papers(snapshot, seed_author, day),
                len(targets.papers_before(snapshot, seed_author, day)),
                len(snapshot.authored.row(paper)),
            )
            row = make_truth(query_id, str(snapshot.paper_id[paper]), others, *known_of_one)
            truth.append(row)
        since = KnownRows(snapshot.author_id, targets.first_author_days(snapshot))
        return Split(period.end, queries, truth, {"known": since}), {
            **unsure,
            "papers_with_one_known_author_or_none": len(papers) - len(enough),
            **targets.count_not_drawn(enough, drawn),
        }

    def extra_scores(self, example: ScoredQuery[Ids]) -> dict[str, float]:
        """Score first-time collaborators separately, and hit rates by number of joint papers."""
        return _first_time_scores(example) | hit_rates(
            example, example.truth["joint_papers"], JOINT_CLASSES, "joint"
        )

    def named_items(self, query: Query) -> frozenset[str]:
        """Return the seed."""
        return frozenset([query.inputs["author_id"]])


def make_query(
    query_id: str, seed: tuple[str, str], day: date, options: CollaboratorOptions
) -> Query:
    """Build the query about an author, given as id and name."""
    author, name = seed
    text = f"authors whom {name} will write the next paper with"
    return Query(query_id, text, {"author_id": author, "name": name}, day, options.k)


def make_truth(
    query_id: str,
    paper_id: str,
    others: Sequence[str],
    joint: Mapping[str, int],
    experience: int,
    team_size: int,
) -> Row:
    """Build the truth, with properties of the earlier papers for grouped results.

    Args:
        joint: Earlier co-authors of the seed with their number of joint papers.
        experience: Earlier papers of the seed.
        team_size: Authors in the byline, including those without earlier papers.
    """
    return {
        "query_id": query_id,
        "paper_id": paper_id,
        "items": others,
        "joint_papers": joint,
        "experience": experience,
        "team_size": team_size,
        "new_share": share_new(others, joint),
    }


def _seed_chooser(snapshot: Snapshot, which: str, seed: int) -> Callable[[Int32, date], int]:
    """Return a function that selects the seed of each team; days must ascend."""
    rng = np.random.default_rng(seed)

    @lru_cache(maxsize=1)
    def h_index(day: date) -> Mapping[str, int]:
        past = snapshot.until(day)
        return dict(zip(past.author_id, author_metrics(past).h_index, strict=True))

    def best(team: Int32, day: date) -> int:  # the first in the byline of equal ones
        return int(max(team, key=lambda a: h_index(day)[str(snapshot.author_id[a])]))

    ways: Mapping[str, Callable[[Int32, date], int]] = {
        "first": lambda team, _: int(team[0]),
        "last": lambda team, _: int(team[-1]),
        "random": lambda team, _: int(rng.choice(team)),
        "highest_h_index": best,
    }
    return ways[which]


def _count_joint_papers(snapshot: Snapshot, seed: int, day: date) -> dict[str, int]:
    """Count joint papers of the seed with each earlier co-author."""
    earlier = targets.papers_before(snapshot, seed, day)
    counted = Counter(int(a) for paper in earlier for a in snapshot.authored.row(paper))
    return {str(snapshot.author_id[a]): n for a, n in sorted(counted.items()) if a != seed}


def _first_time_scores(example: ScoredQuery[Ids]) -> dict[str, float]:
    """Score the true authors who had never written with the seed, without earlier co-authors."""
    joint: Mapping[str, int] = example.truth["joint_papers"]
    strangers = [author for author in example.truth["items"] if author not in joint]
    names = [f"first-time {name}" for name in ("nDCG@1000", "Recall@10", "Recall@100")]
    if not strangers:
        return dict.fromkeys(names, math.nan)
    others = [author for author in example.answer or () if author not in joint]
    values = (
        ndcg_at(others, dict.fromkeys(strangers, 1.0), 1000),
        recall_at(others, strangers, 10),
        recall_at(others, strangers, 100),
    )
    return dict(zip(names, values, strict=True))
