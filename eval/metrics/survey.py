"""Metrics of a written survey without a language model: its citations and their order.

A citation is a paper id in square brackets, or several with a semicolon and a space between them;
brackets with words, Markdown links and footnotes are not citations. A repeated citation counts at
its first mention.
"""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final

import numpy as np

_BRACKET: Final = re.compile(r"(?P<space> ?)\[(?P<ids>[^\[\]\n]+)\](?!\()")
_SEPARATOR: Final = re.compile(r"[;,]\s+")


def find_candidate_ids(text: str) -> set[str]:
    """Find every possible id of a cited paper in a text."""
    contents = [match["ids"].strip() for match in _BRACKET.finditer(text)]
    return {name for content in contents for name in (content, *_SEPARATOR.split(content))}


def find_cited_ids(text: str, known_ids: Container[str]) -> list[str]:
    """List the ids that a text cites, each once, in order of first mention.

    Ids in ``known_ids`` may hold any characters; an unknown id counts if it is a single word.
    """
    contents = (match["ids"].strip() for match in _BRACKET.finditer(text))
    return list(
        dict.fromkeys(name for content in contents for name in _bracket_ids(content, known_ids))
    )


def replace_citations(text: str, known_ids: Container[str], written: Callable[[str], str]) -> str:
    """Replace each citation of a text.

    ``written`` returns the replacement of an id; an empty string removes it, and the bracket with
    the space before it when nothing is left.
    """

    def bracket(match: re.Match[str]) -> str:
        ids = list(_bracket_ids(match["ids"].strip(), known_ids))
        if not ids:
            return match[0]
        replaced = [new for new in map(written, ids) if new]
        return f"{match['space']}[{'; '.join(dict.fromkeys(replaced))}]" if replaced else ""

    return _BRACKET.sub(bracket, text)


def time_order(days: Sequence[int]) -> float:
    """Compute Spearman's correlation of the order of mention with the date, -1 to 1.

    Takes the days of the cited papers in order of first mention: 1 for a survey in chronological
    order; NaN with fewer than two different days.
    """
    if len(set(days)) < 2:
        return float("nan")
    from scipy.stats import rankdata  # slow to import, and every list of tasks imports this module

    return float(np.corrcoef(np.arange(len(days)), rankdata(days))[0, 1])


def _bracket_ids(content: str, known_ids: Container[str]) -> Iterator[str]:
    """Yield the ids inside one bracket: its whole content if known, else its parts."""
    if content in known_ids:
        yield content
        return
    for part in _SEPARATOR.split(content):
        is_word = re.search(r"\s", part) is None and re.search(r"\w", part) is not None
        if part in known_ids or (is_word and not part.startswith("^")):
            yield part
