"""Authors near in the co-author network: by joint papers, common neighbours or a walk."""

from collections.abc import Iterator
from typing import ClassVar, Literal

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.graph.links import network, two_hop
from scinet.graph.links.decay import coauthorship
from scinet.graph.links.walks import author_steps
from scinet.graph.schema.dates import DAYS_PER_YEAR
from scinet.graph.snapshot import Csr, Snapshot
from scinet.models.base.ranking import AuthorRanker, Floats, Ints, visit_shares
from scinet.models.base.system import Context
from scinet.models.history import HalfLife, Latest
from scinet.models.prior_work.team import latest_papers
from scinet.validation import OPTIONS, Natural, PositiveShare, Share


@checked(frozen=True, config=OPTIONS)
class Frequency(AuthorRanker):
    """Co-authors by their papers with the author: PreScience's strongest baseline.

    Attributes:
        recent: The released baseline uses 10, the paper describes all.
        ties: What breaks ties: ``id``, or ``recency`` of the last joint paper.
        iterated: Places for each of which the most frequent one joins the author, with the counts
            of its own co-authors; the released script takes as many as are true.
    """

    name = "collaborators-frequency"
    summary = "co-authors by joint papers so far"

    recent: Latest = 10
    ties: Literal["id", "recency"] = "id"
    iterated: Natural = 0

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Number of joint papers; a tie by recency adds less than one.

        Those who joined stand above all others, in the order in which they did.
        """
        snapshot = context.snapshot
        for author in authors:
            counts, last = self._joint(snapshot, int(author))
            joined: list[int] = []
            while len(joined) < self.iterated:
                remaining = self._ranked(counts, last)
                remaining[[int(author), *joined]] = 0
                best = int(np.argmax(remaining))  # of equal ones the first by id
                if remaining[best] == 0:
                    break
                joined.append(best)
                more, later = self._joint(snapshot, best)
                counts += more
                last = np.maximum(last, later)
            scores = self._ranked(counts, last)
            top = scores.max(initial=0) + len(joined) + 1
            for place, member in enumerate(joined):
                scores[member] = top - place
            scores[scores == 0] = np.nan
            yield scores

    def _ranked(self, counts: Floats, last: Floats) -> Floats:
        """Joint papers, and what breaks their ties."""
        return counts + last if self.ties == "recency" else counts.copy()

    def _joint(self, snapshot: Snapshot, author: int) -> tuple[Floats, Floats]:
        """Joint papers with everyone, and how late the last of them is, below 1; both 0 if none."""
        count, last = np.zeros((2, snapshot.num_authors))
        for paper in latest_papers(snapshot, author, self.recent):
            team = snapshot.authored.row(paper)
            count[team] += 1
            # Papers come in time order, so the latest joint one stays.
            last[team] = (paper + 1) / (snapshot.num_papers + 1)
        return count, last


@checked(frozen=True, config=OPTIONS)
class DecayedCoauthorship(AuthorRanker):
    """Co-authors by their papers with the author, each counting less with its age."""

    name = "collaborators-faded"
    summary = "co-authors by joint papers, fading with their age"

    half_life_years: HalfLife = 1.0

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Faded sum of joint papers."""
        faded = coauthorship(context.snapshot, half_life_days=self.half_life_years * DAYS_PER_YEAR)
        everyone = np.arange(context.snapshot.num_authors)
        for author in authors:
            pairs = np.stack([np.full(len(everyone), author), everyone], axis=1)
            scores = faded.at(pairs, context.before)
            scores[scores == 0] = np.nan
            yield scores


class CommonCoauthors(AuthorRanker):
    """Authors who share co-authors with the author; one subclass per weight."""

    feature: ClassVar[str]

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """The feature of the pair."""
        adjacency = network(context.snapshot, "coauthor")
        for author in authors:
            others, features = two_hop(adjacency, int(author))
            scores = np.full(context.snapshot.num_authors, np.nan)
            scores[others] = features[self.feature]
            yield scores


class CommonNeighbours(CommonCoauthors):
    """By the number of shared co-authors (Liben-Nowell and Kleinberg 2007)."""

    name = "collaborators-common"
    summary = "authors by shared co-authors"
    feature = "common_neighbours"


class AdamicAdar(CommonCoauthors):
    """By the sum of 1 / ln(co-authors) of shared co-authors (Adamic and Adar 2003)."""

    name = "collaborators-adamic-adar"
    summary = "authors by shared co-authors, those with few counting more"
    feature = "adamic_adar"


class ResourceAllocation(CommonCoauthors):
    """By the sum of 1 / co-authors of shared co-authors (Zhou, Lü and Zhang 2009)."""

    name = "collaborators-resource-allocation"
    summary = "authors by shared co-authors, each divided by its number of co-authors"
    feature = "resource_allocation"


@checked(frozen=True, config=OPTIONS)
class AuthorWalk(AuthorRanker):
    """A walk that restarts at the author, over joint papers and now and then a citation.

    Attributes:
        citation_share: Probability of following a citation instead of a joint paper.
    """

    name = "collaborators-walk"
    summary = "personalised PageRank over fading joint papers, with some citations"

    restart: PositiveShare = 0.25
    half_life_years: HalfLife = 3.0
    citation_share: Share = 0.05

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Share of time at each author; authors that are never reached are left out."""
        years, citations = self.half_life_years, self.citation_share
        step = author_steps(context.snapshot, half_life_years=years, citation_share=citations)
        starts = Csr.from_pairs(np.arange(len(authors)), authors, len(authors))
        yield from visit_shares(step, starts, restart=self.restart)
