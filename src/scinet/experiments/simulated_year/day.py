"""Simulated day: number of papers, teams, references, texts and impact.

All papers of a day see the same network: everything before that day. Random numbers depend on seed,
day and part alone, so that a resumed simulation equals an uninterrupted one.

Source:
    PreScience, corpus simulation.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

import numpy as np

from scinet.errors import NotFoundError
from scinet.eval.answer import get_content
from scinet.eval.ranked_list import RankedItem, get_items
from scinet.eval.suites.prescience import collaborators, contribution, impact, prior_work
from scinet.eval.suites.prescience.collaborators import CollaboratorOptions
from scinet.eval.suites.prescience.prior_work import PriorWorkOptions
from scinet.eval.titles import TitleIndex
from scinet.experiments.simulated_year.calibration import Arrivals, Calibration
from scinet.experiments.simulated_year.components import PARTS, Component, Part
from scinet.experiments.simulated_year.gold import MONTHS, Gold
from scinet.experiments.simulated_year.papers import (
    PREFIX,
    SimulatedPaper,
    author_row,
    venue_and_fields,
)
from scinet.graph.snapshot import Snapshot

_OWN_PAPERS: Final = 3  # latest papers of each author to write from, without references
_RANDOM_PAPERS: Final = 3  # random papers to write from, without such papers either


@dataclass(frozen=True)
class Rules:
    """Rules of simulated days.

    Attributes:
        components: Component of each part; missing parts are gold.
        gold: The real papers, None where nothing is gold.
    """

    seed: int
    calibration: Calibration
    arrivals: Arrivals
    components: Mapping[Part, Component]
    gold: Gold | None = None

    def day(self, past: Snapshot, today: date) -> tuple[list[SimulatedPaper], int]:
        """Simulate the papers of a day, and count those dropped without a text."""
        return _Day(self, past, today).papers()


def make_paper_id(seed: int, day: date, place: int) -> str:
    """Make the id of a simulated paper; ids sort by day and position."""
    return f"{PREFIX}:{seed}:{day}:{place:05d}"


class _Day:
    def __init__(self, rules: Rules, past: Snapshot, today: date) -> None:
        self._rules = rules
        self._past = past
        self._today = today
        self._newcomers = 0
        self._gold = rules.gold
        self._real = rules.gold.papers(today) if rules.arrivals == "gold" and rules.gold else []
        count = len(self._real)
        if rules.arrivals != "gold":
            count = rules.calibration.arrivals(self._rng(len(PARTS)), rules.arrivals)
        self._ids = [make_paper_id(rules.seed, today, place) for place in range(count)]

    def papers(self) -> tuple[list[SimulatedPaper], int]:
        if not self._ids:
            return [], 0
        teams = self._sample_teams()
        references = self._predict_references(teams)
        texts = self._generate_texts(teams, references)
        impacts = self._predict_impacts(teams, references, texts)
        papers = [
            SimulatedPaper(
                id=self._ids[place],
                date=self._gold.date(self._real[place])
                if self._real and self._gold
                else self._today.isoformat(),
                **text,
                authors=tuple(teams[place]),
                references=tuple(references[place]),
                citations=impacts[place],
                stands_for=self._gold.id(self._real[place]) if self._real and self._gold else None,
            )
            for place, text in enumerate(texts)
            if text is not None
        ]
        return papers, len(texts) - len(papers)

    def _rng(self, part: int) -> np.random.Generator:
        return np.random.default_rng([self._rules.seed, self._today.toordinal(), part])

    def _sample_teams(self) -> list[list[dict[str, Any]]]:
        """Sample first authors, with the co-authors predicted for them."""
        component = self._rules.components.get("collaborators")
        if component is None:
            return [self._truth.team(paper) for paper in self._real]
        rng, past = self._rng(0), self._past
        sizes = [int(rng.choice(self._rules.calibration.team_sizes)) for _ in self._ids]
        teams = []
        queries = []
        for paper, size in zip(self._ids, sizes, strict=True):
            team = [self._pick_author(rng)]
            while team[-1]["id"] not in past.author_number and len(team) < size:
                team.append(self._pick_author(rng))
            teams.append(team)
            seed = team[-1]
            if len(team) < size and seed["id"] in past.author_number:
                options = CollaboratorOptions(k=max(2 * size, size + 10))
                author = (seed["id"], seed["name"])
                queries.append(collaborators.make_query(paper, author, self._today, options))
        answers = {
            item.query_id: get_items(item) for item in component.answer_queries(queries, past)
        }
        for paper, size, team in zip(self._ids, sizes, teams, strict=True):
            members = {item["id"] for item in team}
            named = dict.fromkeys(str(item.id) for item in answers.get(paper, ()))
            others = [item for item in named if item not in members]
            # A language model may list an author twice, or a nonexistent one.
            numbers = [past.author_number[item] for item in others if item in past.author_number]
            team += [author_row(past, item, self._today) for item in numbers[: size - len(team)]]
        return teams

    def _pick_author(self, rng: np.random.Generator) -> dict[str, Any]:
        """Sample a new author with the calibrated probability, else any author."""
        if rng.random() >= self._rules.calibration.new_share and self._past.num_authors:
            return author_row(self._past, int(rng.integers(self._past.num_authors)), self._today)
        self._newcomers += 1
        number = f"{self._today}:a{self._newcomers:05d}"
        words = f"Simulated author {self._newcomers} of {self._today}"
        return {"id": f"{PREFIX}:{self._rules.seed}:{number}", "name": words}

    def _published_authors(self, team: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
        return [
            (author["id"], author["name"])
            for author in team
            if author["id"] in self._past.author_number
        ]

    def _predict_references(self, teams: Sequence[Sequence[Mapping[str, Any]]]) -> list[list[str]]:
        """Predict references in the calibrated number; missing ones are random earlier papers."""
        component = self._rules.components.get("prior-work")
        if component is None:
            return [self._truth.references(paper) for paper in self._real]
        rng, past = self._rng(1), self._past
        counts = [int(rng.choice(self._rules.calibration.references)) for _ in self._ids]
        queries = [
            prior_work.make_query(
                paper, known_authors, (None, None), self._today, PriorWorkOptions(k=count)
            )
            for paper, team, count in zip(self._ids, teams, counts, strict=True)
            if count and (known_authors := self._published_authors(team))
        ]
        answers = {
            answer.query_id: get_items(answer) for answer in component.answer_queries(queries, past)
        }
        reference_lists = []
        for paper, count in zip(self._ids, counts, strict=True):
            selected = dict.fromkeys(self._earlier_ids(answers.get(paper, ())))
            most = min(count, past.num_papers)
            while len(selected) < most:
                selected[str(past.paper_id[rng.integers(past.num_papers)])] = None
            reference_lists.append(list(selected)[:most])
        return reference_lists

    def _earlier_ids(self, items: Sequence[RankedItem]) -> list[str]:
        """Return the papers before today in a list, by id or title; others may be invented."""
        ids = (item.id or self._titles.resolve(item.title or "", item.year) for item in items)
        return [
            str(self._past.paper_id[item]) for item in self._earlier_places(list(filter(None, ids)))
        ]

    @cached_property
    def _titles(self) -> TitleIndex:
        return TitleIndex.of(self._past)

    def _generate_texts(
        self,
        teams: Sequence[Sequence[Mapping[str, Any]]],
        references: Sequence[Sequence[str]],
    ) -> list[dict[str, Any] | None]:
        """Generate title and abstract; venue and fields are those of a source paper."""
        component = self._rules.components.get("contribution")
        if component is None:
            return [self._truth.text(paper) for paper in self._real]
        rng, past = self._rng(2), self._past
        sources = [
            self._source_papers(team, cited, rng)
            for team, cited in zip(teams, references, strict=True)
        ]
        homes = [int(rng.choice(papers)) for papers in sources]
        queries = [
            contribution.make_query(
                paper,
                self._published_authors(team),
                [
                    (str(past.paper_id[place]), past.title[place] or "", past.abstract[place])
                    for place in papers
                ],
                self._today,
            )
            for paper, team, papers in zip(self._ids, teams, sources, strict=True)
        ]
        written_texts: list[dict[str, Any] | None] = []
        for answer, home in zip(component.answer_queries(queries, past), homes, strict=True):
            written = get_content(answer)
            if written is None:
                written_texts.append(None)
                continue
            venue, fields = venue_and_fields(past, home)
            texts = {"title": written["title"], "abstract": written.get("abstract") or None}
            written_texts.append({**texts, "venue": venue, "fields": fields})
        return written_texts

    def _source_papers(
        self,
        team: Sequence[Mapping[str, Any]],
        cited: Sequence[str],
        rng: np.random.Generator,
    ) -> list[int]:
        """Return the references, else the team's latest papers, else any; in order of time."""
        past = self._past
        places = self._earlier_places(cited)
        if not places:
            numbers = [past.author_number[item] for item, _ in self._published_authors(team)]
            places = [
                int(item) for n in numbers for item in past.author_papers.row(n)[-_OWN_PAPERS:]
            ]
        if not places:
            places = rng.integers(past.num_papers, size=_RANDOM_PAPERS).tolist()
        return sorted(set(places))

    def _earlier_places(self, papers: Sequence[str]) -> list[int]:
        """Return positions of those dated before today; some references of real papers are not."""
        positions = []
        for paper in papers:
            with suppress(NotFoundError):
                positions.append(self._past.index(paper))
        return positions

    def _predict_impacts(
        self,
        teams: Sequence[Sequence[Mapping[str, Any]]],
        references: Sequence[Sequence[str]],
        texts: Sequence[Mapping[str, Any] | None],
    ) -> list[float | None]:
        """Predict citations within twelve months."""
        component = self._rules.components.get("impact")
        if component is None:
            return [self._truth.citations(paper) for paper in self._real]
        queries = []
        for paper, team, cited, text in zip(self._ids, teams, references, texts, strict=True):
            author_ids = [author for author, _ in self._published_authors(team)]
            place = {author["id"]: number for number, author in enumerate(team, start=1)}
            inputs = {
                "paper_id": paper,
                "months": MONTHS,
                "author_ids": author_ids,
                "author_places": [place[author] for author in author_ids],
                "team_size": len(team),
                "venue_id": text and text["venue"],
                "reference_ids": [
                    str(self._past.paper_id[author]) for author in self._earlier_places(cited)
                ],
                "title": text and text["title"],
                "abstract": text and text["abstract"],
            }
            queries.append(impact.make_query(paper, inputs, self._today))
        return [get_content(answer) for answer in component.answer_queries(queries, self._past)]

    @property
    def _truth(self) -> Gold:
        if self._gold is None:
            raise ValueError("a part has neither a component nor the truth")
        return self._gold
