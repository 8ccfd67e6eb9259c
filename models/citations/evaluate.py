"""Evaluation of all citation classifiers: majority, TF-IDF, ours, and a language model.

All classify the same sentences: those of each fold of cited papers after training on the other
folds, or those of a test file after training on all. Training and selection never use the test
sentences.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np

from scinet.errors import DataError
from scinet.graph.analysis.citation_labels import Aspect
from scinet.llm import prompts
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Question, Reply
from scinet.models.citations import measure
from scinet.models.citations.features import no_common_word_error
from scinet.models.citations.sentences import LabelledSentences, Sentence, normalise_text
from scinet.models.citations.training import Settings, fit_classifier, fit_regressions

_INTENTS: Final = ("background", "method", "result")
Reader: TypeAlias = Callable[[Sequence[Sentence], Sequence[Sentence]], Sequence[str]]
"""Learns from labelled sentences and classifies others, without their labels."""


@dataclass(frozen=True)
class ReaderRow:
    """Result of one classifier; ``statuses`` count the requests to a language model."""

    system: str
    score: measure.Score
    statuses: dict[str, int]

    def as_dict(self) -> dict[str, Any]:
        """Return it as a row of results."""
        return {"system": self.system, **asdict(self.score), "statuses": self.statuses}


def evaluate(
    labelled: LabelledSentences,
    *,
    test: LabelledSentences | None = None,
    folds: int = 5,
    seed: int = 0,
    settings: Settings | None = None,
    asker: LLMSession | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[ReaderRow]:
    """Score every classifier on the same sentences.

    Those of ``test`` where it is given, which must not overlap with ``labelled``; else those of
    folds of cited papers. ``progress`` is given the name of each classifier before its turn.
    """
    classes = labelled.classes
    options = settings or Settings()
    parts = list(_split_folds(labelled, test, folds, seed))
    tested = labelled.sentences if test is None else test.sentences

    def classifier(training: Sequence[Sentence], others: Sequence[Sentence]) -> Sequence[str]:
        return [
            reply.value
            for reply in fit_classifier(training, labelled.aspect, classes, options).label(others)
        ]

    readers: dict[str, Reader]
    readers = {"majority": _predict_majority, "tf-idf": _predict_tfidf, "classifier": classifier}
    rows: list[ReaderRow] = []
    for name, reader in readers.items():
        if progress is not None:
            progress(name)
        predicted = [""] * len(tested)
        for training, held in parts:
            others = [replace(tested[row], label="") for row in held]
            for row, label in zip(held, reader(training, others), strict=True):
                predicted[row] = label
        rows.append(ReaderRow(name, measure.score(tested, predicted, classes), {}))
    if asker is not None:
        if progress is not None:
            progress(asker.endpoint.model)
        replies = _ask_model(asker, tested, labelled.aspect, classes)
        predicted = [reply.value[labelled.aspect] if reply.value else "" for reply in replies]
        statuses = dict(Counter[str](reply.status for reply in replies))
        rows.append(
            ReaderRow(asker.endpoint.model, measure.score(tested, predicted, classes), statuses)
        )
    return rows


def _split_folds(
    labelled: LabelledSentences, test: LabelledSentences | None, folds: int, seed: int
) -> Iterator[tuple[list[Sentence], Sequence[int]]]:
    if test is None:
        for train_rows, held in measure.split_folds(labelled.sentences, folds, seed):
            yield [labelled.sentences[row] for row in train_rows], [int(row) for row in held]
        return
    if test.aspect != labelled.aspect or set(test.classes) - set(labelled.classes):
        raise DataError("the test file has other labels", hint="Name files of one set of labels.")
    seen = {normalise_text(sentence.text) for sentence in labelled.sentences}
    if both := sum(normalise_text(sentence.text) in seen for sentence in test.sentences):
        raise DataError(
            f"{both} sentences of the test file are also in the training file",
            hint="Take them out of one of the files.",
        )
    yield list(labelled.sentences), range(len(test.sentences))


def _predict_majority(training: Sequence[Sentence], others: Sequence[Sentence]) -> Sequence[str]:
    counts = Counter(sentence.label for sentence in training)
    commonest = min(counts, key=lambda name: (-counts[name], name))
    return [commonest] * len(others)


def _predict_tfidf(training: Sequence[Sentence], others: Sequence[Sentence]) -> Sequence[str]:
    """Classify by TF-IDF of words and bigrams, and a logistic regression."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    space = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
    try:
        rows = space.fit_transform([sentence.text for sentence in training])
    except ValueError as error:  # no word is frequent enough
        raise no_common_word_error(space.min_df) from error
    names, truth = np.unique([sentence.label for sentence in training], return_inverse=True)
    weights, intercepts = fit_regressions(rows, truth, len(names))
    scores = space.transform([sentence.text for sentence in others]) @ weights.T + intercepts
    return [str(names[place]) for place in scores.argmax(axis=1)]


def _ask_model(
    asker: LLMSession, sentences: Sequence[Sentence], aspect: Aspect, classes: Sequence[str]
) -> list[Reply]:
    """Request a label of each citation, marked in its sentence; intents only as in SciCite."""
    if aspect == "intent" and set(classes) - set(_INTENTS):
        raise DataError(
            f"no prompt distinguishes {', '.join(classes)}",
            hint=f"A language model is asked for {', '.join(_INTENTS)}.",
        )
    prompt, questions = prompts.load_prompt(f"citations/{aspect}"), []
    for row, sentence in enumerate(sentences, start=1):
        text, start, end = sentence.text, sentence.start, sentence.end
        shown = f"{text[:start]}[[{text[start:end]}]]{text[end:]}" if end > start else text
        questions.append(Question(f"sentence {row}", prompt, {"title": "", "passage": shown}))
    return asker.ask(questions)
