"""Import of judged files of Task A: as ratings of pairs, and by role and type of target."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from scinet.eval.metrics import mean_in_order
from scinet.eval.suites.json_files import Document, JsonRecord, read_document
from scinet.eval.task import Row
from scinet.graph.sources.scipaths import split_kind

_SHARES: Final = ("recall", "precision", "f1")


def read_judged(file: Path) -> Document | None:
    """Read a judged file; None for another document."""
    document = read_document(file, "papers")
    is_judged = all("n_reference" in record.fields for record in document.records)
    return document if document.records and is_judged else None


def mean_by_part(records: Sequence[JsonRecord]) -> list[Row]:
    """Compute means over all claims, then by type of target; and recall by role.

    A role's recall is the share of its gold contributions that are covered; one with several roles
    counts in each. Undefined values are None.

    Source:
        SciPaths, tables of recall by role and of F1 by type of target.
    """
    rows = [record.fields for record in records]
    types: dict[str, list[Mapping[str, Any]]] = {}
    roles: dict[str, list[bool]] = {}
    for row in rows:
        kind, _ = split_kind(str(row.get("claim") or ""))
        if kind is not None:
            types.setdefault(kind, []).append(row)
        for judgment in row.get("recall_judgments") or ():
            for role in str(judgment.get("reference_role") or "").split(", "):
                if role:
                    roles.setdefault(role, []).append(bool(judgment.get("covered")))
    return [
        _part_means("all", "", rows),
        *(_part_means("type", kind, listed) for kind, listed in sorted(types.items())),
        *(
            {"by": "role", "part": role, "n": len(listed), "recall": _mean(listed)}
            for role, listed in sorted(roles.items())
        ),
    ]


def make_ratings(records: Sequence[JsonRecord], rater: str) -> list[JsonRecord]:
    """Make ratings of each gold with each predicted contribution in a judged file of SciPaths.

    A pair is ``full``, ``partial`` or ``none``; contributions are numbered from 1.
    """
    judgments: list[JsonRecord] = []
    for record in records:
        fields = record.fields
        matches = {
            (edge["reference_idx"], edge["predicted_idx"]): str(edge["match"]).lower()
            for edge in fields.get("candidate_matches") or ()
        }
        for gold in range(1, int(fields.get("n_reference") or 0) + 1):
            for predicted in range(1, int(fields.get("n_predicted") or 0) + 1):
                row = {
                    "paper_id": fields.get("paper_id"),
                    "claim_idx": fields.get("claim_idx", 0),
                    "reference_idx": gold,
                    "predicted_idx": predicted,
                    "rater": rater,
                    "rating": matches.get((gold, predicted), "none"),
                }
                judgments.append(JsonRecord(row, record.file, record.number))
    return judgments


def _part_means(by: str, part: str, rows: Sequence[Mapping[str, Any]]) -> Row:
    defined = {name: [row[name] for row in rows if row.get(name) is not None] for name in _SHARES}
    return {"by": by, "part": part, "n": len(rows)} | {n: _mean(v) for n, v in defined.items()}


def _mean(values: Iterable[float]) -> float | None:
    listed = list(values)
    return mean_in_order(listed) if listed else None
