"""Contributions that share their words: a check without a model, too blunt to be a score."""

import re
from collections.abc import Sequence
from typing import Final

from scinet.eval.suites.scipaths.metrics import Edge

_WORD: Final = re.compile(r"[a-z0-9]+")
_COMMON: Final = frozenset(
    {
        "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "into", "is", "it",
        "its", "of", "on", "or", "that", "the", "their", "to", "used", "using", "via", "was",
        "were", "which", "with",
    }
)  # fmt: skip
_ENOUGH: Final = 0.5


def words(text: str) -> frozenset[str]:
    """Lower-case words of a text, without the commonest."""
    return frozenset(_WORD.findall(text.lower())) - _COMMON


def shared_words(gold: Sequence[str], predicted: Sequence[str]) -> list[Edge]:
    """Pairs whose sets of words have a Dice coefficient of at least one half."""
    named = [words(text) for text in predicted]
    return [
        (place, other)
        for place, text in enumerate(gold)
        for other, theirs in enumerate(named)
        for ours in (words(text),)
        if (total := len(ours) + len(theirs)) and 2 * len(ours & theirs) / total >= _ENOUGH
    ]
