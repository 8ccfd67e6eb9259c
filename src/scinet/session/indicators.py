"""Verbs that compute indicators of papers and authors."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from scinet.graph.engine import Engine
from scinet.graph.indicators import tables
from scinet.graph.indicators.centrality import Centrality, centrality_table
from scinet.graph.indicators.novelty.table import novelty_pair_rows, novelty_table
from scinet.graph.links import Network
from scinet.session.base import Connected, frame, listed, table_frame
from scinet.session.days import Day, read_day


class Indicators(Connected):
    """Numbers about papers and authors.

    Every table ranks: the best row comes first. ``attrs`` of a table says what was left out.
    """

    def disruption(
        self,
        *,
        papers: str | Sequence[str] | None = None,
        before: Day | None = None,
        window_years: int | None = 5,
        windows: int | None = None,
        window_days: int | None = None,
        least: int | None = None,
        engine: Engine | None = None,
        write: bool = False,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """How far papers replace what they build on, most disruptive first.

        Args:
            papers: A paper or several; None for all.
            before: Cut-off day, exclusive.
            window_years: Calendar years after the paper in which citing papers count; None for all.
            windows: All windows of 1 to so many years, a row for each, instead.
            window_days: Days instead of years.
            least: Shared references that n_j asks for; 5 makes cd DI5.
            engine: ``database`` or ``arrays``; chosen by the number of papers when None.
            write: Also store the numbers on the papers; not with ``before``.
            limit: Rows at most.

        Returns:
            Columns ``paper_id``, ``n_i``, ``n_j``, ``n_k``, ``cd`` and ``di``. A ranking of all
            leaves out papers without a reference to an earlier paper of the network, which have
            nothing to disrupt; ``attrs`` says how many.

        Raises:
            NotFoundError: If a paper is not in the graph before the day.
            DataError: If options do not go together.
        """
        table = tables.disruption_table(
            self.database,
            papers=listed(papers),
            before=read_day(before),
            window_years=window_years,
            windows=windows,
            window_days=window_days,
            least=least,
            engine=engine,
            write=write,
            cache=self.cache,
        )
        return table_frame(table, limit)

    def citations(
        self,
        *,
        papers: str | Sequence[str] | None = None,
        before: Day | None = None,
        since: Day | None = None,
        window_years: int | None = None,
        engine: Engine | None = None,
        write: bool = False,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """Citations of papers, most cited first.

        Args:
            papers: A paper or several; None for all.
            before: Cut-off day, exclusive.
            since: First day on which citing papers count.
            window_years: Only the first calendar years after the paper.
            engine: ``database`` or ``arrays``; chosen by the number of papers when None.
            write: Also store the numbers on the papers; not with ``before``.
            limit: Rows at most.
        """
        table = tables.citation_table(
            self.database,
            papers=listed(papers),
            before=read_day(before),
            since=read_day(since),
            window_years=window_years,
            engine=engine,
            write=write,
            cache=self.cache,
        )
        return table_frame(table, limit)

    def normalised(
        self,
        *,
        by: str = "venue",
        window_years: int | None = None,
        papers: str | Sequence[str] | None = None,
        before: Day | None = None,
        write: bool = False,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """Citations against papers of the same group and year: score, percentile, top 10 %.

        Args:
            by: ``venue``, ``community``, ``domain``, ``field``, ``subfield`` or ``topic``.
            window_years: Only citations in so many years after the paper.
            papers: A paper or several; None for all.
            before: Cut-off day, exclusive.
            write: Also store the numbers on the papers; not with ``before``.
            limit: Rows at most.
        """
        how = self._how(papers, before, write=write)
        table = tables.normalised_table(self.database, by=by, window_years=window_years, **how)
        return table_frame(table, limit)

    def sleeping_beauties(
        self,
        *,
        papers: str | Sequence[str] | None = None,
        before: Day | None = None,
        write: bool = False,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """Papers that slept before they were cited: beauty coefficient, awakening and peak.

        Args:
            papers: A paper or several; None for all.
            before: Cut-off day, exclusive.
            write: Also store the numbers on the papers; not with ``before``.
            limit: Rows at most.
        """
        how = self._how(papers, before, write=write)
        return table_frame(tables.sleeping_table(self.database, **how), limit)

    def reference_age(
        self,
        *,
        cited: bool = False,
        papers: str | Sequence[str] | None = None,
        before: Day | None = None,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """How old the references of papers are, oldest median first.

        Args:
            cited: Ages of the paper when it was cited, instead.
            papers: A paper or several; None for all.
            before: Cut-off day, exclusive.
            limit: Rows at most.
        """
        how = self._how(papers, before, write=False)
        return table_frame(tables.age_table(self.database, cited=cited, **how), limit)

    def novelty(
        self,
        *,
        item: str = "venue",
        stratum: str | None = None,
        papers: str | Sequence[str] | None = None,
        before: Day | None = None,
        write: bool = False,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """How atypically papers combine what they cite; a lower ``p10`` is more novel.

        Args:
            item: What is combined: ``venue``, ``community``, ``paper`` or a level of fields.
            stratum: Compare papers of one such group only.
            papers: A paper or several; None for all.
            before: Cut-off day, exclusive.
            write: Also store the numbers on the papers; not with ``before`` or ``stratum``.
            limit: Rows at most.
        """
        how = self._how(papers, before, write=write)
        return table_frame(novelty_table(self.database, item=item, stratum=stratum, **how), limit)

    def novelty_pairs(
        self,
        paper: str,
        *,
        item: str = "venue",
        stratum: str | None = None,
        before: Day | None = None,
    ) -> pd.DataFrame:
        """The pairs that a paper combines, the most atypical first.

        Args:
            paper: The paper.
            item: As in :meth:`novelty`.
            stratum: As in :meth:`novelty`.
            before: Cut-off day, exclusive.
        """
        day = read_day(before)
        return frame(
            novelty_pair_rows(
                self.database, paper, item=item, stratum=stratum, before=day, cache=self.cache
            )
        )

    def centrality(
        self,
        by: Centrality = "pagerank",
        *,
        network: Network = "citation",
        before: Day | None = None,
        engine: Engine = "arrays",
        damping: float = 0.85,
        tau_years: float = 2.6,
        alpha: float = 0.5,
        directed: bool = False,
        sources: int | None = None,
        seed: int = 0,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """PageRank or CiteRank of papers, or betweenness of papers or authors, highest first.

        Args:
            by: ``pagerank``, ``citerank`` or ``betweenness``.
            network: For betweenness: ``citation``, ``co-citation``, ``coupling``, or ``coauthor``.
            before: Cut-off day, exclusive.
            engine: ``arrays``, or ``database`` for Graph Data Science.
            damping: PageRank's probability of following a reference.
            tau_years: Years in which CiteRank's starts decay by e.
            alpha: Probability that CiteRank's walk ends.
            directed: Betweenness: follow citations from citing to cited paper only.
            sources: Betweenness: nodes that paths start from; all, or 1,000 of many, when None.
            seed: Of the sample of sources.
            limit: Rows at most.
        """
        table = centrality_table(
            self.database,
            by,
            network=network,
            before=read_day(before),
            engine=engine,
            damping=damping,
            tau_years=tau_years,
            alpha=alpha,
            directed=directed,
            sources=sources,
            seed=seed,
            cache=self.cache,
        )
        return table_frame(table, limit)

    def authors(
        self,
        authors: str | Sequence[str] | None = None,
        *,
        before: Day | None = None,
        limit: int | None = None,
    ) -> pd.DataFrame:
        """Papers, citations, h, g, i10 and m of authors, highest h first.

        Args:
            authors: An author or several; None for all.
            before: Cut-off day, exclusive.
            limit: Rows at most.
        """
        table = tables.author_table(
            self.database, authors=listed(authors), before=read_day(before), cache=self.cache
        )
        return table_frame(table, limit)

    def _how(
        self, papers: str | Sequence[str] | None, before: Day | None, *, write: bool
    ) -> dict[str, Any]:
        day = read_day(before)
        return {"papers": listed(papers), "before": day, "write": write, "cache": self.cache}
