"""Run workloads one after the other and keep each result in a file of its own."""

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, Final

from scinet import saving
from scinet.errors import DataError, NotFoundError, ScinetError
from scinet.experiments.bench import growth, study, workload
from scinet.experiments.bench.study import Ground
from scinet.experiments.bench.table import STUDIES, WORKLOADS
from scinet.experiments.bench.workload import Workload

GroundMaker = Callable[[], AbstractContextManager[Ground]]
_NAMES: Final = (*WORKLOADS, *STUDIES, growth.NAME)
_log = logging.getLogger(__name__)


def run_all(
    names: Sequence[str],
    scale: str,
    out: Path,
    *,
    ground: GroundMaker,
    again: bool = False,
    further: Mapping[str, Workload] | None = None,
) -> Iterator[dict[str, Any]]:
    """Results of workloads, small networks first, taken from the folder where they are there.

    Args:
        names: Workloads, or ``all``.
        scale: ``small`` or ``full``.
        out: Folder of results, a file per workload and scale; networks are stored next to them.
        ground: Gives an empty database; called when the first study is due.
        again: Whether to repeat what is there.
        further: Workloads of rooms that this one may not know.

    Yields:
        A result; for a workload that failed its name and the error. A failure is stored too, for
        the page, and tried again the next time.

    Raises:
        NotFoundError: If there is no such workload.
    """
    jobs = {**WORKLOADS, **(further or {})}
    known = (*jobs, *STUDIES, growth.NAME)
    wanted = list(known) if list(names) == ["all"] else list(names)
    if unknown := [name for name in wanted if name not in known]:
        raise NotFoundError(f"no workload {unknown[0]!r}", hint=f"There are {', '.join(known)}.")
    out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        given: list[Ground] = []

        def database() -> Ground:
            if not given:
                given.append(stack.enter_context(ground()))
            return given[0]

        for name in sorted(wanted, key=lambda one: _papers(one, scale, jobs)):
            file = out / f"{name}-{scale}.json"
            if not again and (stored := _finished(file)) is not None:
                yield stored
                continue
            if name not in STUDIES:
                stack.close()  # a server would only take memory from the large networks
                given.clear()
            yield _stored(file, scale, _attempt(name, scale, out / "networks", database, jobs))


def stored(out: Path) -> list[dict[str, Any]]:
    """The results in a folder, in the order of the table.

    Raises:
        DataError: If there is none.
    """
    order = {name: place for place, name in enumerate(_NAMES)}
    found = [json.loads(file.read_text(encoding="utf-8")) for file in out.glob("*-*.json")]
    if not found:
        raise DataError(f"no results in {out}", hint="Run `make bench` first.")
    return sorted(found, key=lambda result: (order.get(result["name"], 99), result["papers"]))


def _papers(name: str, scale: str, jobs: Mapping[str, Workload]) -> int:
    if name == growth.NAME:
        return max(growth.SIZES[scale])
    return (STUDIES[name] if name in STUDIES else jobs[name]).papers[scale]


def _attempt(
    name: str,
    scale: str,
    networks: Path,
    database: Callable[[], Ground],
    jobs: Mapping[str, Workload],
) -> dict[str, Any]:
    papers = _papers(name, scale, jobs)
    try:
        if name == growth.NAME:
            return growth.measure(growth.SIZES[scale], networks=networks)
        if name in STUDIES:
            return study.measure(STUDIES[name], papers, database(), networks=networks)
        return workload.measure(jobs[name], papers, networks=networks)
    except ScinetError as error:
        said = f"{error}. {error.hint}"
    except Exception as error:  # noqa: BLE001 - one broken workload must not lose the others
        _log.exception("workload %s", name)
        said = f"{type(error).__name__}: {error}"
    return {"name": name, "papers": papers, "error": said}


def _finished(file: Path) -> dict[str, Any] | None:
    if not file.is_file():
        return None
    result: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return None if "error" in result else result


def _stored(file: Path, scale: str, result: dict[str, Any]) -> dict[str, Any]:
    saving.write(json.dumps({**result, "scale": scale}, indent=2), file)
    return result
