"""Options of the pairwise tasks: the published rules and what the paper leaves open."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from scinet.eval.task_type import one_of
from scinet.graph.levels import LEVELS

_MATCHES: Final = ("field", "year", "venue", "author")


@dataclass(frozen=True, slots=True)
class PairOptions:
    """Options of all pairwise tasks.

    Attributes:
        ratio: Least quotient of the two counts.
        min_count: Least count of both.
        match: What both have in common: ``field``, ``year``, ``venue`` and ``author``, with commas
            between, or ``none``.
        level: Level of the research fields.
        uses: Pairs of a split that one artefact may be in; 0 means any number.
        pairs: Pairs drawn per field and split; 0 means as many as there are.
        since: First day on which papers of the split ``test`` may be published; empty means a year
            before the last one.
        validation_years: Years before that whose papers form a split ``val``.
        train_years: Years before those, for a split ``train``.
        folds: Splits by chance and not by time: of so many parts of all papers one is ``test``, the
            next ``val``, the others are ``train``. Overstates what can be foreseen.
        fold: Which part is ``test``, from 0.
        known_days: Days after the later paper of a pair until which the past may be looked at.
        orders: ``one``, or ``both``: each pair is asked in both orders, and only who is right in
            both is right.
        order: Who is A: by ``hash`` of the pair and the seed, or by ``row`` as published: in every
            second row the one that is stored second, else the one that is stored first, which has
            the larger count where pairs are drawn.
        texts: Cut after 1,000 ``words``, or at ``characters`` as published.
    """

    ratio: float = 2.0
    min_count: int = 10
    match: str = "field,year"
    level: str = "field"
    uses: int = 2
    pairs: int = 0
    since: str = ""
    validation_years: int = 0
    train_years: int = 0
    folds: int = 0
    fold: int = 0
    known_days: int = 0
    orders: str = "one"
    order: str = "hash"
    texts: str = "words"

    def __post_init__(self) -> None:
        if not self.ratio >= 1:
            raise ValueError(f"option ratio is {self.ratio}, not at least 1")
        numbers = ("min_count", "uses", "pairs", "validation_years", "train_years", "known_days")
        for name in numbers:
            if getattr(self, name) < 0:
                raise ValueError(f"option {name} is below 0")
        if self.folds not in {0, *range(2, 1000)} or not 0 <= self.fold < max(1, self.folds):
            raise ValueError("option folds is 0 or at least 2, and fold below it")
        for name in self.matched:
            one_of("match", name, _MATCHES)
        one_of("level", self.level, LEVELS)
        one_of("orders", self.orders, ("one", "both"))
        one_of("order", self.order, ("hash", "row"))
        one_of("texts", self.texts, ("words", "characters"))
        if self.since:
            date.fromisoformat(self.since)

    @property
    def matched(self) -> tuple[str, ...]:
        """What both artefacts of a pair have in common."""
        return () if self.match == "none" else tuple(self.match.split(","))


@dataclass(frozen=True, slots=True)
class CitationOptions(PairOptions):
    """Options of pairs by citations.

    Attributes:
        horizon: Calendar years after publication in which citations count; 0 means all until the
            end of the split.
        count: Kind of a loaded count, such as ``citing_papers``, in place of the graph's own
            citations.
    """

    horizon: int = 5
    count: str = ""

    def __post_init__(self) -> None:
        PairOptions.__post_init__(self)
        if self.horizon < 0:
            raise ValueError("option horizon is below 0")


@dataclass(frozen=True, slots=True)
class CountOptions(PairOptions):
    """Options of pairs by any loaded count.

    Attributes:
        count: Its kind.
    """

    count: str = "downloads"


@dataclass(frozen=True, slots=True)
class PatentOptions(CountOptions):
    """Options of pairs by citing patents."""

    min_count: int = 5
    match: str = "field"
    count: str = "citing_patents"


@dataclass(frozen=True, slots=True)
class MediaOptions(CountOptions):
    """Options of pairs by news and posts."""

    min_count: int = 5
    match: str = "field"
    count: str = "media"


@dataclass(frozen=True, slots=True)
class AwardOptions(CountOptions):
    """Options of pairs of which one won an award."""

    ratio: float = 1.0
    min_count: int = 0
    match: str = "venue,year"
    count: str = "award"


@dataclass(frozen=True, slots=True)
class ReleasedOptions(PairOptions):
    """Options of pairs of repositories, data sets or models."""

    match: str = "none"
