"""Run workloads one after the other and keep each result in a file of its own."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from scinet.errors import DataError, NotFoundError, ScinetError
from scinet.graph.bench.table import WORKLOADS
from scinet.graph.bench.workload import measure


def run_all(
    names: Sequence[str], scale: str, out: Path, *, again: bool = False
) -> Iterator[dict[str, Any]]:
    """Results of workloads, taken from the folder where they are there already.

    Args:
        names: Workloads, or ``all``.
        scale: ``small`` or ``full``.
        out: Folder of results, a file per workload and scale; networks are kept beside them.
        again: Whether to repeat what is there.

    Yields:
        A result of :func:`scinet.graph.bench.workload.measure`; for a workload that failed its
        name and the error. A failure is not kept.

    Raises:
        NotFoundError: If there is no such workload.
    """
    wanted = list(WORKLOADS) if list(names) == ["all"] else list(names)
    if unknown := [name for name in wanted if name not in WORKLOADS]:
        raise NotFoundError(
            f"no workload {unknown[0]!r}", hint=f"There are {', '.join(WORKLOADS)}."
        )
    out.mkdir(parents=True, exist_ok=True)
    for name in wanted:
        file = out / f"{name}-{scale}.json"
        if file.is_file() and not again:
            yield json.loads(file.read_text(encoding="utf-8"))
            continue
        workload = WORKLOADS[name]
        try:
            result = measure(workload, workload.papers[scale], networks=out / "networks")
        except ScinetError as error:
            yield {"name": name, "error": f"{error}. {error.hint}"}
            continue
        part = file.with_suffix(".part")  # a killed run leaves no half result under the name
        part.write_text(json.dumps({**result, "scale": scale}, indent=2), encoding="utf-8")
        part.replace(file)
        yield result


def stored(out: Path) -> list[dict[str, Any]]:
    """The results in a folder, in the order of the table.

    Raises:
        DataError: If there is none.
    """
    order = {name: place for place, name in enumerate(WORKLOADS)}
    found = [json.loads(file.read_text(encoding="utf-8")) for file in out.glob("*-*.json")]
    if not found:
        raise DataError(f"no results in {out}", hint="Run `scinet bench run all` first.")
    return sorted(found, key=lambda result: (order.get(result["name"], 99), result["papers"]))
