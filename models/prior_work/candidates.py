"""Candidates for a team's next references, with features."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Floats
from scinet.models.history import Float32 as Columns
from scinet.models.history import History
from scinet.models.prior_work.features import (
    NAMES,
    TextFeatures,
    keep_nearest,
    paper_features,
    query_text,
)
from scinet.models.prior_work.team import team_numbers
from scinet.models.prior_work.team_features import SIMILAR, Teams, team_scores

_MAX_ENTRIES: Final = 2**20  # of a score; some sixty are kept at once, 240 bytes a paper
# Papers similar to the target: by measure, and number.
_SIMILARITY_SOURCES: Final = (
    (SIMILAR, "cosine", 50),
    ("more similar papers", "cosine", 250),
    ("papers with similar words", "BM25", 50),
)
# Scores that select candidates, and the number of each.
_SELECTION_SIZES: Final = {
    "walk from team via authors": 900,
    "walk from team's references via authors": 500,
    "long walk from team's papers": 600,
    "walk from team's references": 400,
    "walk from co-authors": 300,
    "cited by authors with similar references": 300,
    "cited by team (3 years)": 200,
    "cited recently near team's papers": 200,
    "cited by co-authors": 150,
    "co-citation (rarely cited papers)": 150,
    "written by cited authors": 50,
    "written by team (3 years)": 20,
    "cited by similar papers": 300,
    "cited by more similar papers": 300,
    "cited by papers with similar words": 150,
    "walk from similar papers": 400,
    "walk from similar papers via authors": 200,
    "walk from similar papers and team": 400,
}
_NUM_POPULAR: Final = 100
_NUM_BY_TEXT: Final = 60
# Scores whose ranks are features, too: unlike values, ranks compare across teams.
_RANKED_SCORES: Final = (
    "cited by team (3 years)",
    "walk from team via authors",
    "walk from team's papers via authors",
    "short walk from team",
    "cited recently near team's papers",
    "walk from similar papers",
    "walk from similar papers and team",
    "cited by similar papers",
)


@dataclass(frozen=True)
class QueryCandidates:
    """Candidates of one query.

    Shapes:
        papers: ``(n,)``, positions in the snapshot, ascending.
        features: ``(n, features)``.
    """

    papers: NDArray[np.int64]
    features: Columns
    names: tuple[str, ...]


def describe_candidates(
    snapshot: Snapshot, queries: Sequence[Query], cache: Path | None
) -> Iterator[QueryCandidates]:
    """Yield the candidates of each query with their features, as of the day of both.

    Either all queries have a title, or none.
    """
    past = History(snapshot)
    texts = TextFeatures(past, cache)
    features_by_paper = paper_features(past)
    width = max(_MAX_ENTRIES // max(snapshot.num_papers, 1), 1)
    for first in range(0, len(queries), width):
        batch = queries[first : first + width]
        teams = team_numbers(batch, snapshot)
        by_title: list[dict[str, Floats]] = [{} for _ in batch]
        similar: dict[str, Columns] = {}
        if "title" in batch[0].inputs:
            by_title = [texts.of(query_text(query)) for query in batch]
            for name, source, most in _SIMILARITY_SOURCES:
                weights = [
                    keep_nearest(scores_by_source[source], most) for scores_by_source in by_title
                ]
                similar[name] = np.stack(weights, axis=1)
        scored = dict(team_scores(past, Teams(teams, similar)))
        for column, (team, by_text) in enumerate(zip(teams, by_title, strict=True)):
            own = {name: table[:, column] for name, table in scored.items()}
            papers = _select_pool(
                own, by_text, features_by_paper[:, NAMES.index("citations (1 year)")]
            )
            columns = {name: values[papers] for name, values in (own | by_text).items()}
            columns |= {name: features_by_paper[papers, place] for place, name in enumerate(NAMES)}
            columns |= {f"{n} with the team": v[papers] for n, v in texts.of_team(team).items()}
            columns |= {
                f"rank by {n}": _ordinal_ranks(columns[n]) for n in _RANKED_SCORES if n in columns
            }
            of_team: dict[str, float] = {
                "team size": len(team),
                "papers of the team": int(np.count_nonzero(own["written by team"])),
                "papers cited by the team": int(np.count_nonzero(own["cited by team"])),
            }
            columns |= {name: np.full(len(papers), float(n)) for name, n in of_team.items()}
            yield QueryCandidates(
                papers, np.stack(list(columns.values()), axis=1).astype(np.float32), tuple(columns)
            )


def _select_pool(
    own: dict[str, Columns], by_text: dict[str, Floats], popular: Columns
) -> NDArray[np.int64]:
    selected = [
        _top_positions(own[name], most) for name, most in _SELECTION_SIZES.items() if name in own
    ]
    selected += [_top_positions(values, _NUM_BY_TEXT) for values in by_text.values()]
    selected.append(_top_positions(popular, _NUM_POPULAR))
    return np.unique(np.concatenate(selected))


def _top_positions(values: NDArray[np.floating], most: int) -> NDArray[np.int64]:
    """Return positions of the largest values above 0, ties to the later paper."""
    positive = np.flatnonzero(values > 0)[::-1]
    return positive[np.argsort(-values[positive], kind="stable")[:most]]


def _ordinal_ranks(values: NDArray[np.floating]) -> Floats:
    """Rank from 1 for the largest, ties to the later one."""
    return rankdata(-values[::-1], method="ordinal")[::-1].astype(np.float64)
