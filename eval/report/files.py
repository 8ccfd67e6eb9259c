"""Read the result folders that the report shows."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from scinet.errors import DataError
from scinet.eval import results

Row: TypeAlias = dict[str, Any]


def read_result(file: Path, graph_fingerprint: str) -> Row:
    """One ``result.json``."""
    content = results.read(file)
    if content.get("graph_fingerprint") != graph_fingerprint:
        raise DataError(
            f"this result was made on another graph ({file})",
            hint="Make it again on this graph, or name another folder.",
        )
    return content


def shown(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Options and counts as text, nested ones with their path; nothing is left out."""
    pairs: list[tuple[str, str]] = []
    for key, value in values.items():
        if isinstance(value, Mapping):
            pairs += [(f"{key} {inner}", text) for inner, text in shown(value)]
        elif isinstance(value, list):
            pairs.append((key, ", ".join(map(str, value)) or "none"))
        elif isinstance(value, float):
            pairs.append((key, f"{value:.6g}"))
        else:
            pairs.append((key, "none" if value is None else str(value)))
    return pairs
