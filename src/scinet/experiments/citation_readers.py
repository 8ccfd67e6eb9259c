"""Training and evaluation of citation classifiers on labelled sentences."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scinet import atomic_files
from scinet.eval.task import Row as Figures
from scinet.graph.analysis.citation_labels import ASPECTS
from scinet.llm.batch_client import LLMSession
from scinet.models.citations import evaluate, sentences, training
from scinet.models.citations.evaluate import ReaderRow
from scinet.models.citations.sentences import LabelledSentences


@dataclass(frozen=True)
class ReaderScores:
    """Classifiers evaluated on the same sentences.

    Attributes:
        learned_from: Training sentences.
        asked_about: Test sentences.
        settings: ``folds`` (None with a test file) and ``seed``.
        rows: One per classifier, with its scores and confusions; ``as_dict()`` gives the row
            printed by the command.
    """

    learned_from: LabelledSentences
    asked_about: LabelledSentences
    settings: Figures
    rows: Sequence[ReaderRow]

    def exists_in(self, out: Path) -> bool:
        """Whether :meth:`write` would replace a file."""
        return self._file(out).exists()

    def write(self, out: Path) -> Path:
        """Write ``OUT/citation-readers.<aspect>.json``; return the file."""
        file = self._file(out)
        document = {
            "aspect": self.asked_about.aspect,
            "settings": self.settings,
            "learned_from": self.learned_from.counts,
            "asked_about": self.asked_about.counts,
            "rows": [row.as_dict() for row in self.rows],
        }
        atomic_files.write_file(json.dumps(document, indent=1, ensure_ascii=False) + "\n", file)
        return file

    def _file(self, out: Path) -> Path:
        return out / f"citation-readers.{self.asked_about.aspect}.json"


def train_reader(labels: Path, *, out: Path, seed: int = 0) -> Figures:
    """Train a citation classifier; one of sentiment and one of intent fit into one folder."""
    atomic_files.refuse_foreign_folder(
        out, dict.fromkeys((f"{name}.json" for name in ASPECTS), "classes")
    )
    labelled = sentences.read_labelled(labels)
    learned = training.train(labelled, training.Settings(seed=seed))
    learned.save(out)
    shown_keys = ("view", "strength", "favours", "inner_macro_f1")
    return {
        "aspect": learned.aspect,
        "classes": list(learned.classes),
        "source": learned.source,
        **{key: learned.about[key] for key in shown_keys},
        **labelled.counts,
        "folder": str(out),
    }


def evaluate_readers(
    labels: Path,
    *,
    test: Path | None = None,
    folds: int = 5,
    seed: int = 0,
    asker: LLMSession | None = None,
    progress: Callable[[str], None] | None = None,
) -> ReaderScores:
    """Evaluate citation classifiers: majority, TF-IDF, our classifier and a language model.

    The test sentences are those of ``test``, else of folds of cited papers.
    """
    labelled = sentences.read_labelled(labels)
    test_set = None if test is None else sentences.read_labelled(test)
    rows = evaluate.evaluate(
        labelled, test=test_set, folds=folds, seed=seed, asker=asker, progress=progress
    )
    settings = {"folds": folds if test is None else None, "seed": seed}
    return ReaderScores(labelled, labelled if test_set is None else test_set, settings, rows)
