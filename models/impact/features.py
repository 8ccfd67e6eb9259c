"""Features for citation forecasts: team, venue, references and title.

Everything is counted in the snapshot before the cutoff; citation counts are given as log(1 + x).
Presence of an abstract is no feature: in collections with few, those of highly cited papers were
gathered first, so that a model would learn how the data were collected. An author's mean is over
papers whose window is over; that of :mod:`scinet.models.impact.published_features` is over all
papers, as published.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.models.base.boosted_trees import Float32, Floats
from scinet.models.history import History
from scinet.models.impact.forecaster import CitationRecord
from scinet.models.text.tfidf import TitleSpace

Columns: TypeAlias = dict[str, float]

_EARLY_MONTHS: Final = 12
_NEIGHBOUR_COUNTS: Final = (10, 50)


class ReceivedCitations:
    """Citations that papers received, in windows after publication and recently, as log(1 + x).

    The first window is that of the predicted citations, in months.
    """

    def __init__(self, past: History, months: float) -> None:
        whole, early = (
            CitationRecord.of(past.snapshot, int(window)) for window in (months, _EARLY_MONTHS)
        )
        self.whole, self.early = np.log1p(whole.citations), np.log1p(early.citations)
        self.usual = {
            "usual": _known_mean(self.whole[whole.recent(2.0)]),
            "usual_early": _known_mean(self.early[early.recent(2.0)]),
        }
        self.lately = past.citations_by_age(-1.0, 1.0)
        self.before_that = past.citations_by_age(1.0, 2.0)
        self.all = past.snapshot.citations.astype(np.float64)
        # Papers whose first year is over, and their titles.
        self.titled = np.flatnonzero(~np.isnan(self.early))
        self.titles: sparse.csr_array = past.titles[self.titled]


Family: TypeAlias = Callable[[History, ReceivedCitations, Mapping[str, Any]], Columns]


def author_features(past: History, got: ReceivedCitations, inputs: Mapping[str, Any]) -> Columns:
    """Compute citations of the authors' papers: largest, mean, first and last author."""
    team = [past.snapshot.author_number[author_id] for author_id in inputs["author_ids"]]
    rows = [past.snapshot.author_papers.row(author) for author in team]
    each: dict[str, list[float]] = {
        "mean": [_known_mean(got.whole[papers]) for papers in rows],
        "best": [_known_max(got.whole[papers]) for papers in rows],
        "early": [_known_mean(got.early[papers]) for papers in rows],
        "lately": [float(np.log1p(got.lately[papers].sum())) for papers in rows],
        "total": [float(np.log1p(got.all[papers].sum())) for papers in rows],
        "h": [float(past.h_index[author]) for author in team],
        "papers": [float(len(papers)) for papers in rows],
        "papers_2": [float((past.age[papers] <= 2.0).sum()) for papers in rows],
        "years": [float(past.age[papers[0]]) for papers in rows],
    }
    columns: Columns = {}
    places = inputs["author_places"]
    is_first = bool(places) and places[0] == 1
    is_last = bool(places) and places[-1] == inputs["team_size"]
    for name, values in each.items():
        columns[f"author_{name}_max"] = _known_max(np.array(values))
        columns[f"author_{name}_mean"] = _known_mean(np.array(values))
        columns[f"author_{name}_first"] = values[0] if is_first else np.nan
        columns[f"author_{name}_last"] = values[-1] if is_last else np.nan
    return columns


def team_features(past: History, got: ReceivedCitations, inputs: Mapping[str, Any]) -> Columns:
    """Compute size, share of newcomers, and share of pairs with earlier joint papers."""
    members = [past.snapshot.author_number[member] for member in inputs["author_ids"]]
    size = int(inputs["team_size"])
    teams = past.snapshot.authored
    pairs = joint = 0
    for place, member in enumerate(members):
        with_one = {
            int(coauthor)
            for paper in past.snapshot.author_papers.row(member)
            for coauthor in teams.row(paper)
        }
        pairs += len(members) - place - 1
        joint += sum(coauthor in with_one for coauthor in members[place + 1 :])
    papers = _author_papers(past, members)
    return {
        "team_size": float(size),
        "team_known": float(len(members)),
        "team_new_share": 1.0 - len(members) / size if size else np.nan,
        "team_joint_share": joint / pairs if pairs else np.nan,
        "team_lately": float(np.log1p(got.lately[papers].sum())),
        "team_venues": float(len(np.unique(past.snapshot.venue[papers]))),
    }


def venue_features(past: History, got: ReceivedCitations, inputs: Mapping[str, Any]) -> Columns:
    """Compute citations and number of the venue's recent papers."""
    number = past.snapshot.venue_number.get(str(inputs["venue_id"]), -1)
    papers = np.flatnonzero(past.snapshot.venue == number) if number >= 0 else np.zeros(0, int)
    whole, early = (papers[~np.isnan(of[papers])] for of in (got.whole, got.early))
    recent = papers[past.age[papers] <= 3.0]
    return {
        "venue_mean": _known_mean(got.whole[whole[-300:]]),
        "venue_early": _known_mean(got.early[early[-300:]]),
        "venue_uncited": _known_mean((got.whole[whole[-300:]] == 0).astype(float)),
        "venue_lately": float(np.log1p(got.lately[recent].mean())) if len(recent) else np.nan,
        "venue_papers": float(np.log1p(len(papers))),
        "venue_papers_3": float(np.log1p(len(recent))),
    }


