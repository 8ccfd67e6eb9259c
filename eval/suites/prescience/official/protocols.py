"""PreScience's protocol on its own rows: whom and what each task asks about, and what is true."""

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
    """How one task asks about the targets of a corpus, whose graph may be available."""

    corpus: PreScienceCorpus
    options: Any
    seed: int
    snapshot: Snapshot | None = None

    @abstractmethod
    def reason(self, target: TargetRow) -> str | None:
        """Why a target is not asked about; None when it is."""

    @abstractmethod
    def build_query(self, query_id: str, target: TargetRow) -> tuple[Query, Row]:
        """The question about a target, and what is true."""

    def periods(self, before: date | None) -> dict[str, Period]:
        """The period of each split; without an end they end after the last target."""
        return targets.make_periods(before or self._after_last, self.options)

    def split(
        self, period: Period, queries: Sequence[Query], truth: Sequence[Row]
    ) -> tuple[Split, Mapping[str, int]]:
        """The split of a period, and what could not be had, by reason."""
        return Split(period.end + self.window, queries, truth), {}

    @property
    def window(self) -> timedelta:
        """Time after a period until what is true of its papers is known."""
        return timedelta()

    def published_authors(self, target: TargetRow) -> list[Person]:
        """Authors who have a paper dated strictly before the target."""
        first = self.corpus.first_day
        return [person for person in target.team if first.get(person.id, date.max) < target.day]

    def earlier(self, author: str, before: date) -> list[str]:
        """Papers of an author that are dated before a day."""
        day = self.corpus.day
        return [paper for paper in self.corpus.papers_of.get(author, ()) if day[paper] < before]

    def cited(self, target: TargetRow) -> list[str]:
        """Key references dated strictly before the target, in the order of its row."""
        days = self.corpus.day
        return [paper for paper in target.cited if days.get(paper, date.max) < target.day]

    @property
    def _after_last(self) -> date:
        return self.corpus.targets[-1].day + timedelta(days=1)


class ListProtocol(Protocol):
    """A task that asks for lists; the split tells what may stand in them."""

    items: candidates.Items

    @abstractmethod
    def days(self) -> Iterable[tuple[str, date]]:
        """All items with the day since which each is known."""

    def split(
        self, period: Period, queries: Sequence[Query], truth: Sequence[Row]
    ) -> tuple[Split, Mapping[str, int]]:
        """A split with the items known at its end and, where options limit lists, candidates."""
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
    """A seed among the authors who had published; the truth are the others of them."""

    items = candidates.AuthorPool

    @cached_property
    def _rng(self) -> random.Random:
        return random.Random(self.seed)  # noqa: S311  # the published seeds are those of 42

    def reason(self, target: TargetRow) -> str | None:
        """Fewer than two authors had published, or no seed is given."""
        if len(self.published_authors(target)) < 2:
            return "targets_with_one_known_author_or_none"
        is_given = self.options.seed_author != "given" or target.id in self.corpus.seeds
        return None if is_given else "targets_without_a_given_seed"

    def build_query(self, query_id: str, target: TargetRow) -> tuple[Query, Row]:
        """Ask about the author that the options choose."""
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
        """Authors with the day of their first paper, in order of id."""
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
        return max(team, key=lambda person: person.h_index)  # of equal ones the first

    def _joint_papers(self, seed: str, before: date) -> dict[str, int]:
        counted = Counter(
            author
            for paper in self.earlier(seed, before)
            for author in self.corpus.authors[paper]
            if author != seed
        )
        return dict(sorted(counted.items()))


class PriorWorkProtocol(ListProtocol):
    """The team; the truth are the target's key references."""

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
        """No author had a paper with key references, or a graph knows none of them by then.

        As published, a target without key references is asked about; it cannot have candidates.
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
        """Ask about the authors who had published; of the others nothing is known."""
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
        """Papers with their day, in order of time; of the whole graph where all may be true."""
        days: Mapping[str, date] = self.corpus.day
        if self.options.references == "all" and self.snapshot is not None:
            both = zip(self.snapshot.paper_id.tolist(), self.snapshot.day.tolist(), strict=True)
            days = {paper: date_of(day) for paper, day in both}
        return sorted(days.items(), key=lambda item: (item[1], item[0]))

    def cited(self, target: TargetRow) -> list[str]:
        """Key references of its row, or all references that the graph has, dated before it."""
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
    """The key references and who had published; the truth is what the target says."""

    def reason(self, target: TargetRow) -> str | None:
        """It lacks what is asked for, or no key reference has a title."""
        is_whole = bool(target.title) and (self.options.asked == "title" or bool(target.abstract))
        if not is_whole:
            return "targets_without_text"
        return None if self._told(target) else "targets_without_a_key_reference"

    def build_query(self, query_id: str, target: TargetRow) -> tuple[Query, Row]:
        """Ask about a paper; its title and abstract are true."""
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
        return contribution.make_query(query_id, team, self._told(target), target.day), truth

    def _told(self, target: TargetRow) -> list[tuple[str, str, str | None]]:
        texts = self.corpus.texts
        return [(paper, *texts[paper]) for paper in self.cited(target) if paper in texts]


class ImpactProtocol(Protocol):
    """All that is known of a paper on its day; the truth is its trajectory after the months."""

    def reason(self, target: TargetRow) -> str | None:
        """The trajectory is too short."""
        reaches = len(target.trajectory) >= self.options.months
        return None if reaches else "targets_with_a_shorter_trajectory"

    def build_query(self, query_id: str, target: TargetRow) -> tuple[Query, Row]:
        """Ask about a paper without a venue, which rows do not tell."""
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
        """As in a task made from a graph, where a split ends with the last window of its papers."""
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
