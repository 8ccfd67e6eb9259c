"""Names and titles as records print them, and as they are searched.

An author, venue, field or institution is called by the form printed most often, and found by all.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from scinet.graph.text_order import as_compared

_LETTERS: Final = str.maketrans(
    {
        "æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th",
        "\u0131": "i", "ħ": "h",
    }
)  # fmt: skip
_GERMAN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_APOSTROPHES: Final = re.compile("['\u2018\u2019\u02bc\u02b9`\u00b4\u2032]")
_HYPHENS: Final = re.compile(r"(?<=\w)[-\u2010\u2011](?=\w)")
_WORD: Final = re.compile(r"\w+")


def commonest(times: Mapping[str | None, int]) -> str | None:
    """The form printed most often: of equally frequent ones the longest, then the smallest."""
    forms = [form for form in times if form is not None]
    return min(forms, key=lambda one: (-times[one], -len(one), as_compared(one)), default=None)


def listed(forms: Iterable[str | None]) -> list[str] | None:
    """All forms, the smallest first; None where every record prints the same."""
    distinct = set(forms)
    known = sorted((form for form in distinct if form is not None), key=as_compared)
    return known if known and len(distinct) > 1 else None


def fold(text: str) -> str:
    """A text as it is searched: lower case, no accents, ligatures or apostrophes, words apart."""
    plain = unicodedata.normalize("NFKC", _APOSTROPHES.sub("", text)).lower()
    return " ".join(_WORD.findall(_without_accents(plain)))


def spelled_as(name: str) -> list[str]:
    """What a name may be searched as: folded, with German umlauts as two letters, words apart."""
    german = unicodedata.normalize("NFC", name.lower()).translate(_GERMAN)
    texts = (name, german, _APOSTROPHES.sub(" ", name), _HYPHENS.sub("", name))
    return list(dict.fromkeys(map(fold, texts)))


def spellings(forms: Iterable[str | None]) -> str | None:
    """Words by which somebody may search some forms and that do not stand in them as they are."""
    printed: set[str] = set()
    others: dict[str, None] = {}
    for form in filter(None, forms):
        lower = form.lower()
        for word in lower.split():
            printed.update(() if _APOSTROPHES.search(word) else _WORD.findall(word))
        if lower.isascii() and "'" not in lower and "`" not in lower and "-" not in lower:
            continue
        for text in spelled_as(form):
            others.update(dict.fromkeys(text.split()))
    return " ".join(word for word in others if word not in printed) or None


def strip_accents(text: str) -> str:
    """A text in lower case without accents and ligatures, otherwise as it stands."""
    return text.lower() if text.isascii() else _without_accents(text.lower())


def _without_accents(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
