"""The papers that a team may cite next, each with all that is told of it: rows to be ordered."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Floats
from scinet.models.history import Float32 as Columns
from scinet.models.history import Past
from scinet.models.prior_work.paper_features import NAMES, standing
from scinet.models.prior_work.team import teams_of
from scinet.models.prior_work.team_features import Asked, channels
from scinet.models.prior_work.text_features import Wording, about, nearest

_ENTRIES: Final = 2**20  # of one channel, so that all of them fit: a few hundred MiB
# How papers like the target are found: by which measure, and how many.
_ALIKE: Final = (
    ("alike", "nearness", 50),
    ("more alike", "nearness", 250),
    ("worded alike", "words", 50),
)
# Channels that name candidates, and how many each.
_SOURCES: Final = {
    "walk from team by authors": 900,
    "walk from cited by authors": 500,
    "far walk from own": 600,
    "walk from cited": 400,
    "walk from co-authors": 300,
    "cited by readers alike": 300,
    "cited (3 years)": 200,
    "cited lately near own": 200,
    "cited by co-authors": 150,
    "co-cited (rare ones)": 150,
    "by cited authors": 50,
    "own (3 years)": 20,
    "cited by alike": 300,
    "cited by more alike": 300,
    "cited by worded alike": 150,
    "walk from alike": 400,
    "walk from alike by authors": 200,
    "walk from alike and team": 400,
}
_POPULAR: Final = 100
_BY_TEXT: Final = 60
# Channels whose order among the candidates is told too: unlike values, places compare over teams.
_PLACED: Final = (
    "cited (3 years)",
    "walk from team by authors",
    "walk from own by authors",
    "near walk from team",
    "cited lately near own",
    "walk from alike",
    "walk from alike and team",
    "cited by alike",
)


@dataclass(frozen=True)
class Described:
    """Candidates of one question.

    Attributes:
        names: Name of each feature.

    Shapes:
        papers: ``(n,)``, positions in the snapshot, ascending.
        features: ``(n, features)``.
    """

    papers: NDArray[np.int64]
    features: Columns
    names: tuple[str, ...]


def describe(
    snapshot: Snapshot, queries: Sequence[Query], cache: Path | None
) -> Iterator[Described]:
    """Candidates of each question with their features, all as of the day of the snapshot.

    Args:
        snapshot: Everything before the day of the questions.
        queries: Questions of that day, all with a title or none.
        cache: Where embeddings are kept, None to keep none.
    """
    past = Past(snapshot)
    wording = Wording(past, cache)
    known = standing(past)
    width = max(_ENTRIES // max(snapshot.num_papers, 1), 1)
    for first in range(0, len(queries), width):
        some = queries[first : first + width]
        teams = teams_of(some, snapshot)
        told_by_title: list[dict[str, Floats]] = [{} for _ in some]
        alike: dict[str, Columns] = {}
        if "title" in some[0].inputs:
            told_by_title = [wording.of(about(query)) for query in some]
            for name, source, most in _ALIKE:
                weights = [nearest(one[source], most) for one in told_by_title]
                alike[name] = np.stack(weights, axis=1)
        scored = dict(channels(past, Asked(teams, alike)))
        for column, (team, by_text) in enumerate(zip(teams, told_by_title, strict=True)):
            own = {name: table[:, column] for name, table in scored.items()}
            papers = _pool(own, by_text, known[:, NAMES.index("citations (1 year)")])
            told = {name: values[papers] for name, values in (own | by_text).items()}
            told |= {name: known[papers, place] for place, name in enumerate(NAMES)}
            told |= {f"{n} to the team": v[papers] for n, v in wording.of_team(team).items()}
            told |= {f"place by {n}": _places(told[n]) for n in _PLACED if n in told}
            told |= _of_team(own, team, len(papers))
            yield Described(
                papers, np.stack(list(told.values()), axis=1).astype(np.float32), tuple(told)
            )


def _pool(
    own: dict[str, Columns], by_text: dict[str, Floats], popular: Columns
) -> NDArray[np.int64]:
    chosen = [_top(own[name], most) for name, most in _SOURCES.items() if name in own]
    chosen += [_top(values, _BY_TEXT) for values in by_text.values()]
    chosen.append(_top(popular, _POPULAR))
    return np.unique(np.concatenate(chosen))


def _top(values: NDArray[np.floating], most: int) -> NDArray[np.int64]:
    """Positions of the largest values above 0, ties to the later paper."""
    found = np.flatnonzero(values > 0)[::-1]
    return found[np.argsort(-values[found], kind="stable")[:most]]


def _places(values: NDArray[np.floating]) -> Floats:
    """1 for the largest, ties to the later one."""
    order = np.argsort(-values[::-1], kind="stable")
    place = np.empty(len(values))
    place[len(values) - 1 - order] = np.arange(1, len(values) + 1)
    return place


def _of_team(own: dict[str, Columns], team: Sequence[int], rows: int) -> dict[str, Floats]:
    return {
        "team size": np.full(rows, float(len(team))),
        "papers of the team": np.full(rows, float(np.count_nonzero(own["own"]))),
        "papers cited by the team": np.full(rows, float(np.count_nonzero(own["cited"]))),
    }
