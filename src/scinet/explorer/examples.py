"""Examples out of the loaded network: papers, a pair with a path, questions with real names."""

import re
from itertools import combinations
from typing import Any, Final

from scinet.errors import DataError, SchemaError
from scinet.explorer.page import SAVED, Page
from scinet.explorer.shown import records
from scinet.graph.choices import Fields
from scinet.models.questions.kinds import EXAMPLES

_AMONG: Final = 8  # most cited papers that a pair is looked for among
_KINDS: Final[tuple[Fields, ...]] = ("community", "topic", "subfield", "field")
_AROUND: Final = 3
_STEPS: Final = 2  # that its path has at least
_NAME: Final = re.compile("FIELD|TITLE|NAME")


def leading(page: Page, limit: int) -> list[dict[str, Any]]:
    """The most cited papers of the day."""
    rows = page.graph.citations(before=page.before, limit=min(limit, SAVED), engine="arrays")
    ids = rows["paper_id"].tolist()
    known = page.papers(ids)
    return [known[one] for one in ids if one in known]


def pair(page: Page) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Two much cited papers of which one led to the other by several steps; None if none did."""
    try:
        key = ("pair", page.fingerprint, page.before)
    except SchemaError:  # nothing is loaded yet
        return None
    return page.explorer.once(key, lambda: _pair(page))


def around(page: Page) -> list[dict[str, Any]]:
    """A few papers to draw a map around."""
    try:
        return leading(page, _AROUND)
    except SchemaError:
        return []


def _pair(page: Page) -> tuple[dict[str, Any], dict[str, Any]] | None:
    rows = [row for row in leading(page, _AMONG) if row["date"]]
    for one, other in combinations(rows, 2):
        earlier, later = sorted((one, other), key=lambda row: row["date"])
        path = page.graph.path(earlier["paper_id"], later["paper_id"], before=page.before)
        if len(path.papers) > _STEPS:
            return earlier, later
    return None


def questions(page: Page) -> list[str]:
    """Every kind of question that is known, about papers, people and a field of the network."""
    fields, rows = largest_fields(page, 1), leading(page, _AMONG)
    # People who have written in the field of the examples.
    first = [one for row in [*_of_fields(page, fields), *rows] for one in row["authors"][:1]]
    titles = [row["title"].rstrip(" .?!") for row in [*(pair(page) or ()), *rows] if row["title"]]
    names = {
        "FIELD": [row["name"].split(",")[0] for row in fields],
        "TITLE": list(dict.fromkeys(titles)),
        "NAME": list(dict.fromkeys(first)),
    }
    return [_about(one, names) for one in EXAMPLES if _fits(one, names)]


def largest_fields(page: Page, most: int) -> list[dict[str, Any]]:
    """Some fields of the first kind that the network has: communities, else what sources name."""
    for by in _KINDS:
        try:
            rows = page.graph.fields(by, before=page.before).head(most)
        except (DataError, SchemaError):  # there is none of this kind
            continue
        return [row | {"by": by} for row in records(rows)]
    return []


def _of_fields(page: Page, fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        row
        for one in fields
        for row in records(
            page.graph.leading(one["field_id"], by=one["by"], before=page.before, limit=_AMONG)
        )
    ]


def _fits(example: str, names: dict[str, list[str]]) -> bool:
    return all(example.count(kind) <= len(known) for kind, known in names.items())


def _about(example: str, names: dict[str, list[str]]) -> str:
    left = {kind: iter(known) for kind, known in names.items()}
    return _NAME.sub(lambda found: next(left[found[0]]), example)
