"""Inputs of Task A's settings 2 and 3: the target paper's own account of earlier papers.

As in SciPaths this is hindsight: the paper is the one that makes the contribution. Mentioned papers
are shown only if they are dated before the cutoff, and paragraphs only if they mention no other. A
published file may have the same in its own fields.

Source:
    SciPaths' released code: references with contexts of 200 characters, the influential ones where
    there are five or else the first thirty; the section on related work.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Final, TypeAlias

from scinet.eval.suites.scipaths.claims import Claim
from scinet.graph.db.connection import Database
from scinet.graph.schema.dates import parse_date

Shown: TypeAlias = Callable[[Claim, date], Mapping[str, Any] | None]
"""Further inputs of a claim's query as of its day; None where there are none."""

_MAX_REFERENCES: Final = 30
_MIN_INFLUENTIAL: Final = 5
_MAX_CHARACTERS: Final = 200
_RELATED: Final = re.compile(r"\brelated\b|\b(?:previous|prior) work", re.IGNORECASE)


def show_nothing(claim: Claim, day: date) -> Mapping[str, Any]:
    """Return no further inputs, for setting 1."""
    del claim, day
    return {}


def show_from_graph(setting: str, database: Database) -> Shown:
    """Return a function that reads the target's paragraphs in the graph."""
    if setting == "1":
        return show_nothing

    def shown(claim: Claim, day: date) -> Mapping[str, Any] | None:
        if claim.paper_id is None:
            return None
        rows = database.rows("task/own_text", paper_id=claim.paper_id, before=day)
        if setting == "3":
            return _related_work_inputs(
                [
                    row["text"]
                    for row in rows
                    if _RELATED.search(row["section"] or "") and not row["has_later"]
                ]
            )
        first: dict[str, dict[str, str]] = {}
        for row in rows:
            for paper, title, start, end in sorted(row["mentions"], key=lambda mention: mention[2]):
                context = "" if row["has_later"] else _text_window(row["text"], start, end)
                reference = first.setdefault(paper, {"title": title or paper, "context": context})
                reference["context"] = reference["context"] or context
        return _reference_inputs(list(first.values()))

    return shown


def show_from_file(setting: str, fields: Mapping[str, Mapping[str, Any]]) -> Shown:
    """Return a function that reads ``references`` and ``related_work`` of a file, by claim.

    A reference is ``{title, contexts, is_influential, date or year}``; one without a date before
    the cutoff is left out.
    """
    if setting == "1":
        return show_nothing

    def shown(claim: Claim, day: date) -> Mapping[str, Any] | None:
        row = fields[claim.id]
        if setting == "3":
            return _related_work_inputs([str(row.get("related_work") or "")])
        listed = [
            reference for reference in row.get("references") or () if _is_before(reference, day)
        ]
        influential = [reference for reference in listed if reference.get("is_influential")]
        selected = influential if len(influential) >= _MIN_INFLUENTIAL else listed
        return _reference_inputs(
            [
                {
                    "title": str(reference["title"]),
                    "context": str(next(iter(reference.get("contexts") or ()), ""))[
                        :_MAX_CHARACTERS
                    ],
                }
                for reference in selected
            ]
        )

    return shown


def _is_before(reference: Mapping[str, Any], day: date) -> bool:
    stated = reference.get("date") or reference.get("year")
    try:
        return bool(reference.get("title")) and parse_date(str(stated))[0] < day
    except ValueError:
        return False


def _reference_inputs(listed: Sequence[Mapping[str, str]]) -> Mapping[str, Any] | None:
    return {"references": list(listed[:_MAX_REFERENCES])} if listed else None


def _related_work_inputs(paragraphs: Sequence[str]) -> Mapping[str, Any] | None:
    text = "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
    return {"related_work": text} if text else None


def _text_window(text: str, start: int, end: int) -> str:
    first = max(0, min((start + end - _MAX_CHARACTERS) // 2, len(text) - _MAX_CHARACTERS))
    return text[first : first + _MAX_CHARACTERS].strip()
