"""Readers of citations: trained on labelled sentences, and measured on them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scinet import saving
from scinet.eval.task import Row as Figures
from scinet.llm.asker import Asker
from scinet.models.citations import evaluate, sentences, training
from scinet.models.citations.evaluate import Row
from scinet.models.citations.sentences import Labelled


@dataclass(frozen=True)
class ReaderScores:
    """Readers measured on the same sentences.

    Attributes:
        learned_from: What there was to learn from.
        asked_about: The sentences that they were asked about.
        settings: ``folds`` (None with a test file) and ``seed``.
        rows: One for each reader.
    """

    learned_from: Labelled
    asked_about: Labelled
    settings: Figures
    rows: Sequence[Row]

    def write(self, out: Path) -> Path:
        """Write ``OUT/citation-readers.<aspect>.json``; return the file.

        Raises:
            StorageError: If the file cannot be written.
        """
        file = out / f"citation-readers.{self.asked_about.aspect}.json"
        found = {
            "aspect": self.asked_about.aspect,
            "settings": self.settings,
            "learned_from": self.learned_from.counts,
            "asked_about": self.asked_about.counts,
            "rows": [row.as_dict() for row in self.rows],
        }
        saving.write(json.dumps(found, indent=1, ensure_ascii=False) + "\n", file)
        return file


def train_reader(labels: Path, *, out: Path, seed: int = 0) -> Figures:
    """Train a reader of the sentiment or the intent of citations.

    Args:
        labels: Labelled sentences, JSON lines, plain or gzip.
        out: Folder for the reader; one of sentiment and one of intent fit into one folder.
        seed: Seed of the folds on which it chooses.

    Returns:
        What it reads, how it was chosen, and counts of the sentences.

    Raises:
        DataError: If the file is broken, or a class has too few sentences.
        StorageError: If the folder cannot be written.
    """
    known = sentences.read(labels)
    learned = training.train(known, training.Settings(seed=seed))
    learned.save(out)
    chosen = ("view", "strength", "favours", "inner_macro_f1")
    return {
        "aspect": learned.aspect,
        "classes": list(learned.classes),
        "source": learned.source,
        **{key: learned.about[key] for key in chosen},
        **known.counts,
        "folder": str(out),
    }


def evaluate_readers(
    labels: Path,
    *,
    test: Path | None = None,
    folds: int = 5,
    seed: int = 0,
    asker: Asker | None = None,
    progress: Callable[[str], None] | None = None,
) -> ReaderScores:
    """Measure readers of citations: majority, TF-IDF, the classifier and a language model.

    Args:
        labels: Labelled sentences to learn from.
        test: Labelled sentences to ask about; folds of cited papers when None.
        folds: Number of these folds.
        seed: Seed of the folds.
        asker: A language model that is asked about the same sentences.
        progress: Called with the name of each reader.

    Raises:
        DataError: If the files do not fit together, or there are too few papers for the folds.
    """
    known = sentences.read(labels)
    asked = None if test is None else sentences.read(test)
    rows = evaluate.evaluate(
        known, test=asked, folds=folds, seed=seed, asker=asker, progress=progress
    )
    settings = {"folds": folds if test is None else None, "seed": seed}
    return ReaderScores(known, known if asked is None else asked, settings, rows)
