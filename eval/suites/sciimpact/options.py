"""Options of the pairwise tasks: the published rules and open choices of the paper.

The number of sampled pairs per field and split is one number, or quotas by field.
"""

from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, model_validator
from pydantic.dataclasses import dataclass as checked

from scinet.eval.titles import title_key
from scinet.graph.schema.choices import LEVELS
from scinet.validation import OPTIONS, Day, Natural, one_of

SPLITS: Final = ("train", "val", "test")
QUOTAS: Final = (
    "computer science=4000/3000/3000,physics=4000/3000/3000,chemistry=4000/3000/3000,"
    "medicine=4000/3000/3000,*=400/300/300"
)
"""Quotas of the paper."""
_OTHER: Final = "*"


def read_quotas(text: str) -> dict[str, tuple[int, int, int]]:
    """Parse numbers of train, val and test by field, ``*`` for every other one."""
    quotas: dict[str, tuple[int, int, int]] = {}
    for part in filter(None, (part.strip() for part in text.replace("\n", ",").split(","))):
        name, _, numbers = part.rpartition("=")
        counts = numbers.split("/")
        name = name.strip() if name.strip() == _OTHER else title_key(name)
        if not name or len(counts) != len(SPLITS) or not all(c.strip().isdecimal() for c in counts):
            raise ValueError(f"Input should be a number, or FIELD=TRAIN/VAL/TEST: {part!r}")
        if name in quotas:
            raise ValueError(f"{part!r} names a field again")
        train, val, test = map(int, counts)
        quotas[name] = (train, val, test)
    if not quotas:
        raise ValueError("Input should be a number, or FIELD=TRAIN/VAL/TEST")
    return quotas


def get_quota(pairs: int | str, field: str | None, split: str) -> int | None:
    """Return the most pairs of a field in a split; None where there is no limit."""
    if isinstance(pairs, int):
        return pairs or None
    quotas = read_quotas(pairs)
    numbers = quotas.get(title_key(field or ""), quotas.get(_OTHER, (0, 0, 0)))
    return numbers[SPLITS.index(split)]


def _parse_quotas(value: Any) -> int | str:
    text = str(value)
    if text.isdecimal():
        return int(text)
    if "=" not in text:
        try:
            text = Path(text).read_text("utf-8")
        except OSError as error:
            raise ValueError(f"Input should be a number, quotas or a file ({text})") from error
    read_quotas(text)
    return ",".join(part.strip() for part in text.replace("\n", ",").split(",") if part.strip())


Pairs: TypeAlias = Annotated[int | str, BeforeValidator(_parse_quotas)]
"""A number, or quotas; the name of a file is replaced by its content."""
_MATCHES: Final = ("field", "year", "venue", "author")


def _check_match(text: str) -> str:
    if text != "none" and not set(text.split(",")) <= set(_MATCHES):
        raise ValueError(f"Input should be none, or some of {', '.join(_MATCHES)}")
    return text


Match: TypeAlias = Annotated[str, AfterValidator(_check_match)]
Ratio: TypeAlias = Annotated[float, Field(ge=1)]


@checked(frozen=True, slots=True, config=OPTIONS)
class PairwiseOptions:
    """Options of all pairwise tasks.

    Attributes:
        ratio: Least ratio of the two counts.
        min_count: Least count of both.
        match: Common properties of both: ``field``, ``year``, ``venue`` and ``author``, with commas
            between, or ``none``.
        level: Level of the research fields.
        uses: Pairs of a split that one artefact may be in; 0 means any number.
        pairs: Pairs sampled per field and split; 0 means all. Or quotas, or a file of them:
            ``physics=4000/3000/3000,*=400/300/300`` for train, val and test.
        since: First day on which papers of the split ``test`` may be published; empty means a year
            before the last one.
        validation_years: Years before that whose papers form a split ``val``.
        train_years: Years before those, for a split ``train``.
        folds: Random splits instead of splits by time: of so many parts of all papers one is
            ``test``, the next ``val``, the others are ``train``. Overstates predictability.
        fold: The part that is ``test``, from 0.
        known_days: Days after the later paper of a pair until the cutoff of its query.
        orders: ``one``, or ``both``: each pair is queried in both orders, and counts as right only
            when right in both.
        order: Side A: by ``hash`` of the pair and the seed, or by ``row`` as published: in every
            second row the artefact stored second, else the one stored first, which has the larger
            count where pairs are sampled.
        texts: Cut after 1,000 ``words``, or at ``characters`` as published.
    """

    ratio: Ratio = 2.0
    min_count: Natural = 10
    match: Match = "field,year"
    level: Annotated[str, one_of(lambda: LEVELS)] = "field"
    uses: Natural = 2
    pairs: Pairs = 0
    since: Day = ""
    validation_years: Natural = 0
    train_years: Natural = 0
    folds: Annotated[int, Field(ge=0, lt=1000)] = 0
    fold: Natural = 0
    known_days: Natural = 0
    orders: Literal["one", "both"] = "one"
    order: Literal["hash", "row"] = "hash"
    texts: Literal["words", "characters"] = "words"

    @model_validator(mode="after")
    def _has_the_fold(self) -> Self:
        if self.folds == 1 or not self.fold < max(1, self.folds):
            raise ValueError("option folds is 0 or at least 2, and fold below it")
        return self

    @property
    def matched(self) -> tuple[str, ...]:
        """Common properties of both artefacts of a pair."""
        return () if self.match == "none" else tuple(self.match.split(","))


@checked(frozen=True, slots=True, config=OPTIONS)
class CitationOptions(PairwiseOptions):
    """Options of pairs by citations.

    Attributes:
        horizon: Calendar years after publication in which citations count; 0 means all until the
            end of the split.
        count: Kind of a loaded count, such as ``citing_papers``, in place of the graph's own
            citations.
    """

    horizon: Natural = 5
    count: str = ""


@checked(frozen=True, slots=True, config=OPTIONS)
class CountOptions(PairwiseOptions):
    """Options of pairs by any loaded count.

    Attributes:
        count: Kind of the count.
    """

    count: str = "downloads"


@checked(frozen=True, slots=True, config=OPTIONS)
class PatentOptions(CountOptions):
    """Options of pairs by citing patents."""

    min_count: Natural = 5
    match: Match = "field"
    count: str = "citing_patents"


@checked(frozen=True, slots=True, config=OPTIONS)
class MediaOptions(CountOptions):
    """Options of pairs by news and posts."""

    min_count: Natural = 5
    match: Match = "field"
    count: str = "media"


@checked(frozen=True, slots=True, config=OPTIONS)
class AwardOptions(CountOptions):
    """Options of pairs with one award winner.

    Attributes:
        award: Award whose prompts and result files the task follows: best papers of computer
            science (``cs``) or of MDPI (``mdpi``), the Nobel prize (``nobel``), or ``any`` award.
        named: Text in the name of the awards that count; empty for all.
    """

    ratio: Ratio = 1.0
    min_count: Natural = 0
    match: Match = "venue,year"
    count: str = "award"
    award: Literal["any", "cs", "mdpi", "nobel"] = "any"
    named: str = ""


@checked(frozen=True, slots=True, config=OPTIONS)
class ReleasedOptions(PairwiseOptions):
    """Options of pairs of repositories, data sets or models."""

    match: Match = "none"
