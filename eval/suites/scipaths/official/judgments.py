"""Judged files of Task A read again: as ratings of pairs, and by role and type of target."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from scinet.eval.metrics import mean_in_order
from scinet.eval.suites.json_files import Document, Record, read_document
from scinet.eval.task import Row
from scinet.graph.sources.scipaths import kind_and_text

_SHARES: Final = ("recall", "precision", "f1")


def read(file: Path) -> Document | None:
    """A judged file; None for another document."""
    found = read_document(file, "papers")
    is_judged = all("n_reference" in record.fields for record in found.records)
    return found if found.records and is_judged else None


def by_part(records: Sequence[Record]) -> list[Row]:
    """Means over all claims, then by type of target; and recall by role of what was needed.

    A role's recall is the share of its gold contributions that are covered; one with several roles
    counts in each. Undefined values are None.

    Source:
        SciPaths, tables of recall by role and of F1 by type of target.
    """
    rows = [record.fields for record in records]
    types: dict[str, list[Mapping[str, Any]]] = {}
    roles: dict[str, list[bool]] = {}
    for row in rows:
        kind, _ = kind_and_text(str(row.get("claim") or ""))
        if kind is not None:
            types.setdefault(kind, []).append(row)
        for one in row.get("recall_judgments") or ():
            for role in str(one.get("reference_role") or "").split(", "):
                if role:
                    roles.setdefault(role, []).append(bool(one.get("covered")))
    return [
        _means("all", "", rows),
        *(_means("type", kind, listed) for kind, listed in sorted(types.items())),
        *(
            {"by": "role", "part": role, "n": len(listed), "recall": _mean(listed)}
            for role, listed in sorted(roles.items())
        ),
    ]


def ratings(records: Sequence[Record], rater: str) -> list[Record]:
    """Ratings of a judged file of SciPaths: of each gold with each predicted contribution.

    A pair is ``full``, ``partial`` or ``none``; contributions are numbered from 1.
    """
    made: list[Record] = []
    for record in records:
        fields = record.fields
        said = {
            (edge["reference_idx"], edge["predicted_idx"]): str(edge["match"]).lower()
            for edge in fields.get("candidate_matches") or ()
        }
        for gold in range(1, int(fields.get("n_reference") or 0) + 1):
            for other in range(1, int(fields.get("n_predicted") or 0) + 1):
                row = {
                    "paper_id": fields.get("paper_id"),
                    "claim_idx": fields.get("claim_idx", 0),
                    "reference_idx": gold,
                    "predicted_idx": other,
                    "rater": rater,
                    "rating": said.get((gold, other), "none"),
                }
                made.append(Record(row, record.file, record.number))
    return made


def _means(by: str, part: str, rows: Sequence[Mapping[str, Any]]) -> Row:
    known = {name: [row[name] for row in rows if row.get(name) is not None] for name in _SHARES}
    return {"by": by, "part": part, "n": len(rows)} | {n: _mean(v) for n, v in known.items()}


def _mean(values: Iterable[float]) -> float | None:
    listed = list(values)
    return mean_in_order(listed) if listed else None
