"""A language model reads citations: the same sentences, one question each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scinet.errors import DataError
from scinet.graph.labels import Aspect
from scinet.llm import prompts
from scinet.llm.asker import Asker
from scinet.llm.question import Question, Status
from scinet.models.citations.sentences import Sentence

INTENTS: Final = ("background", "method", "result")


@dataclass(frozen=True, slots=True)
class Judged:
    """What the model said of one sentence.

    Attributes:
        label: The class; empty when there is none.
        status: How the question ended.
    """

    label: str
    status: Status


def ask(
    asker: Asker, sentences: Sequence[Sentence], aspect: Aspect, classes: Sequence[str]
) -> list[Judged]:
    """The class of each sentence; labels are not shown.

    Args:
        asker: The model.
        sentences: The sentences, without or with labels.
        aspect: What is asked of them.
        classes: All classes; for intent the three of SciCite.

    Raises:
        DataError: If the prompt does not know the classes.
    """
    if aspect == "intent" and set(classes) - set(INTENTS):
        raise DataError(
            f"no prompt tells {', '.join(classes)} apart",
            hint=f"A language model is asked for {', '.join(INTENTS)}.",
        )
    replies = asker.ask(
        [question(f"sentence {row}", one, aspect) for row, one in enumerate(sentences, start=1)]
    )
    return [
        Judged("" if reply.value is None else reply.value[aspect], reply.status)
        for reply in replies
    ]


def question(item: str, sentence: Sentence, aspect: Aspect) -> Question:
    """The question about one citation, which is put between marks in its sentence."""
    text, (start, end) = sentence.text, (sentence.start, sentence.end)
    shown = f"{text[:start]}[[{text[start:end]}]]{text[end:]}" if end > start else text
    return Question(item, prompts.load(f"citations/{aspect}"), {"title": "", "passage": shown})
