"""Search among millions of vectors: an inverted file with product quantisation, by faiss."""

import warnings
from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import isqrt
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError, extra_needed
from scinet.eval.task import Query
from scinet.graph.search.text_search import searchable_texts
from scinet.models.base.ranking import Floats, Ranker, subject_text
from scinet.models.base.system import Context
from scinet.models.text import dense
from scinet.models.text.vector_cache import Vectors, cached_vectors
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, config=OPTIONS)
class DenseIndex(Ranker):
    """Papers whose quantised embedding is nearest to that of the query's subject.

    Attributes:
        encoder: A sentence model, a name on the hub or a folder; MiniLM by default.
        fields: Papers as ``plain`` text, or ``labelled``: "title: …, abstract: …".
        cells: Cells of the inverted file; 0 means four times the root of the number of papers.
        parts: Parts of a vector that get a code each; its length is a multiple of them.

    Source:
        Jégou, Douze and Schmid (2011), doi:10.1109/TPAMI.2010.57. SciNetBench takes 16,384 cells,
        32 parts and 8 bits.
    """

    name = "dense-index"
    track = "text"
    summary = "embeddings of any sentence model, searched in an IVF-PQ index of faiss"
    cautions = {"caution": dense.CAUTION["caution"]}  # noqa: RUF012 - declared in the base

    encoder: str = ""
    fields: Literal["plain", "labelled"] = "plain"
    cells: Natural = 0
    parts: PositiveInt = 32
    bits: PositiveInt = 8
    probes: PositiveInt = 64
    depth: PositiveInt = 1000

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Yield the inner product with the quantised vector of each retrieved paper."""
        lines = searchable_texts(context.snapshot)
        held = np.array([place for place, line in enumerate(lines) if line], dtype=np.int64)
        if self.fields == "labelled":
            snapshot = context.snapshot
            both = zip(snapshot.title, snapshot.abstract, strict=True)
            lines = [
                f"title: {title or ''}, abstract: {abstract or ''}" for title, abstract in both
            ]
        vectors = self._embed_cached([lines[place] for place in held], context.cache)
        cells = self.cells or max(1, 4 * isqrt(len(held)))
        index = build_index(
            vectors, cells=cells, parts=self.parts, bits=self.bits, probes=self.probes
        )
        for vector in self._embed_cached([subject_text(query) for query in queries], context.cache):
            near, positions = search_index(index, vector, self.depth)
            scores = np.full(len(lines), np.nan)
            scores[held[positions]] = near
            yield scores

    def _embed_cached(self, lines: Sequence[str], cache: Path | None) -> Vectors:
        if not self.encoder:
            return dense.embed_cached(lines, cache)
        if cache is None:
            return dense.embed(lines, self.encoder)
        file = cache / "embeddings" / f"{_encoder_mark(self.encoder)}.sqlite"
        size = dense.embed(["one"], self.encoder).shape[1]
        make = lambda some: dense.embed(some, self.encoder)  # noqa: E731
        return cached_vectors(lines, file, make, dimensions=size)


def build_index(vectors: Vectors, *, cells: int, parts: int, bits: int, probes: int) -> Any:
    """Build an index of unit vectors, shape ``(n, dimensions)``, trained on them."""
    size, dimensions = vectors.shape
    if dimensions % parts:
        raise DataError(
            f"vectors of {dimensions} numbers are not divided into {parts} parts",
            hint="Give another -o parts=N.",
        )
    if size < max(cells, 2**bits):
        raise DataError(
            f"{size:,} texts are too few for {cells:,} cells and codes of {bits} bits",
            hint="Take the system dense, or give fewer with -o cells=N -o bits=N.",
        )
    with extra_needed("index"), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of its generated types
        import faiss
    faiss.omp_set_num_threads(1)  # sums of several threads differ in their last bits
    flat = faiss.IndexFlatIP(dimensions)
    index = faiss.IndexIVFPQ(flat, dimensions, cells, parts, bits, faiss.METRIC_INNER_PRODUCT)
    # It warns on the standard error where a cell has few texts to be trained on.
    index.cp.min_points_per_centroid = index.pq.cp.min_points_per_centroid = 1
    index.train(vectors)
    index.add(vectors)
    index.nprobe = min(probes, cells)
    return index


def search_index(index: Any, vector: Vectors, depth: int) -> tuple[Floats, NDArray[np.int64]]:
    """Return inner products and positions of the nearest, best first; cells may hold fewer."""
    near, positions = index.search(vector[None, :], min(depth, index.ntotal))
    is_there = positions[0] >= 0
    return near[0][is_there].astype(np.float64), positions[0][is_there]


def _encoder_mark(encoder: str) -> str:
    """Return a file name for the vectors of a model, which changes with the files of its folder."""
    folder = Path(encoder)
    files = sorted(file for file in folder.rglob("*") if file.is_file()) if folder.is_dir() else []
    state = [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    digest = sha256(repr((encoder, state)).encode()).hexdigest()[:12]
    return f"{folder.name}-{digest}"
