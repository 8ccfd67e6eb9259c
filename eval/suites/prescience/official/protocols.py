"""PreScience's protocol on its own rows: queries and truth of each task."""

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any, Final

import numpy as np

from scinet.errors import DataError
from scinet.eval.suites.prescience import (
    candidates,
    collaborators,
    contribution,
    impact,
    prior_work,
    targets,
)
from scinet.eval.suites.prescience.official.rows import Person, PreScienceCorpus, TargetRow
from scinet.eval.suites.prescience.ranking import KnownRows
from scinet.eval.suites.prescience.targets import Period
from scinet.eval.task import Query, Row, Split
from scinet.graph.schema.dates import date_of, day_of
from scinet.graph.snapshot import Snapshot


@dataclass
class Protocol(ABC):
    """Queries of one task about the targets of a corpus, whose graph may be available."""

    corpus: PreScienceCorpus
    options: Any
    seed: int
    snapshot: Snapshot | None = None

    @abstractmethod
    def reason(self, target: TargetRow) -> str | None:
        """Return why a target has no query; None when it has one."""

    @abstractmethod
    def build_query(self, query_id: str, target: TargetRow) -> tuple[Query, Row]:
        """Build the query about a target, and its truth."""

    def periods(self, before: date | None) -> dict[str, Period]:
        """Return the period of each split; by default they end after the last target."""
        return targets.make_periods(before or self._after_last, self.options)

    def split(
        self, period: Period, queries: Sequence[Query], truth: Sequence[Row]
    ) -> tuple[Split, Mapping[str, int]]:
        """Make the split of a period, with counts of omissions by reason."""
        return Split(period.end + self.window, queries, truth), {}

    @property
    def window(self) -> timedelta:
        """Time after a period until the truth about its papers is known."""
        return timedelta()

    def published_authors(self, target: TargetRow) -> list[Person]:
        """Return the authors who have a paper dated strictly before the target."""
        first = self.corpus.first_day
        return [person for person in target.team if first.get(person.id, date.max) < target.day]

    def earlier(self, author: str, before: date) -> list[str]:
        """Return the papers of an author that are dated before a day."""
        day = self.corpus.day
        return [paper for paper in self.corpus.papers_of.get(author, ()) if day[paper] < before]

    def cited(self, target: TargetRow) -> list[str]:
        """Return the key references dated strictly before the target, in the order of its row."""
        days = self.corpus.day
        return [paper for paper in target.cited if days.get(paper, date.max) < target.day]

    @property
    def _after_last(self) -> date:
        return self.corpus.targets[-1].day + timedelta(days=1)


class ListProtocol(Protocol):
    """Protocol of a task answered by lists; its splits hold the possible items."""

    items: candidates.Items

    @abstractmethod
    def days(self) -> Iterable[tuple[str, date]]:
        """Return all items with the day since which each is known."""

    def split(
        self, period: Period, queries: Sequence[Query], truth: Sequence[Row]
    ) -> tuple[Split, Mapping[str, int]]:
        """Make a split with the items known at its end and, by option, candidates."""
        dated_items = [(item, day) for item, day in self.days() if day < period.end]
        days = [np.int64(day_of(day)) for _, day in dated_items]
        rows = KnownRows([item for item, _ in dated_items], days)
        split = Split(period.end, queries, truth, {"known": rows})
        if self.options.candidates == "none":
            return split, {}
        if self.snapshot is None:
            raise DataError(
                "candidates are drawn from a graph, and none is available",
                hint="Leave out --no-graph, or option candidates.",
            )
        past = self.snapshot.until(period.end)
        return candidates.add_candidates(split, past, self.items, self.options, self.seed)


