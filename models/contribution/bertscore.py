"""BERTScore: similarity of the words of two texts by the vectors of a language model."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError, NotFoundError, extra_needed

Floats: TypeAlias = NDArray[np.float64]
MODEL: Final = "microsoft/deberta-large-mnli"
MAX_CHARACTERS: Final = 2500
"""Length of a text that is read; PreScience cuts the written text there, not the true one."""


@dataclass(frozen=True)
class BertScore:
    """BERTScore by one model, without weights by inverse frequency.

    Attributes:
        model: A name on the model hub, or a folder with a model and its tokenizer.
        layer: Layer of the compared vectors; 0 means the package's tuned layer, which it has for
            models by name.
        rescale: Whether 0 is the score of random sentences; the package has this for some models.

    Source:
        Zhang et al. (2020), arXiv:1904.09675; the package ``bert-score`` 0.3.13.
    """

    model: str = MODEL
    layer: int = 0
    rescale: bool = True

    def scores(self, pairs: Sequence[tuple[str, str]], *, is_strict: bool = True) -> Floats:
        """Compute precision, recall and F1 of pairs of a written and a true text.

        With ``is_strict`` the true text is cut like the written one. Shape ``(pairs, 3)``; at most
        1, below 0 for texts less similar than random ones, 0 for an empty written one.
        """
        scores = np.zeros((len(pairs), 3))
        worded = [place for place, (written, _) in enumerate(pairs) if written.strip()]
        if not worded:
            return scores
        written = [pairs[place][0][:MAX_CHARACTERS] for place in worded]
        true = [pairs[place][1][: MAX_CHARACTERS if is_strict else None] for place in worded]
        parts = self._scorer().score(written, true, batch_size=8)
        scores[worded] = np.stack([part.numpy() for part in parts], axis=1)
        return scores

    def _scorer(self) -> Any:
        with extra_needed("tuning"):
            import bert_score
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
        baselines = Path(str(bert_score.__file__)).parent / "rescale_baseline" / "en"
        if self.rescale and not (baselines / f"{self.model}.tsv").is_file():
            raise DataError(
                f"what random sentences have by {self.model} is not known",
                hint="Give --no-rescale.",
            )
        options = {"model_type": self.model, "num_layers": self.layer or None}
        try:
            return bert_score.BERTScorer(
                **options, rescale_with_baseline=self.rescale, lang="en", idf=False, device="cpu"
            )
        except (OSError, ValueError) as error:
            raise NotFoundError(
                f"model {self.model} not found, and it cannot be fetched",
                hint="Give a folder that holds the model and its tokenizer.",
            ) from error
