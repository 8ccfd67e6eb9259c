"""Earlier co-authors by the number or recency of joint papers."""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from pydantic import PositiveFloat
from pydantic.dataclasses import dataclass as checked

from scinet.graph.dates import DAYS_PER_YEAR
from scinet.graph.links.decay import coauthorship
from scinet.models.base.system import Context
from scinet.models.collaborators.ranker import AuthorRanker, Floats, Ints
from scinet.models.prior_work.team import latest_papers
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, config=OPTIONS)
class Frequency(AuthorRanker):
    """Co-authors by their papers with the author: PreScience's strongest baseline.

    Attributes:
        recent: How many of the author's latest papers count; 0 means all. The released baseline
            uses 10, the paper describes all.
        ties: What breaks ties: ``id``, or ``recency`` of the last joint paper.
    """

    name = "collaborators-frequency"
    summary = "co-authors by joint papers so far"

    recent: Natural = 10
    ties: Literal["id", "recency"] = "id"

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Number of joint papers; a tie by recency adds less than one."""
        snapshot = context.snapshot
        for author in authors:
            papers = latest_papers(snapshot, int(author), self.recent)
            count = np.zeros(snapshot.num_authors)
            last = np.zeros(snapshot.num_authors)
            for paper in papers:
                team = snapshot.authored.row(paper)
                count[team] += 1
                # Papers come in time order, so the latest joint one stays.
                last[team] = (paper + 1) / (snapshot.num_papers + 1)
            count[count == 0] = np.nan
            yield count + last if self.ties == "recency" else count


@checked(frozen=True, config=OPTIONS)
class Faded(AuthorRanker):
    """Co-authors by their papers with the author, each counting less with its age.

    Attributes:
        half_life_years: Years of 365.25 days after which a paper counts half.
    """

    name = "collaborators-faded"
    summary = "co-authors by joint papers, fading with their age"

    half_life_years: PositiveFloat = 1.0

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Faded sum of joint papers."""
        faded = coauthorship(context.snapshot, half_life_days=self.half_life_years * DAYS_PER_YEAR)
        everyone = np.arange(context.snapshot.num_authors)
        for author in authors:
            pairs = np.stack([np.full(len(everyone), author), everyone], axis=1)
            scores = faded.at(pairs, context.before)
            scores[scores == 0] = np.nan
            yield scores
