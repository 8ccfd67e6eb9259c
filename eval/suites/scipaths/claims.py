"""Claims: target contributions with their enabling contributions, read from a graph."""

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
    """Enabling contribution.

    Attributes:
        name: Its id in the released files.
        contribution: Content of the contribution.
        evidence: Quotation from the paper.
        papers: Acceptable papers that can be returned, the canonical one first.
        published: Papers that the published scorer accepts, also those after the claim's day.
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
        """Return its row of the truth."""
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
    """Target contribution.

    Attributes:
        kind: ``Method``, ``Dataset`` and so on, None when unknown.
        year: Year of the conference.
        paper_id: Its paper, None when the graph does not have it.
        paper_ref: Reference to its paper in the released files.
        title: Title of its paper.
        number: Its position among the claims of its file, None when unknown.
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
        t_d: Cutoff of a claim's query: the ``first`` day of its year, the day after the ``last``
            one, or the first possible day of its ``paper``, where the graph has it. A paper that
            appeared earlier moves the cutoff to its own day.
    """

    t_d: Literal["first", "last", "paper"] = "first"


def claims_before(database: "Database", before: date) -> tuple[list[Claim], dict[str, int]]:
    """Load the claims before a day, and count those of the graph that are not."""
    claims = load_claims(database, before)
    return claims, {"claims_not_before": len(load_claims(database, None)) - len(claims)}


def load_claims(database: "Database", before: date | None) -> list[Claim]:
    """Load all claims of a graph that are dated before a day, in order of id."""
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
    """Return the cutoff of a claim's query."""
    first = date(claim.year, 1, 1)
    own = days.first.get(claim.paper_id or "")
    if options.t_d == "paper":
        return own or first
    day = first if options.t_d == "first" else date(claim.year, 12, 31) + timedelta(days=1)
    return day if own is None else min(day, own)


@dataclass(frozen=True, slots=True)
class Days:
    """Dates of the papers of a graph.

    Attributes:
        first: First possible day of each, by id.
        last: Last possible day, from which on it is visible.
    """

    first: Mapping[str, date]
    last: Mapping[str, date]

    @classmethod
    def of(cls, snapshot: "Snapshot | None") -> Self:
        """Read the days of a snapshot; empty without one."""
        if snapshot is None:
            return cls({}, {})
        first, last = (
            dict(zip(map(str, snapshot.paper_id), map(date_of, days.tolist()), strict=True))
            for days in (snapshot.first_day, snapshot.day)
        )
        return cls(first, last)


def query_inputs(claim: Claim) -> dict[str, Any]:
    """Return the visible inputs of a claim: its text, kind and paper."""
    inputs = {"claim": claim.text, "kind": claim.kind}
    return inputs if claim.paper_id is None else {**inputs, "paper_id": claim.paper_id}


def format_claim(inputs: Mapping[str, Any]) -> str:
    """Format the claim of a query in one line, its kind in front."""
    kind, claim = inputs.get("kind"), inputs["claim"]
    return f"{kind}: {claim}" if kind else str(claim)


def describe_claim(claim: Claim) -> dict[str, Any]:
    """Return the fields of a claim in published files, other than its text."""
    return {
        "target_paper_id": claim.paper_ref,
        "target_title": claim.title,
        "conference_year": claim.year,
        "claim_idx": claim.number,
    }
