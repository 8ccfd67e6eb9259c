"""Collaborators by the co-author network: joint papers, common neighbours or a walk."""

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
    """Co-authors by number of joint papers: PreScience's strongest baseline.

    Attributes:
        recent: Papers counted: the released baseline uses 10, the paper describes all.
        ties: Tie-breaker: ``id``, or ``recency`` of the last joint paper.
        iterated: Number of times that the most frequent co-author joins the author, adding the
            counts of its own co-authors; the released script uses the number of true ones.
    """

    name = "collaborators-frequency"
    summary = "co-authors by joint papers so far"

    recent: Latest = 10
    ties: Literal["id", "recency"] = "id"
    iterated: Natural = 0

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield the number of joint papers; a tie by recency adds less than one.

        Joined co-authors rank above all others, in the order of joining.
        """
        snapshot = context.snapshot
        for author in authors:
            counts, last = self._count_joint_papers(snapshot, int(author))
            joined: list[int] = []
            while len(joined) < self.iterated:
                remaining = self._break_ties(counts, last)
                remaining[[int(author), *joined]] = 0
                best = int(np.argmax(remaining))  # the first by id of equal ones
                if remaining[best] == 0:
                    break
                joined.append(best)
                more, later = self._count_joint_papers(snapshot, best)
                counts += more
                last = np.maximum(last, later)
            scores = self._break_ties(counts, last)
            top = scores.max(initial=0) + len(joined) + 1
            for place, member in enumerate(joined):
                scores[member] = top - place
            scores[scores == 0] = np.nan
            yield scores

    def _break_ties(self, counts: Floats, last: Floats) -> Floats:
        """Return joint papers, with a tie-breaker."""
        return counts + last if self.ties == "recency" else counts.copy()

    def _count_joint_papers(self, snapshot: Snapshot, author: int) -> tuple[Floats, Floats]:
        """Return joint papers with everyone, and recency of the last below 1; both 0 if none."""
        count, last = np.zeros((2, snapshot.num_authors))
        for paper in latest_papers(snapshot, author, self.recent):
            team = snapshot.authored.row(paper)
            count[team] += 1
            # Papers come in time order, so the latest joint one stays.
            last[team] = (paper + 1) / (snapshot.num_papers + 1)
        return count, last


@checked(frozen=True, config=OPTIONS)
class DecayedCoauthorship(AuthorRanker):
    """Co-authors by joint papers, decayed by age."""

    name = "collaborators-faded"
    summary = "co-authors by joint papers, fading with their age"

    half_life_years: HalfLife = 1.0

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield the decayed sum of joint papers."""
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
        """Yield the feature of the pair."""
        adjacency = network(context.snapshot, "coauthor")
        for author in authors:
            others, features = two_hop(adjacency, int(author))
            scores = np.full(context.snapshot.num_authors, np.nan)
            scores[others] = features[self.feature]
            yield scores


class CommonNeighbours(CommonCoauthors):
    """Authors by the number of shared co-authors (Liben-Nowell and Kleinberg 2007)."""

    name = "collaborators-common"
    summary = "authors by shared co-authors"
    feature = "common_neighbours"


class AdamicAdar(CommonCoauthors):
    """Authors by the sum of 1 / ln(co-authors) of shared ones (Adamic and Adar 2003)."""

    name = "collaborators-adamic-adar"
    summary = "authors by shared co-authors, those with few counting more"
    feature = "adamic_adar"


class ResourceAllocation(CommonCoauthors):
    """Authors by the sum of 1 / co-authors of shared ones (Zhou, Lü and Zhang 2009)."""

    name = "collaborators-resource-allocation"
    summary = "authors by shared co-authors, each divided by its number of co-authors"
    feature = "resource_allocation"


@checked(frozen=True, config=OPTIONS)
class AuthorWalk(AuthorRanker):
    """Walk with restart at the author, over joint papers and occasionally a citation.

    Attributes:
        citation_share: Probability of following a citation instead of a joint paper.
    """

    name = "collaborators-walk"
    summary = "personalised PageRank over fading joint papers, with some citations"

    restart: PositiveShare = 0.25
    half_life_years: HalfLife = 3.0
    citation_share: Share = 0.05

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield the share of time at each author; unreached authors are omitted."""
        years, citations = self.half_life_years, self.citation_share
        step = author_steps(context.snapshot, half_life_years=years, citation_share=citations)
        starts = Csr.from_pairs(np.arange(len(authors)), authors, len(authors))
        yield from visit_shares(step, starts, restart=self.restart)
