"""Read the result folders that the report shows."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import orjson

from scinet.errors import DataError

Row: TypeAlias = dict[str, Any]


def read_result(file: Path, graph_fingerprint: str) -> Row:
    """One ``result.json``.

    Raises:
        DataError: If the file is missing, is no JSON object, or was made on another graph.
    """
    try:
        content = orjson.loads(file.read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        raise DataError(
            f"no result can be read ({file})", hint="Make it again with the command that wrote it."
        ) from error
    if not isinstance(content, dict):
        raise DataError(f"a result is a JSON object ({file})", hint="Make it again.")
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
