"""Sorting, deduplicating and resolving on disk: the bulk load's engine versus others.

A simulated network, of which every tenth paper has no record and another tenth comes twice, is read
into shards as in a bulk load. Then each engine resolves the shards in a process of its own. No time
is shown unless all give the same rows.
"""

import gzip
import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import orjson

from benchmarks import engines
from benchmarks.arrays import about, limit_s
from benchmarks.importing import written
from scinet import machine
from scinet.errors import DataError, ScinetError
from scinet.experiments.process import run_once
from scinet.graph.load.bulk.resolve import NODES
from scinet.graph.load.bulk.scan import scan
from scinet.graph.load.plan import plan_load
from scinet.graph.sources.counts import CountTable
from scinet.graph.synthetic.write import MANIFEST, PAPERS

NAME: Final = "B21"
TITLE: Final = "sort, deduplicate and resolve on disk what shards of a bulk load have in common"
SIZES: Final = {"small": (2_000,), "full": (1_000_000,)}
_MEMORY_MB: Final = 300  # exceeded by a million papers
_BYTES_PER_PAPER: Final = 2_500
_EVERY: Final = 10
_BATCHES: Final = 20  # at least, so that repeats fall into other batches


def measure(sizes: tuple[int, ...], *, networks: Path, seed: int = 1) -> dict[str, Any]:
    """Make the tables of each number of papers, and run each engine on them.

    Returns:
        ``rows``, one for each engine and size: rows of its results, seconds, and peak memory of its
        process; a failed one has its ``error`` instead.
    """
    before = machine.machine_facts()["load_average"]
    needed = 500 + _BYTES_PER_PAPER * max(sizes) // 2**20
    machine.refuse_if_too_large(f"{NAME} {max(sizes):,} papers", needed, hint=machine.SMALLER)
    missing = [package for package, _ in engines.ENGINES.values() if not find_spec(package)]
    ways = [way for way, (package, _) in engines.ENGINES.items() if package not in missing]
    rows = [row for papers in sizes for row in _rows(papers, networks, seed, ways)]
    return {
        **about(NAME, TITLE, max(sizes), seed, before),
        "citations": rows[-1]["citations"],
        "missing": missing,
        "rows": rows,
        "summary": f"A tenth of the papers has no record, another tenth comes twice. Each program "
        f"has {machine.core_count()} threads and is told to take {_MEMORY_MB} MB: DuckDB spills "
        "what exceeds them, Polars what it can, and Arrow has no such limit. Peaks are of whole "
        "processes, the programs included. All of them found the same rows, by number and hash",
    }


def _rows(papers: int, networks: Path, seed: int, ways: list[str]) -> list[dict[str, Any]]:
    network, limit = networks / f"records-{papers}-{seed}", limit_s(papers)
    run_once(written, network, papers, seed, limit_s=limit)
    manifest = orjson.loads((network / MANIFEST).read_bytes())
    told = {"papers": papers, "citations": manifest["counts"]["citations"]}
    # Beside the network: shards can be larger than the temporary folder allows.
    with tempfile.TemporaryDirectory(prefix="shards-", dir=network) as name:
        room = Path(name)
        told |= run_once(_shards, network / PAPERS, room, papers, limit_s=limit, has_children=True)
        rows = [{"way": way, **told, **_run_engine(way, room, limit)} for way in ways]
    if len({(row["rows_found"], row["hash"]) for row in rows if "error" not in row}) > 1:
        raise DataError(
            "the programs found different rows", hint="One of them is wrong, so no time is shown."
        )
    return rows


def _shards(papers: Path, room: Path, num_papers: int) -> dict[str, Any]:
    """Read a part of the papers, and a part of them again, into the tables of shards."""
    part_file = room / "some.jsonl.gz"
    with gzip.open(part_file, "wb", compresslevel=1) as out:
        for is_again in (False, True):
            with gzip.open(papers) as lines:
                for number, line in enumerate(lines):
                    if number % _EVERY == 1 or (number % _EVERY and not is_again):
                        out.write(line)
    with plan_load([part_file], kind=None, source="bench", table=CountTable({})) as plan:
        [part] = plan.parts
        size = min(part.kind.batch_size, max(num_papers // _BATCHES, 1))
        scan(part, "bench", room, size, lambda _: None)
    for file in room.iterdir():
        if file.suffix != ".parquet":
            file.unlink()
    return {"tables_mb": sum(file.stat().st_size for file in room.iterdir()) / 1e6}


def _run_engine(way: str, room: Path, limit: float) -> dict[str, Any]:
    out = room / "answers"
    try:
        done = run_once(
            engines.measured, way, room, out, _MEMORY_MB, machine.core_count(), limit_s=limit
        )
        return {**done, **run_once(_summarise, out, limit_s=limit)}
    except ScinetError as error:
        return {"error": f"{error}. {error.hint}".rstrip()}
    finally:
        shutil.rmtree(out, ignore_errors=True)


def _summarise(out: Path) -> dict[str, Any]:
    """Return the number of rows of all results and an order-independent hash of them."""
    import duckdb

    rows_found = total = 0
    with duckdb.connect() as database:
        for name in ("ids", "works", *NODES):
            answer = database.read_parquet(str(out / f"{name}.parquet"))
            columns = ", ".join(sorted(answer.columns))
            [(rows, hashes)] = answer.aggregate(
                f"count(*), sum(hash('{name}', {columns}))"
            ).fetchall()
            rows_found += rows
            total += int(hashes or 0)
    return {"rows_found": rows_found, "hash": f"{total:x}"}
