"""Labels of answers, and shares of knowledge preserved, acquired and foreseen by an update.

An answer is *correct* or *incorrect* when the model was confident, else *unknown*. Each share takes
the rows with a certain label before the update, and counts them by their label after it.

Source:
    ScienceMeter: Tracking Scientific Knowledge Updates in Language Models; the faults of its
    published scorer stand under ``official``.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from scinet.llm.reply_text import strip_marks, strip_thinking

Reading: TypeAlias = Literal["strict", "official", "corrected"]
"""``official`` is the published scorer, ``corrected`` the same without its misspelt value."""
Choice: TypeAlias = Literal["yes", "no", "invalid"]
Label: TypeAlias = Literal["correct", "incorrect", "unknown"]

LABELS: Final[tuple[Label, ...]] = ("correct", "incorrect", "unknown")
SETS: Final = ("prior", "new", "future")
SIGNALS: Final = ("consistency", "tone", "information")

_FIRST_WORD: Final = re.compile(
    r"\W*(yes|no)\b(?!-|\W*(?:or|and|/)\W*(?:yes|no)\b"
    r"|\s+(?:answer|context|data|details|doubt|idea|information|knowledge|question)\b)",
    re.IGNORECASE,
)
_ANSWER: Final = re.compile(
    r"(?<!not )(?<!n['\u2019]t )(?<!able to )\banswer(?:\s+is)?"
    r"(?:\s*[:\-]\W*|[^\w.!?;]*)"  # sentence ends only after a colon or a hyphen
    r"(yes|no)\b(?!\W*(?:or|/)\W*(?:yes|no)\b)",
    re.IGNORECASE,
)
_ECHO: Final = re.compile("answer yes or no only", re.IGNORECASE)
_BOXED: Final = re.compile(r"\$oxed\{(yes|no)\}\$")  # as published, where \b is not a letter
_DIGITS: Final[Mapping[str, Choice]] = {"0\n": "no", "1\n": "yes"}
_LEADING_MARKS: Final = re.compile(r"^\W*")
_WORD: Final = re.compile(r"\b(?:yes|no)\b")
GOALS: Final[Mapping[str, str]] = {
    "preservation": "prior",
    "acquisition": "new",
    "projection": "future",
}
"""Papers of each goal."""
_GOAL_ENDINGS: Final[Mapping[str, Label]] = {
    "": "correct",
    " distortion": "incorrect",
    " loss": "unknown",
}


@dataclass(frozen=True, slots=True)
class Signs:
    """Signs of an answer and of its confidence.

    Attributes:
        is_right: Whether the first reply is right; None when it is unreadable or unchecked.
        consistency: Whether all phrasings gave the same yes or no; None for a single one.
        tone: Whether the first reply sounds sure; None when not judged.
        information: Whether the model needs no more information; None when unreadable.
        stated: Label of the answer in a published file: ``accurate`` or ``inaccurate``.
    """

    is_right: bool | None
    consistency: bool | None
    tone: bool | None
    information: bool | None
    stated: str | None = None


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """Labels of one claim of one triplet, of all three papers, before and after."""

    before: Mapping[str, Label]
    after: Mapping[str, Label]


def read_choice(reply: str, scoring: Reading) -> Choice:
    """Parse yes or no from a reply.

    strict, of the text after any reasoning: the first word, unless it begins "no information" or
    the like or leaves the choice open, as "yes and no"; or the one after "answer" in the same
    sentence, unless that is "cannot answer" or leaves it open, as "answer yes or no". official: the
    beginning of the reply, so that "not", "none" and "novel" are read as no; else its end, where
    only one of the two words stands there.

    Source:
        ScienceMeter's released parser for ``official``.
    """
    if scoring != "strict":
        return _published_choice(reply.lower())
    text = strip_marks(strip_thinking(reply))
    match = _FIRST_WORD.match(text) or _ANSWER.search(text)
    if match is None:
        return "invalid"
    return "yes" if match[1].lower() == "yes" else "no"


def _published_choice(reply: str) -> Choice:
    text = _ECHO.sub("", reply).strip()
    if boxed := _BOXED.search(text):
        return "yes" if boxed[1] == "yes" else "no"
    if text[:2] in _DIGITS:
        return _DIGITS[text[:2]]
    text = _LEADING_MARKS.sub("", text)
    if text.startswith(("no", "yes")):
        return "no" if text.startswith("no") else "yes"
    for end in ("the final answer is", "\nresponse:"):
        if end in text:
            text = text.rpartition(end)[2].strip()
    choices = set(_WORD.findall(text))
    return "invalid" if len(choices) != 1 else "yes" if choices == {"yes"} else "no"


def is_confident(signs: Signs, signals: Collection[str], scoring: Reading) -> bool:
    """Whether more than half of a task's signals indicate confidence: two of three.

    An unreadable or missing signal does not; official: an unreadable answer about information does.
    """
    if scoring != "strict" and signs.information is None:
        signs = replace(signs, information=True)
    return 2 * sum(bool(getattr(signs, name)) for name in signals) > len(signals)


def label_answer(signs: Signs, signals: Collection[str], scoring: Reading) -> Label:
    """Label an answer.

    strict: an unreadable answer is unknown. official: it is inaccurate, and a right one is never
        correct, since the published functions test for a misspelt value; corrected: it is.
    """
    if not is_confident(signs, signals, scoring):
        return "unknown"
    if scoring == "strict":
        if signs.is_right is None:
            return "unknown"
        return "correct" if signs.is_right else "incorrect"
    stated = signs.stated or ("accurate" if signs.is_right else "inaccurate")
    if stated == ("accuract" if scoring == "official" else "accurate"):
        return "correct"
    return "incorrect" if stated == "inaccurate" else "unknown"


def is_counted(row: ClaimRow, goal: str, *, needs_new_unknown: bool) -> bool | None:
    """Whether a row is in the denominator of a goal; None when that is undetermined.

    Args:
        goal: ``preservation``: the prior paper was known; ``acquisition``: the new one was unknown;
            ``projection``: the future one was unknown.
        needs_new_unknown: Whether preservation and projection also require that the new paper was
            unknown, as in the published code.
    """
    wanted = {GOALS[goal]: "correct" if goal == "preservation" else "unknown"}
    if needs_new_unknown:
        wanted["new"] = "unknown"
    if not wanted.keys() <= row.before.keys():
        return None
    return all(row.before[name] == needed_label for name, needed_label in wanted.items())


def goal_labels(goal: str) -> dict[str, Label]:
    """Return the metrics of a goal with the label after the update that each counts.

    The published projection does not report false answers.
    """
    return {f"{goal}{suffix}": end_label for suffix, end_label in _GOAL_ENDINGS.items()}


def published_shares(rows: Sequence[ClaimRow]) -> dict[str, float]:
    """Compute all shares as the published scorer does: three digits, 0 without rows."""
    shares: dict[str, float] = {}
    for goal, name in GOALS.items():
        counted = [row for row in rows if is_counted(row, goal, needs_new_unknown=True)]
        for metric, wanted in goal_labels(goal).items():
            if metric == "projection distortion":
                continue
            hits = sum(row.after.get(name) == wanted for row in counted)
            shares[metric] = round(hits / len(counted), 3) if counted else 0.0
    return shares


def count_transitions(rows: Sequence[ClaimRow], name: str) -> dict[str, dict[str, int]]:
    """Count transitions from each label to each label, for one set; only rows with both."""
    table = {label_before: dict.fromkeys(LABELS, 0) for label_before in LABELS}
    for row in rows:
        if name in row.before and name in row.after:
            table[row.before[name]][row.after[name]] += 1
    return {
        str(label_before): {str(two): n for two, n in ends.items()}
        for label_before, ends in table.items()
    }
