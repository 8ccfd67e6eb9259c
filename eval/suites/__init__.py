"""Suites of tasks: one folder per suite, one module per task."""

from difflib import get_close_matches
from typing import Final

from scinet.errors import NotFoundError
from scinet.eval.suites.prescience import collaborators, contribution, impact, prior_work
from scinet.eval.suites.sciencemeter import generation, judgment
from scinet.eval.suites.sciimpact import dimensions
from scinet.eval.suites.scinetbench import (
    ego_disruption,
    ego_novelty,
    pair_citation,
    pair_co_mention,
    pair_sentiment,
    path,
    survey,
)
from scinet.eval.suites.scipaths import enabling, grounding, single_grounding
from scinet.eval.task_type import TaskType
from scinet.extension import is_reference, load_class

TASK_TYPES: Final[dict[str, TaskType]] = {
    f"{task_type.suite}/{task_type.name}": task_type
    for task_type in (
        ego_novelty.EgoNovelty(),
        ego_disruption.EgoDisruption(),
        pair_citation.PairCitation(),
        pair_co_mention.PairCoMention(),
        pair_sentiment.PairSentiment(),
        path.PathTask(),
        survey.SurveyTask(),
        collaborators.CollaboratorsTask(),
        prior_work.PriorWorkTask(),
        contribution.ContributionTask(),
        impact.ImpactTask(),
        dimensions.Citation(),
        dimensions.Award(),
        dimensions.Patent(),
        dimensions.Media(),
        dimensions.Code(),
        dimensions.Dataset(),
        dimensions.Model(),
        dimensions.Downloads(),
        dimensions.CountDimension(),
        enabling.EnablingTask(),
        grounding.GroundingTask(),
        single_grounding.GroundingSingle(),
        judgment.JudgmentTask(),
        generation.GenerationTask(),
    )
}


def get_task_type(name: str) -> TaskType:
    """Return the task type named, such as ``scinetbench/path``, or an outside ``module:Class``."""
    if name in TASK_TYPES:
        return TASK_TYPES[name]
    if is_reference(name):
        kind: type[TaskType] = load_class(
            name,
            TaskType,  # type: ignore[type-abstract]  # no instance is made of it
            attributes=("suite", "name", "options", "needs_graph", "headline"),
        )
        return kind()
    near = " or ".join(get_close_matches(name, TASK_TYPES))
    raise NotFoundError(
        f"no task named {name!r}",
        hint=f"Perhaps {near}." if near else f"There are {', '.join(TASK_TYPES)}.",
    )
