"""One folder per suite, one module per task."""

from typing import Final

from scinet.errors import NotFoundError
from scinet.eval.tasks.kind import Kind
from scinet.eval.tasks.prescience.collaborators import Collaborators
from scinet.eval.tasks.prescience.contribution import Contribution
from scinet.eval.tasks.prescience.impact import Impact
from scinet.eval.tasks.prescience.prior_work import PriorWork
from scinet.eval.tasks.sciencemeter.generation import Generation
from scinet.eval.tasks.sciencemeter.judgment import Judgment
from scinet.eval.tasks.sciimpact.dimensions import (
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
from scinet.eval.tasks.scinetbench.ego_disruption import EgoDisruption
from scinet.eval.tasks.scinetbench.ego_novelty import EgoNovelty
from scinet.eval.tasks.scinetbench.pair_citation import PairCitation
from scinet.eval.tasks.scinetbench.pair_co_mention import PairCoMention
from scinet.eval.tasks.scinetbench.pair_sentiment import PairSentiment
from scinet.eval.tasks.scinetbench.path import Path
from scinet.eval.tasks.scinetbench.survey import Survey
from scinet.eval.tasks.scipaths.enabling import Enabling
from scinet.eval.tasks.scipaths.grounding import Grounding
from scinet.eval.tasks.scipaths.single import GroundingSingle

KINDS: Final[dict[str, Kind]] = {
    f"{kind.suite}/{kind.name}": kind
    for kind in (
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


def named(name: str) -> Kind:
    """The task of that name, such as ``scinetbench/path``.

    Raises:
        NotFoundError: If there is none.
    """
    try:
        return KINDS[name]
    except KeyError as error:
        raise NotFoundError(
            f"no task named {name!r}", hint=f"There are {', '.join(KINDS)}."
        ) from error
