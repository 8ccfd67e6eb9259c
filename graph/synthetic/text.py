"""Simulated abstracts and paragraphs: sentences on the subject, its topic and cited work.

The text is meaningless, but consistent with citations and mentions: a paper names its subject and
the subjects of the papers that it cites.
"""

import itertools
import re
from collections.abc import Callable, Sequence
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

from scinet.graph.synthetic import words
from scinet.graph.synthetic.names import SUBJECT_WORDS
from scinet.graph.synthetic.subjects import NUM_TOPICS, WORDS_PER_TOPIC

_SLOT: Final = re.compile(r"\{(\w+)\}")
_SLOTS: Final = ("subject", "other", "modifier", "noun", "method", "cited", "mark")

_Form = tuple[str, Callable[[Sequence[str]], Any]]


def _forms(*texts: str) -> tuple[_Form, ...]:
    """Precompile sentences to ``%s`` patterns and getters: five times as fast as format()."""
    return tuple(
        (_SLOT.sub("%s", text), itemgetter(*map(_SLOTS.index, _SLOT.findall(text))))
        for text in texts
    )


_OPENINGS: Final = _forms(
    "We study {subject} and its part in {other} {noun}.",
    "The role of {subject} in {other} is still open.",
    "{subject} asks for {modifier} {noun}, and {other} {method} give few.",
    "This paper is about {modifier} {method} for {subject}.",
)
_PLAIN: Final = _forms(
    "Our {method} learn {modifier} {noun} of {other}.",
    "We compare {modifier} {method} with {other} {method}.",
    "The {noun} are {modifier} and come from {other}.",
    "Results on {other} {noun} stay {modifier} when {subject} changes.",
    "{modifier} {noun} of {subject} turn out to matter most.",
    "Without {other} the {method} lose a third of the {noun}.",
    "We leave {modifier} {other} to later work.",
)
_BORROWING: Final = _forms(
    "We build on earlier work in {cited} and {other}.",
    "Ideas from {cited} carry over to {subject}.",
)
# A mark inside the sentence, or in brackets at its end.
_NAMING: Final = _forms(
    "{mark} show {modifier} {noun} for {cited}.",
    "{mark} use {modifier} {method} in {cited}.",
    "Following {mark}, we take {cited} {noun} as given.",
    "Unlike {mark}, we need no {modifier} {cited}.",
)
_BRACKETING: Final = _forms(
    "{modifier} {method} help with {cited} {noun} {mark}.",
    "{cited} has {modifier} {noun} {mark}.",
    "There are {method} for {cited} {mark}.",
)
_MENTIONED: Final = 0.65  # share of paragraphs that mention papers
_PARAGRAPHS: Final = (4, 9)
# Precomputed choices of shared words, and of another word of the same topic.
_SHARED: Final = tuple(itertools.product(words.MODIFIERS, words.METHODS, words.NOUNS))
_OTHERS: Final = tuple(
    tuple(
        SUBJECT_WORDS[topic * WORDS_PER_TOPIC + (own + step) % WORDS_PER_TOPIC]
        for step in range(1, WORDS_PER_TOPIC)
    )
    for topic, own in itertools.product(range(NUM_TOPICS), range(WORDS_PER_TOPIC))
)

Mention = dict[str, Any]
Paragraph = dict[str, Any]


class MentionedPaper(NamedTuple):
    """Paper that may be mentioned, with authors as in a citation mark: ``Tavero et al.``."""

    id: str
    subject: int
    authors: str
    year: str


class TextGenerator:
    """Generator of text on subjects, from random integers in ``[0, 2**32)``."""

    def __init__(self, draw: Callable[[], int]) -> None:
        self._draw = draw

    def abstract(self, subject: int, cited_subjects: Sequence[int]) -> str:
        """Return three to six sentences on a subject and up to two that it builds on."""
        sentences = [
            self._sentence(_OPENINGS, subject),
            *(
                self._sentence(_BORROWING, subject, cited=SUBJECT_WORDS[cited])
                for cited in cited_subjects[:2]
            ),
            *(self._sentence(_PLAIN, subject) for _ in range(2 + self._draw() % 2)),
        ]
        return " ".join(sentences)

    def paragraphs(self, subject: int, cited: Sequence[MentionedPaper]) -> list[Paragraph]:
        """Return four to eight paragraphs, most of which mention some related papers."""
        related = sorted(cited, key=attrgetter("subject"))
        low, high = _PARAGRAPHS
        count = low + self._draw() % (high - low)
        following = 0
        result = []
        for number in range(count):
            section = words.SECTIONS[number * len(words.SECTIONS) // count]
            selected: list[MentionedPaper] = []
            if related and self._draw() < _MENTIONED * 2**32:
                size = min(1 + self._draw() % 4, len(related))
                selected = [related[(following + step) % len(related)] for step in range(size)]
                following += size
            result.append(self._paragraph(section, subject, selected))
        return result

    def _paragraph(
        self, section: str, subject: int, selected: Sequence[MentionedPaper]
    ) -> Paragraph:
        text = self._sentence(_OPENINGS, subject)
        mentions: list[Mention] = []
        for paper in selected:
            is_bracketed = self._draw() % 5 > 1
            mark = f"({paper.authors}, {paper.year})"
            if not is_bracketed:
                mark = f"{paper.authors} ({paper.year})"
            forms = _BRACKETING if is_bracketed else _NAMING
            before, _, after = self._sentence(
                forms, subject, cited=SUBJECT_WORDS[paper.subject], mark="\0"
            ).partition("\0")
            start = len(text) + 1 + len(before)
            text = f"{text} {before}{mark}{after}"
            mentions.append({"start": start, "end": start + len(mark), "paper_id": paper.id})
        text = f"{text} {self._sentence(_PLAIN, subject)}"
        return {"section": section, "text": text, "mentions": mentions}

    def _sentence(
        self, forms: Sequence[_Form], subject: int, *, cited: str = "", mark: str = ""
    ) -> str:
        # One number encodes all choices: drawing five would double the time.
        quotient, shared = divmod(self._draw(), len(_SHARED))
        quotient, step = divmod(quotient, WORDS_PER_TOPIC - 1)
        modifier, method, noun = _SHARED[shared]
        pattern, select = forms[quotient % len(forms)]
        other_subject = _OTHERS[subject][step]
        sentence: str = pattern % select(
            (SUBJECT_WORDS[subject], other_subject, modifier, noun, method, cited, mark)
        )
        return sentence[0].upper() + sentence[1:]
