"""A language model reads citations: the same sentences, one question each."""

from collections.abc import Sequence
from typing import Final

from scinet.errors import DataError
from scinet.graph.labels import Aspect
from scinet.llm import prompts
from scinet.llm.asker import Asker
from scinet.llm.question import Question, Reply
from scinet.models.citations.sentences import Sentence

INTENTS: Final = ("background", "method", "result")


def ask(
    asker: Asker, sentences: Sequence[Sentence], aspect: Aspect, classes: Sequence[str]
) -> list[Reply]:
    """A question about each sentence, without its label; intents are those of SciCite alone."""
    if aspect == "intent" and set(classes) - set(INTENTS):
        raise DataError(
            f"no prompt tells {', '.join(classes)} apart",
            hint=f"A language model is asked for {', '.join(INTENTS)}.",
        )
    return asker.ask(
        [_question(f"sentence {row}", one, aspect) for row, one in enumerate(sentences, start=1)]
    )


def _question(item: str, sentence: Sentence, aspect: Aspect) -> Question:
    """The question about one citation, which is put between marks in its sentence."""
    text, (start, end) = sentence.text, (sentence.start, sentence.end)
    shown = f"{text[:start]}[[{text[start:end]}]]{text[end:]}" if end > start else text
    return Question(item, prompts.load(f"citations/{aspect}"), {"title": "", "passage": shown})
