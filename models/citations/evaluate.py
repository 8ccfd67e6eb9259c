"""One evaluation for every reader of citations: majority, TF-IDF, ours, and a language model.

All are asked about the same sentences: those of each fold of cited papers after learning from the
other folds, or those of a test file after learning from all. Nothing that they learn or choose
comes from what they are asked about.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np

from scinet.errors import DataError
from scinet.graph.labels import Aspect
from scinet.llm import prompts
from scinet.llm.asker import Asker
from scinet.llm.question import Question, Reply
from scinet.models.citations import measure
from scinet.models.citations.features import nothing_common
from scinet.models.citations.sentences import Labelled, Sentence, normalised
from scinet.models.citations.training import Settings, fit, regressions

_INTENTS: Final = ("background", "method", "result")
Reader: TypeAlias = Callable[[Sequence[Sentence], Sequence[Sentence]], Sequence[str]]
"""Learns from labelled sentences and says the class of others, without their labels."""


@dataclass(frozen=True)
class Row:
    """What one reader reached; ``statuses`` count how questions to a language model ended."""

    system: str
    score: measure.Score
    statuses: dict[str, int]

    def as_dict(self) -> dict[str, Any]:
        """For results."""
        return {"system": self.system, **asdict(self.score), "statuses": self.statuses}


def evaluate(
    labelled: Labelled,
    *,
    test: Labelled | None = None,
    folds: int = 5,
    seed: int = 0,
    settings: Settings | None = None,
    asker: Asker | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[Row]:
    """Score every reader on the same sentences.

    Those of ``test`` where it is given, which must not stand in ``labelled`` too; else those of
    folds of cited papers. ``progress`` is given the name of each reader before its turn.
    """
    classes = labelled.classes
    chosen = settings or Settings()
    parts = list(_parts(labelled, test, folds, seed))
    asked = labelled.sentences if test is None else test.sentences

    def classifier(known: Sequence[Sentence], others: Sequence[Sentence]) -> Sequence[str]:
        return [one.value for one in fit(known, labelled.aspect, classes, chosen).label(others)]

    readers: dict[str, Reader]
    readers = {"majority": _majority, "tf-idf": _tfidf, "classifier": classifier}
    rows: list[Row] = []
    for name, reader in readers.items():
        if progress is not None:
            progress(name)
        said = [""] * len(asked)
        for known, held in parts:
            others = [replace(asked[row], label="") for row in held]
            for row, label in zip(held, reader(known, others), strict=True):
                said[row] = label
        rows.append(Row(name, measure.score(asked, said, classes), {}))
    if asker is not None:
        if progress is not None:
            progress(asker.endpoint.model)
        replies = _ask(asker, asked, labelled.aspect, classes)
        said = [one.value[labelled.aspect] if one.value else "" for one in replies]
        statuses = dict(Counter[str](one.status for one in replies))
        rows.append(Row(asker.endpoint.model, measure.score(asked, said, classes), statuses))
    return rows


def _parts(
    labelled: Labelled, test: Labelled | None, folds: int, seed: int
) -> Iterator[tuple[list[Sentence], Sequence[int]]]:
    if test is None:
        for known, held in measure.folds(labelled.sentences, folds, seed):
            yield [labelled.sentences[row] for row in known], [int(row) for row in held]
        return
    if test.aspect != labelled.aspect or set(test.classes) - set(labelled.classes):
        raise DataError("the test file has other labels", hint="Name files of one set of labels.")
    seen = {normalised(one.text) for one in labelled.sentences}
    if both := sum(normalised(one.text) in seen for one in test.sentences):
        raise DataError(
            f"{both} sentences of the test file are there to learn from too",
            hint="Take them out of one of the files.",
        )
    yield list(labelled.sentences), range(len(test.sentences))


def _majority(known: Sequence[Sentence], others: Sequence[Sentence]) -> Sequence[str]:
    counts = Counter(one.label for one in known)
    commonest = min(counts, key=lambda name: (-counts[name], name))
    return [commonest] * len(others)


def _tfidf(known: Sequence[Sentence], others: Sequence[Sentence]) -> Sequence[str]:
    """Words and pairs of words as printed, weighed by TF-IDF, and a logistic regression."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    space = TfidfVectorizer(ngram_range=(1, 2), min_df=2, sublinear_tf=True)
    try:
        rows = space.fit_transform([one.text for one in known])
    except ValueError as error:  # so few words that none is left
        raise nothing_common(space.min_df) from error
    names, truth = np.unique([one.label for one in known], return_inverse=True)
    weights, intercepts = regressions(rows, truth, len(names))
    scores = space.transform([one.text for one in others]) @ weights.T + intercepts
    return [str(names[place]) for place in scores.argmax(axis=1)]


def _ask(
    asker: Asker, sentences: Sequence[Sentence], aspect: Aspect, classes: Sequence[str]
) -> list[Reply]:
    """Ask about each citation, marked in its sentence; intents are those of SciCite alone."""
    if aspect == "intent" and set(classes) - set(_INTENTS):
        raise DataError(
            f"no prompt tells {', '.join(classes)} apart",
            hint=f"A language model is asked for {', '.join(_INTENTS)}.",
        )
    prompt, questions = prompts.load(f"citations/{aspect}"), []
    for row, one in enumerate(sentences, start=1):
        text, start, end = one.text, one.start, one.end
        shown = f"{text[:start]}[[{text[start:end]}]]{text[end:]}" if end > start else text
        questions.append(Question(f"sentence {row}", prompt, {"title": "", "passage": shown}))
    return asker.ask(questions)
