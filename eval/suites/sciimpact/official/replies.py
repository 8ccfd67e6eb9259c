"""Parsing of replies of language models by the rules of SciImpact's scripts, faults included.

In this order they search for the sentence of A and that of B, for only one of the two names, and
for only ``first`` or only ``second``. The base script for citations searches for letters in place
of names, so that ``Paper A`` is A and ``Paper B``, which has an a, is nothing; the tuned one tests
first and second before names.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from scinet.eval.answer import SIDES, Choice

Script = Literal["base", "tuned"]

SENTENCES: Final = {
    "citation": "paper {} has more citations",
    "award-cs": "paper {} won",
    "award-mdpi": "paper {} won",
    "award-nobel": "paper {} is the nobel prize-winning paper",
    "patent": "paper {} .*more patents",
    "media": "paper {} .*media",
    "code": "repo {} .*more stars",
    "dataset": "dataset {} .*downloads",
    "model": "model {} .*downloads",
}
"""Regular expressions of the answer, by dimension, with a slot for the letter."""

_CASE_SENSITIVE: Final = frozenset({"citation", "award-cs"})
_CASE_FOLDED: Final = _CASE_SENSITIVE | {"award-mdpi", "award-nobel"}
_THINKING: Final = re.compile(r"<think>.*?</think>", re.DOTALL | re.IGNORECASE)


def parse_reply(reply: str, dimension: str, script: Script = "base") -> Choice:
    """Parse ``A``, ``B``, or an empty text where the script finds neither.

    Args:
        dimension: One of :data:`SENTENCES`.
        script: For untuned models (``base``), or fine-tuned ones (``tuned``).
    """
    written = reply.strip()
    if script == "tuned" or dimension == "award-cs":
        written = _THINKING.sub("", written).strip()
    text = written.lower()
    name = SENTENCES[dimension].partition(" ")[0]
    sentences = [SENTENCES[dimension]]
    if (dimension, script) == ("award-cs", "tuned"):
        sentences.insert(0, "paper {} wins")
    searched = written if dimension in _CASE_SENSITIVE else text
    # Case folding maps some letters beyond ASCII to those of the sentence.
    flags = re.IGNORECASE if dimension in _CASE_FOLDED else re.NOFLAG
    for sentence in sentences:
        for side in SIDES:
            if re.search(sentence.format(side.lower()), searched, flags):
                return side
    ways: Sequence[tuple[str, str]] = ((f"{name} a", f"{name} b"), ("first", "second"))
    if dimension == "citation":
        ways = (("a", "b"), ways[1]) if script == "base" else ways[::-1]
    return next((choice for way in ways if (choice := _only_side(text, *way))), "")


def _only_side(text: str, first: str, second: str) -> Choice:
    """Return the side that occurs alone."""
    if (first in text) == (second in text):
        return ""
    return "A" if first in text else "B"
