"""One folder per suite, one module per task."""

from difflib import get_close_matches
from typing import Final

from scinet.errors import NotFoundError
from scinet.eval.suites.prescience.collaborators import Collaborators
from scinet.eval.suites.prescience.contribution import Contribution
from scinet.eval.suites.prescience.impact import Impact
from scinet.eval.suites.prescience.prior_work import PriorWork
from scinet.eval.suites.sciencemeter.generation import Generation
from scinet.eval.suites.sciencemeter.judgment import Judgment
from scinet.eval.suites.sciimpact.dimensions import (
    Award,
    Citation,
    Code,
    Counted,
    Dataset,
    Downloads,
    Media,
    Model,
    Patent,
)
from scinet.eval.suites.scinetbench.ego_disruption import EgoDisruption
from scinet.eval.suites.scinetbench.ego_novelty import EgoNovelty
from scinet.eval.suites.scinetbench.pair_citation import PairCitation
from scinet.eval.suites.scinetbench.pair_co_mention import PairCoMention
from scinet.eval.suites.scinetbench.pair_sentiment import PairSentiment
from scinet.eval.suites.scinetbench.path import Path
from scinet.eval.suites.scinetbench.survey import Survey
from scinet.eval.suites.scipaths.enabling import Enabling
from scinet.eval.suites.scipaths.grounding import Grounding
from scinet.eval.suites.scipaths.single import GroundingSingle
from scinet.eval.task_type import TaskType
from scinet.extension import is_reference, load_class

TASK_TYPES: Final[dict[str, TaskType]] = {
    f"{task_type.suite}/{task_type.name}": task_type
    for task_type in (
        EgoNovelty(),
        EgoDisruption(),
        PairCitation(),
        PairCoMention(),
        PairSentiment(),
        Path(),
        Survey(),
        Collaborators(),
        PriorWork(),
        Contribution(),
        Impact(),
        Citation(),
        Award(),
        Patent(),
        Media(),
        Code(),
        Dataset(),
        Model(),
        Downloads(),
        Counted(),
        Enabling(),
        Grounding(),
        GroundingSingle(),
        Judgment(),
        Generation(),
    )
}


def named(name: str) -> TaskType:
    """The task type of a name such as ``scinetbench/path``, or of an outside ``module:Class``."""
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
