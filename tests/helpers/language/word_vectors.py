"""Vectors of texts by their words, for tests: the real model takes seconds to load."""

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from scinet.models.text.dense import DIMENSIONS
from scinet.models.text.vector_cache import Vectors


def embed_words(lines: Sequence[str]) -> Vectors:
    """A vector of length 1 per text, the nearer the more words are shared."""
    rows = np.full((len(lines), DIMENSIONS), 1e-3, dtype=np.float32)
    for row, line in zip(rows, lines, strict=True):
        for word in line.lower().split():
            row[crc32(word.encode()) % DIMENSIONS] += 1
    lengths: Vectors = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / lengths
