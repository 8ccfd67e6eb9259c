"""Claims: target contributions with what enabled them, as tasks read them from a graph."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic.dataclasses import dataclass as checked

from scinet.graph.schema.dates import date_of
from scinet.validation import OPTIONS

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database
    from scinet.graph.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class EnablingStep:
    """An enabling contribution.

    Attributes:
        name: Its id in the released files.
        contribution: What it gave.
        evidence: Words of the paper that say so.
        papers: Acceptable papers that can be returned, the canonical one first.
        published: Those that the published scorer accepts, also those after the claim's day.
        unknown: Papers that cannot be returned.
    """

    name: str
    text: str
    contribution: str | None
    roles: tuple[str, ...]
    rationale: str | None
    evidence: str | None
    papers: tuple[str, ...]
    published: tuple[str, ...]
    unknown: tuple[str, ...] = ()

    def row(self) -> dict[str, Any]:
        """As truth has it."""
        return {
            "contribution_id": self.name,
            "description": self.text,
            "contribution": self.contribution,
            "roles": list(self.roles),
            "rationale": self.rationale,
            "evidence": self.evidence,
            "papers": list(self.papers),
        }


@dataclass(frozen=True, slots=True)
class Claim:
    """A target contribution.

    Attributes:
        kind: ``Method``, ``Dataset`` and so on, None when it is not told.
        year: Of the conference.
        paper_id: Its paper, None when the graph does not have it.
        paper_ref: What the released files call its paper.
        title: Of its paper.
        number: Its place among the claims of its file, None when it is not known.
    """

    id: str
    kind: str | None
    text: str
    year: int
    paper_id: str | None
    paper_ref: str | None
    title: str | None
    steps: tuple[EnablingStep, ...]
    number: int | None = None

    @property
    def stated(self) -> str:
        """The claim in one line, its kind in front."""
        return format_claim(query_inputs(self))


@checked(frozen=True, slots=True, config=OPTIONS)
class ClaimOptions:
    """Options of all tasks on claims.

    Attributes:
        t_d: The day before which a claim is foreseen: the ``first`` of its year, the day after the
            ``last`` one, or the first day on which its ``paper`` may have appeared, where the graph
            has it. A paper that appeared earlier moves the day to its own.
    """

    t_d: Literal["first", "last", "paper"] = "first"


def claims_before(database: "Database", before: date) -> tuple[list[Claim], dict[str, int]]:
    """The claims that a task may ask about, and how many of the graph are not before its day."""
    claims = load_claims(database, before)
    return claims, {"claims_not_before": len(load_claims(database, None)) - len(claims)}


def load_claims(database: "Database", before: date | None) -> list[Claim]:
    """All claims of a graph that are dated before a day, in order of id."""
    claims: list[Claim] = []
    for row in database.rows("task/pathways", before=before):
        steps = tuple(
            EnablingStep(
                name, text, what, tuple(roles), why, evidence, (*papers,), (*papers,), (*unknown,)
            )
            for name, text, what, roles, why, evidence, papers, unknown in row["steps"]
        )
        claims.append(
            Claim(
                row["contribution_id"],
                row["kind"],
                row["text"],
                row["date"].year,
                row["paper_id"],
                row["paper_ref"],
                row["paper_title"],
                steps,
            )
        )
    return claims


def query_day(claim: Claim, options: ClaimOptions, days: "Days") -> date:
    """The day before which everything lies that a system may know of a claim."""
    first = date(claim.year, 1, 1)
    own = days.first.get(claim.paper_id or "")
    if options.t_d == "paper":
        return own or first
    day = first if options.t_d == "first" else date(claim.year, 12, 31) + timedelta(days=1)
    return day if own is None else min(day, own)


@dataclass(frozen=True, slots=True)
class Days:
    """When the papers of a graph appeared.

    Attributes:
        first: The first day on which each may have, by id.
        last: The last one, from which on it is visible.
    """

    first: Mapping[str, date]
    last: Mapping[str, date]

    @classmethod
    def of(cls, snapshot: "Snapshot | None") -> Self:
        """Those of a snapshot; none without one."""
        if snapshot is None:
            return cls({}, {})
        first, last = (
            dict(zip(map(str, snapshot.paper_id), map(date_of, days.tolist()), strict=True))
            for days in (snapshot.first_day, snapshot.day)
        )
        return cls(first, last)


def query_inputs(claim: Claim) -> dict[str, Any]:
    """What a system is told of a claim: the text, and which paper is its own."""
    inputs = {"claim": claim.text, "kind": claim.kind}
    return inputs if claim.paper_id is None else {**inputs, "paper_id": claim.paper_id}


def format_claim(inputs: Mapping[str, Any]) -> str:
    """The claim of a query in one line, its kind in front."""
    kind, claim = inputs.get("kind"), inputs["claim"]
    return f"{kind}: {claim}" if kind else str(claim)


def describe_claim(claim: Claim) -> dict[str, Any]:
    """What published files say of a claim beside its text."""
    return {
        "target_paper_id": claim.paper_ref,
        "target_title": claim.title,
        "conference_year": claim.year,
        "claim_idx": claim.number,
    }
