"""Doubts about entries that are stored all the same: counted, and listed with their place.

A doubt is a reason and a message, empty where it is only counted; between the reader of its file
and the maker of its record an entry holds its doubts under :data:`KEY`.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Final

from scinet.graph.schema.records import Notes
from scinet.graph.sources import values

Doubt = tuple[str, str]
KEY: Final = "doubts"
_OTHERS: Final = re.compile(
    r"(?<!\s)\s*+,?\s*+\b(?:et\.? al\.?|and others|others)\Z", re.IGNORECASE
)
_DIVIDES: Final = re.compile(r"[;\uff1b]")
_SEVERAL: Final = re.compile(r"[;\uff1b]|(?:^|\s)(?:and|&)(?:\s|$)|,.*,", re.IGNORECASE)
_AND: Final = re.compile(r"(?:^|(?<=[\s,]))(?:and|&)(?=\s|$)", re.IGNORECASE)
_OF_GROUPS: Final = re.compile(r"\b(?:of|for|the|on|f\xfcr|pour)\b")  # words in their names
_INITIALS: Final = 4  # letters at most
_SHOWN: Final = 40  # characters


def quote_beginning(text: str) -> str:
    """Return the beginning of a text in quotation marks."""
    return repr(text[:_SHOWN])


def add_doubts(notes: Notes, doubts: Iterable[Doubt]) -> None:
    """Count and list the doubts of an entry."""
    for reason, message in doubts:
        if message:
            notes.doubt(reason, message)
        else:
            notes.accept(reason)


def keep_notes(notes: Notes, entry: dict[str, Any]) -> None:
    """Add what a reader noted to the doubts of its entry."""
    listed = [(remark.reason, remark.message) for remark in notes.left_out]
    named = Counter(f"accepted.{reason}" for reason, _ in listed)
    counted = [(name.removeprefix("accepted."), "") for name in (notes.counts - named).elements()]
    if listed or counted:
        entry[KEY] = [*entry.get(KEY, ()), *listed, *counted]


def iter_authors(
    written: Iterable[str],
    doubts: list[Doubt],
    show: Callable[[str], str] = str,
    *,
    is_divided: bool = False,
) -> Iterator[str]:
    """Yield names, given names first, without "et al."; incomplete and combined ones are doubts.

    Several persons in one name are told apart where their initials or marks show how; else they
    are left out, and "Barnes and Noble" stays as it is.

    Args:
        show: Makes the text of a name for people.
        is_divided: Whether a list was divided at each "and", so that commas may divide names too.
    """
    listed = list(written)
    plain = [name for name in listed if "," not in name]
    is_initials_last = any(map(_ends_in_initials, plain))
    is_list = any(
        (is_initials_last or name.count(",") > 1) and all(map(_ends_in_initials, name.split(",")))
        for name in listed
        if "," in name
    )
    may_be_two = is_divided and (len(listed) == 1 or any(len(name.split()) > 1 for name in plain))
    for name in listed:
        clean_name = name
        if match := _OTHERS.search(name):
            clean_name = name[: match.start()]
            message = f"{quote_beginning(show(name))} stands for authors without a name"
            doubts.append(("authors_not_all", message))
        parts = [part.strip() for part in clean_name.split(",")]
        is_single = (
            ",," in clean_name  # so, or by a comma at the end, EndNote marks groups
            or clean_name.find(",") == len(clean_name) - 1
            or (len(parts) == 3 and any(map(values.SUFFIX.fullmatch, parts[1:])))
        )
        if _SEVERAL.search(clean_name) and not is_single:
            names = _split_persons(clean_name)
            lost = "" if names else ", and is left out"
            message = f"its author {quote_beginning(show(clean_name))} is not a single name{lost}"
            doubts.append(("name_malformed", message))
            yield from names
        elif is_initials_last and len(parts) == 2 and all(map(_ends_in_initials, parts)):
            message = f"its author {quote_beginning(show(clean_name))} is two names"
            doubts.append(("name_malformed", message))
            yield from map(values.given_first, parts)
        elif clean_name or not name:
            if may_be_two and len(parts) == 2 and all(map(_may_be_whole, parts)):
                message = f"its author {quote_beginning(show(clean_name))} may be two names"
                doubts.append(("name_malformed", message))
            is_in_order = is_divided and "," not in clean_name and not is_list
            yield clean_name if is_in_order else values.given_first(clean_name)


def _split_persons(several: str) -> list[str]:
    """Return the persons of a name, as far as it is certain who they are."""
    is_divided = _DIVIDES.search(several) is not None
    listed = (_DIVIDES if is_divided else _AND).split(several)
    pieces = [clean for piece in listed if (clean := piece.strip(" ,"))]
    if not is_divided and len(pieces) > 1 and not all(map(_is_inverted, pieces)):
        return [several.strip()]
    names = []
    for piece in pieces:
        parts = [part.strip() for part in piece.split(",")]
        if _OF_GROUPS.search(piece):
            names.append(piece)
        elif all(map(_ends_in_initials, parts)):  # Bell A., Dee C.
            names += map(values.given_first, parts)
        elif len(parts) < 3:
            names.append(values.given_first(piece))
        elif len(parts) % 2 == 0 and all(map(_is_initials, parts[1::2])):  # Bell, A., Dee, C.
            names += map(" ".join, zip(parts[1::2], parts[::2], strict=True))
    return names


def _is_inverted(name: str) -> bool:
    return "," in name or _ends_in_initials(name)


def _may_be_whole(name: str) -> bool:
    return len(name.split()) > 1 and name[0].isupper() and not _is_initials(name)


def _is_initials(text: str) -> bool:
    letters = re.sub(r"[.\s-]", "", text)
    return 0 < len(letters) <= _INITIALS and letters.isupper()


def _ends_in_initials(name: str) -> bool:
    """Whether a name may be a family name before initials."""
    words = name.split()
    return (
        len(words) > 1
        and _is_initials(words[-1])
        and not _is_initials(words[0])
        and not values.SUFFIX.fullmatch(words[-1])
    )


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
