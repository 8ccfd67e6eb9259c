"""Readers of citations: trained on labelled sentences, and measured on them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scinet import saving
from scinet.eval.task import Row as Figures
from scinet.graph.labels import ASPECTS
from scinet.llm.asker import Asker
from scinet.models.citations import evaluate, sentences, training
from scinet.models.citations.evaluate import Row
from scinet.models.citations.sentences import Labelled


@dataclass(frozen=True)
class ReaderScores:
    """Readers measured on the same sentences.

    Attributes:
        learned_from: The sentences that they learned from.
        asked_about: Those that they were asked about.
        settings: ``folds`` (None with a test file) and ``seed``.
        rows: One per reader, with its scores and confusions; ``as_dict()`` gives it as the command
            prints it.
    """

    learned_from: Labelled
    asked_about: Labelled
    settings: Figures
    rows: Sequence[Row]

    def is_at(self, out: Path) -> bool:
        """Whether :meth:`write` would replace a file."""
        return self._file(out).exists()

    def write(self, out: Path) -> Path:
        """Write ``OUT/citation-readers.<aspect>.json``; return the file."""
        file = self._file(out)
        found = {
            "aspect": self.asked_about.aspect,
            "settings": self.settings,
            "learned_from": self.learned_from.counts,
            "asked_about": self.asked_about.counts,
            "rows": [row.as_dict() for row in self.rows],
        }
        saving.write(json.dumps(found, indent=1, ensure_ascii=False) + "\n", file)
        return file

    def _file(self, out: Path) -> Path:
        return out / f"citation-readers.{self.asked_about.aspect}.json"


def train_reader(labels: Path, *, out: Path, seed: int = 0) -> Figures:
    """Train a reader of citations; one of sentiment and one of intent fit into one folder."""
    saving.into(out, dict.fromkeys((f"{name}.json" for name in ASPECTS), "classes"))
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

    They are asked about the sentences of ``test``, else about folds of cited papers.
    """
    known = sentences.read(labels)
    asked = None if test is None else sentences.read(test)
    rows = evaluate.evaluate(
        known, test=asked, folds=folds, seed=seed, asker=asker, progress=progress
    )
    settings = {"folds": folds if test is None else None, "seed": seed}
    return ReaderScores(known, known if asked is None else asked, settings, rows)
