"""Every pair that is scored, once: positives and both lists of negatives of each source."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scinet.models.links.candidates import Candidates
from scinet.models.links.questions import Questions

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Scored:
    """Scores of one system.

    Shapes:
        positive: ``(positives,)``, in the order of ``Questions.positives``.
        negatives: ``random`` and ``hard``, each ``(sources, negatives)``.
    """

    positive: Floats
    negatives: dict[str, Floats]


@dataclass(frozen=True)
class Pairs:
    """Distinct pairs, and where each comes back.

    Shapes:
        source, target: ``(pairs,)``, codes, in order of source, then target.
    """

    source: Ints
    target: Ints
    _inverse: Ints
    _shapes: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, questions: Questions, candidates: Candidates) -> "Pairs":
        """Collect the pairs of some questions."""
        size = questions.num_targets
        own = np.arange(questions.num_sources)[:, None]
        keys = [
            questions.positives.row_numbers().astype(np.int64) * size + questions.positives.indices,
            own * size + candidates.random,
            own * size + candidates.hard,
        ]
        flat, inverse = np.unique(np.concatenate([k.ravel() for k in keys]), return_inverse=True)
        return cls(flat // size, flat % size, inverse, tuple(k.shape for k in keys))

    def arrange(self, scores: Floats) -> Scored:
        """Bring the scores of :attr:`source` and :attr:`target` back to positives and negatives.

        Args:
            scores: One per pair, shape ``(pairs,)``.
        """
        spread = scores[self._inverse]
        ends = np.cumsum([np.prod(shape) for shape in self._shapes]).astype(int)
        positive, random, hard = (
            part.reshape(shape)
            for part, shape in zip(np.split(spread, ends[:-1]), self._shapes, strict=True)
        )
        return Scored(positive, {"random": random, "hard": hard})
