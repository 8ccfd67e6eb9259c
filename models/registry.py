"""The systems by name."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Final, cast

from scinet.errors import DataError, NotFoundError
from scinet.eval.options import changed
from scinet.eval.task import Task
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem, trained
from scinet.models.collaborators.earlier import Faded, Frequency
from scinet.models.collaborators.lambdarank import CollaboratorsLambdarank
from scinet.models.collaborators.near import (
    AdamicAdar,
    AuthorWalk,
    CommonNeighbours,
    ResourceAllocation,
)
from scinet.models.collaborators.profiles import AuthorVectors, AuthorWords, NearPapers
from scinet.models.contribution.earlier import NearestReference, RandomPaper, RandomReference
from scinet.models.contribution.written import Foreseen, Paraphrase
from scinet.models.factorisation.embeddings import (
    CollaboratorsEmbeddings,
    GdsLinkPrediction,
    PriorWorkEmbeddings,
)
from scinet.models.factorisation.systems import CollaboratorsFactors, PriorWorkFactors
from scinet.models.fusion import CollaboratorsFuse, Fuse
from scinet.models.gnn.systems import NETWORKS
from scinet.models.graph_qa.systems import EdgeSearch, GraphSearch
from scinet.models.impact.boosted import ImpactBoosted
from scinet.models.impact.constant import Constant
from scinet.models.impact.h_index import LargestHIndex
from scinet.models.impact.team import BestAuthor, Team
from scinet.models.impact.topic import TopicMean
from scinet.models.impact.venue import VenueMean
from scinet.models.llm.graph import EdgeAgent, GraphAgent
from scinet.models.llm.rag import Retrieved
from scinet.models.llm.system import LanguageModel
from scinet.models.pairs.boosted import PairBoosted
from scinet.models.pairs.learned import PairLine
from scinet.models.pairs.number import (
    PairAuthorMean,
    PairEarlyCitations,
    PairHIndex,
    PairReferences,
    PairTeamSize,
    PairVenue,
)
from scinet.models.prior_work.frequency import PriorWorkFrequency
from scinet.models.prior_work.lambdarank import PriorWorkLambdarank
from scinet.models.prior_work.near import CoCited, PriorWorkWalk
from scinet.models.prior_work.popular import RecentPopularity, VenuePopularity
from scinet.models.prior_work.profiles import NearReferences, TeamVectors, TeamWords
from scinet.models.prior_work.second import Coupled, ReferencesOfReferences
from scinet.models.prior_work.walks import TeamWalk, TitleWalk
from scinet.models.sciencemeter.systems import ClaimsLlm, ClaimsLlmRag, ClaimsLocal
from scinet.models.scipaths.enabling import EnablingModel, EnablingNearest
from scinet.models.scipaths.grounding import GroundingQueries, GroundingScores, GroundingSearch
from scinet.models.scipaths.single import SingleNearest, SingleScores
from scinet.models.survey.systems import WRITERS
from scinet.models.text.bm25 import Bm25
from scinet.models.text.dense import Dense
from scinet.models.text.graph_expanded import GraphExpanded
from scinet.models.text.hybrid import Hybrid
from scinet.models.text.popularity import Popularity

SYSTEMS: Final[dict[str, type[System]]] = {
    system.name: system
    for system in (
        Popularity,
        Bm25,
        Dense,
        Hybrid,
        GraphExpanded,
        GraphSearch,
        EdgeSearch,
        Frequency,
        Faded,
        CommonNeighbours,
        AdamicAdar,
        ResourceAllocation,
        AuthorWalk,
        CollaboratorsLambdarank,
        PriorWorkFrequency,
        CoCited,
        PriorWorkWalk,
        ReferencesOfReferences,
        Coupled,
        RecentPopularity,
        VenuePopularity,
        TeamWords,
        TeamVectors,
        NearReferences,
        AuthorWords,
        AuthorVectors,
        NearPapers,
        Fuse,
        CollaboratorsFuse,
        TeamWalk,
        TitleWalk,
        PriorWorkLambdarank,
        Constant,
        BestAuthor,
        LargestHIndex,
        Team,
        VenueMean,
        TopicMean,
        ImpactBoosted,
        PairAuthorMean,
        PairHIndex,
        PairVenue,
        PairTeamSize,
        PairReferences,
        PairEarlyCitations,
        PairLine,
        PairBoosted,
        CollaboratorsFactors,
        PriorWorkFactors,
        CollaboratorsEmbeddings,
        PriorWorkEmbeddings,
        GdsLinkPrediction,
        NearestReference,
        RandomReference,
        RandomPaper,
        Foreseen,
        Paraphrase,
        LanguageModel,
        Retrieved,
        GraphAgent,
        EdgeAgent,
        ClaimsLlm,
        ClaimsLlmRag,
        ClaimsLocal,
        EnablingNearest,
        EnablingModel,
        GroundingSearch,
        GroundingQueries,
        GroundingScores,
        SingleNearest,
        SingleScores,
        *NETWORKS,
        *WRITERS,
    )
}


def make(name: str, given: Mapping[str, str] | None = None) -> System:
    """A system with some of its settings changed.

    Args:
        name: Its name.
        given: Settings as text, by name.

    Raises:
        NotFoundError: If there is no such system.
        DataError: If it has no such setting, or the value does not fit.
    """
    if name not in SYSTEMS:
        near = " or ".join(get_close_matches(name, SYSTEMS))
        raise NotFoundError(
            f"no system named {name!r}, and no folder of a training",
            hint=f"{f'Perhaps {near}: ' if near else ''}`scinet systems` lists all.",
        )
    return changed(SYSTEMS[name](), given or {}, owner=name, word="setting")


def learner(name: str, given: Mapping[str, str] | None = None) -> TrainableSystem:
    """A system that learns, with some of its settings changed.

    Raises:
        NotFoundError: If there is no such system.
        DataError: If it does not learn, has no such setting, or the value does not fit.
    """
    if not isinstance(make(name), TrainableSystem):
        able = [one for one, kind in SYSTEMS.items() if issubclass(kind, TrainableSystem)]
        raise DataError(f"{name} does not learn", hint=f"These do: {', '.join(able)}.")
    return cast(TrainableSystem, make(name, given))


def trained_system(folder: Path, task: Task) -> System:
    """The system whose training on a task lies in a folder, with the settings it was trained with.

    Raises:
        NotFoundError: If there is none.
        DataError: If it is not finished, was on another task, or by another version or a system
            whose name is not known.
    """
    about = trained(folder, task)
    if about["system"] not in SYSTEMS:
        raise DataError(
            f"{about['system']} was trained, and no system has that name now ({folder})",
            hint="Train one that `scinet systems` lists: `scinet train SYSTEM TASK --out FOLDER`.",
        )
    system = make(about["system"])
    if about["version"] != system.version:
        raise DataError(
            f"{system.name} {about['version']} was trained, this is {system.version} ({folder})",
            hint="Train it again with `scinet train`.",
        )
    known = asdict(system)
    settings = {name: value for name, value in about["settings"].items() if name in known}
    return replace(system, **settings)
