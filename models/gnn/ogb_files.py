"""Export of citations split by day in the Open Graph Benchmark's format for link prediction.

Source:
    Hu et al. (2020), arXiv:2005.00687; ``ogbl-citation2`` and the package ``ogb``.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from scinet import atomic_files
from scinet.errors import extra_needed
from scinet.graph.export.link_split import LinkPart, LinkSplit
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

_RELEASE: Final = "RELEASE_v1.txt"


def save_ogb(past: Snapshot, split: LinkSplit, folder: Path) -> list[Path]:
    """Write the graph of training, the three parts, and the loader's metadata; return the files.

    Raises:
        DataError: If PyTorch is not installed.
        StorageError: If the folder has other content, or cannot be written.
    """
    with extra_needed("models"):
        import torch
    train = split.parts["train"]
    tables: dict[str, Any] = {
        "raw/edge.csv.gz": {"source": train.source, "target": train.target},
        "raw/edge_day.csv.gz": {"day": train.day},
        "raw/node_day.csv.gz": {"day": past.day},
        "raw/num-node-list.csv.gz": {"papers": [past.num_papers]},
        "raw/num-edge-list.csv.gz": {"citations": [len(train.day)]},
        "mapping/nodeidx2paperid.csv.gz": {
            "node idx": np.arange(past.num_papers),
            "paper id": past.paper_id,
        },
    }
    files = [split.save_metadata(folder), folder / _RELEASE]
    atomic_files.write_file("Citations by day; about.json says how they were cut.\n", files[1])
    for name, columns in tables.items():
        files.append(folder / name)
        # The loader reads columns by position; the table of ids has a header there too.
        header = name.startswith("mapping")
        with atomic_files.replace_file(files[-1]) as partial:
            pd.DataFrame(columns).to_csv(partial, index=False, header=header, compression="gzip")
    (folder / "processed").mkdir(exist_ok=True)

    def save(content: dict[str, Any], name: str) -> None:
        files.append(folder / name)
        with atomic_files.replace_file(files[-1]) as partial:
            torch.save(content, partial)

    for name, part in split.parts.items():
        save(_to_tensors(part), f"split/time/{name}.pt")
    save(_meta_dict(folder), "meta_dict.pt")
    return files


def _to_tensors(part: LinkPart) -> dict[str, Any]:
    import torch

    named: dict[str, Int32 | Int64] = {
        "source_node": part.source,
        "target_node": part.target,
        "day": part.day,
    }
    if part.negative.size:
        named["target_node_neg"] = part.negative
    return {name: torch.from_numpy(values).long() for name, values in named.items()}


def _meta_dict(folder: Path) -> dict[str, str]:
    """Return the metadata of ``LinkPropPredDataset(name, meta_dict=…)``, all as text."""
    return {
        "dir_path": str(folder.resolve()),
        "download_name": folder.name,
        "url": "",
        "version": "1",
        "task type": "link prediction",
        "eval metric": "mrr",
        "split": "time",
        "is hetero": "False",
        "binary": "False",
        "add_inverse_edge": "False",
        "has_node_attr": "False",
        "has_edge_attr": "False",
        "additional node files": "node_day",
        "additional edge files": "edge_day",
    }
