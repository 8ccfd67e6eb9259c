"""Abstracts and paragraphs: sentences that name the subject, its topic and what is cited.

The text means nothing; it is there so that words, citations and in-text mentions tell the same
story: a paper names its subject and the subjects of the papers that it cites.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from scinet.graph.simulation import words
from scinet.graph.simulation.names import SUBJECT_WORDS
from scinet.graph.simulation.subjects import WORDS_PER_TOPIC

_OPENINGS: Final = (
    "We study {subject} and its part in {other} {noun}.",
    "The role of {subject} in {other} is still open.",
    "{subject} asks for {modifier} {noun}, and {other} {method} give few.",
    "This paper is about {modifier} {method} for {subject}.",
)
_PLAIN: Final = (
    "Our {method} learn {modifier} {noun} of {other}.",
    "We compare {modifier} {method} with {other} {method}.",
    "The {noun} are {modifier} and come from {other}.",
    "Results on {other} {noun} stay {modifier} when {subject} changes.",
    "{modifier} {noun} of {subject} turn out to matter most.",
    "Without {other} the {method} lose a third of the {noun}.",
    "We leave {modifier} {other} to later work.",
)
_BORROWING: Final = (
    "We build on earlier work in {cited} and {other}.",
    "Ideas from {cited} carry over to {subject}.",
)
# A mark inside the sentence, or in brackets at its end.
_NAMING: Final = (
    "{mark} show {modifier} {noun} for {cited}.",
    "{mark} use {modifier} {method} in {cited}.",
    "Following {mark}, we take {cited} {noun} as given.",
    "Unlike {mark}, we need no {modifier} {cited}.",
)
_BRACKETING: Final = (
    "{modifier} {method} help with {cited} {noun} {mark}.",
    "{cited} has {modifier} {noun} {mark}.",
    "There are {method} for {cited} {mark}.",
)
_MENTIONED: Final = 0.65  # share of paragraphs that mention papers
_PARAGRAPHS: Final = (4, 9)

Mention = dict[str, Any]
Paragraph = dict[str, Any]
Mark = Callable[[int, bool], str]


class Writer:
    """Writes about subjects with the random numbers that it is given.

    Args:
        draw: Gives the next integer in ``[0, 2**32)``.
    """

    def __init__(self, draw: Callable[[], int]) -> None:
        self._draw = draw

    def abstract(self, subject: int, cited_subjects: Sequence[int]) -> str:
        """Three to six sentences on a subject and up to two that it builds on."""
        sentences = [
            self._sentence(_OPENINGS, subject),
            *(
                self._sentence(_BORROWING, subject, cited=SUBJECT_WORDS[cited])
                for cited in cited_subjects[:2]
            ),
            *(self._sentence(_PLAIN, subject) for _ in range(2 + self._draw() % 2)),
        ]
        return " ".join(sentences)

    def paragraphs(
        self, subject: int, cited: Sequence[tuple[str, int]], mark: Mark
    ) -> list[Paragraph]:
        """Paragraphs of one paper, in the interchange form.

        Args:
            subject: What the paper is about.
            cited: Id and subject of each paper that may be mentioned.
            mark: Spells the citation mark of one of them, by its place in ``cited``; True asks
                for the form in brackets.

        Returns:
            Four to eight paragraphs; related papers are mentioned together, some paragraphs
            mention none.
        """
        related = sorted(range(len(cited)), key=lambda place: cited[place][1])
        low, high = _PARAGRAPHS
        count = low + self._draw() % (high - low)
        following = 0
        result = []
        for number in range(count):
            section = words.SECTIONS[number * len(words.SECTIONS) // count]
            chosen: list[int] = []
            if related and self._draw() < _MENTIONED * 2**32:
                size = min(1 + self._draw() % 4, len(related))
                chosen = [related[(following + step) % len(related)] for step in range(size)]
                following += size
            result.append(self._paragraph(section, subject, chosen, cited, mark))
        return result

    def _paragraph(
        self,
        section: str,
        subject: int,
        chosen: Sequence[int],
        cited: Sequence[tuple[str, int]],
        mark: Mark,
    ) -> Paragraph:
        text = self._sentence(_OPENINGS, subject)
        mentions: list[Mention] = []
        for place in chosen:
            paper, cited_subject = cited[place]
            is_bracketed = self._draw() % 5 > 1
            spelled = mark(place, is_bracketed)
            forms = _BRACKETING if is_bracketed else _NAMING
            before, _, after = self._sentence(
                forms, subject, cited=SUBJECT_WORDS[cited_subject], mark="\0"
            ).partition("\0")
            start = len(text) + 1 + len(before)
            text = f"{text} {before}{spelled}{after}"
            mentions.append({"start": start, "end": start + len(spelled), "paper_id": paper})
        text = f"{text} {self._sentence(_PLAIN, subject)}"
        return {"section": section, "text": text, "mentions": mentions}

    def _sentence(self, forms: Sequence[str], subject: int, **given: str) -> str:
        # One number holds every choice: drawing five would take as long as the spelling.
        left, noun = divmod(self._draw(), len(words.NOUNS))
        left, method = divmod(left, len(words.METHODS))
        left, modifier = divmod(left, len(words.MODIFIERS))
        left, step = divmod(left, WORDS_PER_TOPIC - 1)
        topic, own = divmod(subject, WORDS_PER_TOPIC)
        other = (own + 1 + step) % WORDS_PER_TOPIC
        sentence = forms[left % len(forms)].format(
            subject=SUBJECT_WORDS[subject],
            other=SUBJECT_WORDS[topic * WORDS_PER_TOPIC + other],
            modifier=words.MODIFIERS[modifier],
            noun=words.NOUNS[noun],
            method=words.METHODS[method],
            **given,
        )
        return sentence[0].upper() + sentence[1:]
