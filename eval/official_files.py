"""The files that suites publish: rows to tasks, predictions to runs, scores to files, and back."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scinet.errors import NotFoundError
from scinet.eval.results import Result
from scinet.eval.suites.json_files import write
from scinet.eval.suites.official import Official
from scinet.eval.suites.prescience.official.suite import PreScience
from scinet.eval.suites.sciencemeter.official.suite import ScienceMeter
from scinet.eval.suites.sciimpact.official.suite import SciImpact
from scinet.eval.suites.scipaths.official.suite import SciPaths
from scinet.eval.task import Task

_SUITES: Final[dict[str, Official]] = {
    one.suite: one for one in (PreScience(), SciImpact(), ScienceMeter(), SciPaths())
}


def of_suite(suite: str) -> Official:
    """The official files of a suite.

    Raises:
        NotFoundError: If it has none that are known.
    """
    try:
        return _SUITES[suite]
    except KeyError as error:
        raise NotFoundError(
            f"{suite} has no official files", hint=f"There are those of {', '.join(_SUITES)}."
        ) from error


def write_evaluations(results: Sequence[Result], task: Task, out: Path) -> list[Path]:
    """Write results of official scoring as the suite's own scorer does, one file per system.

    They are ``OUT/SUITE/TASK/scored/predictions.<system>.eval.json``.

    Returns:
        The files; none for a suite without official files, and none for controls.

    Raises:
        StorageError: If a file cannot be written.
    """
    if task.suite not in _SUITES:
        return []
    written: list[Path] = []
    for result in results:
        if result.is_control:
            continue
        file = out / task.suite / task.name / "scored"
        file = file / f"predictions.{result.header.system}.eval.json"
        write(_SUITES[task.suite].evaluation(task, result), file)
        written.append(file)
    return written
