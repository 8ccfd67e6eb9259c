"""Affiliations as databases print them beside the authors: institutions with their countries.

An affiliation that the database joins to no author is never given to all of them; each function
returns the number of these.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from scinet.graph.sources import values

_People = list[dict[str, Any]]
# Words of institutions, those of parts of others last.
_INSTITUTIONS: Final = (
    re.compile(
        r"\buniv|hochschule|\bpolit[eé]cnic|\bpolytechn|école|institute of technology",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:institut|academ|college|hospital|h[oô]pital|clinic|klinik|council|consiglio|agency|"
        r"ministry|company|corporation|foundation|museum|observator|inc\.?$|ltd\.?$|gmbh|cnrs)",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:cent(?:er|re|ro)|laborator)", re.IGNORECASE),
)
_USA: Final = re.compile(r"(?:[A-Z]{2} )?(?:\d{5}(?:-\d{4})? )?USA")
_MAIL: Final = re.compile(r"(?:\be-?mail:?\s*|\belectronic address:?\s*)?\S+@\S+", re.IGNORECASE)
_NAME: Final = re.compile(r"[^,]+,(?:(?: (?:[^\W\d_]\.[- ]?)+),)?\s*")
_IN_BRACKETS: Final = re.compile(r"\[([^\]]*)\]\s*(.+)")


def join_country(institution: str, country: str) -> str:
    """Return the name of an institution followed by its country, unless it has that already."""
    if not country or institution.rpartition(",")[2].strip() == country:
        return institution
    return f"{institution}, {country}"


def join_places(name: Any, places: Any) -> str:
    """Return the name of an institution followed by the places that Crossref states beside it."""
    made = values.clean_text(name)
    for place in places if isinstance(places, list) and made else ():
        made = made if (text := values.clean_text(place)) in made else f"{made}, {text}"
    return made


def shorten_address(address: str, *, is_first: bool = False) -> str:
    """Return institution and country of an address; the whole if no institution is recognised.

    Args:
        is_first: Whether the institution is what the address begins with.
    """
    plain = _MAIL.sub("", address).strip(" .;")
    parts = [part.strip() for part in plain.split(",") if part.strip()]
    if len(parts) < 2 or ";" in plain:  # several addresses
        return ", ".join(parts)
    country = "USA" if _USA.fullmatch(parts[-1]) else parts[-1]
    if is_first:
        return join_country(parts[0], country)
    for pattern in _INSTITUTIONS:
        for part in parts[:-1]:
            if pattern.search(part):
                return join_country(part, country)
    return ", ".join(parts)


def add_scopus(people: _People, names: Sequence[str], beside: str, listed: str) -> int:
    """Add institutions to authors from the columns of authors with affiliations, and of these.

    Args:
        names: The authors as they begin their part of the first column.
    """
    segments = _join_segments(values.split_values(beside), names)
    addresses = values.split_values(listed)
    if len(people) == 1 and not segments:
        segments = [listed]
    if len(segments) != len(people):
        return len(addresses or segments)
    rest = set(addresses)
    for person, segment in zip(people, segments, strict=True):
        own, text = [], segment
        for address in sorted(rest.union(addresses), key=lambda a: (-len(a), a)):
            if address in text:
                own.append(address)
                text = text.replace(address, ";")
        rest.difference_update(own)
        _add(person, map(shorten_address, own))
        # Alone, several addresses cannot be told from one.
        if not addresses and (match := _NAME.match(segment)):
            _add(person, [segment[match.end() :]])
    return len(rest)


def _join_segments(segments: list[str], names: Sequence[str]) -> list[str]:
    """Join the parts of a text between semicolons so that each begins with its author."""
    if len(segments) == len(names):
        return segments
    joined: list[str] = []
    following = [name.replace(",", "") for name in names]
    for segment in segments:
        if not joined or segment.replace(",", "").startswith(following[len(joined)] + " "):
            joined.append(segment)
        else:
            joined[-1] += f"; {segment}"
        following += [""]
    return joined


def add_web_of_science(
    people: _People, names: Iterable[Sequence[str]], addresses: Sequence[str]
) -> int:
    """Add institutions to authors from addresses that are preceded by names in brackets.

    Args:
        names: Lists of the authors' names in their order, full or with initials.
    """
    place = {name: n for listed in names for n, name in enumerate(listed) if n < len(people)}
    lost = 0
    for address in addresses:
        match = _IN_BRACKETS.fullmatch(address)
        if match:
            holders = {place[name] for name in values.split_values(match[1]) if name in place}
        else:
            holders = {0} if len(people) == 1 else set()
        institution = shorten_address(match[2] if match else address, is_first=True)
        for holder in holders:
            _add(people[holder], [institution])
        lost += not holders
    return lost


def add_dimensions(
    people: _People, standardised: str, raw: str, countries: Mapping[str, str]
) -> int:
    """Add institutions to authors from ``Bell, Ada (One; Other); …``, standardised if possible."""
    lost = 0
    for text, is_raw in ((standardised, False), (raw, True)):
        segments = _split_outside(text)
        if not any("(" in segment for segment in segments):
            continue
        for number, segment in enumerate(segments):
            institutions = values.split_values(segment.partition("(")[2].removesuffix(")"))
            if len(segments) != len(people):
                lost += len(institutions)
            elif is_raw:
                _add(people[number], map(shorten_address, institutions))
            else:
                _add(
                    people[number],
                    (join_country(name, countries.get(name, "")) for name in institutions),
                )
        break
    return lost


def add_listed(people: _People, institutions: Sequence[str]) -> int:
    """Add institutions of the whole paper to its only author."""
    if len(people) != 1:
        return len(institutions)
    _add(people[0], institutions)
    return 0


def add_addresses(people: _People, addresses: Iterable[str]) -> int:
    """Add the institutions of a paper's addresses to its only author."""
    plain = (clean for address in addresses if (clean := values.clean_text(address)))
    return add_listed(people, list(map(shorten_address, plain)))


def count_unassigned(number: int) -> dict[str, int]:
    """Return the counters of affiliations that are joined to no author."""
    names = ("affiliations.read", "affiliations.rejected.unassigned")
    return dict.fromkeys(names, number) if number else {}


def _add(person: dict[str, Any], institutions: Iterable[str]) -> None:
    if names := [name for name in institutions if name]:
        earlier = person.setdefault("institutions", [])
        earlier += [{"name": name} for name in names if {"name": name} not in earlier]


def _split_outside(text: str) -> list[str]:
    """Split at semicolons outside of parentheses."""
    pieces, depth = [""], 0
    for mark in re.split(r"([;()])", text):
        depth = max(depth + (mark == "(") - (mark == ")"), 0)
        if mark == ";" and not depth:
            pieces.append("")
        else:
            pieces[-1] += mark
    return [piece.strip() for piece in pieces if piece.strip()]
