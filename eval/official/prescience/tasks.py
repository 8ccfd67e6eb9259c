"""Tasks made of PreScience's own rows: the targets, histories and truth of its protocol."""

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date, timedelta
from typing import Any, Final

import numpy as np

from scinet.errors import DataError, NotFoundError
from scinet.eval.official.base import Request
from scinet.eval.official.prescience.rows import Corpus, Person, Target
from scinet.eval.task import Draft, Query, Row, Split
from scinet.eval.tasks.kind import Kind
from scinet.eval.tasks.prescience import collaborators, prior_work
from scinet.eval.tasks.prescience.forecast import known_rows
from scinet.eval.tasks.prescience.targets import Period, periods
from scinet.graph.dates import day_of
from scinet.graph.snapshot import Snapshot


class Protocol(ABC):
    """How one task asks about the targets of a corpus.

    Attributes:
        corpus: The rows.
        options: The kind's options.
    """

    def __init__(self, corpus: Corpus, options: Any, seed: int) -> None:
        self.corpus = corpus
        self.options = options
        self._rng = np.random.default_rng(seed)

    @abstractmethod
    def reason(self, target: Target) -> str | None:
        """Why a target is not asked about; None when it is."""

    @abstractmethod
    def ask(self, query_id: str, target: Target) -> tuple[Query, Row]:
        """The question about a target, and what is true."""

    @abstractmethod
    def known(self, before: date) -> list[Row]:
        """All items from before a day, with the day since which each is known."""

    def experienced(self, target: Target) -> list[Person]:
        """Authors who have a paper dated strictly before the target."""
        first = self.corpus.first_day
        return [person for person in target.team if first[person.id] < target.day]


class Collaborators(Protocol):
    """A seed among the authors who had published; the truth are the others of them."""

    def reason(self, target: Target) -> str | None:
        """Fewer than two authors had published."""
        alone = len(self.experienced(target)) < 2
        return "targets_with_one_known_author_or_none" if alone else None

    def ask(self, query_id: str, target: Target) -> tuple[Query, Row]:
        """Ask about the author that the options choose."""
        team = self.experienced(target)
        seed = self._seed(team)
        truth = {
            "query_id": query_id,
            "paper_id": target.id,
            "items": [person.id for person in team if person is not seed],
            "joint_papers": self._joint_papers(seed.id, target.day),
        }
        person = (seed.id, seed.name)
        return collaborators.question(query_id, person, target.day, self.options), truth

    def known(self, before: date) -> list[Row]:
        """Authors with the day of their first paper."""
        first = self.corpus.first_day
        return _known({author: first[author] for author in sorted(first)}, before)

    def _seed(self, team: Sequence[Person]) -> Person:
        match self.options.seed_author:
            case "first":
                return team[0]
            case "last":
                return team[-1]
            case "random":
                return team[int(self._rng.integers(len(team)))]
        return max(team, key=lambda person: person.h_index)  # of equal ones the first

    def _joint_papers(self, seed: str, before: date) -> dict[str, int]:
        counted = Counter(
            author
            for paper in self._papers_of[seed]
            if self.corpus.day[paper] < before
            for author in self.corpus.authors[paper]
            if author != seed
        )
        return dict(sorted(counted.items()))

    def __init__(self, corpus: Corpus, options: Any, seed: int) -> None:
        super().__init__(corpus, options, seed)
        self._papers_of: dict[str, list[str]] = defaultdict(list)
        for paper in corpus.day:
            for author in corpus.authors[paper]:
                self._papers_of[author].append(paper)


class PriorWork(Protocol):
    """The team; the truth are the target's key references."""

    def __init__(self, corpus: Corpus, options: Any, seed: int) -> None:
        super().__init__(corpus, options, seed)
        self._cites_since: dict[str, date] = {}
        for paper, day in corpus.day.items():
            if corpus.cited.get(paper):
                for author in corpus.authors[paper]:
                    self._cites_since[author] = min(self._cites_since.get(author, day), day)

    def reason(self, target: Target) -> str | None:
        """No author had a paper with key references, or the target has none."""
        since = self._cites_since
        if not any(since.get(person.id, date.max) < target.day for person in target.team):
            return "targets_without_an_author_who_had_cited"
        return None if self._true(target) else "targets_without_a_key_reference"

    def ask(self, query_id: str, target: Target) -> tuple[Query, Row]:
        """Ask about the authors who had published; of the others nothing is known."""
        team = [(person.id, person.name) for person in self.experienced(target)]
        told = (target.title, target.abstract)
        truth = {"query_id": query_id, "paper_id": target.id, "items": self._true(target)}
        return prior_work.question(query_id, team, told, target.day, self.options), truth

    def known(self, before: date) -> list[Row]:
        """Papers with their day."""
        days = self.corpus.day
        return _known({p: days[p] for p in sorted(days, key=lambda p: (days[p], p))}, before)

    def _true(self, target: Target) -> list[str]:
        days = self.corpus.day
        earlier = [p for p in target.cited if days.get(p, date.max) < target.day]
        return sorted(earlier, key=lambda paper: (days[paper], paper))


