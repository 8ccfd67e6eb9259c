"""A dated scientific network in Neo4j: explore it, learn from it, evaluate on it.

```python
import scinet

with scinet.connect() as graph:
    graph.load("papers.jsonl.gz", source="acl")
    graph.query("ego/citations", paper="P02-1040")
    snapshot = graph.snapshot("2013-01-01")
    task = graph.build("prescience/collaborators", before="2013-01-01")
    run = graph.run("collaborators-walk", task)
    scinet.evaluate(task, [run]).table
```

Names in ``__all__`` are public, see ``make reference``; everything else is private.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from scinet.agents.audit_probes import audit_agents
    from scinet.agents.serve import serve_mcp
    from scinet.agents.verify import verify
    from scinet.errors import (
        BudgetError,
        DataError,
        EndpointError,
        GraphUnavailableError,
        NotFoundError,
        QueryError,
        SchemaError,
        ScinetError,
        ServerMissingError,
        SplitError,
        StorageError,
    )
    from scinet.eval.evaluation import Evaluation
    from scinet.eval.run import Run
    from scinet.eval.run_from_answers import make_run
    from scinet.eval.task import Task
    from scinet.experiments.citation_readers import ReaderScores
    from scinet.experiments.external_measures import measure_aspire, measure_facets
    from scinet.experiments.measures import (
        measure_bertscore,
        measure_diversity,
        measure_match,
        measure_retrieval,
    )
    from scinet.experiments.pipeline import TrainedModel, read_run
    from scinet.experiments.simulated_year.folder import Simulation
    from scinet.experiments.survey import Survey
    from scinet.experiments.updates import UpdateScores
    from scinet.explorer.notebook import show
    from scinet.explorer.serve import explore
    from scinet.llm.access import ModelAccess
    from scinet.session.api import (
        connect,
        evaluate,
        evaluate_predictions,
        evaluate_steps,
        evaluate_updates,
        generate,
        start,
        stop,
        systems,
    )
    from scinet.session.doctor import doctor
    from scinet.session.fetching import (
        fetch_crossref,
        fetch_grobid,
        fetch_openalex,
        fetch_py2neo,
        fetch_semantic_scholar,
    )
    from scinet.session.found_path import FoundPath
    from scinet.session.graph import Graph
    from scinet.session.leaderboard import (
        leaderboard_dimensions,
        leaderboard_page,
        run_leaderboard,
    )
    from scinet.session.ledgers import check_model, export_ledger, import_ledger, show_ledger
    from scinet.session.published import (
        annotate_scipaths_papers,
        evaluate_generations,
        evaluate_readers,
    )
    from scinet.session.snapshot import Snapshot, open_snapshot
    from scinet.session.table import Table

__all__ = [
    "BudgetError",
    "DataError",
    "EndpointError",
    "Evaluation",
    "FoundPath",
    "Graph",
    "GraphUnavailableError",
    "ModelAccess",
    "NotFoundError",
    "QueryError",
    "ReaderScores",
    "Run",
    "SchemaError",
    "ScinetError",
    "ServerMissingError",
    "Simulation",
    "Snapshot",
    "SplitError",
    "StorageError",
    "Survey",
    "Table",
    "Task",
    "TrainedModel",
    "UpdateScores",
    "annotate_scipaths_papers",
    "audit_agents",
    "check_model",
    "connect",
    "doctor",
    "evaluate",
    "evaluate_generations",
    "evaluate_predictions",
    "evaluate_readers",
    "evaluate_steps",
    "evaluate_updates",
    "explore",
    "export_ledger",
    "fetch_crossref",
    "fetch_grobid",
    "fetch_openalex",
    "fetch_py2neo",
    "fetch_semantic_scholar",
    "generate",
    "import_ledger",
    "leaderboard_dimensions",
    "leaderboard_page",
    "make_run",
    "measure_aspire",
    "measure_bertscore",
    "measure_diversity",
    "measure_facets",
    "measure_match",
    "measure_retrieval",
    "open_snapshot",
    "read_run",
    "run_leaderboard",
    "serve_mcp",
    "show",
    "show_ledger",
    "start",
    "stop",
    "systems",
    "verify",
]

_HOMES: Final = {
    "Evaluation": "eval.evaluation",
    "FoundPath": "session.found_path",
    "Graph": "session.graph",
    "ModelAccess": "llm.access",
    "ReaderScores": "experiments.citation_readers",
    "Run": "eval.run",
    "Simulation": "experiments.simulated_year.folder",
    "Snapshot": "session.snapshot",
    "Survey": "experiments.survey",
    "Table": "session.table",
    "Task": "eval.task",
    "TrainedModel": "experiments.pipeline",
    "UpdateScores": "experiments.updates",
    "audit_agents": "agents.audit_probes",
    "doctor": "session.doctor",
    "explore": "explorer.serve",
    "make_run": "eval.run_from_answers",
    "open_snapshot": "session.snapshot",
    **dict.fromkeys(("measure_aspire", "measure_facets"), "experiments.external_measures"),
    **dict.fromkeys(
        ("measure_bertscore", "measure_diversity", "measure_match", "measure_retrieval"),
        "experiments.measures",
    ),
    "read_run": "experiments.pipeline",
    "serve_mcp": "agents.serve",
    "show": "explorer.notebook",
    "verify": "agents.verify",
    **dict.fromkeys(
        (
            "fetch_crossref",
            "fetch_grobid",
            "fetch_openalex",
            "fetch_py2neo",
            "fetch_semantic_scholar",
        ),
        "session.fetching",
    ),
    **dict.fromkeys(
        ("leaderboard_dimensions", "leaderboard_page", "run_leaderboard"), "session.leaderboard"
    ),
    **dict.fromkeys(
        ("annotate_scipaths_papers", "evaluate_generations", "evaluate_readers"),
        "session.published",
    ),
    **dict.fromkeys(
        ("check_model", "export_ledger", "import_ledger", "show_ledger"), "session.ledgers"
    ),
    **dict.fromkeys(
        (
            "connect",
            "evaluate",
            "evaluate_predictions",
            "evaluate_steps",
            "evaluate_updates",
            "generate",
            "start",
            "stop",
            "systems",
        ),
        "session.api",
    ),
}


def __getattr__(name: str) -> Any:
    # Imported on first use: the driver, pandas and the models take seconds.
    if name in {"plots", "spark"}:
        return import_module(f"scinet.{name}")
    if name not in __all__:
        raise AttributeError(f"module 'scinet' has no attribute {name!r}")
    value = getattr(import_module(f"scinet.{_HOMES.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
