"""Stage 8: three candidate pathways for each contribution, a critic, and the gold form."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from scinet.models.scipaths.enabling import solved_row
from scinet.models.scipaths.silver.session import Row, Session, is_verbatim

_CANDIDATES: Final = 3
_CHARACTERS: Final = 24_000  # of the paper's own text in one question
_SHOTS: Final = 3


def annotated(rows: Sequence[Row], session: Session) -> list[Row]:
    """A claim in the released form for each contribution.

    What enabled it is grounded in papers that its own paper mentions and that are earlier.
    Evidence that does not stand in the paper's text is left out and counted.
    """
    texts = {paper: _text(paper, session) for paper in sorted({str(r["paper_id"]) for r in rows})}
    examples = [solved_row(one) for one in session.examples[:_SHOTS]]
    inputs = [
        {"claim": f"{row['kind']}: {row['contribution']}", **texts[row["paper_id"]]} for row in rows
    ]
    asked = [
        (str(row["paper_id"]), {"examples": examples, **given})
        for row, given in zip(rows, inputs, strict=True)
        for _ in range(_CANDIDATES)
    ]
    replies = session.ask("annotate", asked, samples=[*range(_CANDIDATES)] * len(rows))
    candidates = [
        [
            one["contributions"]
            for one in replies[at : at + _CANDIDATES]
            if one and one["contributions"]
        ]
        for at in range(0, len(replies), _CANDIDATES)
    ]
    several = [place for place, found in enumerate(candidates) if len(found) > 1]
    verdicts = session.ask(
        "critic",
        [
            (str(rows[place]["paper_id"]), {"candidates": candidates[place], **inputs[place]})
            for place in several
        ],
    )
    marks = dict(zip(several, verdicts, strict=True))
    claims: list[Row] = []
    numbers = Counter[str]()
    for place, (row, found) in enumerate(zip(rows, candidates, strict=True)):
        if not found:
            session.counts["without_candidate"] += 1
            continue
        paper = row["paper_id"]
        chosen = found[_best(marks.get(place), len(found))]
        claims.append(_claim(row, numbers[paper], chosen, texts[paper], session))
        numbers[paper] += 1
    return claims


def _best(verdict: Row | None, count: int) -> int:
    """Place of the candidate with the highest score; the first where the critic failed."""
    scores = {
        one["candidate"]: one["score"]
        for one in (verdict or {}).get("scores", ())
        if one["candidate"] <= count
    }
    return max(scores, key=lambda number: (scores[number], -number)) - 1 if scores else 0


def _text(paper: str, session: Session) -> dict[str, Any]:
    """Title, abstract, paragraphs and references of a paper, as prompts take them."""
    [about] = session.database.rows("lookup/paper", paper_id=paper)
    references: dict[str, str] = {}
    paragraphs: list[str] = []
    left = _CHARACTERS
    for row in session.database.rows("task/own_text", paper_id=paper):
        references |= {paper: title or paper for paper, title, *_ in row["mentions"]}
        if len(row["text"]) <= left:
            paragraphs.append(row["text"])
            left -= len(row["text"])
    return {
        "title": about["title"] or paper,
        "abstract": about["abstract"] or "",
        "paragraphs": paragraphs,
        "references": [{"id": name, "title": title} for name, title in references.items()],
        "year": about["date"].year,
    }


def _claim(row: Row, number: int, chosen: Sequence[Row], text: Row, session: Session) -> Row:
    paper = row["paper_id"]
    own = "\n".join((text["abstract"], *text["paragraphs"]))
    steps = []
    for place, one in enumerate(chosen, start=1):
        known = [
            text["references"][n - 1] for n in one["references"] if n <= len(text["references"])
        ]
        session.counts["references_unknown"] += len(one["references"]) - len(known)
        papers = [
            {
                "ref_id": reference["id"],
                "bib_key": None,
                "paper_id": reference["id"],
                "external_ids": {},
                "ref_title": reference["title"],
            }
            for reference in known
        ]
        is_quoted = is_verbatim(one["evidence"], own)
        session.counts["evidence_not_verbatim"] += not is_quoted
        steps.append(
            {
                "enabling_contribution_id": f"{paper}::ingredient::{number + 1:02}.{place:02}",
                "enabling_contribution": one["description"],
                "canonical_ref_id": papers[0]["ref_id"] if papers else "__NONE__",
                "canonical_grounding": papers[0] if papers else None,
                "additional_ref_ids": [one["ref_id"] for one in papers[1:]],
                "additional_groundings": papers[1:],
                "canonical_annotation": {
                    "roles": [one["role"]],
                    "contribution": one["contribution"],
                    "rationale": one["rationale"],
                    "evidence_span": one["evidence"] if is_quoted else None,
                },
            }
        )
    return {
        "claim_id": f"claim:{paper}:{number + 1}",
        "claim_idx": number,
        "conference_year": text["year"],
        "target_paper_id": paper,
        "target_title": text["title"],
        "target_contribution": f"{row['kind']}: {row['contribution']}",
        "enabling_contributions": steps,
        "downstream_usage_evidence": {
            "canonicalized_claim": row["contribution"],
            "supporting_contexts": row["supporting_contexts"],
        },
    }
