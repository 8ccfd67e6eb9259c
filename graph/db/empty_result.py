"""Explanation of statements without rows, where possible."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from scinet.extension import find_nearest

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

_LABEL: Final = re.compile(r":\s*([A-Z]\w+)")


def explain_empty(database: "Database", text: str, params: Mapping[str, Any]) -> list[str]:
    """Return sentences on what the graph lacks for a statement; none when unknown."""
    counts = {row["label"]: row["count"] for row in database.rows("admin/node_counts")}
    if not any(counts.values()):
        return ["The graph is empty: load something first."]
    labels = dict.fromkeys(_LABEL.findall(text))
    sentences = [f"The graph has no {label} nodes." for label in labels if counts.get(label) == 0]
    if "sentiment" in text and not database.rows("label/any_sentiment"):
        sentences.append(
            "No citation has a label of opinion: load or make them first (`scinet annotate`)."
        )
    if "CITES" in text:
        sentences += _explain_unresolved(database)
    if isinstance(before := params.get("before"), date):
        sentences += _explain_cutoff(database, params, before)
    return sentences


def _explain_unresolved(database: "Database") -> list[str]:
    """Report the share of references that matched no paper when loading, if any."""
    read = lost = 0
    for row in database.rows("admin/loads"):
        details = json.loads(row["counts"] or "{}").get("details", {})
        references = details.get("parts", {}).get("references", {})
        read += references.get("read", 0)
        lost += references.get("rejected", {}).get("unresolved", 0)
    if not lost:
        return []
    return [f"{lost:,} of {read:,} references that were loaded name no paper, and are left out."]


def suggest_names(database: "Database", unknown: Sequence[str]) -> list[str]:
    """Add the nearest existing names to the server's sentences on unknown names."""
    if not unknown:
        return []
    names = [str(row["name"]) for row in database.rows("admin/names")]
    return [_with_nearest(sentence, names) for sentence in unknown]


def _with_nearest(sentence: str, names: Sequence[str]) -> str:
    name = sentence.partition("`")[2].partition("`")[0]
    near = find_nearest(name, names)
    what = sentence.removesuffix(" Verify that the spelling is correct.")
    return f"{what} Did you mean {near[0]}?" if near else what


def _explain_cutoff(database: "Database", params: Mapping[str, Any], before: date) -> list[str]:
    """List papers in the parameters that are undated or not before the cutoff."""
    rows = database.rows("identify/days", ids=[v for v in params.values() if isinstance(v, str)])
    first = next((row["date"] for row in rows if row["is_first"]), None)
    if first is None:
        return ["No paper has a date, so that none is before a day."]
    if first >= before:
        return [f"The first paper is dated {first}, not before {before}."]
    return [
        f"{row['id']} has no date, and so is not before any day."
        if row["date"] is None
        else f"{row['id']} is dated {row['date']}, not before {before}."
        for row in rows
        if not row["is_first"] and (row["date"] is None or row["date"] >= before)
    ]
