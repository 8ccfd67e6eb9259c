"""Crossref works as entries: API lists, yearly files, single works.

Source:
    The REST API's schema of works, api.crossref.org.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from scinet.graph.schema.dates import PRECISIONS
from scinet.graph.schema.records import BadRecordError, Notes
from scinet.graph.sources import csl, fields, reference_matching, values
from scinet.graph.sources.affiliations import join_places
from scinet.graph.sources.database_exports import make_entry
from scinet.graph.sources.papers import parse_stated_date

_DATES: Final = ("published-online", "published-print", "issued", "published")
_MARKUP: Final = re.compile(r"<[^>]*>")


def is_work(item: Mapping[str, Any]) -> bool:
    """Whether an object is a Crossref work; CSL-JSON items have an id, and texts for lists."""
    return "DOI" in item and "id" not in item


def work(item: dict[str, Any]) -> dict[str, Any]:
    """Make the entry of a work.

    Raises:
        BadRecordError: If a value has another type than in the schema.
    """
    dates = [csl.parse_issued(fields.read_mapping(item, name)) for name in _DATES]
    page = fields.read_text(item, "page") or fields.read_text(item, "article-number") or ""
    return make_entry(
        values.collect_ids(doi=fields.read_text(item, "DOI") or ""),
        title=_first_text(item, "title"),
        date=_earliest_date([date for date in dates if date]),
        authors=[
            values.drop_empty(
                {
                    "name": csl.format_name(author) or fields.read_text(author, "name"),
                    "orcid": fields.read_text(author, "ORCID"),
                    "institutions": [
                        {"name": join_places(place.get("name"), place.get("place"))}
                        for place in fields.read_objects(author, "affiliation")
                    ],
                }
            )
            for author in fields.read_objects(item, "author")
        ],
        references=map(_parse_reference, fields.read_objects(item, "reference")),
        counts={"citing_papers": str(item.get("is-referenced-by-count", ""))},
        abstract=values.clean_text(_MARKUP.sub(" ", fields.read_text(item, "abstract") or "")),
        venue=_first_text(item, "container-title"),
        type=fields.read_text(item, "type"),
        is_retracted=any(
            notice.get("type") == "retraction" for notice in fields.read_objects(item, "updated-by")
        ),
        place={
            "short": _first_text(item, "short-container-title"),
            "volume": fields.read_text(item, "volume") or "",
            "page": page.partition("-")[0],
        },
    )


def _earliest_date(dates: list[str]) -> str | None:
    """Return the date with the earliest last day; the first text if none is valid."""
    valid = []
    for text in dates:
        with suppress(BadRecordError):
            stated = parse_stated_date(text, Notes())
            valid.append((stated.last, -PRECISIONS.index(stated.precision), text))
    return min(valid)[-1] if valid else next(iter(dates), None)


def _first_text(item: dict[str, Any], key: str) -> str:
    listed = (
        fields.read_texts(item, key) if isinstance(item.get(key), list) else [item.get(key) or ""]
    )
    return values.clean_text(next(iter(listed), ""))


def _parse_reference(reference: dict[str, Any]) -> reference_matching.CitedWork:
    text = str(reference.get("unstructured") or "")
    titles = [str(reference[k]) for k in ("article-title", "volume-title") if reference.get(k)]
    return reference_matching.CitedWork(
        tuple(values.collect_ids(doi=str(reference.get("DOI") or "") or values.find_doi(text))),
        tuple(titles or [part.strip() for part in re.split(r"[.,] ", text)]),
        str(reference.get("author") or ""),
        values.parse_year(str(reference.get("year") or text)),
        str(reference.get("journal-title") or ""),
        str(reference.get("volume") or ""),
        str(reference.get("first-page") or ""),
    )
