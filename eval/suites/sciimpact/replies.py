"""Parsing of replies about a pair as people read them, for strict scoring.

Reasoning and bold marks are ignored. A sentence about one of the two counts wherever it stands:
denying it of one asserts the other, doubt asserts neither. A reply without such a sentence is
parsed by the name in it, if there is only one.
"""

import re
from collections.abc import Mapping
from typing import Final

from scinet.eval.answer import SIDES, Choice, Side
from scinet.llm.reply_text import strip_marks, strip_thinking

_AWARD: Final = ("Paper", "won the award", r"(?:won|wins?|winner)\b(?:[\w ]{0,40}\baward)?")
_COMPARED: Final = r"(?:more|most|fewer|fewest|less|least)"
# By dimension: what is compared, what is said of the one with more, and how that may be worded.
# SciImpact's scripts read these sentences as well.
_CLAIMS: Final[Mapping[str, tuple[str, str, str]]] = {
    "citation": ("Paper", "has more citations", rf"{_COMPARED} citations"),
    "award-cs": _AWARD,
    "award-mdpi": _AWARD,
    "award-nobel": (
        "Paper", "is the Nobel Prize-winning paper", "nobel prize[- ]winning(?: paper)?"
    ),
    "patent": ("Paper", "has more patents that cite it", rf"{_COMPARED} patents(?: that cite it)?"),
    "media": ("Paper", "has more media coverage", rf"{_COMPARED} media(?: mentions| coverage)?"),
    "code": ("Repo", "has more stars", rf"{_COMPARED} stars"),
    "dataset": ("Dataset", "has more downloads", rf"{_COMPARED} downloads"),
    "model": ("Model", "has more downloads", rf"{_COMPARED} downloads"),
}  # fmt: skip
_DEFAULT_CLAIM: Final = ("Paper", "had more impact", rf"{_COMPARED} impact")
_CHOICES: Final[Mapping[str, Choice]] = {"a": "A", "b": "B"}
# Lead-in of a sentence that is denied, or uncertain.
_LED_IN: Final = 100  # characters before a sentence that may say so
_LEAD_IN: Final = r"(?: that)?[\s:,\"'“‘(]*$"  # noqa: RUF001
_DENIAL: Final = re.compile(
    r"(?:\b(?:not|never|hardly|nor)(?: \w+){0,2} (?:true|the case|correct|right|accurate|so)"
    r"|n['’]t (?:\w+ )?(?:true|the case|correct|right|accurate|so)"  # noqa: RUF001
    r"|\b(?:untrue|incorrect|false|wrong|deny|denied|disagree|dispute|reject)"
    r"|(?:\bnot|n['’]t) (?:\w+ )?(?:think|believe|agree|hold|claim|mean|expect)"  # noqa: RUF001
    rf"|\b(?:not|rather than|instead of)){_LEAD_IN}"
)
_UNCERTAINTY: Final = re.compile(
    r"(?:\b(?:whether|if|unless|unclear|(?<!no )(?<!without )doubt|no evidence"
    r"|cannot (?:say|tell|confirm|know)"
    r"|not (?:say|tell|confirm|know|sure|certain|clear))"
    r"|n['’]t (?:say|tell|confirm|know|sure|certain|clear))"  # noqa: RUF001
    rf"{_LEAD_IN}"
)
_FALSE_STATEMENT: Final = re.compile(
    r"[\s.\"'”’)]*(?:is|would be|seems) (?:not (?:true|correct|right|the case)"  # noqa: RUF001
    r"|untrue|false|wrong|incorrect)\b"
)
_NEGATION: Final = re.compile(
    r"\b(?:not|cannot|never|hardly|no(?! doubt)|fewer|fewest|less|least)\b|n['’]t\b"  # noqa: RUF001
)
# What a sentence says besides: between two commas, and before "but".
_ASIDE: Final = re.compile(r",[^,]*,|^.*\bbut\b")
_RESERVATION: Final = re.compile(
    _NEGATION.pattern
    + r"|\b(?:neither|nor|whether|if|either|both|unclear|doubt|unlikely|worse|weaker)\b"
)
_LETTER: Final = re.compile(r"\W*(?:(?:the |my )?(?:answer|choice)(?: is)?\W+)?([ab])\W*")


def choice_sentences(dimension: str | None) -> dict[Side, str]:
    """Return the two possible answer sentences of our prompts, by choice."""
    name, predicate, _ = _CLAIMS.get(str(dimension), _DEFAULT_CLAIM)
    return {side: f"{name} {side} {predicate}" for side in SIDES}


def read_choice(reply: str, dimension: str | None) -> Choice:
    """Parse ``A`` or ``B`` where a reply asserts one of the two, else empty."""
    name, _, wording = _CLAIMS.get(str(dimension), _DEFAULT_CLAIM)
    noun = "(?:github )?repo(?:sitory)?" if name == "Repo" else name.lower()
    text = strip_marks(strip_thinking(reply)).casefold()
    for side, ordinal in (("a", "first"), ("b", "second")):
        text = re.sub(rf"\b{ordinal} (?:one|{noun})\b", f"{name.lower()} {side}", text)
    # Within one sentence, up to the name of the other.
    claims = [
        *re.finditer(rf"\b{noun} ([ab])\b((?:(?!\b{noun} [ab]\b)[^.!?;])*?{wording}\b)", text)
    ]
    if not claims:
        return _CHOICES.get(_find_only_name(text, noun), "")
    stated: set[str] = set()
    denied: set[str] = set()
    for match in claims:
        before = text[max(0, match.start() - _LED_IN) : match.start()]
        negations = len(_NEGATION.findall(_ASIDE.sub(" ", match[2])))
        negations += bool(_DENIAL.search(before)) + bool(_FALSE_STATEMENT.match(text, match.end()))
        if negations % 2:
            denied.add(match[1])
        elif not _UNCERTAINTY.search(before):
            stated.add(match[1])
    if not stated and len(denied) == 1:
        stated = {*_CHOICES} - denied
    return _CHOICES["".join(stated)] if len(stated) == 1 and not stated & denied else ""


def _find_only_name(text: str, noun: str) -> str:
    """Return the letter of the only one that a text names without reservations; else empty."""
    if match := _LETTER.fullmatch(text):
        return match[1]
    text = re.sub(rf"\b(?:not|than|over|instead of) (?:the )?{noun} [ab]\b", "", text)
    if _RESERVATION.search(text):
        return ""
    names = set(re.findall(rf"\b{noun} ([ab])\b", text))
    return names.pop() if len(names) == 1 else ""
