"""What a question in plain words asks for, without a language model.

Only the form of the question is read here; whether the names in it exist is for the graph to
say. Where a question can be cut in several ways (from A to B, with a "to" inside A), all are
given, the likeliest first.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["disruptive", "citing", "beside", "path"]

_PAPERS = r"(?:papers?|works?|articles?|publications?|studies)"
_BESIDE = r"(?:besides?|with|alongside|together with|next to)"
_OFTEN = r"(?: most)?(?: often| frequently)?"
_SOURCES: Final[tuple[tuple[Kind, str], ...]] = (
    ("disruptive", rf"most disruptive {_PAPERS} (?:on|about|in|of|from|at|within) (?P<a>.+?)"),
    ("disruptive", rf"which {_PAPERS} (?:on|about|in|of) (?P<a>.+?) (?:are|were) most disruptive"),
    (
        "beside",
        rf"{_PAPERS} (?:are )?(?:named|mentioned|cited|discussed){_OFTEN} {_BESIDE} (?P<a>.+?)"
        r"(?: in (?:the same|one) paragraphs?)?",
    ),
    ("beside", r"(?:co-?mentioned|mentioned together) with (?P<a>.+?)"),
    ("citing", rf"{_PAPERS} (?:that|which) (?:cite|cited|reference) (?P<a>.+?)"),
    ("citing", rf"{_PAPERS} (?:citing|referencing) (?P<a>.+?)"),
    ("citing", r"(?:who|what|which papers?) (?:cites?|cited|references?) (?P<a>.+?)"),
    ("citing", r"citations (?:of|to) (?P<a>.+?)"),
)
_FORMS: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(rf"\b{form}\s*[?.!]*\s*$", re.IGNORECASE | re.DOTALL))
    for kind, form in _SOURCES
)
_PATHS: Final = (
    re.compile(r"\bfrom (?P<rest>.+)$", re.IGNORECASE | re.DOTALL),
    re.compile(r"\bbetween (?P<rest>.+)$", re.IGNORECASE | re.DOTALL),
    re.compile(r"\bhow did (?P<rest>.+)$", re.IGNORECASE | re.DOTALL),
)
_JOINTS: Final = (" lead to ", " become ", " to ", " and ")
_COUNT = re.compile(r"\b(\d{1,4}) most\b|\btop (\d{1,4})\b", re.IGNORECASE)
_PATH_WORDS = re.compile(
    r"\b(?:path|chain|line|lineage|route|development|how did)\b", re.IGNORECASE
)
_MARKS = frozenset("\"'“”„‘’«»")  # noqa: RUF001 - quotes as people type them
_QUOTES = "".join(sorted(_MARKS)) + " "


@dataclass(frozen=True, slots=True)
class Question:
    """One way to read a question.

    Attributes:
        kind: What is asked: the most disruptive papers of a subfield, papers citing a paper,
            papers named beside it, or a path between two.
        names: The subfield, the paper, or the two ends, as written.
        count: How many are asked for, when it says so.
    """

    kind: Kind
    names: tuple[str, ...]
    count: int | None = None


def read(text: str) -> list[Question]:
    """All readings of a question, likeliest first; none when its form is unknown."""
    text = " ".join(text.split())
    count = _count(text)
    readings: list[Question] = []
    if _PATH_WORDS.search(text):
        readings += _paths(text)
    for kind, form in _FORMS:
        if match := form.search(text):
            question = Question(kind, (match["a"].strip(_QUOTES),), count)
            if question not in readings:
                readings.append(question)
    return readings


def _paths(text: str) -> list[Question]:
    cuts: list[tuple[bool, Question]] = []
    for opening in _PATHS:
        match = opening.search(text)
        rest = match["rest"].rstrip("?.! ") if match else ""
        for joint in _JOINTS:
            for cut in re.finditer(re.escape(joint), rest, re.IGNORECASE):
                left, right = rest[: cut.start()], rest[cut.end() :]
                question = Question("path", (left.strip(_QUOTES), right.strip(_QUOTES)))
                # A name in quotes ends where they do.
                is_bare = not (left[-1:] in _MARKS and right[:1] in _MARKS)
                if all(question.names):
                    cuts.append((is_bare, question))
    ordered = [question for _, question in sorted(cuts, key=lambda cut: cut[0])]
    return list(dict.fromkeys(ordered))


def _count(text: str) -> int | None:
    match = _COUNT.search(text)
    return int(match[1] or match[2]) if match else None
