"""Examples out of the loaded network: papers, a pair with a path, questions with real names."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import combinations, islice
from typing import Any, Final

from scinet.errors import DataError, SchemaError
from scinet.explorer.formatting import table_records
from scinet.explorer.page import SAVED, PageRequest
from scinet.graph.ask.kinds import EXAMPLES
from scinet.graph.schema.choices import Fields

_AMONG: Final = 8  # most cited papers that a pair is looked for among
_KINDS: Final[tuple[Fields, ...]] = ("community", "topic", "subfield", "field")
_AROUND: Final = 3
_STEPS: Final = 2  # that its path has at least
_ENDS: Final = 2  # names in one example
_TRIES: Final = 3  # of an example until one is answered
_BY_WORDS: Final = frozenset({"lookup/text", "lookup/title"})  # what is not understood is searched
_NAME: Final = re.compile("FIELD|TITLE|NAME")


def leading_papers(page: PageRequest, limit: int) -> list[dict[str, Any]]:
    """The most cited papers of the day."""
    rows = page.graph.citations(before=page.before, limit=min(limit, SAVED), engine="arrays")
    ids = rows["paper_id"]
    papers = page.papers(ids)
    # Those without a date, which the arrays leave out, are in the numbers that are shown.
    return sorted(
        (papers[paper_id] for paper_id in ids if paper_id in papers),
        key=lambda row: -row["citations"],
    )


def example_pair(page: PageRequest) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Two much cited papers of which one led to the other by several steps; None if none did."""
    try:
        key = ("pair", page.fingerprint, page.before)
    except SchemaError:  # nothing is loaded yet
        return None
    return page.explorer.once(key, lambda: _find_pair(page))


def map_papers(page: PageRequest) -> list[dict[str, Any]]:
    """A few papers to draw a map around."""
    try:
        return leading_papers(page, _AROUND)
    except SchemaError:
        return []


def _find_pair(page: PageRequest) -> tuple[dict[str, Any], dict[str, Any]] | None:
    rows = [row for row in leading_papers(page, _AMONG) if row["date"]]
    for first, second in combinations(rows, 2):
        earlier, later = sorted((first, second), key=lambda row: row["date"])
        path = page.graph.path(earlier["paper_id"], later["paper_id"], before=page.before)
        if len(path.papers) > _STEPS:
            return earlier, later
    return None


def example_questions(page: PageRequest) -> list[str]:
    """Every kind of question that the network answers, about its papers, people and a field."""
    key = ("questions", page.fingerprint, page.before)
    return page.explorer.once(key, lambda: _make_questions(page))


def _make_questions(page: PageRequest) -> list[str]:
    fields, rows = largest_fields(page, 1), leading_papers(page, _AMONG)
    titles = [
        row["title"].rstrip(" .?!") for row in [*(example_pair(page) or ()), *rows] if row["title"]
    ]
    names = {
        "FIELD": [row["name"].split(",")[0] for row in fields],
        "TITLE": list(dict.fromkeys(titles)),
        # People who have written in the field of the examples.
        "NAME": list(islice(_first_authors(page, [*_with_examples(page, fields), *rows]), _ENDS)),
    }
    made = (
        filter(partial(_has_answer, page), _fill_example(question, names)) for question in EXAMPLES
    )
    return [question for candidates in made for question in islice(candidates, 1)]


def _first_authors(page: PageRequest, rows: list[dict[str, Any]]) -> Iterator[str]:
    """First authors of papers by the name that the graph has, where a question means them by it."""
    papers = list(dict.fromkeys(row["paper_id"] for row in rows))
    first: dict[str, str] = {}
    for row in page.rows("lookup/authorship", paper_ids=papers):
        first.setdefault(row["paper_id"], row["author_id"])
    ids = list(dict.fromkeys(first[author_id] for author_id in papers if author_id in first))
    authors = page.authors(ids)
    for author_id in ids:
        name = authors[author_id]["name"] if author_id in authors else None
        if name and _has_answer(page, f"papers of {name}", author_id=author_id):
            yield name


def _has_answer(page: PageRequest, question: str, **params: Any) -> bool:
    """Whether the first reading of a question is of a known kind and has an answer."""
    [first, *_] = page.graph.ask(question, before=page.before).attrs["answers"]
    is_read = first.statement not in _BY_WORDS and params.items() <= first.params.items()
    return is_read and bool(first.rows)


def largest_fields(page: PageRequest, most: int) -> list[dict[str, Any]]:
    """Some fields of the first kind that the network has: communities, else what sources name."""
    for by in _KINDS:
        try:
            rows = page.graph.fields(by, before=page.before)[:most]
        except (DataError, SchemaError):  # there is none of this kind
            continue
        return [row | {"by": by} for row in table_records(rows)]
    return []


def _with_examples(page: PageRequest, fields: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        row
        for field in fields
        for row in table_records(
            page.graph.leading(field["field_id"], by=field["by"], before=page.before, limit=_AMONG)
        )
    ]


def _fill_example(example: str, names: dict[str, list[str]]) -> Iterator[str]:
    """An example with the first names of each kind, then with some that come after them."""
    made = []
    for passed in range(_TRIES):
        remaining = {kind: iter(values[passed:] or values) for kind, values in names.items()}
        with suppress(StopIteration):  # there are too few
            made.append(_NAME.sub(lambda match: next(remaining[match[0]]), example))  # noqa: B023
    yield from dict.fromkeys(made)
