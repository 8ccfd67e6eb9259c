"""Files published by suites: converted to tasks and runs, and written back with scores."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from scinet.eval.results import Result
from scinet.eval.run import Run
from scinet.eval.suites.json_files import write_document, write_table
from scinet.eval.suites.official import Official
from scinet.eval.suites.prescience.official.predictions import PreScience
from scinet.eval.suites.sciencemeter.official.suite import ScienceMeter
from scinet.eval.suites.sciimpact.official.suite import SciImpact
from scinet.eval.suites.scipaths.official.suite import SciPaths
from scinet.eval.task import Task
from scinet.extension import look_up
from scinet.llm.batch_client import LLMSession

_SUITES: Final[dict[str, Official]] = {
    importer.suite: importer for importer in (PreScience(), SciImpact(), ScienceMeter(), SciPaths())
}


def get_official(suite: str) -> Official:
    """Return the official files of a suite."""
    return look_up("suite with official files", suite, _SUITES)


def make_tables(task: Task, runs: Sequence[Run], judge: LLMSession | None) -> Mapping[str, Any]:
    """Make the tables that official scoring writes besides evaluation files, by file name."""
    return _SUITES[task.suite].tables(task, runs, judge) if task.suite in _SUITES else {}


def write_evaluations(
    results: Sequence[Result], task: Task, out: Path, further: Mapping[str, Any]
) -> list[Path]:
    """Write results of official scoring as the suite's own scorer does, one file per system.

    They are ``OUT/SUITE/TASK/scored/predictions.<system>.eval.json``.
    """
    if task.suite not in _SUITES:
        return []
    folder = out / task.suite / task.name / "scored"
    documents = {
        f"predictions.{result.header.system}.eval.json": _SUITES[task.suite].evaluation(
            task, result
        )
        for result in results
        if not result.is_control
    }
    for name, value in (documents | dict(further)).items():
        (write_table if name.endswith(".csv") else write_document)(value, folder / name)
    return [folder / name for name in (*documents, *further)]
