"""Doubts about entries that are stored all the same: counted, and listed with their place.

A doubt is a reason and a message; an entry holds its doubts under :data:`KEY`.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from scinet.graph.schema.records import Notes, Remark

Doubt = tuple[str, str]
KEY: Final = "doubts"
OTHERS: Final = re.compile(r"(?<!\s)\s*+,?\s*+\b(?:et\.? al\.?|and others|others)\Z", re.IGNORECASE)
_SEVERAL: Final = re.compile(r";|(?:^|\s)and(?:\s|$)|,.*,.*,", re.IGNORECASE)
_SHOWN: Final = 40  # characters


def quote_beginning(text: str) -> str:
    """Return the beginning of a text in quotation marks."""
    return repr(text[:_SHOWN])


def add_doubts(notes: Notes, doubts: Iterable[Doubt]) -> None:
    """Count and list the doubts of an entry."""
    for reason, message in doubts:
        notes.accept(reason)
        notes.left_out.append(Remark(reason, message))


def iter_authors(written: Iterable[str], doubts: list[Doubt]) -> Iterator[str]:
    """Yield names without "et al."; incomplete lists and combined names are doubts."""
    for name in written:
        clean_name = name
        if match := OTHERS.search(name):
            clean_name = name[: match.start()]
            doubts.append(
                ("authors_not_all", f"{quote_beginning(name)} stands for authors without a name")
            )
        if _SEVERAL.search(clean_name):
            doubts.append(
                ("name_malformed", f"its author {quote_beginning(clean_name)} is not a single name")
            )
        if clean_name:
            yield clean_name


def find_malformed_ids(identifiers: Collection[str], **stated: str) -> Iterator[Doubt]:
    """Yield a doubt for each stated id that was not recognised."""
    for source, text in stated.items():
        if text and not any(identifier.startswith(f"{source}:") for identifier in identifiers):
            yield (
                f"{source}_malformed",
                f"{quote_beginning(text)} is not an id of the kind {source}",
            )


def find_conflicting_years(*texts: str) -> Iterator[Doubt]:
    """Yield a doubt if the dates of an entry lie in different years."""
    stated = [text for text in texts if text]
    if len({text[:4] for text in stated}) > 1:
        listed = " and ".join(map(quote_beginning, stated))
        yield "dates_disagree", f"says {listed}, of which the most exact counts"
