"""The arrays of a graph as users get them: the plain ones, and PyTorch Geometric's on request."""

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from scinet.errors import extra_needed
from scinet.graph import snapshot as plain
from scinet.graph.schema.choices import AnyNetwork
from scinet.session.base import Count, File, Names
from scinet.session.days import Day, parse_cutoff

if TYPE_CHECKING:
    from torch_geometric.data import HeteroData, TemporalData

    from scinet.graph.export.labelled import LabelledNetwork


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
        return super().until(parse_cutoff(before))

    def save(self, folder: str | Path) -> Path:
        """Write the arrays: .npy and Parquet files with a manifest; an older snapshot is replaced.

        Raises:
            StorageError: If the folder holds something else, or cannot be written.
        """
        plain.save_snapshot(self, Path(folder))
        return Path(folder)

    def export(
        self, what: AnyNetwork, *, out: File, papers: Names | None = None, minimum: Count = 1
    ) -> list[Path]:
        """Write a network for other programs, without a database; see :meth:`scinet.Graph.export`.

        Args:
            what: Which network.
            out: File to write, whose name says the format.
            papers: Only these papers, by id.
            minimum: Leave out edges of a smaller weight, and then nodes without an edge too.

        Returns:
            The files.

        Raises:
            NotFoundError: If a paper is not in this snapshot.
            DataError: If the name of the file ends like no format, or the network is too large.
            StorageError: If the file cannot be written.
        """
        from scinet.graph.export.formats import save_network

        return save_network(self._network(what, papers, minimum), Path(out))

    def to_networkx(
        self, network: AnyNetwork = "citation", *, papers: Names | None = None, minimum: Count = 1
    ) -> Any:
        """A network as a ``networkx.Graph``; citations as a ``DiGraph`` to the cited paper.

        Nodes are ids. They and edges have the attributes of a file of :meth:`export`, dates in ISO
        format; a paper without a venue has no ``venue``.

        Args:
            network: Which network.
            papers: Only these papers, by id.
            minimum: Leave out edges of a smaller weight, and then nodes without an edge too.

        Raises:
            NotFoundError: If a paper is not in this snapshot.
            DataError: If the network is too large.
        """
        from scinet.graph.export.markup import to_networkx

        return to_networkx(self._network(network, papers, minimum))

    def to_igraph(
        self, network: AnyNetwork = "citation", *, papers: Names | None = None, minimum: Count = 1
    ) -> Any:
        """A network as an ``igraph.Graph``; as :meth:`to_networkx`, ids are called ``name``.

        Of the whole of citations, vertices are numbered as papers are here.

        Args:
            network: Which network.
            papers: Only these papers, by id.
            minimum: Leave out edges of a smaller weight, and then nodes without an edge too.

        Raises:
            NotFoundError: If a paper is not in this snapshot.
            DataError: If the network is too large, or igraph is not installed.
        """
        from scinet.graph.export.markup import to_igraph

        with extra_needed("bench"):
            return to_igraph(self._network(network, papers, minimum))

    def to_py2neo(
        self, network: AnyNetwork = "citation", *, papers: Names | None = None, minimum: Count = 1
    ) -> Any:
        """A network as a ``py2neo.Subgraph``, for programs that are built on py2neo.

        Nodes are ``Paper`` or ``Author`` with ``id`` and the attributes of a file of
        :meth:`export`, days in ISO format. ``py2neo.Graph.merge`` writes it to a database; take
        another one than that of scinet, which would no longer be what was loaded.

        Args:
            network: Which network.
            papers: Only these papers, by id.
            minimum: Leave out edges of a smaller weight, and then nodes without an edge too.

        Raises:
            NotFoundError: If a paper is not in this snapshot.
            DataError: If the network is too large, or py2neo is not installed.
        """
        from scinet.graph.export.to_py2neo import to_py2neo

        with extra_needed("py2neo"):
            return to_py2neo(self._network(network, papers, minimum))

    def to_pyg(self, *, texts: bool = False) -> "HeteroData":
        """A heterogeneous graph of PyTorch Geometric: papers, authors, venues and fields.

        Args:
            texts: Also embed titles and abstracts with MiniLM, as ``data["paper"].x``.

        Returns:
            ``HeteroData`` with ``num_nodes`` and ``<node>_id`` of each node type; ``day`` of papers
            (days since 1970-01-01); and for each edge type ``edge_index`` and ``time``, the day
            from which both ends exist. Loaders of PyTorch Geometric take ``time_attr="day"``;
            docs/python.md has one that is strict and needs no compiled package.

        Raises:
            DataError: If PyTorch Geometric, or with ``texts`` the embedding model, is not
                installed.
        """
        from scinet.models.gnn.pyg_data import build_hetero_data

        return build_hetero_data(self, texts=texts)

    def to_temporal(self, network: AnyNetwork = "citation") -> "TemporalData":
        """A network as a stream of events of PyTorch Geometric, in order of time.

        ``train_val_test_split`` of the result cuts it by time, as benchmarks of temporal graphs do.

        Args:
            network: Which network.

        Returns:
            ``TemporalData`` with ``src`` and ``dst``, places in ``paper_id``, or in ``author_id``
            for ``coauthor``; and ``t``, days since 1970-01-01: when an edge came to be. What is
            counted of it later is not in it.

        Raises:
            DataError: If the network is too large, or PyTorch Geometric is not installed.
        """
        from scinet.models.gnn.pyg_data import build_temporal_data

        return build_temporal_data(self._network(network, None, 1))

    def to_ogb(
        self, out: File, *, valid: Day, test: Day, negatives: Count = 100, seed: int = 0
    ) -> list[Path]:
        """Citations cut by day as a data set of the Open Graph Benchmark, as ``ogbl-citation2``.

        Args:
            out: Folder to write. docs/export.md says how the package ``ogb`` reads it.
            valid: Citations of papers dated before this day are for training.
            test: From this day on they are for the test, the rest for validation.
            negatives: Papers drawn for each citation after training, with replacement, among those
                dated before the citing paper that it does not cite.
            seed: Of the draws.

        Returns:
            The files. Citations of papers that are not dated earlier are left out.

        Raises:
            SplitError: If the days are not in order.
            DataError: If a part has no citation, or PyTorch is not installed.
            StorageError: If the folder holds something else, or cannot be written.
        """
        from scinet.graph.export.link_split import split_citations
        from scinet.models.gnn.ogb_files import save_ogb

        days = parse_cutoff(valid), parse_cutoff(test)
        return save_ogb(
            self, split_citations(self, *days, negatives=negatives, seed=seed), Path(out)
        )

    def to_tgb(
        self, out: File, *, valid: Day, test: Day, negatives: Count = 100, seed: int = 0
    ) -> list[Path]:
        """Citations cut by day as a data set of the Temporal Graph Benchmark.

        Args:
            out: Folder to write. docs/export.md says how the package ``py-tgb`` reads it.
            valid: Citations of papers dated before this day are for training.
            test: From this day on they are for the test, the rest for validation.
            negatives: Papers drawn for each citation after training, as in :meth:`to_ogb`.
            seed: Of the draws.

        Returns:
            The files. Citations of papers that are not dated earlier are left out.

        Raises:
            SplitError: If the days are not in order.
            DataError: If a part has no citation.
            StorageError: If the folder holds something else, or cannot be written.
        """
        from scinet.graph.export.link_split import split_citations
        from scinet.graph.export.tgb import save_tgb

        days = parse_cutoff(valid), parse_cutoff(test)
        return save_tgb(
            self, split_citations(self, *days, negatives=negatives, seed=seed), Path(out)
        )

    def _network(self, name: AnyNetwork, papers: Names | None, minimum: int) -> "LabelledNetwork":
        import numpy as np

        from scinet.graph.export.labelled import network_from_snapshot

        if papers is None:
            return network_from_snapshot(self, name, minimum=minimum)
        named = [papers] if isinstance(papers, str) else papers
        positions = np.array([self.index(paper) for paper in named], dtype=np.int64)
        return network_from_snapshot(self, name, papers=positions, minimum=minimum)


def open_snapshot(folder: str | Path) -> Snapshot:
    """Open a snapshot that was written to a folder; needs no graph.

    Raises:
        NotFoundError: If there is none.
        DataError: If a file was changed, cut or lost.
    """
    return Snapshot.of(plain.open_snapshot(Path(folder)))
