"""The two forecasting tasks, as questions about one period.

``links/citation``: a source is a *new* paper of the period. It has no citations of its own yet;
known are its title and those of its authors who wrote before (the team). Targets are all papers
before the period, positives the ones that it cites.

``links/coauthor``: sources and targets are authors who wrote before the period, positives the
pairs that write together in it for the first time. Earlier co-authors are no candidates.

A paper counts as new only when its *first* possible day lies in the period. A paper that may be
older is neither seen nor asked about; the pairs that it links are no candidates.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scinet.graph.dates import day_of
from scinet.graph.links import Network
from scinet.graph.snapshot import Csr, Snapshot
from scinet.graph.snapshot.arrays import Objects
from scinet.models.links.periods import Period
from scinet.models.links.tables import take

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Questions:
    """Sources of one period with what they will link to.

    Attributes:
        period: The year in which the links form.
        past: Everything before it; all that a scorer may see beside ``members`` and ``title``.
        targets: What is ranked: ``paper`` or ``author``.
        left_out: What is not asked, by kind.

    Shapes:
        source_id: ``(sources,)``, id of the new paper or the author.
        title: ``(sources,)``, title of the new paper; None for authors.
        members: Source to authors of ``past``: the team, or the author alone.
        positives: Source to targets, sorted: what it will link to.
        excluded: Source to targets that are neither positive nor negative, sorted.
    """

    period: Period
    past: Snapshot
    targets: str
    source_id: Objects
    title: Objects
    members: Csr
    positives: Csr
    excluded: Csr
    left_out: dict[str, int]

    @property
    def num_sources(self) -> int:
        """Number of sources."""
        return len(self.source_id)

    @property
    def num_targets(self) -> int:
        """Number of papers or authors that are ranked."""
        return self.past.num_papers if self.targets == "paper" else self.past.num_authors

    @property
    def network(self) -> Network:
        """The network that links of this kind belong to."""
        return "citation" if self.targets == "paper" else "coauthor"

    def draw(self, limit: int, seed: int) -> "Questions":
        """A random part of the sources, in the same order; the rest is counted as left out."""
        if self.num_sources <= limit:
            return self
        generator = np.random.default_rng([seed, day_of(self.period.start)])
        drawn = np.sort(generator.choice(self.num_sources, limit, replace=False))
        return replace(
            self,
            source_id=self.source_id[drawn],
            title=self.title[drawn],
            members=take(self.members, drawn),
            positives=take(self.positives, drawn),
            excluded=take(self.excluded, drawn),
            left_out={**self.left_out, "sources_not_drawn": self.num_sources - limit},
        )


def citation_questions(snapshot: Snapshot, period: Period) -> Questions:
    """Which earlier papers will the new papers of a period cite?

    Raises:
        SplitError: If the snapshot ends before the period.
    """
    now, past = snapshot.until(period.end), snapshot.until(period.start)
    new = np.arange(past.num_papers, now.num_papers)
    certain = now.first_day[new] >= day_of(period.start)
    rows = now.cites.row_numbers()
    asked = np.zeros(now.num_papers, dtype=np.bool_)
    asked[new[certain]] = True
    earlier = now.cites.indices < past.num_papers
    cites = now.cites.keep(asked[rows] & earlier)
    byline = now.authored.keep(_known(now, past)[now.authored.indices])
    answerable = asked & (cites.lengths() > 0)
    with_team = answerable & (byline.lengths() > 0)
    sources = np.flatnonzero(with_team)
    codes = np.searchsorted(past.author_id, now.author_id[byline.indices]).astype(np.int32)
    return Questions(
        period=period,
        past=past,
        targets="paper",
        source_id=now.paper_id[sources],
        title=now.title[sources],
        members=take(Csr(byline.indptr, codes), sources),
        positives=take(cites, sources),
        excluded=Csr(np.zeros(len(sources) + 1, dtype=np.int64), np.zeros(0, dtype=np.int32)),
        left_out={
            "papers_of_uncertain_date": int(np.count_nonzero(~certain)),
            "papers_that_cite_no_earlier_one": int(np.count_nonzero(asked & ~answerable)),
            "papers_without_earlier_author": int(np.count_nonzero(answerable & ~with_team)),
            "citations_within_the_period": int(np.count_nonzero(asked[rows] & ~earlier)),
        },
    )


def coauthor_questions(snapshot: Snapshot, period: Period) -> Questions:
    """Which authors will write together for the first time in a period?

    Raises:
        SplitError: If the snapshot ends before the period.
    """
    now, past = snapshot.until(period.end), snapshot.until(period.start)
    size = past.num_authors
    certain = now.first_day >= day_of(period.start)
    newly = certain & (np.arange(now.num_papers) >= past.num_papers)
    known = _known(now, past)
    code = np.searchsorted(past.author_id, now.author_id).astype(np.int64)
    first = _together(now, np.flatnonzero(newly), known, code)
    earlier = _together(now, np.flatnonzero(~newly), known, code)
    fresh = np.setdiff1d(first, earlier)
    sources = np.unique(fresh // size)
    own = sources * size + sources
    excluded = np.union1d(earlier[np.isin(earlier // size, sources)], own)
    return Questions(
        period=period,
        past=past,
        targets="author",
        source_id=past.author_id[sources],
        title=np.full(len(sources), None, dtype=object),
        members=Csr(np.arange(len(sources) + 1), sources.astype(np.int32)),
        positives=_grouped(fresh, sources, size),
        excluded=_grouped(excluded, sources, size),
        left_out={
            "papers_of_uncertain_date": int(np.count_nonzero(~certain[past.num_papers :])),
            "pairs_not_for_the_first_time": (len(first) - len(fresh)) // 2,
            "authors_without_earlier_paper": len(
                np.unique(_authors(now, np.flatnonzero(newly), ~known))
            ),
        },
    )


TASKS: Final = MappingProxyType[str, Callable[[Snapshot, Period], Questions]](
    {"links/citation": citation_questions, "links/coauthor": coauthor_questions}
)


def _known(now: Snapshot, past: Snapshot) -> NDArray[np.bool_]:
    result: NDArray[np.bool_] = np.isin(now.author_id.astype(str), past.author_id.astype(str))
    return result


def _authors(now: Snapshot, papers: Ints, wanted: NDArray[np.bool_]) -> NDArray[np.int32]:
    authors = take(now.authored, papers).indices
    return authors[wanted[authors]]


def _together(now: Snapshot, papers: Ints, known: NDArray[np.bool_], code: Ints) -> Ints:
    """Ordered pairs of earlier authors of one paper, as ``a * authors + b``, sorted."""
    size = int(np.count_nonzero(known))
    byline = take(now.authored, papers)
    byline = byline.keep(known[byline.indices])
    lengths = byline.lengths()
    left = np.repeat(np.arange(len(byline.indices)), np.repeat(lengths, lengths))
    within = np.arange(len(left)) - np.repeat(np.cumsum(lengths**2) - lengths**2, lengths**2)
    start = np.repeat(byline.indptr[:-1], lengths**2)
    right = start + within % np.repeat(lengths, lengths**2)
    one, other = code[byline.indices[left]], code[byline.indices[right]]
    return np.unique((one * size + other)[one != other])


def _grouped(keys: Ints, sources: Ints, size: int) -> Csr:
    return Csr.from_pairs(np.searchsorted(sources, keys // size), keys % size, len(sources))
