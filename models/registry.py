"""The systems by name, each imported when it is asked for; and trained ones by folder."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from scinet.errors import DataError, NotFoundError
from scinet.extension import Registry, load_class

if TYPE_CHECKING:
    from scinet.eval.task import Row, Task
    from scinet.models.base.system import System
    from scinet.models.base.training import TrainableSystem

SYSTEM_GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "collaborators": {
        "collaborators-frequency": "collaborators.network:Frequency",
        "collaborators-faded": "collaborators.network:DecayedCoauthorship",
        "collaborators-common": "collaborators.network:CommonNeighbours",
        "collaborators-adamic-adar": "collaborators.network:AdamicAdar",
        "collaborators-resource-allocation": "collaborators.network:ResourceAllocation",
        "collaborators-walk": "collaborators.network:AuthorWalk",
        "collaborators-lambdarank": "collaborators.lambdarank:CollaboratorsLambdarank",
        "collaborators-bm25": "collaborators.text_similarity:AuthorWords",
        "collaborators-embedding-fusion": "collaborators.text_similarity:AuthorVectors",
        "collaborators-rank-fusion": "collaborators.text_similarity:NearPapers",
        "collaborators-hierarchical-clustering": "collaborators.text_similarity:AuthorClusters",
        "collaborators-fuse": "fusion:CollaboratorsFuse",
    },
    "contribution": {
        "nearest-reference": "contribution.earlier_papers:NearestReference",
        "random-reference": "contribution.earlier_papers:RandomReference",
        "random-paper": "contribution.earlier_papers:RandomPaper",
        "recombined": "contribution.recombined:Recombined",
        "contribution-llm": "contribution.language_model:LLMContribution",
        "paraphrase": "contribution.language_model:Paraphrase",
    },
    "factorisation": {
        "collaborators-factors": "factorisation.systems:CollaboratorsFactors",
        "prior-work-factors": "factorisation.systems:PriorWorkFactors",
        "collaborators-embeddings": "factorisation.embeddings:CollaboratorsEmbeddings",
        "prior-work-embeddings": "factorisation.embeddings:PriorWorkEmbeddings",
        "collaborators-gds-link-prediction": "factorisation.embeddings:GdsLinkPrediction",
    },
    "gnn": {
        "collaborators-gnn": "gnn.systems:CollaboratorsNetwork",
        "prior-work-gnn": "gnn.systems:PriorWorkNetwork",
        "prior-work-title-gnn": "gnn.systems:PriorWorkTitleNetwork",
    },
    "graph_qa": {
        "graph": "graph_qa.systems:GraphSearch",
        "graph-edges": "graph_qa.systems:EdgeSearch",
    },
    "impact": {
        "impact-constant": "impact.heuristics:Constant",
        "impact-best-author": "impact.heuristics:BestAuthor",
        "impact-h-index": "impact.heuristics:LargestHIndex",
        "impact-team": "impact.heuristics:Team",
        "impact-venue": "impact.heuristics:VenueMean",
        "impact-topic": "impact.heuristics:TopicMean",
        "impact-ridge": "impact.linear:ImpactRidge",
        "impact-poisson": "impact.linear:ImpactPoisson",
        "impact-negative-binomial": "impact.linear:ImpactNegativeBinomial",
        "impact-boosted": "impact.learned:ImpactBoosted",
    },
    "llm": {
        "llm": "llm.system:LanguageModel",
        "llm-rag": "llm.rag:RetrievalAugmented",
        "llm-graph": "llm.graph:GraphAgent",
        "llm-graph-edges": "llm.graph:EdgeAgent",
    },
    "pairwise_impact": {
        "pair-author-mean": "pairwise_impact.heuristics:PairAuthorMean",
        "pair-h-index": "pairwise_impact.heuristics:PairHIndex",
        "pair-venue": "pairwise_impact.heuristics:PairVenue",
        "pair-team-size": "pairwise_impact.heuristics:PairTeamSize",
        "pair-new-references": "pairwise_impact.heuristics:PairReferences",
        "pair-early-citations": "pairwise_impact.heuristics:PairEarlyCitations",
        "pair-line": "pairwise_impact.line:PairLine",
        "pair-boosted": "pairwise_impact.line:PairBoosted",
    },
    "prior_work": {
        "prior-work-frequency": "prior_work.citations:PriorWorkFrequency",
        "prior-work-co-cited": "prior_work.citations:CoCited",
        "prior-work-walk": "prior_work.walks:PriorWorkWalk",
        "prior-work-second": "prior_work.citations:ReferencesOfReferences",
        "prior-work-coupled": "prior_work.citations:Coupled",
        "recent-popularity": "prior_work.citations:RecentPopularity",
        "prior-work-venue": "prior_work.citations:VenuePopularity",
        "prior-work-bm25": "prior_work.text_similarity:TeamWords",
        "prior-work-embedding-fusion": "prior_work.text_similarity:TeamVectors",
        "prior-work-rank-fusion": "prior_work.text_similarity:NearReferences",
        "prior-work-embedding-fusion-references": "prior_work.text_similarity:NearCentroids",
        "prior-work-hierarchical-clustering": "prior_work.text_similarity:NearClusters",
        "prior-work-fuse": "fusion:Fuse",
        "prior-work-team-walk": "prior_work.walks:TeamWalk",
        "prior-work-title-walk": "prior_work.walks:TitleWalk",
        "prior-work-lambdarank": "prior_work.lambdarank:PriorWorkLambdarank",
    },
    "projection": {
        "collaborators-projection": "projection.systems:CollaboratorsProjection",
        "prior-work-projection": "projection.systems:PriorWorkProjection",
    },
    "sciencemeter": {
        "claims-llm": "sciencemeter.systems:ClaimsLlm",
        "claims-llm-rag": "sciencemeter.systems:ClaimsLlmRag",
        "claims-local": "sciencemeter.systems:ClaimsLocal",
    },
    "scipaths": {
        "enabling-nearest": "scipaths.enabling:EnablingNearest",
        "enabling-llm": "scipaths.enabling:EnablingModel",
        "grounding-search": "scipaths.grounding:GroundingSearch",
        "grounding-queries": "scipaths.grounding:GroundingQueries",
        "grounding-llm": "scipaths.grounding:GroundingScores",
        "single-nearest": "scipaths.grounding:SingleNearest",
        "single-llm": "scipaths.grounding:SingleScores",
    },
    "survey": {
        "survey-none": "survey.systems:SurveyNone",
        "survey-text": "survey.systems:SurveyText",
        "survey-graph": "survey.systems:SurveyGraph",
        "survey-truth": "survey.systems:SurveyTruth",
        "extract-text": "survey.systems:ExtractText",
        "extract-graph": "survey.systems:ExtractGraph",
    },
    "text": {
        "popularity": "text.search:Popularity",
        "bm25": "text.search:Bm25",
        "dense": "text.dense:Dense",
        "dense-index": "text.quantised:DenseIndex",
        "hybrid": "text.search:Hybrid",
        "graph-expanded": "text.search:GraphExpanded",
    },
}
"""Class of each system below ``scinet.models``, by package and name."""


def _load_system_class(reference: str) -> "type[System]":
    from scinet.models.base.system import System

    attributes = ("name", "version", "track", "summary")
    # mypy: a base of which no instance is made may be abstract
    return load_class(reference, System, attributes=attributes)  # type: ignore[type-abstract]


SYSTEMS: Final[Registry["type[System]"]] = Registry(
    "system",
    {
        name: f"scinet.models.{place}"
        for places in SYSTEM_GROUPS.values()
        for name, place in places.items()
    },
    load=_load_system_class,
    group="scinet.systems",
    listed="`scinet systems` lists all; a trained one is named by its folder.",
)


def make_system(name: str, options: Mapping[str, str] | None = None) -> "System":
    """Make a system by name or ``module:Class``, with some of its settings given as text."""
    from scinet.validation import parse_options

    return parse_options(SYSTEMS.find(name)(), options or {}, owner=name, word="setting")


def make_learner(name: str, options: Mapping[str, str] | None = None) -> "TrainableSystem":
    """Make a trainable system, with some of its settings changed."""
    from scinet.models.base.training import TrainableSystem

    if not isinstance(make_system(name), TrainableSystem):
        able = [
            system_name
            for system_name, kind in SYSTEMS.available()
            if issubclass(kind, TrainableSystem)
        ]
        raise DataError(f"{name} cannot be trained", hint=f"Trainable: {', '.join(able)}.")
    return cast(TrainableSystem, make_system(name, options))


def load_trained_system(folder: Path, task: "Task") -> "System":
    """Load a system trained on a task from a folder, with the settings of the training."""
    from scinet.models.base.training import read_trained_model, refuse_other_task

    header = read_trained_model(folder)
    refuse_other_task(folder, header, task)
    return _restore_settings(folder, header, str(task.folder))


def load_trained_before(folder: Path, graph_fingerprint: str, before: date) -> "System":
    """Load a system trained on any task of a network with no data after a day."""
    from scinet.models.base.training import read_trained_model, refuse_later

    header = read_trained_model(folder)
    refuse_later(folder, header, graph_fingerprint, before)
    return _restore_settings(folder, header, "TASK")


def _restore_settings(folder: Path, header: "Row", task: str) -> "System":
    """Restore a system with its training settings; ``task`` stands in the hint of an error."""
    name = header["system"] if header["class"].startswith("scinet.") else header["class"]
    try:
        system = make_system(name)
    except NotFoundError as error:
        raise DataError(
            f"{name} was trained, and no system has that name now ({folder})",
            hint=f"Give `scinet train SYSTEM {task} --out FOLDER` with one of `scinet systems`.",
        ) from error
    if header["version"] != system.version:
        raise DataError(
            f"{system.name} {header['version']} was trained, this is {system.version} ({folder})",
            hint="Train it again with `scinet train`.",
        )
    defaults = asdict(system)
    options = {
        setting: header["settings"][setting]
        for setting in defaults
        if setting in header["settings"]
    }
    trained_so = replace(system, **options)
    if unknown := sorted(header["settings"].keys() - trained_so.settings.keys()):
        raise DataError(
            f"{system.name} was trained with settings that it does not have now: "
            f"{', '.join(unknown)} ({folder})",
            hint=f"Give `scinet train {name} {task} --out FOLDER`; it has "
            f"{', '.join(system.settings)}.",
        )
    return trained_so
