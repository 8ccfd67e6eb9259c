"""The arrays of a graph as users get them: the plain ones, and PyTorch Geometric's on request."""

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Self

from scinet.graph import snapshot as plain
from scinet.session.days import Day, read_day

if TYPE_CHECKING:
    from torch_geometric.data import HeteroData


class Snapshot(plain.Snapshot):
    """Everything dated before a day as arrays; see :class:`scinet.graph.snapshot.Snapshot`."""

    @classmethod
    def of(cls, arrays: plain.Snapshot) -> Self:
        """The same arrays; none is copied."""
        return cls(**{field.name: getattr(arrays, field.name) for field in fields(plain.Snapshot)})

    def until(self, before: Day) -> Self:
        """The part that is dated strictly before a day.

        Args:
            before: The day, as a date or written ``YYYY-MM-DD``.

        Raises:
            DataError: If the text is not a day.
            SplitError: If this snapshot itself ends earlier.
        """
        return super().until(read_day(before))

    def save(self, folder: str | Path) -> Path:
        """Write the arrays: .npy and Parquet files with a manifest; an older snapshot is replaced.

        Raises:
            StorageError: If the folder holds something else, or cannot be written.
        """
        plain.save(self, Path(folder))
        return Path(folder)

    def to_pyg(self, *, texts: bool = False) -> "HeteroData":
        """A heterogeneous graph of PyTorch Geometric: papers, authors, venues and fields.

        Args:
            texts: Also embed titles and abstracts with MiniLM, as ``data["paper"].x``.

        Returns:
            ``HeteroData`` with ``num_nodes`` and ``<node>_id`` of each node type; ``day`` of papers
            (days since 1970-01-01); and for each edge type ``edge_index`` and ``day``, that of the
            paper which makes the edge.

        Raises:
            DataError: If PyTorch Geometric, or with ``texts`` the embedding model, is not
                installed.
        """
        from scinet.models.gnn.hetero_data import hetero_data

        return hetero_data(self, texts=texts)


def open_snapshot(folder: str | Path) -> Snapshot:
    """Open a snapshot that was written to a folder; needs no graph.

    Raises:
        NotFoundError: If there is none.
        DataError: If a file was changed, cut or lost.
    """
    return Snapshot.of(plain.open_snapshot(Path(folder)))
