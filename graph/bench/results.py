"""Run workloads one after the other and keep each result in a file of its own."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from scinet.errors import NotFoundError, ScinetError
from scinet.graph.bench.table import WORKLOADS
from scinet.graph.bench.workload import measure


def run_all(
    names: Sequence[str], scale: str, out: Path, *, again: bool = False
) -> Iterator[dict[str, Any]]:
    """Results of workloads, taken from the folder where they are there already.

    Args:
        names: Workloads, or ``all``.
        scale: ``small`` or ``full``.
        out: Folder of results, a file per workload and scale.
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
        try:
            result = measure(WORKLOADS[name], WORKLOADS[name].papers[scale])
        except ScinetError as error:
            yield {"name": name, "error": str(error)}
            continue
        part = file.with_suffix(".part")  # a killed run leaves no half result under the name
        part.write_text(json.dumps(result, indent=2), encoding="utf-8")
        part.replace(file)
        yield result
