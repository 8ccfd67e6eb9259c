"""Topics of simulated and real papers, by one classifier trained on earlier papers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.spatial.distance import jensenshannon

from scinet.errors import SchemaError
from scinet.eval.task import Row
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.simulated_year.measures import mean_interval
from scinet.experiments.simulated_year.titles import sample_papers
from scinet.experiments.simulated_year.year import Values, Year, paper_texts
from scinet.graph.communities import detect
from scinet.graph.schema.choices import LEVELS
from scinet.graph.snapshot import Snapshot
from scinet.models.text.topics import TopicWords

_MAX_TOPICS: Final = 12


@dataclass(frozen=True)
class Topics:
    """Topics of papers before a day.

    Attributes:
        kind: Level of the sources' fields, or ``community``.
        words: Classifier by words.
        earlier: Number of papers of each.
    """

    kind: str
    words: TopicWords
    earlier: tuple[int, ...]


def learn_topics(graph: GraphAccess, past: Snapshot) -> Topics | None:
    """Learn the topics of a network, and a classifier by words.

    These are the twelve largest fields of the narrowest level at which they have at least half of
    the papers; without fields, the largest communities of the citation network.

    Returns:
        None where there are too few papers to train on, or the server has no Graph Data Science to
        find communities with.

    Source:
        PreScience, topics: the primary category of a paper by a classifier of at most 12 labels.
    """
    for level in reversed(LEVELS):
        code = past.primary_field(level)
        topic, largest = _largest_fields(code)
        if len(largest) > 1 and (topic >= 0).mean() >= 0.5:
            names = [str(past.field_name[group] or past.field_id[group]) for group in largest]
            return _fit_topics(past, level, topic, names)
    if not len(past.cites.indices):
        return None
    try:
        communities = detect(graph.database, past)[:_MAX_TOPICS]
    except SchemaError:
        return None
    topic = np.full(past.num_papers, -1)
    for number, group in enumerate(communities):
        topic[[past.index(paper) for paper in group.papers]] = number
    return _fit_topics(past, "community", topic, [group.name for group in communities])


def compare_topics(
    topics: Topics,
    simulated: Sequence[Year],
    real: Year | None,
    before: Year | None,
    size: int,
) -> Row:
    """Compare shares of topics with the real ones.

    Args:
        size: Number of papers of each side.

    Returns:
        ``kind``; ``papers``, their number; ``accuracy`` of the classifier on ``tested`` held-out
        real papers; ``rows`` with the number of ``earlier`` papers of each ``topic`` and its
        shares: ``simulated``, the mean over runs, ``real``, ``year_before``; ``divergence`` of the
        simulated papers from the real ones, with its 95 % interval over runs, and
        ``divergence_year_before``: from 0, the same shares, to 1, none in common.

    Source:
        Lin (1991), doi:10.1109/18.61115, for the Jensen-Shannon divergence, of logarithms to 2.
    """
    names = topics.words.names

    def shares(year: Year | None) -> Values | None:
        if year is None or not size:
            return None
        topic = year.topic(sample_papers(year.papers, size))
        return np.bincount(topic, minlength=len(names)) / len(topic)

    runs = [run_shares for run_shares in map(shares, simulated) if run_shares is not None]
    real_shares, earlier = shares(real), shares(before)
    far = np.array([_js_divergence(item, real_shares) for item in runs])
    low, high = mean_interval(far)
    numbers = {
        "divergence": float(far.mean()) if len(far) else float("nan"),
        "low": low,
        "high": high,
        "divergence_year_before": _js_divergence(earlier, real_shares),
    }
    mean = np.mean(runs, axis=0) if runs else None
    sides = {"simulated": mean, "real": real_shares, "year_before": earlier}
    return {
        "kind": topics.kind,
        "accuracy": topics.words.accuracy,
        "tested": topics.words.tested,
        "papers": size,
        **{key: None if np.isnan(item) else item for key, item in numbers.items()},
        "rows": [
            {
                "topic": name,
                "earlier": topics.earlier[n],
                **{side: None if item is None else float(item[n]) for side, item in sides.items()},
            }
            for n, name in enumerate(names)
        ],
    }


def _largest_fields(code: Values) -> tuple[Values, list[int]]:
    """Number papers by the position of their field among the largest ones, and return these."""
    fields, count = np.unique(code[code >= 0], return_counts=True)
    largest = fields[np.lexsort((fields, -count))][:_MAX_TOPICS].tolist()
    topic = np.full(len(code), -1)
    for number, field in enumerate(largest):
        topic[code == field] = number
    return topic, largest


def _fit_topics(past: Snapshot, kind: str, topic: Values, names: Sequence[str]) -> Topics | None:
    words = TopicWords.of(paper_texts(past, np.arange(past.num_papers)), topic, names)
    if words is None:
        return None
    earlier = np.bincount(topic[topic >= 0], minlength=len(names))
    return Topics(kind, words, tuple(earlier.tolist()))


def _js_divergence(first: Values | None, second: Values | None) -> float:
    if first is None or second is None:
        return float("nan")
    return float(jensenshannon(first, second, base=2) ** 2)
