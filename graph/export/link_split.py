"""Citations split by day for link prediction, with negative samples."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np
import orjson

from scinet import atomic_files
from scinet.errors import DataError, SplitError
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

PORTION: Final = 1_000_000
"""Samples per batch of draws."""
_METADATA_FILE: Final = "about.json"


@dataclass(frozen=True, slots=True)
class LinkPart:
    """Citations of one part of the split.

    Attributes:
        source, target: Positions of the citing and the cited paper, ``(citations,)``.
        day: Day of the citing paper, days since 1970-01-01, ``(citations,)``.
        negative: Papers that the citing paper does not cite and that are dated before it,
            ``(citations, negatives)``; of the training part ``(citations, 0)``.
    """

    source: Int64
    target: Int64
    day: Int64
    negative: Int32


@dataclass(frozen=True, slots=True)
class LinkSplit:
    """Citations split by day.

    Attributes:
        parts: By ``train``, ``valid`` and ``test``, each in order of time.
        about: Options and fingerprint, and numbers of excluded citations by reason.
    """

    parts: dict[str, LinkPart]
    about: dict[str, Any]

    def save_metadata(self, folder: Path) -> Path:
        """Write the metadata into a new folder, or one of an earlier export.

        Raises:
            StorageError: If the folder holds other files, or cannot be written.
        """
        atomic_files.refuse_foreign_folder(folder, {_METADATA_FILE: "graph_fingerprint"})
        atomic_files.write_file(
            orjson.dumps(self.about, option=orjson.OPT_INDENT_2), folder / _METADATA_FILE
        )
        return folder / _METADATA_FILE


def split_citations(
    past: Snapshot, valid: date, test: date, *, negatives: int, seed: int
) -> LinkSplit:
    """Split citations into those before ``valid``, from then on, and from ``test`` on.

    Left out are citations whose cited paper is not dated earlier than the citing one, and, after
    training, those of papers that cite all earlier ones, which leaves no negatives.

    Args:
        past: Papers; nothing after its last day is in any part.
        negatives: Papers drawn for each citation after training, uniformly and with replacement
            among those dated before the citing paper that it does not cite.

    Raises:
        SplitError: If the days are not in order.
        DataError: If a part has no citation.
    """
    if valid >= test or (past.before is not None and test >= past.before):
        raise SplitError(
            f"{valid} and {test} do not cut what is before {past.before}",
            hint="Give a day for validation, a later one for the test, both before the last day.",
        )
    source = past.ordered.row_numbers().astype(np.int64)
    target = past.ordered.indices.astype(np.int64)
    day = past.day[source].astype(np.int64)
    older = np.searchsorted(past.day, past.day)
    has_others = (older > np.diff(past.ordered.indptr))[source]
    trains = day < day_of(valid)
    tests = day >= day_of(test)
    masks = {"train": trains, "valid": ~trains & ~tests & has_others, "test": tests & has_others}
    taken = np.sort(source * past.num_papers + target)
    random = np.random.default_rng(seed)
    parts = {}
    for name, mask in masks.items():
        if not mask.any():
            raise DataError(f"no citation is left for {name}", hint="Choose other days.")
        drawn = 0 if name == "train" else negatives
        most = older[source[mask]]
        negative = _draw_negatives(source[mask], most, taken, past.num_papers, drawn, random)
        parts[name] = LinkPart(source[mask], target[mask], day[mask], negative)
    metadata = {
        "graph_fingerprint": past.graph_fingerprint,
        "before": past.before,
        "valid": valid,
        "test": test,
        "negatives": negatives,
        "seed": seed,
        "citations": {name: len(part.day) for name, part in parts.items()},
        "cited_paper_not_earlier": past.unordered_citations,
        "no_other_paper_to_draw": int((~has_others & ~trains).sum()),
    }
    return LinkSplit(parts, metadata)


def _draw_negatives(
    source: Int64, most: Int64, taken: Int64, papers: int, number: int, random: np.random.Generator
) -> Int32:
    """Draw positions below ``most`` that the source does not cite; each source has some."""
    negative_rows = np.zeros((len(source), number), dtype=np.int32)
    flat = negative_rows.reshape(-1)

    def draw(places: Int64) -> Int64:
        """Draw for some entries; return those that got a cited paper."""
        row = places // number
        drawn = random.integers(0, most[row])
        flat[places] = drawn
        keys = source[row] * papers + drawn
        place = np.minimum(np.searchsorted(taken, keys), len(taken) - 1)
        cited: Int64 = places[taken[place] == keys]
        return cited

    size = flat.size
    parts = (np.arange(start, min(start + PORTION, size)) for start in range(0, size, PORTION))
    while remaining := [draw(places) for places in parts]:
        again = np.concatenate(remaining)
        parts = (again[start : start + PORTION] for start in range(0, len(again), PORTION))
    return negative_rows
