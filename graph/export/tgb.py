"""Citations split by day, in the layout of the Temporal Graph Benchmark.

Source:
    Huang et al. (2023), arXiv:2307.01026; the package ``py-tgb``.
"""

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa
from pyarrow import csv

from scinet import atomic_files
from scinet.graph.export.link_split import PORTION, LinkPart, LinkSplit
from scinet.graph.snapshot import Snapshot

NAME: Final = "tgbl-scinet"
_PARTS: Final = {"valid": "val", "test": "test"}


def save_tgb(past: Snapshot, split: LinkSplit, folder: Path) -> list[Path]:
    """Write events in order of time, the papers, and negative samples by event; return the files.

    Raises:
        StorageError: If the folder holds other files, or cannot be written.
    """
    events = folder / f"{NAME}_edgelist.csv"
    files = [split.save_metadata(folder), events]
    parts = split.parts.items()
    columns = {
        name: np.concatenate([getattr(part, of) for _, part in parts])
        for name, of in {"timestamp": "day", "source": "source", "destination": "target"}.items()
    }
    columns["weight"] = np.ones(len(columns["source"]), dtype=np.int64)
    names = np.repeat([name for name, _ in parts], [len(part.day) for _, part in parts])
    plain = csv.WriteOptions(quoting_style="none")
    with atomic_files.replace_file(events) as partial:
        csv.write_csv(pa.table({**columns, "part": names}), partial, plain)
    nodes = folder / f"{NAME}_nodes.csv"
    number = np.arange(past.num_papers)
    with atomic_files.replace_file(nodes) as partial:
        csv.write_csv(pa.table({"node": number, "paper": past.paper_id, "day": past.day}), partial)
    files.append(nodes)
    for name, short in _PARTS.items():
        files.append(folder / f"{NAME}_{short}_ns.pkl")
        with atomic_files.replace_file(files[-1]) as partial, partial.open("wb") as stream:
            stream.writelines(_pickle_negatives(split.parts[name]))
    return files


def _pickle_negatives(part: LinkPart) -> Iterator[bytes]:
    """Yield the pickled dictionary of negatives by citation, in portions."""
    # In protocol 3 the item sets of dictionaries can be concatenated.
    begin, end = (pickle.dumps({}, protocol=3)[some] for some in (slice(-1), slice(-1, None)))
    rows = max(1, PORTION // part.negative.shape[1])
    yield begin
    for start in range(0, len(part.day), rows):
        some = slice(start, start + rows)
        columns = (part.source[some], part.target[some], part.day[some])
        keys = zip(*(column.tolist() for column in columns), strict=True)
        drawn = dict(zip(keys, part.negative[some].astype(np.int64), strict=True))
        yield pickle.dumps(drawn, protocol=3)[len(begin) : -len(end)]
    yield end