class CollaboratorsProtocol(ListProtocol):
    """Protocol with a seed among the authors who had published; the others are the truth."""

    items = candidates.AuthorPool

    @cached_property
    def _rng(self) -> random.Random:
        return random.Random(self.seed)  # noqa: S311  # the published seeds are those of 42

    def reason(self, target: TargetRow) -> str | None:
        """Refuse fewer than two published authors, or a missing seed."""
        if len(self.published_authors(target)) < 2:
            return "targets_with_one_known_author_or_none"
        is_given = self.options.seed_author != "given" or target.id in self.corpus.seeds
        return None if is_given else "targets_without_a_given_seed"

    def build_query(self, query_id: str, target: TargetRow) -> tuple[Query, Row]:
        """Build the query about the author that the options select."""
        team = self.published_authors(target)
        seed = self._seed(team, target)
        others = [person.id for person in team if person is not seed]
        joint = self._joint_papers(seed.id, target.day)
        experience = len(self.earlier(seed.id, target.day))
        details = (others, joint, experience, len(target.team))
        truth = collaborators.make_truth(query_id, target.id, *details)
        person = (seed.id, seed.name)
        return collaborators.make_query(query_id, person, target.day, self.options), truth

    def days(self) -> Iterable[tuple[str, date]]:
        """Return authors with the day of their first paper, in order of id."""
        return sorted(self.corpus.first_day.items())

    def _seed(self, team: Sequence[Person], target: TargetRow) -> Person:
        match self.options.seed_author:
            case "first":
                return team[0]
            case "last":
                return team[-1]
            case "random":
                return self._rng.choice(team)
            case "given":
                seed_id = self.corpus.seeds[target.id]
                if matches := [person for person in team if person.id == seed_id]:
                    return matches[0]
                raise DataError(
                    f"the seed author {seed_id} of {target.id} had not published before",
                    hint="Give predictions about these rows.",
                )
        return max(team, key=lambda person: person.h_index)  # the first of equal ones

    def _joint_papers(self, seed: str, before: date) -> dict[str, int]:
        counted = Counter(
            author
            for paper in self.earlier(seed, before)
            for author in self.corpus.authors[paper]
            if author != seed
        )
        return dict(sorted(counted.items()))


class PriorWorkProtocol(ListProtocol):
    """Protocol with the team in the query; the target's key references are the truth."""

    items = candidates.PaperPool

    @cached_property
    def _cites_since(self) -> dict[str, date]:
        corpus = self.corpus
        return {
            author: min(days)
            for author, listed in corpus.papers_of.items()
            if (days := [corpus.day[paper] for paper in listed if corpus.cited.get(paper)])
        }

    def reason(self, target: TargetRow) -> str | None:
        """Refuse a team without a paper with key references, or unknown to the graph by then.

        As published, a target without key references has a query; it cannot have candidates.
        """
        since = self._cites_since
        if not any(since.get(person.id, date.max) < target.day for person in target.team):
            return "targets_without_an_author_who_had_cited"
        if not self.published_authors(
            target
        ):  # of the list and the graph only one says that it had
            return "targets_without_a_known_author"
        is_asked = self.options.candidates == "none" or self.cited(target)
        return None if is_asked else "targets_without_a_key_reference"

    def build_query(self, query_id: str, target: TargetRow) -> tuple[Query, Row]:
        """Build the query about the authors who had published; the others are unknown."""
        team = [(person.id, person.name) for person in self.published_authors(target)]
        text = (target.title, target.abstract)
        earlier = [self.earlier(person.id, target.day) for person in target.team]
        cited = self.corpus.cited
        times = Counter(r for own in earlier for paper in own for r in cited.get(paper, ()))
        items = {item: times[item] for item in self.cited(target)}
        details = (items, sum(map(len, earlier)), len(target.team))
        truth = prior_work.make_truth(query_id, target.id, *details)
        return prior_work.make_query(query_id, team, text, target.day, self.options), truth

    def days(self) -> Iterable[tuple[str, date]]:
        """Return papers with their day, in time order; of the whole graph if all may be true."""
        days: Mapping[str, date] = self.corpus.day
        if self.options.references == "all" and self.snapshot is not None:
            both = zip(self.snapshot.paper_id.tolist(), self.snapshot.day.tolist(), strict=True)
            days = {paper: date_of(day) for paper, day in both}
        return sorted(days.items(), key=lambda item: (item[1], item[0]))

    def cited(self, target: TargetRow) -> list[str]:
        """Return key references of the row, or all in the graph, dated before the target."""
        if self.options.references == "given":
            return super().cited(target)
        if self.snapshot is None:
            raise DataError(
                "all references are those of a graph, and none is available",
                hint="Leave out --no-graph, or option references.",
            )
        row = self.snapshot.cites.row(self.snapshot.index(target.id))
        earlier = row[self.snapshot.day[row] < day_of(target.day)]
        return [str(paper) for paper in self.snapshot.paper_id[earlier]]


