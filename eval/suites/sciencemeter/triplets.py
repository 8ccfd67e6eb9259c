"""Triplets of papers: one from before a model's cutoff, one after it, one still later."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.eval.suites.prescience.targets import Period
from scinet.eval.suites.sciencemeter.metrics import SETS
from scinet.eval.suites.sciencemeter.options import KnowledgeOptions
from scinet.eval.task_type import BuildContext
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Csr

_STANCES: Final = ("support", "refute")


@dataclass(frozen=True, slots=True)
class Member:
    """Paper of a triplet.

    Attributes:
        claims: By stance, ``support`` and ``refute``; empty when there are none.
        subject: Its subject in a phrase; None when unknown.
    """

    paper_id: str
    title: str | None
    abstract: str | None
    claims: Mapping[str, str]
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class Triplet:
    """Three papers by set: ``prior``, ``new``, ``future``.

    Attributes:
        domain: Their subject, such as ``education``; None when unknown.
        row: Its row in a published file; None for a graph.
    """

    members: Mapping[str, Member]
    domain: str | None
    row: Mapping[str, Any] | None = None


def make_triplets(
    context: BuildContext, options: KnowledgeOptions, *, needs_claims: bool
) -> tuple[list[Triplet], dict[str, int]]:
    """Build the triplets of a network, one per prior paper, in order of time.

    One claim per stance of a paper is sampled for each triplet; where claims are needed, it must
    have both stances. Omissions are counted by reason.
    """
    snapshot = context.snapshot
    candidates = _TripletCandidates(context, options, needs_claims=needs_claims)
    selected: list[tuple[int, int, int]] = []
    lost: Counter[str] = Counter(prior_without_new=0, prior_without_future=0)
    for prior in candidates.of("prior"):
        followed = _find_followers(
            snapshot.ordered_by, int(prior), candidates.allowed, options.chain
        )
        if not followed:
            lost["prior_without_new"] += 1
        elif not any(followed.values()):
            lost["prior_without_future"] += 1
        else:
            rng = _seeded_rng(context.seed, snapshot, int(prior))
            new = _pick_place(
                [candidate for candidate, future in followed.items() if future], options, rng
            )
            selected.append((int(prior), new, _pick_place(followed[new], options, rng)))
    sampled = [
        Triplet(
            {
                name: _make_member(
                    snapshot,
                    place,
                    candidates.claims,
                    _seeded_rng(context.seed, snapshot, places[0], place),
                )
                for name, place in zip(SETS, places, strict=True)
            },
            None,
        )
        for places in selected
    ]
    return sampled, {**candidates.left_out, **lost}


def count_recurring(triplets: Sequence[Triplet]) -> int:
    """Count the papers that are in more than one triplet."""
    times = Counter(member.paper_id for triplet in triplets for member in triplet.members.values())
    return sum(count > 1 for count in times.values())


class _TripletCandidates:
    """Candidates for each position of a triplet."""

    def __init__(
        self, context: BuildContext, options: KnowledgeOptions, *, needs_claims: bool
    ) -> None:
        snapshot = context.snapshot
        windows = options.windows(context.before)
        self.left_out: Counter[str] = Counter()
        self.claims: dict[str, dict[str, list[str]]] = {}
        self.allowed = {
            name: self._mark_window(snapshot, window) for name, window in windows.items()
        }
        self._exclude(
            "without_title", np.array([title is None for title in snapshot.title], dtype=bool)
        )
        if options.abstracts == "required":
            absent = np.array([text is None for text in snapshot.abstract], dtype=bool)
            self._exclude("without_abstract", absent)
        places = np.flatnonzero(np.logical_or.reduce(list(self.allowed.values())))
        params = {
            "paper_ids": [str(snapshot.paper_id[place]) for place in places],
            "before": context.before,
        }
        if needs_claims:
            for row in context.graph.rows("task/claims", **params, origin=options.origin or None):
                claims = self.claims.setdefault(row["paper_id"], {name: [] for name in _STANCES})
                claims[row["stance"]].append(row["text"])
            able = {paper for paper, claims in self.claims.items() if all(claims.values())}
            self._exclude("without_claims", ~np.isin(snapshot.paper_id.astype(str), sorted(able)))
        if options.reviews == "drop":
            reviews = [row["paper_id"] for row in context.graph.rows("task/reviews", **params)]
            is_review = np.isin(snapshot.paper_id.astype(str), reviews)
            self._exclude("reviews", is_review, ("prior",))

    def of(self, name: str) -> NDArray[np.int64]:
        return np.flatnonzero(self.allowed[name])

    def _mark_window(self, snapshot: Snapshot, window: Period) -> NDArray[np.bool_]:
        """Mark the papers whose first and last possible days both lie in the window."""
        start, end = day_of(window.first), day_of(window.end)
        touches = (snapshot.day >= start) & (snapshot.first_day < end)
        inside: NDArray[np.bool_] = (snapshot.first_day >= start) & (snapshot.day < end)
        self.left_out["papers_of_unsure_day"] += int(np.count_nonzero(touches & ~inside))
        return inside

    def _exclude(self, reason: str, is_bad: NDArray[np.bool_], names: Sequence[str] = SETS) -> None:
        for name in names:
            lost = int(np.count_nonzero(self.allowed[name] & is_bad))
            self.left_out[f"{name}_{reason}"] += lost
            self.allowed[name] = self.allowed[name] & ~is_bad


def _find_followers(
    cited_by: Csr, prior: int, allowed: Mapping[str, NDArray[np.bool_]], chain: str
) -> dict[int, list[int]]:
    """Map each possible new paper to its possible future papers, in time order."""

    def citing(paper: int, name: str) -> list[int]:
        return [int(place) for place in cited_by.row(paper) if allowed[name][place]]

    new = citing(prior, "new")
    if chain == "star":
        return dict.fromkeys(new, citing(prior, "future"))
    return {paper_new: citing(paper_new, "future") for paper_new in new}


def _pick_place(places: Sequence[int], options: KnowledgeOptions, rng: np.random.Generator) -> int:
    return places[0 if options.pick == "earliest" else int(rng.integers(len(places)))]


def _seeded_rng(seed: int, snapshot: Snapshot, *places: int) -> np.random.Generator:
    """Seed a generator by some papers alone, so that other papers do not affect the sample."""
    names = "\n".join(str(snapshot.paper_id[place]) for place in places)
    return np.random.default_rng([seed, int.from_bytes(sha256(names.encode()).digest()[:8], "big")])


def _make_member(
    snapshot: Snapshot,
    place: int,
    claims: Mapping[str, Mapping[str, Sequence[str]]],
    rng: np.random.Generator,
) -> Member:
    paper = str(snapshot.paper_id[place])
    drawn = {
        stance: texts[int(rng.integers(len(texts)))]
        for stance, texts in claims.get(paper, {}).items()
    }
    return Member(paper, snapshot.title[place], snapshot.abstract[place], drawn)
