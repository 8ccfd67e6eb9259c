"""Runner of workloads that stores each result in a file."""

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

from benchmarks import (
    beside,
    growth,
    importing,
    reading,
    resolving,
    study,
    workload,
)
from benchmarks.study import Ground
from benchmarks.table import STUDIES, WORKLOADS
from scinet import atomic_files
from scinet.errors import DataError, NotFoundError, ScinetError
from scinet.extension import suggest

GroundMaker: TypeAlias = Callable[[], AbstractContextManager[Ground]]
_OF_SIZES: Final[Mapping[str, ModuleType]] = {
    one.NAME: one for one in (resolving, beside, reading, growth, importing)
}
"""Benchmarks at several numbers of papers, given for each scale by ``SIZES``."""
_NAMES: Final = (*WORKLOADS, *STUDIES, *_OF_SIZES)
_log = logging.getLogger(__name__)


def run_all(
    names: Sequence[str],
    scale: str,
    out: Path,
    *,
    ground: GroundMaker,
    again: bool = False,
    sizes: Sequence[int] = (),
) -> Iterator[dict[str, Any]]:
    """Yield results of workloads, small networks first, reusing those in the folder.

    A failed workload yields its name and the error, which is stored for the page and tried again
    the next time.

    Args:
        out: Folder of results, a file per workload and scale; networks are stored beside them.
        ground: Opens an empty database; called for the first study.
        sizes: Numbers of papers for growth; those of the scale by default.
    """
    wanted = _NAMES if list(names) == ["all"] else names
    if unknown := [name for name in wanted if name not in _NAMES]:
        raise NotFoundError(f"no workload {unknown[0]!r}", hint=suggest(unknown[0], _NAMES))
    out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        grounds: list[Ground] = []

        def database() -> Ground:
            if not grounds:
                grounds.append(stack.enter_context(ground()))
            return grounds[0]

        for name in sorted(wanted, key=lambda one: max(_sizes(one, scale, sizes))):
            file = out / f"{name}-{scale}.json"
            if not again and file.is_file():
                done: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
                if "error" not in done:
                    yield done
                    continue
            if name not in STUDIES:
                stack.close()  # free the server's memory for the large networks
                grounds.clear()
            papers = _sizes(name, scale, sizes)
            result = _attempt(name, papers, out / "networks", database)
            atomic_files.write_file(json.dumps({**result, "scale": scale}, indent=2), file)
            yield result


def stored(out: Path, scale: str) -> list[dict[str, Any]]:
    """Read the results of a scale from a folder, in the order of the table."""
    results = [json.loads(file.read_text(encoding="utf-8")) for file in out.glob(f"*-{scale}.json")]
    named = [result for result in results if result["name"] in _NAMES]
    if not named:
        hint = f"Run `make bench SCALE={scale}` first, or name another --scale."
        raise DataError(f"no results of scale {scale} in {out}", hint=hint)
    return sorted(named, key=lambda result: (_NAMES.index(result["name"]), result["papers"]))


def _sizes(name: str, scale: str, sizes: Sequence[int]) -> tuple[int, ...]:
    if name in _OF_SIZES:
        return tuple(sorted(sizes)) or tuple(_OF_SIZES[name].SIZES[scale])
    return ((STUDIES.get(name) or WORKLOADS[name]).papers[scale],)


def _attempt(
    name: str, sizes: tuple[int, ...], networks: Path, database: Callable[[], Ground]
) -> dict[str, Any]:
    papers = max(sizes)
    try:
        if name in _OF_SIZES:
            outcome: dict[str, Any] = _OF_SIZES[name].measure(sizes, networks=networks)
            return outcome
        if name in STUDIES:
            return study.measure(STUDIES[name], papers, database(), networks=networks)
        return workload.measure(WORKLOADS[name], papers, networks=networks)
    except ScinetError as error:
        message = f"{error}. {error.hint}"
    except Exception as error:  # noqa: BLE001 - one broken workload must not lose the others
        _log.exception("workload %s", name)
        message = f"{type(error).__name__}: {error}"
    return {"name": name, "papers": papers, "error": message}
