"""Crossref works as entries: API lists, yearly files, single works.

Source:
    The REST API's schema of works, api.crossref.org.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from scinet.graph.schema.dates import PRECISIONS, parse_date
from scinet.graph.schema.records import Notes
from scinet.graph.sources import csl, entry_warnings, fields, reference_matching, values
from scinet.graph.sources.affiliations import join_places
from scinet.graph.sources.database_exports import make_entry
from scinet.graph.sources.entries import ObjectFormat

_DATES: Final = ("published-online", "published-print", "issued", "published")
_PAGES: Final = ("page", "article-number")
_MARKUP: Final = re.compile(r"<[^>]*>")


def is_work(item: Mapping[str, Any]) -> bool:
    """Whether an object is a Crossref work; CSL-JSON items have an id, and texts for lists."""
    return "DOI" in item and "id" not in item


def work(item: dict[str, Any], notes: Notes) -> dict[str, Any]:
    """Make the entry of a work."""
    dates = [text for name in _DATES if (text := values.date_text(item.get(name)))]
    page = next(filter(None, (fields.read_text(item, name, notes) for name in _PAGES)), "")
    doi = fields.read_own_id(item, "DOI", notes)
    ids = values.collect_ids(doi=doi)
    entry_warnings.add_doubts(notes, entry_warnings.find_malformed_ids(ids, doi=doi))
    abstract = fields.read_text(item, "abstract", notes) or ""
    notices = fields.read_objects(item, "updated-by", notes)
    return make_entry(
        ids,
        title=_first_text(item, "title", notes),
        date=_earliest_date(dates, notes),
        authors=[
            values.drop_empty(
                {
                    "name": csl.format_name(author, notes),
                    "orcid": fields.read_text(author, "ORCID", notes),
                    "institutions": [
                        {"name": join_places(place.get("name"), place.get("place"))}
                        for place in fields.read_objects(author, "affiliation", notes)
                    ],
                }
            )
            for author in fields.read_objects(item, "author", notes)
        ],
        references=map(_parse_reference, fields.read_objects(item, "reference", notes)),
        counts={"citing_papers": values.clean_text(item.get("is-referenced-by-count"))},
        abstract=values.clean_text(_MARKUP.sub(" ", abstract)),
        venue=_first_text(item, "container-title", notes),
        type=fields.read_text(item, "type", notes),
        is_retracted=any(notice.get("type") == "retraction" for notice in notices),
        place={
            "short": _first_text(item, "short-container-title", notes),
            "volume": fields.read_text(item, "volume", notes) or "",
            "page": page.partition("-")[0],
        },
    )


def _earliest_date(texts: list[str], notes: Notes) -> str | None:
    """Return the date with the earliest last day; a doubtful one only if there is no other."""
    understood = []
    for text in texts:
        made, is_whole = values.read_date(text)
        stated = parse_date(made) if made else None
        if stated is not None:
            order = (not is_whole, stated.last, -PRECISIONS.index(stated.precision))
            understood.append((order, text))
    earliest = min(understood)[-1] if understood else next(iter(texts), None)
    for text in dict.fromkeys(texts):
        if text != earliest and not values.read_date(text).is_whole:
            notes.doubt("date_in_part", f"another of its dates is {text[:40]!r}")
    return earliest


def _first_text(item: dict[str, Any], key: str, notes: Notes) -> str:
    if not isinstance(item.get(key), list):
        return values.clean_text(fields.read_text(item, key, notes))
    return next(filter(None, map(values.clean_text, fields.read_texts(item, key, notes))), "")


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


FORMAT: Final = ObjectFormat(is_work, work, kind="bibliography", name="Crossref", page="metadata")
