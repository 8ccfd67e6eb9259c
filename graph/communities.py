"""Communities of papers that cite one another, named by the words that set their titles apart."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from scinet.graph.connection import Database, Transaction
from scinet.graph.projection import leiden
from scinet.graph.snapshot import Snapshot

Floats: TypeAlias = NDArray[np.float64]

_WORD = re.compile(r"[a-z][a-z-]{2,}")
_ROWS = 10_000


@dataclass(frozen=True, slots=True)
class Community:
    """A group of papers.

    Attributes:
        id: Made of the options and the rank by size.
        name: Its most telling title words.
        papers: Ids, sorted.
    """

    id: str
    name: str
    papers: tuple[str, ...]


def detect(
    db: Database,
    snapshot: Snapshot,
    *,
    resolution: float = 1.0,
    seed: int = 0,
    min_size: int = 10,
) -> list[Community]:
    """Find communities by Leiden and name them.

    Two seeds agree only in part (normalised mutual information of 0.6 to 0.8 on citation
    networks), so the seed belongs to the result.

    Args:
        db: The graph, for GDS.
        snapshot: The same graph as arrays; its ``before`` is the cut-off of both.
        resolution: See :func:`scinet.graph.projection.leiden`.
        seed: See :func:`scinet.graph.projection.leiden`.
        min_size: Smaller groups, isolated papers among them, are left out.

    Returns:
        Largest first, ties by the smallest paper id.

    Raises:
        SchemaError: If the server has no GDS.
        GraphUnavailableError: If it has too little memory.
    """
    found = leiden(db, snapshot.before, resolution=resolution, seed=seed)
    groups = _groups(found, min_size)
    positions = [[snapshot.index(paper) for paper in group] for group in groups]
    names = telling_words([[str(snapshot.title[i] or "") for i in group] for group in positions])
    when = "all" if snapshot.before is None else snapshot.before.isoformat()
    return [
        Community(f"community:{when}:{resolution:g}:{seed}:{rank}", name, tuple(group))
        for rank, (group, name) in enumerate(zip(groups, names, strict=True), start=1)
    ]


def write(
    db: Database,
    communities: Sequence[Community],
    *,
    before: date | None,
    resolution: float,
    seed: int,
    graph_fingerprint: str,
) -> None:
    """Replace the stored communities of the same cut-off, resolution and seed by these.

    All in one transaction. They carry the fingerprint of the graph that they were found in, so
    that those of an older graph are never taken for those of this one.
    """
    options = {"before": before, "resolution": resolution, "seed": seed}

    def store(transaction: Transaction) -> None:
        transaction.rows("community/clear", **options)
        for group in communities:
            transaction.rows(
                "community/write",
                id=group.id,
                name=group.name,
                size=len(group.papers),
                graph_fingerprint=graph_fingerprint,
                **options,
            )
            for start in range(0, len(group.papers), _ROWS):
                members = list(group.papers[start : start + _ROWS])
                transaction.rows("community/write_members", id=group.id, paper_ids=members)

    db.write(store)


def telling_words(groups: Sequence[Sequence[str]], *, words: int = 3) -> list[str]:
    """Name groups of titles by the words that are commoner in them than elsewhere.

    Args:
        groups: Titles of each group.
        words: Words in a name; fewer when fewer stand out.

    Returns:
        One name per group, no two alike: a number is added where words do not tell two apart.

    Source:
        Monroe, Colaresi and Quinn (2008), doi:10.1093/pan/mpn018, equation 22: the z-score of
        the log-odds ratio with the whole corpus as informative prior.
    """
    # A word counts once per title, so that a title cannot vote twice.
    counts = [Counter(w for title in group for w in _title_words(title)) for group in groups]
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    vocabulary = list(total)
    prior = np.array([total[word] for word in vocabulary], dtype=np.float64)
    names: list[str] = []
    for count in counts:
        inside = np.array([count[word] for word in vocabulary], dtype=np.float64)
        z = _log_odds_z(inside, prior - inside, prior)
        best = sorted(range(len(vocabulary)), key=lambda i: (-z[i], vocabulary[i]))
        names.append(
            ", ".join(_distinct((vocabulary[i] for i in best if inside[i] and z[i] > 0), words))
        )
    names = [name or "untitled" for name in names]
    seen: Counter[str] = Counter()
    for number, name in enumerate(names):
        seen[name] += 1
        if seen[name] > 1:
            names[number] = f"{name} ({seen[name]})"
    return names


def _distinct(ranked: Iterable[str], words: int) -> list[str]:
    """The first words, without those that begin like one before: parser, parsers."""
    chosen: list[str] = []
    for word in ranked:
        if not any(word.startswith(w) or w.startswith(word) for w in chosen):
            chosen.append(word)
        if len(chosen) == words:
            break
    return chosen


def _log_odds_z(inside: Floats, outside: Floats, prior: Floats) -> Floats:
    def log_odds(count: Floats) -> Floats:
        both = count + prior
        rest = count.sum() + prior.sum() - both
        odds: Floats = np.log(both) - np.log(np.maximum(rest, 1e-9))
        return odds

    variance = 1.0 / (inside + prior) + 1.0 / (outside + prior)
    result: Floats = (log_odds(inside) - log_odds(outside)) / np.sqrt(variance)
    return result


def _title_words(title: str) -> set[str]:
    return set(_WORD.findall(title.lower()))


def _groups(found: pd.DataFrame, min_size: int) -> list[list[str]]:
    members: dict[int, list[str]] = {}
    for paper, number in zip(found["paper_id"], found["community"], strict=True):
        members.setdefault(int(number), []).append(str(paper))
    groups = [sorted(group) for group in members.values() if len(group) >= min_size]
    return sorted(groups, key=lambda group: (-len(group), group[0]))
