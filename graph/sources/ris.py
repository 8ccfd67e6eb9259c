"""Entries of RIS as objects of the interchange format."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from scinet.graph.sources import values

_FIRST: Final = re.compile(r"^[^\S\n]*TY  ?-", re.MULTILINE)
_TITLES: Final = ("title", "primary_title", "translated_title")
_VENUES: Final = ("journal_name", "alternate_title3", "secondary_title", "alternate_title1")
_ABSTRACTS: Final = ("abstract", "notes_abstract")
_DATES: Final = ("date", "year", "publication_year")  # those that say the day come first
_IDS: Final = ("id", "accession_number", "doi")


def entries(text: str) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """The entries with the numbers of their first lines; of one that cannot be read, its text.

    An entry's id is its own, its accession number or its DOI, else made of its first author,
    year and title.
    """
    import rispy

    starts = [found.start() for found in _FIRST.finditer(text)]
    if not starts:
        yield 1, text
        return
    number = 1 + text.count("\n", 0, starts[0])
    for start, end in pairwise([*starts, len(text)]):
        part = text[start:end].lstrip()
        try:
            [entry] = rispy.loads(part if "\nER  -" in part else f"{part}\nER  - \n")
        except (ValueError, OSError, KeyError, IndexError):
            yield number, part
        else:
            yield number, _record(entry)
        number += text.count("\n", start, end)


def _record(entry: dict[str, Any]) -> dict[str, Any]:
    title, date = _one(entry, _TITLES), _date(entry)
    names = [*entry.get("first_authors", ()), *entry.get("authors", ())]
    authors = list(dict.fromkeys(filter(None, map(values.printed, names))))
    doi = entry.get("doi")
    record = {
        "id": _one(entry, _IDS) or values.made_id(authors, date, title),
        "type": entry.get("type_of_reference", "").lower(),
        "title": title,
        "abstract": _one(entry, _ABSTRACTS),
        "date": date,
        "venue": _one(entry, _VENUES),
        "authors": [{"name": name} for name in authors],
        "external_ids": {"doi": doi} if doi else None,
    }
    return {name: value for name, value in record.items() if value}


def _one(entry: dict[str, Any], names: tuple[str, ...]) -> str | None:
    return next((str(entry[name]).strip() for name in names if entry.get(name)), None)


def _date(entry: dict[str, Any]) -> str | None:
    """The day, month or year, as far as it is said: ``2001/06/15/``, ``2001///``, ``2001``."""
    said = [
        found[0]
        for name in _DATES
        if (found := re.match(r"\d{4}(?:[/-]\d\d?){0,2}", str(entry.get(name, "")).strip()))
    ]
    best = max(said, key=len, default=None)
    return best and "-".join(part.zfill(2) for part in re.split("[/-]", best))
