"""Suites of tasks: one folder per suite, one module per task."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from scinet.extension import Registry, load_class

if TYPE_CHECKING:
    from scinet.eval.task_type import TaskType

_SUITES: Final[Mapping[str, Mapping[str, str]]] = {
    "scinetbench": {
        "ego-novelty": "ego_novelty:EgoNovelty",
        "ego-disruption": "ego_disruption:EgoDisruption",
        "pair-citation": "pair_citation:PairCitation",
        "pair-co-mention": "pair_co_mention:PairCoMention",
        "pair-sentiment": "pair_sentiment:PairSentiment",
        "path": "path:PathTask",
        "survey": "survey:SurveyTask",
    },
    "prescience": {
        "collaborators": "collaborators:CollaboratorsTask",
        "prior-work": "prior_work:PriorWorkTask",
        "contribution": "contribution:ContributionTask",
        "impact": "impact:ImpactTask",
    },
    "sciimpact": {
        "citation": "dimensions:Citation",
        "award": "dimensions:Award",
        "patent": "dimensions:Patent",
        "media": "dimensions:Media",
        "code": "dimensions:Code",
        "dataset": "dimensions:Dataset",
        "model": "dimensions:Model",
        "downloads": "dimensions:Downloads",
        "count": "dimensions:CountDimension",
    },
    "scipaths": {
        "enabling": "enabling:EnablingTask",
        "grounding": "grounding:GroundingTask",
        "grounding-single": "single_grounding:GroundingSingle",
    },
    "sciencemeter": {
        "judgment": "judgment:JudgmentTask",
        "generation": "generation:GenerationTask",
    },
}
"""Class of each task below the folder of its suite, by suite and name."""


def _load_task_type(reference: str) -> "TaskType":
    from scinet.eval.task_type import TaskType

    kind: type[TaskType] = load_class(
        reference,
        TaskType,  # type: ignore[type-abstract]  # no instance is made of it
        attributes=("suite", "name", "options", "needs_graph", "headline"),
    )
    return kind()


TASK_TYPES: Final[Registry["TaskType"]] = Registry(
    "task",
    {
        f"{suite}/{name}": f"{__name__}.{suite}.{place}"
        for suite, places in _SUITES.items()
        for name, place in places.items()
    },
    load=_load_task_type,
    group="scinet.tasks",
)


def get_task_type(name: str) -> "TaskType":
    """Return the task type named, such as ``scinetbench/path``, or an outside ``module:Class``."""
    return TASK_TYPES.find(name)
