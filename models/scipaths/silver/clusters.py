"""Stage 7: reuse by citing papers, clustered into contributions of the reused paper."""

import re
from collections.abc import Sequence
from typing import Final

from scinet.models.scipaths.silver.session import Row, Session, is_verbatim

_WORD: Final = re.compile(r"[a-z0-9]+")


def extract_claims(rows: Sequence[Row], session: Session) -> list[Row]:
    """Extract one claim per citing paper and relation: the reused artefact, purpose and evidence.

    A claim whose evidence is not in the paragraphs is dropped and counted.
    """
    questions = [
        (
            str(row["citing_paper_id"]),
            {"relation": row["relation"], "cues": row["cues"], "paragraphs": row["paragraphs"]},
        )
        for row in rows
    ]
    extracted: list[Row] = []
    for row, value in zip(rows, session.ask("usage", questions), strict=True):
        if value is None:
            continue
        if not is_verbatim(value["evidence"], "\n".join(row["paragraphs"])):
            session.counts["evidence_not_verbatim"] += 1
            continue
        key = "|".join((row["relation"], _slug(value["artifact"]), _slug(value["purpose"])))
        extracted.append({**row, **value, "key": key})
    return extracted


def merge_claims(rows: Sequence[Row], session: Session) -> list[Row]:
    """Merge claims into contributions: by key, then similar ones as the model merges them.

    Uses and extensions are never merged, whatever the model returns; a cluster that it lists twice
    counts once, one that it does not list is dropped as weak.
    """
    by_paper: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        by_paper.setdefault(row["paper_id"], {}).setdefault(row["key"], []).append(row)
    groups_of = {
        paper: [groups[key] for key in sorted(groups)] for paper, groups in sorted(by_paper.items())
    }
    questions = [
        (paper, {"clusters": [_cluster_row(members) for members in groups]})
        for paper, groups in groups_of.items()
    ]
    replies = session.ask("merge", questions)
    contributions: list[Row] = []
    for (paper, groups), value in zip(groups_of.items(), replies, strict=True):
        used: set[int] = set()
        for merged in (value or {}).get("contributions", ()):
            numbers = [n for n in merged["clusters"] if n <= len(groups) and n not in used]
            used.update(numbers)
            for relation in ("USES", "EXTENDS"):
                members = [m for n in numbers for m in groups[n - 1] if m["relation"] == relation]
                if members:
                    contributions.append(_contribution_row(paper, relation, merged, members))
        session.counts["clusters_dropped"] += len(groups) - len(used)
    return contributions


def _cluster_row(members: Sequence[Row]) -> Row:
    shared = {name: members[0][name] for name in ("relation", "artifact", "purpose")}
    return {**shared, "claims": [member["claim"] for member in members]}


def _contribution_row(paper: str, relation: str, merged: Row, members: Sequence[Row]) -> Row:
    return {
        "paper_id": paper,
        "relation": relation,
        "kind": merged["kind"],
        "contribution": merged["contribution"],
        "citing_papers": len({member["citing_paper_id"] for member in members}),
        "supporting_contexts": [
            {
                "citing_paper_id": member["citing_paper_id"],
                "citing_title": member["citing_title"],
                "citation_function": relation,
                "evidence_span": member["evidence"],
                "extracted_contribution_claim": member["claim"],
                "rationale": member["purpose"],
            }
            for member in members
        ],
    }


def _slug(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))
