"""Topic classification of papers by the words of title and abstract."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from scinet.errors import extra_needed

_WORDS: Final[dict[str, Any]] = {
    "token_pattern": r"[^\W\d_]{2,}",
    "sublinear_tf": True,
    "min_df": 2,  # in texts
}
_MIN_TEXTS: Final = 20


@dataclass(frozen=True)
class TopicWords:
    """Linear classifier of texts by their words.

    Attributes:
        names: The topics; codes are positions in them.
        tested: Number of held-out texts, a tenth.
        accuracy: Accuracy on these.
    """

    names: tuple[str, ...]
    tested: int
    accuracy: float
    _steps: Any

    @classmethod
    def of(
        cls,
        texts: Sequence[str],
        topic: NDArray[np.integer],
        names: Sequence[str],
        *,
        seed: int = 0,
    ) -> Self | None:
        """Train on texts with a known topic.

        Args:
            topic: Code of each text, -1 for unknown.
            seed: Seed of the held-out tenth.

        Returns:
            None where fewer than 20 texts or two topics are known.
        """
        labelled = np.flatnonzero(topic >= 0)
        order = np.random.default_rng(seed).permutation(labelled)
        held_out, learned = np.split(order, [len(order) // 10])
        if len(labelled) < _MIN_TEXTS or len(np.unique(topic[learned])) < 2:
            return None
        with extra_needed("models"):
            from sklearn.feature_extraction.text import TfidfVectorizer
            from sklearn.pipeline import make_pipeline
            from sklearn.svm import LinearSVC

        steps = make_pipeline(TfidfVectorizer(**_WORDS), LinearSVC(C=0.2, random_state=seed))
        try:
            steps.fit([texts[place] for place in learned], topic[learned])
        except ValueError:  # no word is frequent enough
            return None
        guessed = steps.predict([texts[place] for place in held_out])
        is_right = guessed == topic[held_out]
        return cls(tuple(names), len(held_out), float(is_right.mean()), steps)

    def predict_topics(self, texts: Sequence[str]) -> NDArray[np.int64]:
        """Predict the topic of each text, shape ``(texts,)``."""
        if not texts:
            return np.zeros(0, dtype=np.int64)
        return np.asarray(self._steps.predict(texts), dtype=np.int64)
