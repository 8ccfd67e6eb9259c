"""Verbs that compute on the network: communities, links and embeddings."""

from collections.abc import Sequence
from typing import Literal

import pandas as pd

from scinet.graph import communities
from scinet.graph.engine import Engine
from scinet.graph.gds.embeddings import embed
from scinet.graph.links import Network
from scinet.graph.links.tables import candidate_rows, feature_rows
from scinet.graph.snapshot import read
from scinet.session.base import Connected, frame
from scinet.session.days import Day, read_day


class Compute(Connected):
    """What the network looks like around papers and pairs of them."""

    def communities(
        self,
        *,
        before: Day | None = None,
        mix: str = "citation",
        follow: Day | None = None,
        resolution: float = 1.0,
        seed: int = 0,
        min_size: int = 10,
    ) -> pd.DataFrame:
        """Find communities of papers by Leiden, name them and store them in the graph.

        Args:
            before: Cut-off day, exclusive.
            mix: What joins papers, such as ``citation=1,coupling=0.5``.
            follow: Earlier day whose stored communities these continue.
            resolution: Larger values give more and smaller communities.
            seed: Of the method.
            min_size: Smaller groups are left out.

        Returns:
            Columns ``community_id``, ``papers``, ``name``, ``mix`` and ``lineage_id``; with
            ``follow`` also ``change``, ``related_id`` and ``overlap``.

        Raises:
            DataError: If the mix is wrong, or nothing is stored of the earlier day.
            SchemaError: If the server has no Graph Data Science.
        """
        found = communities.find_and_store(
            self.database,
            before=read_day(before),
            mix=mix,
            follow_from=read_day(follow),
            resolution=resolution,
            seed=seed,
            min_size=min_size,
            cache=self.cache,
        )
        return frame(found.rows())

    def links(
        self,
        pairs: Sequence[tuple[str, str]],
        *,
        network: Network = "coauthor",
        before: Day | None = None,
        engine: Engine = "arrays",
    ) -> pd.DataFrame:
        """Every feature of pairs of authors or papers that may be linked, in the order given.

        Args:
            pairs: Two authors or papers each.
            network: ``coauthor``, ``citation``, ``co-citation`` or ``coupling``.
            before: Cut-off day, exclusive.
            engine: ``arrays``; the database has no Katz and no walks.

        Raises:
            NotFoundError: If one is not in the graph before the day.
            DataError: If a pair names one twice.
        """
        day = read_day(before)
        return frame(
            feature_rows(
                self.database, pairs, network=network, before=day, engine=engine, cache=self.cache
            )
        )

    def candidates(
        self,
        source: str,
        *,
        network: Network = "coauthor",
        by: str = "personalised_pagerank",
        unlinked: bool = False,
        before: Day | None = None,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """Who or what may be linked to one next, with every feature, ranked by one of them.

        Args:
            source: An author or a paper.
            network: As in :meth:`links`.
            by: The feature that ranks, such as ``adamic_adar`` or ``author_walk``.
            unlinked: Leave out those who are linked already.
            before: Cut-off day, exclusive.
            limit: Rows at most.

        Raises:
            NotFoundError: If the source is not in the graph before the day.
            DataError: If the network has no such feature.
        """
        rows = candidate_rows(
            self.database,
            source,
            network=network,
            by=by,
            unlinked=unlinked,
            before=read_day(before),
            cache=self.cache,
        )
        return frame(rows[:limit])

    def embeddings(
        self,
        method: Literal["fastrp", "node2vec"] = "fastrp",
        *,
        dimensions: int = 128,
        seed: int = 0,
        before: Day | None = None,
    ) -> pd.DataFrame:
        """Papers as vectors by their citations, one row per paper.

        Args:
            method: ``fastrp`` or ``node2vec``, by Graph Data Science.
            dimensions: Length of a vector.
            seed: Equal seeds repeat, in one database.
            before: Cut-off day, exclusive.

        Raises:
            SchemaError: If the server has no Graph Data Science.
        """
        past = read(self.database, read_day(before), cache=self.cache)
        rows = embed(self.database, past, method, dimensions=dimensions, seed=seed)
        return pd.DataFrame(rows, index=pd.Index(past.paper_id, name="paper_id"))
