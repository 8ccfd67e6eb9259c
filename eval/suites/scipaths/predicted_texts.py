"""Predicted contributions by claim, from a run of Task A or from published files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from scinet.errors import DataError
from scinet.eval.suites.json_files import read_bytes
from scinet.graph.schema.identifiers import add_source
from scinet.graph.sources.scipaths import SOURCE

_HINT = "Name a run of scipaths/enabling, or an official file of predictions or judgments."


def read_predicted(mode: str, file: str) -> dict[str, list[str]] | None:
    """Read texts of predicted, or matched, contributions by claim; None without a file."""
    if not file:
        return None
    data = read_bytes(Path(file), hint=_HINT)
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        value = None  # lines: a run
    try:
        if value is not None:
            return _read_document(value, mode)
        _, *rows = map(orjson.loads, data.splitlines())
        if mode == "B4_MATCHED":
            raise DataError(
                f"a run does not tell what was matched ({file})",
                hint="Name the judged file that official scoring wrote.",
            )
        return {
            row["query_id"]: [
                contribution["description"] for contribution in row["record"]["contributions"]
            ]
            for row in rows
            if row.get("record")
        }
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise DataError(f"it holds no predicted contributions ({file})", hint=_HINT) from error


def read_matched(file: str) -> dict[str, dict[int, str]] | None:
    """Read the predictions matched in a judged file, by claim and gold contribution.

    Gold contributions are numbered from 0; None without a file.
    """
    if not file:
        return None
    try:
        rows = orjson.loads(read_bytes(Path(file), hint=_HINT))["papers"]
        return {make_claim_id(row): _texts_by_gold(row) for row in rows}
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise DataError(
            f"it is not a judged file ({file})", hint="Name the one that official scoring wrote."
        ) from error


def _texts_by_gold(row: Mapping[str, Any]) -> dict[int, str]:
    named = row.get("predicted_ingredients") or ()
    return {
        int(pair["reference_idx"]) - 1: _item_text(named[int(pair["predicted_idx"]) - 1])
        for pair in _full_pairs(row)
    }


def _full_pairs(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    pairs = row.get("matched_pairs") or ()
    return [pair for pair in pairs if str(pair.get("match")).lower() == "full"]


def make_claim_id(row: Mapping[str, Any]) -> str:
    """Return the id of a claim that a published file identifies by paper and position.

    Claims are numbered from 0 there and from 1 in their ids.
    """
    stated = row.get("claim_id") or f"claim:{row['paper_id']}:{int(row.get('claim_idx', 0)) + 1}"
    return add_source(str(stated), SOURCE)


def _read_document(value: Any, mode: str) -> dict[str, list[str]]:
    by_claim: dict[str, list[str]] = {}
    for row in value.get("papers") or value.get("predictions") or ():
        named = [_item_text(item) for item in row.get("predicted_ingredients") or ()]
        if mode == "B4_MATCHED":
            matched = _matched_numbers(row)
            named = [text for place, text in enumerate(named, start=1) if place in matched]
        by_claim[make_claim_id(row)] = named
    return by_claim


def _item_text(item: Mapping[str, Any]) -> str:
    return str(item.get("description") or item.get("ingredient") or "")


def _matched_numbers(row: Mapping[str, Any]) -> set[int]:
    """Return numbers of fully matched predictions; older files have them by contribution."""
    pairs = {int(pair["predicted_idx"]) for pair in _full_pairs(row)}
    return pairs or {
        int(judgment["best_match_idx"])
        for judgment in row.get("recall_judgments") or ()
        if judgment.get("covered") and judgment.get("best_match_idx") is not None
    }
