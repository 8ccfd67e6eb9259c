"""Prior-work prediction: the references of a team's next paper.

There is one query for each paper of a period. The truth are the paper's references dated before its
earliest possible day. Systems see its authors who had published before and, by option, its title or
abstract.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final, Literal

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.eval.list_task import Ids
from scinet.eval.metrics.retrieval import recall_at
from scinet.eval.suites.prescience import targets
from scinet.eval.suites.prescience.candidates import PaperPool
from scinet.eval.suites.prescience.ranking import (
    Forecast,
    KnownRows,
    hit_rates,
    share_new,
)
from scinet.eval.task import Query, Row, Split
from scinet.eval.task_type import ScoredQuery
from scinet.graph.snapshot import Snapshot
from scinet.validation import OPTIONS

CITED_CLASSES: Final = (0, 1, 2, 4)  # least earlier citations of each class of hit rates


@checked(frozen=True, slots=True, config=OPTIONS)
class PriorWorkOptions(targets.ListOptions):
    """Options of the task.

    Attributes:
        known: Known properties of the paper: its ``team``; also its ``title``; or, where it has
            one, its ``abstract`` beside both.
        references: For imported rows the key references ``given`` there, or ``all`` in the loaded
            graph. A task built from a graph has all for both.
    """

    known: Literal["team", "title", "abstract"] = "team"
    references: Literal["given", "all"] = "given"


class PriorWorkTask(Forecast):
    """Ranking of papers by how likely the next paper of a team cites them."""

    name = "prior-work"
    options = PriorWorkOptions
    items = PaperPool

    def build_queries(
        self, snapshot: Snapshot, period: targets.Period, options: Any, seed: int
    ) -> tuple[Split, Mapping[str, int]]:
        """Build one query per paper of the period with a known author and an earlier reference.

        PreScience also requires that an author has cited before; a graph with all references needs
        no such rule.
        """
        papers, unsure = targets.find_targets(snapshot, period)
        team = targets.find_known_authors(snapshot, papers)
        cited = {
            int(paper): [
                int(reference)
                for reference in snapshot.cites.row(paper)
                if snapshot.day[reference] < snapshot.first_day[paper]
            ]
            for paper in papers
        }
        has_team = np.array([len(team[int(p)]) > 0 for p in papers], dtype=bool)
        has_truth = np.array([len(cited[int(p)]) > 0 for p in papers], dtype=bool)
        queries: list[Query] = []
        truth: list[Row] = []
        enough = papers[has_team & has_truth]
        drawn = targets.draw_targets(enough, snapshot, options, seed)
        for paper in drawn:
            query_id = f"q{len(queries) + 1:05d}"
            day = targets.query_day(snapshot, paper)
            persons = [targets.author_name(snapshot, a, day) for a in team[int(paper)]]
            text = (snapshot.title[paper], snapshot.abstract[paper])
            queries.append(make_query(query_id, persons, text, day, options))
            earlier = [targets.papers_before(snapshot, int(a), day) for a in team[int(paper)]]
            cites = [snapshot.cites.row(p) for own in earlier for p in own]
            times = Counter(np.concatenate([*cites, np.empty(0, np.int32)]).tolist())
            items = {str(snapshot.paper_id[r]): times[r] for r in cited[int(paper)]}
            before = sum(map(len, earlier)), len(snapshot.authored.row(paper))
            truth.append(make_truth(query_id, str(snapshot.paper_id[paper]), items, *before))
        known_rows = KnownRows(snapshot.paper_id, snapshot.day)
        return Split(period.end, queries, truth, {"known": known_rows}), {
            **unsure,
            "papers_without_a_known_author": int(np.count_nonzero(~has_team)),
            "papers_without_an_earlier_reference": int(np.count_nonzero(has_team & ~has_truth)),
            **targets.count_not_drawn(enough, drawn),
        }

    def extra_scores(self, example: ScoredQuery[Ids]) -> dict[str, float]:
        """Compute recall at 100, and hit rates by the team's earlier citations, where known."""
        true = example.truth["items"]
        scores_found = {
            "Recall@100": recall_at(example.answer or (), true, 100) if true else math.nan
        }
        times = example.truth.get("cited_before")
        return (
            scores_found
            if times is None
            else scores_found | hit_rates(example, times, CITED_CLASSES, "cited")
        )


def make_truth(
    query_id: str, paper_id: str, times: Mapping[str, int], papers: int, team_size: int
) -> Row:
    """Build the truth, with properties of the earlier papers for grouped results.

    Args:
        times: Earlier citations of each true paper by members of the team; one in a paper of two
            members counts twice, as PreScience counts.
        papers: Earlier papers of all members together.
        team_size: Authors in the byline, including those without earlier papers.
    """
    cited_before = {item: count for item, count in times.items() if count}
    return {
        "query_id": query_id,
        "paper_id": paper_id,
        "items": list(times),
        "cited_before": cited_before,
        "experience": papers / team_size,
        "team_size": team_size,
        "new_share": share_new(list(times), cited_before),
    }


def make_query(
    query_id: str,
    team: Sequence[tuple[str, str]],
    title_and_abstract: tuple[str | None, str | None],
    day: date,
    options: PriorWorkOptions,
) -> Query:
    """Build the query about a paper, as of the day before which it surely did not exist.

    Args:
        team: Id and name of its authors who had published, in the order of the byline.
        title_and_abstract: Its title and abstract, included as far as the options allow.
    """
    inputs: dict[str, Any] = {"author_ids": [author for author, _ in team]}
    text = f"papers that the next paper of {', '.join(name for _, name in team)} will cite"
    if options.known != "team":
        inputs["title"] = title_and_abstract[0] or ""
        text += f": {inputs['title']}"
    if options.known == "abstract":
        inputs["abstract"] = title_and_abstract[1]
    return Query(query_id, text, inputs, day, options.k)
