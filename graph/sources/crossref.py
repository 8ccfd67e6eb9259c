"""Works of Crossref, as entries: lists of its API, its yearly files, single works.

Source:
    The REST API's schema of works, api.crossref.org.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from scinet.graph.dates import PRECISIONS
from scinet.graph.records import BadRecordError, Notes
from scinet.graph.sources import cited, csl, fields, values
from scinet.graph.sources.exports import entry
from scinet.graph.sources.papers import stated_date

_DATES: Final = ("published-online", "published-print", "issued", "published")
_MARKUP: Final = re.compile(r"<[^>]*>")


def is_work(item: Mapping[str, Any]) -> bool:
    """Whether an object is one: items of CSL-JSON have an id and texts where it has lists."""
    return "DOI" in item and "id" not in item


def work(item: dict[str, Any]) -> dict[str, Any]:
    """The entry of a work.

    Raises:
        BadRecordError: If a value has another type than the schema says.
    """
    dates = [csl.date(fields.mapping(item, name)) for name in _DATES]
    page = fields.text(item, "page") or fields.text(item, "article-number") or ""
    return entry(
        values.ids(doi=fields.text(item, "DOI") or ""),
        title=_first(item, "title"),
        date=_earliest([date for date in dates if date]),
        authors=[
            values.filled(
                {
                    "name": csl.name(one) or fields.text(one, "name"),
                    "orcid": fields.text(one, "ORCID"),
                    "institutions": [
                        {"name": values.said(place.get("name"))}
                        for place in fields.objects(one, "affiliation")
                    ],
                }
            )
            for one in fields.objects(item, "author")
        ],
        references=map(_reference, fields.objects(item, "reference")),
        counts={"citing_papers": str(item.get("is-referenced-by-count", ""))},
        abstract=values.said(_MARKUP.sub(" ", fields.text(item, "abstract") or "")),
        venue=_first(item, "container-title"),
        type=fields.text(item, "type"),
        is_retracted=any(
            notice.get("type") == "retraction" for notice in fields.objects(item, "updated-by")
        ),
        place={
            "short": _first(item, "short-container-title"),
            "volume": fields.text(item, "volume") or "",
            "page": page.partition("-")[0],
        },
    )


def _earliest(dates: list[str]) -> str | None:
    """The date whose last day is the earliest; the first where none is a date."""
    known = []
    for text in dates:
        with suppress(BadRecordError):
            stated = stated_date(text, Notes())
            known.append((stated.last, -PRECISIONS.index(stated.precision), text))
    return min(known)[-1] if known else next(iter(dates), None)


def _first(item: dict[str, Any], key: str) -> str:
    listed = fields.texts(item, key) if isinstance(item.get(key), list) else [item.get(key) or ""]
    return values.said(next(iter(listed), ""))


def _reference(one: dict[str, Any]) -> cited.Cited:
    text = str(one.get("unstructured") or "")
    titles = [str(one[k]) for k in ("article-title", "volume-title") if one.get(k)]
    return cited.Cited(
        tuple(values.ids(doi=str(one.get("DOI") or "") or values.doi(text))),
        tuple(titles or [part.strip() for part in re.split(r"[.,] ", text)]),
        str(one.get("author") or ""),
        values.year(str(one.get("year") or text)),
        str(one.get("journal-title") or ""),
        str(one.get("volume") or ""),
        str(one.get("first-page") or ""),
    )
