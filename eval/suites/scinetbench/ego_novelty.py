"""Ego task: the most novel papers of a subfield.

Novelty is the 10th percentile of the z-scores of the pairs of items that a paper cites; the lowest
is the most novel.
"""

from typing import Annotated, ClassVar

from pydantic import Field
from pydantic.dataclasses import dataclass as checked

from scinet.eval.suites.scinetbench.ego import EgoOptions, EgoTask, IndicatorValues
from scinet.eval.task_type import BuildContext
from scinet.graph.indicators import novelty
from scinet.graph.indicators.novelty.atypicality import Null
from scinet.graph.snapshot import grouping
from scinet.graph.snapshot.csr import Int32
from scinet.validation import OPTIONS, Natural, one_of


@checked(frozen=True, slots=True, config=OPTIONS)
class NoveltyOptions(EgoOptions):
    """Options of the task.

    Attributes:
        novelty_unit: Items of the pairs, as in :mod:`scinet.graph.snapshot.grouping`.
        novelty_stratum: Group within which the null model compares papers, or ``none``.
        novelty_null: Mean and variance of the null model: ``exact``, or sampled by ``shuffle`` or
            ``switch``.
        novelty_samples: Number of sampled networks, with the seed of the task.
    """

    novelty_unit: Annotated[str, one_of(lambda: grouping.CHOICES)] = "venue"
    novelty_stratum: Annotated[str, one_of(lambda: ("none", *grouping.CHOICES))] = "none"
    novelty_null: Null = "exact"
    novelty_samples: Annotated[int, Field(ge=2)] = 100
    official_min_references: Natural = 2
    # Fewer references make fewer than ten pairs, whose 10th percentile is about the lowest.
    strict_min_references: Natural = 5


class EgoNovelty(EgoTask):
    """``scinetbench/ego-novelty``."""

    name = "ego-novelty"
    options = NoveltyOptions
    presets: ClassVar = {
        "paper": {"subfields": "paper", "novelty_stratum": "field"},
        "scinet-v2": {"subfield_by": "topic", "novelty_stratum": "field"},
    }
    indicator = "novelty"
    adjective = "novel"
    best = "lowest"

    def measure(self, context: BuildContext, options: NoveltyOptions) -> IndicatorValues:
        """Compute the 10th percentile of z over pairs of references."""
        snapshot = context.snapshot
        stratum = options.novelty_stratum
        novelties = novelty.compute_novelty(
            snapshot,
            _group_codes(context, options.novelty_unit, options),
            stratum=None if stratum == "none" else _group_codes(context, stratum, options),
            null=options.novelty_null,
            samples=options.novelty_samples,
            seed=context.seed,
        )
        return IndicatorValues(
            value=novelties.p10,
            references=snapshot.ordered.lengths(),
            citations=snapshot.cited_by.lengths(),
            left_out=novelties.left_out,
        )


def _group_codes(context: BuildContext, by: str, options: NoveltyOptions) -> Int32:
    return grouping.group_papers(
        context.snapshot,
        by,
        database=context.database,
        resolution=options.resolution,
        seed=options.community_seed,
    ).code
