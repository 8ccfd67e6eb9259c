"""BERTScore: how near the words of two texts are to one another as a language model reads them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError, NotFoundError, extra_needed
from scinet.eval.answer import content_of
from scinet.eval.run import Run
from scinet.eval.significance import interval
from scinet.eval.suites.prescience.contribution import Contribution, text_of
from scinet.eval.task import Row, Task

Floats: TypeAlias = NDArray[np.float64]
MODEL: Final = "microsoft/deberta-large-mnli"
LONGEST: Final = 2500
"""Characters of a text that are read; PreScience cuts the written text there, and not the true."""


@dataclass(frozen=True)
class BertScore:
    """BERTScore by one model, without weights by rarity.

    Attributes:
        model: A name on the hub of models, or a folder with a model and its tokenizer.
        layer: Layer whose vectors are compared; 0 means the one that the package has tuned, which
            it has for models by name.
        rescale: Whether 0 is what random sentences have; the package knows it for some models.

    Source:
        Zhang et al. (2020), arXiv:1904.09675; the package ``bert-score`` 0.3.13.
    """

    model: str = MODEL
    layer: int = 0
    rescale: bool = True

    def scores(self, pairs: Sequence[tuple[str, str]], *, is_strict: bool = True) -> Floats:
        """Precision, recall and F1 of pairs of a written and a true text.

        Args:
            pairs: The texts; a written one without a word scores 0.
            is_strict: Whether the true text is cut where the written one is.

        Returns:
            Shape ``(pairs, 3)``; at most 1, and below 0 for texts less similar than random ones.
        """
        found = np.zeros((len(pairs), 3))
        worded = [place for place, (written, _) in enumerate(pairs) if written.strip()]
        if not worded:
            return found
        written = [pairs[place][0][:LONGEST] for place in worded]
        true = [pairs[place][1][: LONGEST if is_strict else None] for place in worded]
        parts = self._scorer().score(written, true, batch_size=8)
        found[worded] = np.stack([part.numpy() for part in parts], axis=1)
        return found

    def _scorer(self) -> Any:
        with extra_needed("tuning"):
            from bert_score import BERTScorer
            from bert_score.utils import model2layers
            from huggingface_hub.utils import logging as of_hub
            from transformers.utils import logging
        # One would print a progress bar, the other each attempt to reach the hub.
        of_hub.set_verbosity_error()  # type: ignore[no-untyped-call]
        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        if not self.layer and self.model not in model2layers:
            raise DataError(
                f"which layer of {self.model} to compare is not known",
                hint="Give it with --layer; models by name have one.",
            )
        if self.rescale and not _baseline(self.model).is_file():
            raise DataError(
                f"what random sentences have by {self.model} is not known",
                hint="Give --no-rescale.",
            )
        given = {"model_type": self.model, "num_layers": self.layer or None}
        try:
            return BERTScorer(
                **given, rescale_with_baseline=self.rescale, lang="en", idf=False, device="cpu"
            )
        except (OSError, ValueError) as error:
            raise NotFoundError(
                f"no model {self.model} here, and it cannot be fetched",
                hint="Give a folder that holds the model and its tokenizer.",
            ) from error


def of_runs(
    runs: Sequence[Run], task: Task, measure: BertScore, *, split: str, seed: int
) -> list[Row]:
    """BERTScore of runs on a task of contributions: means over all queries, a missing answer at 0.

    Returns:
        A row for each system and part: its mean with a 95 % interval, and the mean over what was
        answered.
    """
    wanted = f"{Contribution.suite}/{Contribution.name}"
    if task.id != wanted:
        raise DataError(f"{task.id} asks for no titles", hint=f"Name a task of {wanted}.")
    truth = task.truth(split)
    rows: list[Row] = []
    for run in runs:
        records = [content_of(run.answers.get(query)) for query in truth]
        pairs = [
            ("" if record is None else text_of(record, task), text_of(row, task))
            for record, row in zip(records, truth.values(), strict=True)
        ]
        is_answered = np.array([record is not None for record in records])
        scores = measure.scores(pairs)
        for part, values in zip(("precision", "recall", "F1"), scores.T, strict=True):
            low, high = interval(values, seed)
            rows.append(
                {
                    "system": run.header.system,
                    "metric": f"BERTScore {part}",
                    "mean": float(values.mean()),
                    "low": low,
                    "high": high,
                    "n": len(values),
                    "answered": float(values[is_answered].mean()) if is_answered.any() else None,
                    "model": measure.model,
                    "rescaled": measure.rescale,
                }
            )
    return rows


def _baseline(model: str) -> Path:
    """The file of the package that holds a model's baseline."""
    import bert_score

    return Path(str(bert_score.__file__)).parent / "rescale_baseline" / "en" / f"{model}.tsv"
