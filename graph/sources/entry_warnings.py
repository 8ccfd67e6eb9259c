"""What is doubtful of an entry that is stored all the same: counted, and listed with its place.

A doubt is a reason and what is said of it; an entry holds its doubts below :data:`KEY`.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from scinet.graph.schema.records import Notes, Remark

Doubt = tuple[str, str]
KEY: Final = "doubts"
_OTHERS: Final = re.compile(
    r"(?<!\s)\s*+,?\s*+\b(?:et\.? al\.?|and others|others)\Z", re.IGNORECASE
)
_SEVERAL: Final = re.compile(r";|(?:^|\s)and(?:\s|$)|,.*,.*,", re.IGNORECASE)
_SHOWN: Final = 40  # characters


def quote_beginning(text: str) -> str:
    """The beginning of a text, in quotation marks."""
    return repr(text[:_SHOWN])


def add_doubts(notes: Notes, doubts: Iterable[Doubt]) -> None:
    """Count the doubts of an entry, and list them."""
    for reason, message in doubts:
        notes.accept(reason)
        notes.left_out.append(Remark(reason, message))


def iter_authors(written: Iterable[str], doubts: list[Doubt]) -> Iterator[str]:
    """Names without "et al."; what says that there are more, or holds several, is doubtful."""
    for name in written:
        clean_name = name
        if match := _OTHERS.search(name):
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
    """Ids that are stated by the names of their sources, and were not understood."""
    for source, text in stated.items():
        if text and not any(identifier.startswith(f"{source}:") for identifier in identifiers):
            yield (
                f"{source}_malformed",
                f"{quote_beginning(text)} is not an id of the kind {source}",
            )


def find_conflicting_years(*texts: str) -> Iterator[Doubt]:
    """Dates of one entry that are of several years."""
    stated = [text for text in texts if text]
    if len({text[:4] for text in stated}) > 1:
        listed = " and ".join(map(quote_beginning, stated))
        yield "dates_disagree", f"says {listed}, of which the most exact counts"
