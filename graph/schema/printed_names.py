"""Names and titles as printed in records, and their forms for search.

An author, venue, field or institution has the name printed most often, and is found by all.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

# Letters that Unicode does not decompose, as commonly transliterated.
_LETTERS: Final = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "þ": "th", "æ": "ae", "œ": "oe"}  # noqa: RUF001
)
_KANA_MARKS: Final = "\u3099\u309a"  # change the letter, unlike accents
_GERMAN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_APOSTROPHES: Final = re.compile("['\u2018\u2019\u02bc\u02b9`\u00b4\u2032]")
_HYPHENS: Final = re.compile(r"(?<=\w)[-\u2010\u2011](?=\w)")
_WORD: Final = re.compile(r"\w+")
# Kana, Han characters and Hangul, which are written without spaces between words.
_CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+")


def most_common_name(times: Mapping[str | None, int]) -> str | None:
    """Return the form printed most often; ties to the longest, then the smallest."""
    forms = [form for form in times if form is not None]
    return min(forms, key=lambda name: (-times[name], -len(name), utf16_key(name)), default=None)


def distinct_names(forms: Iterable[str | None]) -> list[str] | None:
    """Return all forms, the smallest first; None where every record prints the same."""
    distinct = set(forms)
    names = sorted((form for form in distinct if form is not None), key=utf16_key)
    return names if names and len(distinct) > 1 else None


def fold_text(text: str) -> str:
    """Normalise a text for search: lower case, no accents, ligatures, apostrophes or punctuation.

    Adjacent Chinese, Japanese and Korean characters become bigrams.
    """
    return " ".join(_WORD.findall(bigrams(strip_accents(_APOSTROPHES.sub("", text)))))


def bigrams(text: str) -> str:
    """Split runs of Chinese, Japanese and Korean characters into bigrams."""
    return text if text.isascii() else _CJK.sub(_paired, text)


def _paired(run: re.Match[str]) -> str:
    signs = run[0]
    pairs = (signs[place : place + 2] for place in range(max(len(signs) - 1, 1)))
    return f" {' '.join(pairs)} "


def search_variants(name: str) -> list[str]:
    """Return folded forms of a name: umlauts as one or two letters, with and without hyphens."""
    if name.isascii() and not _APOSTROPHES.search(name) and not _HYPHENS.search(name):
        return [fold_text(name)]
    german = unicodedata.normalize("NFC", name.lower()).translate(_GERMAN)
    texts = (name, german, _APOSTROPHES.sub(" ", name), _HYPHENS.sub("", name))
    return list(dict.fromkeys(map(fold_text, texts)))


def extra_variants(forms: Iterable[str | None]) -> list[str] | None:
    """Return the folded forms of each name for search: ``|zoe o brien|zoe obrien|``."""
    distinct = sorted({form for form in forms if form is not None}, key=utf16_key)
    return [f"|{'|'.join(filter(None, search_variants(form)))}|" for form in distinct] or None


def other_words(title: str | None) -> str | None:
    """Return words for searching a title that do not occur in it literally."""
    if title is None:
        return None
    printed: set[str] = set()
    for word in title.lower().split():
        printed.update(() if _APOSTROPHES.search(word) else _WORD.findall(word))
    spelled = (word for text in search_variants(title) for word in text.split())
    return " ".join(word for word in dict.fromkeys(spelled) if word not in printed) or None


def strip_accents(text: str) -> str:
    """Return a text in lower case without accents and ligatures."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS)
    bare = "".join(
        character
        for character in plain
        if character in _KANA_MARKS or not unicodedata.combining(character)
    )
    return unicodedata.normalize("NFC", bare)  # recompose Hangul and kana


def utf16_key(text: str) -> bytes:
    """Return a sort key by UTF-16 code units, as the database sorts; Python's is by code points."""
    return text.encode("utf-16-be", "surrogatepass")