PROTOCOLS: Final[dict[str, type[Protocol]]] = {
    "collaborators": Collaborators,
    "prior-work": PriorWork,
}


def draft(kind: Kind, corpus: Corpus, request: Request) -> Draft:
    """Make a task of a corpus.

    All targets are asked about in the test split unless option ``since`` begins it later; splits
    before it then take their years of the earlier targets.

    Raises:
        NotFoundError: If the task is not made of such rows.
        DataError: If there is no target, or the graph does not hold the rows.
    """
    if kind.name not in PROTOCOLS:
        raise NotFoundError(
            f"{kind.suite}/{kind.name} is not made of paper rows",
            hint=f"There are {', '.join(PROTOCOLS)}.",
        )
    if not corpus.targets:
        raise DataError("no row has the role 'target'", hint="Give the files of paper rows.")
    if request.snapshot is not None:
        _check(corpus, request.snapshot)
    options = request.options
    if not options.since:
        options = replace(options, since=corpus.targets[0].day.isoformat())
    protocol = PROTOCOLS[kind.name](corpus, options, request.seed)
    left_out = Counter(corpus.left_out)
    splits: dict[str, Split] = {}
    outside = len(corpus.targets)
    end = request.before or corpus.targets[-1].day + timedelta(days=1)
    for name, period in periods(end, options).items():
        inside = [t for t in corpus.targets if period.first <= t.day < period.end]
        outside -= len(inside)
        splits[name], reasons = _split(protocol, inside, period, request.seed)
        prefix = "" if name == "test" else f"{name}_"
        left_out.update({prefix + reason: count for reason, count in reasons.items()})
    return Draft(
        suite=kind.suite,
        name=kind.name,
        options={**asdict(options), "source": request.source or ""},
        seed=request.seed,
        counts={
            "queries": len(splits["test"].queries),
            "rows": corpus.rows,
            "papers": len(corpus.day),
            "targets": len(corpus.targets),
            **{f"{n}_queries": len(s.queries) for n, s in splits.items() if n != "test"},
        },
        left_out={**left_out, "targets_outside_the_splits": outside},
        graph_fingerprint=request.graph_fingerprint,
        splits=splits,
    )


def _split(
    protocol: Protocol, targets: Sequence[Target], period: Period, seed: int
) -> tuple[Split, Counter[str]]:
    reasons = {target.id: protocol.reason(target) for target in targets}
    left_out = Counter(reason for reason in reasons.values() if reason is not None)
    chosen = [target for target in targets if reasons[target.id] is None]
    most = protocol.options.targets
    if 0 < most < len(chosen):
        drawn = np.random.default_rng(seed).choice(len(chosen), most, replace=False)
        chosen = [chosen[place] for place in sorted(drawn)]
    asked = [protocol.ask(f"q{n:05d}", target) for n, target in enumerate(chosen, start=1)]
    queries, truth = [query for query, _ in asked], [row for _, row in asked]
    return Split(period.end, queries, truth, {"known": protocol.known(period.end)}), left_out


def _check(corpus: Corpus, snapshot: Snapshot) -> None:
    """Refuse a graph that lacks the rows, or has them otherwise."""
    days = dict(zip(snapshot.paper_id, snapshot.day.tolist(), strict=True))
    wrong = [paper for paper, day in corpus.day.items() if days.get(paper) != day_of(day)]
    if wrong:
        raise DataError(
            f"the graph lacks {len(wrong)} of the {len(corpus.day)} papers of the files, such as "
            f"{wrong[0]}",
            hint="Load the same files with `scinet load prescience`, or give --no-graph for a task "
            "that is only scored.",
        )


def _known(days: Mapping[str, date], before: date) -> list[Row]:
    seen = {item: day for item, day in days.items() if day < before}
    return known_rows(seen, [np.int64(day_of(day)) for day in seen.values()])