class ContributionProtocol(Protocol):
    """Protocol with key references and published authors; the target's text is the truth."""

    def reason(self, target: TargetRow) -> str | None:
        """Refuse a target without the required text, or without a key reference with a title."""
        is_whole = bool(target.title) and (self.options.asked == "title" or bool(target.abstract))
        if not is_whole:
            return "targets_without_text"
        return None if self._texts_of(target) else "targets_without_a_key_reference"

    def build_query(self, query_id: str, target: TargetRow) -> tuple[Query, Row]:
        """Build the query about a paper; its title and abstract are the truth."""
        team = [(person.id, person.name) for person in self.published_authors(target)]
        truth = {
            "query_id": query_id,
            "paper_id": target.id,
            "title": target.title,
            "abstract": target.abstract,
            **contribution.describe_target(
                self.corpus.subjects.get(target.id),
                [self.corpus.subjects.get(paper) for paper in self.cited(target)],
                [n for paper, n in target.cited_counts.items() if paper in self.cited(target)],
                target.trajectory[11] if len(target.trajectory) >= 12 else None,
            ),
        }
        return contribution.make_query(query_id, team, self._texts_of(target), target.day), truth

    def _texts_of(self, target: TargetRow) -> list[tuple[str, str, str | None]]:
        texts = self.corpus.texts
        return [(paper, *texts[paper]) for paper in self.cited(target) if paper in texts]


class ImpactProtocol(Protocol):
    """Protocol with a paper's properties on its day; its later trajectory is the truth."""

    def reason(self, target: TargetRow) -> str | None:
        """Refuse a trajectory that is too short."""
        reaches = len(target.trajectory) >= self.options.months
        return None if reaches else "targets_with_a_shorter_trajectory"

    def build_query(self, query_id: str, target: TargetRow) -> tuple[Query, Row]:
        """Build the query about a paper without a venue, which rows lack."""
        team = self.published_authors(target)
        inputs = {
            "paper_id": target.id,
            "months": self.options.months,
            "author_ids": [person.id for person in team],
            "author_places": [target.team.index(person) + 1 for person in team],
            "team_size": len(target.team),
            "venue_id": None,
            "reference_ids": self.cited(target),
            "title": target.title,
            "abstract": target.abstract,
        }
        truth = {
            "query_id": query_id,
            "paper_id": target.id,
            "citations": target.trajectory[self.options.months - 1],
            "citations_perhaps_in_time": 0,
            "venue_id": None,
            "year": target.day.year,
        }
        return impact.make_query(query_id, inputs, target.day), truth

    def periods(self, before: date | None) -> dict[str, Period]:
        """Return periods as in a task built from a graph, whose splits end with the last window."""
        return impact.make_periods(before or self._after_last + self.window, self.options)

    @property
    def window(self) -> timedelta:
        """The months in which citations count."""
        return timedelta(days=impact.MONTH_DAYS * self.options.months)


PROTOCOLS: Final[dict[str, type[Protocol]]] = {
    "collaborators": CollaboratorsProtocol,
    "prior-work": PriorWorkProtocol,
    "contribution": ContributionProtocol,
    "impact": ImpactProtocol,
}
