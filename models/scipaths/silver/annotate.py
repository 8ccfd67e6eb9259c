"""Stage 8: three candidate pathways for each contribution, a critic, and the gold format."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from scinet.models.scipaths.enabling import example_row
from scinet.models.scipaths.silver.session import Row, Session, is_verbatim

_NUM_CANDIDATES: Final = 3
_MAX_CHARACTERS: Final = 24_000  # of the paper's own text in one question
_NUM_SHOTS: Final = 3


def annotate_claims(rows: Sequence[Row], session: Session) -> list[Row]:
    """Make a claim in the released format for each contribution.

    Its enabling contributions are grounded in earlier papers that its own paper mentions. Evidence
    that is not in the paper's text is left out and counted.
    """
    texts = {
        paper: _paper_text(paper, session) for paper in sorted({str(r["paper_id"]) for r in rows})
    }
    examples = [example_row(item) for item in session.examples[:_NUM_SHOTS]]
    inputs = [
        {"claim": f"{row['kind']}: {row['contribution']}", **texts[row["paper_id"]]} for row in rows
    ]
    questions = [
        (str(row["paper_id"]), {"examples": examples, **paper_inputs})
        for row, paper_inputs in zip(rows, inputs, strict=True)
        for _ in range(_NUM_CANDIDATES)
    ]
    replies = session.ask("annotate", questions, samples=[*range(_NUM_CANDIDATES)] * len(rows))
    candidates = [
        [
            item["contributions"]
            for item in replies[at : at + _NUM_CANDIDATES]
            if item and item["contributions"]
        ]
        for at in range(0, len(replies), _NUM_CANDIDATES)
    ]
    several = [place for place, options in enumerate(candidates) if len(options) > 1]
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
    for place, (row, options) in enumerate(zip(rows, candidates, strict=True)):
        if not options:
            session.counts["without_candidate"] += 1
            continue
        paper = row["paper_id"]
        annotation = options[_best_candidate(marks.get(place), len(options))]
        claims.append(_claim_row(row, numbers[paper], annotation, texts[paper], session))
        numbers[paper] += 1
    return claims


def _best_candidate(verdict: Row | None, count: int) -> int:
    """Return the position of the candidate with the highest score; 0 where the critic failed."""
    scores = {
        score["candidate"]: score["score"]
        for score in (verdict or {}).get("scores", ())
        if score["candidate"] <= count
    }
    return max(scores, key=lambda number: (scores[number], -number)) - 1 if scores else 0


def _paper_text(paper: str, session: Session) -> dict[str, Any]:
    """Return title, abstract, paragraphs and references of a paper, as prompts take them."""
    [record] = session.database.rows("lookup/paper", paper_id=paper)
    references: dict[str, str] = {}
    paragraphs: list[str] = []
    room = _MAX_CHARACTERS
    for row in session.database.rows("task/own_text", paper_id=paper):
        references |= {paper: title or paper for paper, title, *_ in row["mentions"]}
        if len(row["text"]) <= room:
            paragraphs.append(row["text"])
            room -= len(row["text"])
    return {
        "title": record["title"] or paper,
        "abstract": record["abstract"] or "",
        "paragraphs": paragraphs,
        "references": [{"id": name, "title": title} for name, title in references.items()],
        "year": record["date"].year,
    }


def _claim_row(
    row: Row, number: int, contributions: Sequence[Row], text: Row, session: Session
) -> Row:
    paper = row["paper_id"]
    own = "\n".join((text["abstract"], *text["paragraphs"]))
    steps = []
    for place, item in enumerate(contributions, start=1):
        cited = [
            text["references"][n - 1] for n in item["references"] if n <= len(text["references"])
        ]
        session.counts["references_unknown"] += len(item["references"]) - len(cited)
        papers = [
            {
                "ref_id": reference["id"],
                "bib_key": None,
                "paper_id": reference["id"],
                "external_ids": {},
                "ref_title": reference["title"],
            }
            for reference in cited
        ]
        is_quoted = is_verbatim(item["evidence"], own)
        session.counts["evidence_not_verbatim"] += not is_quoted
        steps.append(
            {
                "enabling_contribution_id": f"{paper}::ingredient::{number + 1:02}.{place:02}",
                "enabling_contribution": item["description"],
                "canonical_ref_id": papers[0]["ref_id"] if papers else "__NONE__",
                "canonical_grounding": papers[0] if papers else None,
                "additional_ref_ids": [item["ref_id"] for item in papers[1:]],
                "additional_groundings": papers[1:],
                "canonical_annotation": {
                    "roles": [item["role"]],
                    "contribution": item["contribution"],
                    "rationale": item["rationale"],
                    "evidence_span": item["evidence"] if is_quoted else None,
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
