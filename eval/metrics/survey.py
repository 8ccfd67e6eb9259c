"""What can be told of a written survey without a language model: whom it cites, and in what order.

A citation is a paper id in square brackets, or several with a semicolon and a space between them.
Brackets that hold words, Markdown links and footnotes are none. A citation counts where it is
first made.
"""

import re
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final

import numpy as np

_BRACKET: Final = re.compile(r"(?P<space> ?)\[(?P<ids>[^\[\]\n]+)\](?!\()")
_SEPARATOR: Final = re.compile(r"[;,]\s+")


def find_candidate_ids(text: str) -> set[str]:
    """Everything in a text that may be the id of a cited paper."""
    contents = [match["ids"].strip() for match in _BRACKET.finditer(text)]
    return {name for content in contents for name in (content, *_SEPARATOR.split(content))}


def find_cited_ids(text: str, known_ids: Container[str]) -> list[str]:
    """Ids that a text cites, each once, in order of first mention.

    Ids in ``known`` may hold anything; what is unknown counts as a citation when it is one word.
    """
    contents = (match["ids"].strip() for match in _BRACKET.finditer(text))
    return list(
        dict.fromkeys(name for content in contents for name in _bracket_ids(content, known_ids))
    )


def replace_citations(text: str, known_ids: Container[str], written: Callable[[str], str]) -> str:
    """The text with other words for each citation.

    ``written`` gives what is to stand for the id as it stands in the text; an empty string leaves
    it out, and the bracket with the space before it when nothing is left.
    """

    def bracket(match: re.Match[str]) -> str:
        ids = list(_bracket_ids(match["ids"].strip(), known_ids))
        if not ids:
            return match[0]
        replaced = [new for new in map(written, ids) if new]
        return f"{match['space']}[{'; '.join(dict.fromkeys(replaced))}]" if replaced else ""

    return _BRACKET.sub(bracket, text)


def time_order(days: Sequence[int]) -> float:
    """Spearman's correlation of the order of mention with the date, -1 to 1.

    From the days of the cited papers in order of first mention: 1 for a survey that goes forward in
    time; NaN with fewer than two different days.
    """
    if len(set(days)) < 2:
        return float("nan")
    from scipy.stats import rankdata  # slow to import, and every list of tasks imports this module

    return float(np.corrcoef(np.arange(len(days)), rankdata(days))[0, 1])


def _bracket_ids(content: str, known_ids: Container[str]) -> Iterator[str]:
    """Ids inside one bracket: the whole of it where that is known, else its parts."""
    if content in known_ids:
        yield content
        return
    for part in _SEPARATOR.split(content):
        is_word = re.search(r"\s", part) is None and re.search(r"\w", part) is not None
        if part in known_ids or (is_word and not part.startswith("^")):
            yield part