def reference_features(past: History, got: ReceivedCitations, inputs: Mapping[str, Any]) -> Columns:
    """Compute number, age, recent citations and growth, own and coupled papers."""
    snapshot = past.snapshot
    cited = np.array([snapshot.index(name) for name in inputs["reference_ids"]], dtype=np.int64)
    own = _author_papers(past, [past.snapshot.author_number[name] for name in inputs["author_ids"]])
    age, lately = past.age[cited], np.log1p(got.lately[cited])
    growth = lately - np.log1p(got.before_that[cited])
    citing = [snapshot.cited_by.row(paper) for paper in cited]
    coupled = np.concatenate([np.zeros(0, np.int32), *citing])
    fresh = coupled[past.age[coupled] <= 2.0]
    alike, times = np.unique(fresh, return_counts=True)
    close = alike[times > 1]
    older = np.unique(coupled)
    return {
        "references": float(len(cited)),
        "reference_age_mean": _known_mean(age),
        "reference_age_median": float(np.median(age)) if len(age) else np.nan,
        "reference_age_least": float(age.min()) if len(age) else np.nan,
        "references_2_share": _known_mean((age <= 2.0).astype(float)),
        "references_5_share": _known_mean((age <= 5.0).astype(float)),
        "reference_lately_mean": _known_mean(lately),
        "reference_lately_max": _known_max(lately),
        "reference_growth": _known_mean(growth),
        "reference_citations": _known_mean(np.log1p(got.all[cited])),
        "reference_early": _known_mean(got.early[cited]),
        "reference_whole": _known_mean(got.whole[cited]),
        "references_uncited": _known_mean((got.all[cited] == 0).astype(float)),
        "references_own": _known_mean(np.isin(cited, own).astype(float)),
        "references_venues": float(len(np.unique(snapshot.venue[cited]))),
        "coupled_papers": float(np.log1p(len(older))),
        "coupled_fresh": float(np.log1p(len(alike))),
        "coupled_twice": float(np.log1p(len(close))),
        "coupled_twice_lately": _known_mean(np.log1p(got.lately[close])),
        "coupled_whole": _known_mean(got.whole[older]),
    }


def title_features(past: History, got: ReceivedCitations, inputs: Mapping[str, Any]) -> Columns:
    """Compute length, and citations of the earlier papers with the most similar titles."""
    text = inputs["title"] or ""
    near = np.asarray((got.titles @ past.title_words.vectors([text]).T.tocsr()).toarray()).ravel()
    order = np.argsort(-near, kind="stable")
    columns = {
        "title_words": float(len(text.split())),
        "title_colon": float(":" in text),
        "title_nearest": float(near[order[0]]) if len(near) else np.nan,
    }
    for most in _NEIGHBOUR_COUNTS:
        nearest = order[:most][near[order[:most]] > 0]
        papers = got.titled[nearest]
        columns[f"near_{most}_early"] = _weighted_mean(got.early[papers], near[nearest])
        columns[f"near_{most}_whole"] = _weighted_mean(got.whole[papers], near[nearest])
        columns[f"near_{most}_lately"] = _weighted_mean(np.log1p(got.lately[papers]), near[nearest])
        columns[f"near_{most}_age"] = _weighted_mean(past.age[papers], near[nearest])
    return columns


FAMILIES: Final[tuple[Family, ...]] = (
    author_features,
    team_features,
    venue_features,
    reference_features,
    title_features,
)


def compute_features(
    queries: Sequence[Query], snapshot: Snapshot, subjects: TitleSpace
) -> tuple[tuple[str, ...], Float32]:
    """Compute names and values of all columns for queries of one day and one window.

    Values have the shape ``(queries, columns)``, NaN where undefined.
    """
    past = History(snapshot)
    got = ReceivedCitations(past, int(queries[0].inputs["months"]))
    rows = []
    for query in queries:
        columns: Columns = dict(got.usual)
        for family in FAMILIES:
            columns |= family(past, got, query.inputs)
        rows.append(columns)
    places = subjects.place([query.inputs["title"] for query in queries])
    names = (*rows[0], *(f"subject_{number}" for number in range(places.shape[1])))
    values = np.array([list(row.values()) for row in rows])
    return names, np.hstack((values, places)).astype(np.float32)


def _author_papers(past: History, authors: Sequence[int]) -> NDArray[np.int32]:
    """Return papers of some authors, each once, in time order."""
    rows = [past.snapshot.author_papers.row(author) for author in authors]
    return np.unique(np.concatenate(rows)) if rows else np.zeros(0, np.int32)


def _known_mean(values: Floats) -> float:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else np.nan


def _known_max(values: Floats) -> float:
    defined = values[~np.isnan(values)]
    return float(defined.max()) if len(defined) else np.nan


def _weighted_mean(values: Floats, weights: Floats) -> float:
    is_defined = ~np.isnan(values)
    return (
        float(np.average(values[is_defined], weights=weights[is_defined]))
        if is_defined.any()
        else np.nan
    )
