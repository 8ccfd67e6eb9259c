"""Replies of language models as SciImpact's scripts read them, faults included.

There are three rules: a name with A or B right before the keyword; only one of the two names; only
``first`` or only ``second``. The base script for citations has a rule of letters in place of the
second, under which ``Paper A`` is A and ``Paper B``, which holds an a, is nothing.
"""

import re
from typing import Final, Literal

Script = Literal["base", "tuned"]

KEYWORDS: Final = {
    "citation": "has more citations",
    "award-cs": "won",
    "award-mdpi": "won",
    "award-nobel": "nobel prize-winning paper",
    "patent": "more patents",
    "media": "media",
    "code": "more stars",
    "dataset": "downloads",
    "model": "downloads",
}
_NAMES: Final = {"code": "repo", "dataset": "dataset", "model": "model"}


def parsed(reply: str, dimension: str, script: Script = "base") -> str:
    """``A``, ``B``, or an empty text where the script finds neither.

    Args:
        reply: What the model wrote.
        dimension: One of :data:`KEYWORDS`.
        script: Of the untuned models (``base``), or of the fine-tuned ones (``tuned``).
    """
    text = reply.lower()
    name = _NAMES.get(dimension, "paper")
    whole = _whole(text, name, KEYWORDS[dimension])
    of_names = _only(text, f"{name} a", f"{name} b")
    of_order = _only(text, "first", "second")
    if script == "tuned":
        return whole or of_order or of_names
    return whole or (_only(text, "a", "b") if dimension == "citation" else of_names) or of_order


def _whole(text: str, name: str, keyword: str) -> str:
    found = re.search(rf"{name} ([ab])\s+(?:\w+\s+)?{re.escape(keyword)}", text)
    return found[1].upper() if found else ""


def _only(text: str, one: str, other: str) -> str:
    """Which of two is there alone."""
    has = (one in text, other in text)
    return {(True, False): "A", (False, True): "B"}.get(has, "")
