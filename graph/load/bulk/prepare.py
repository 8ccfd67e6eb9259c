"""Import files of a first load: shards, then shared nodes, then the importer's arguments.

Each stage is complete or is repeated; the same call on the same folder resumes.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import atomic_files
from scinet.graph.db.fingerprint import HashSum
from scinet.graph.load.bulk.resolve import find_repeats, write_ends
from scinet.graph.load.bulk.scan import scan
from scinet.graph.load.bulk.shard import HINT, account_file
from scinet.graph.load.bulk.tables import SEPARATOR, TABLES, format_cell, format_row
from scinet.graph.load.plan import PlanPart

ARGUMENTS: Final = "import.args"
_READY: Final = "ready.json"
_BUFFER: Final = 2**16


@dataclass(frozen=True, slots=True)
class LoadEntry:
    """Entry of the load in the journal; see :func:`scinet.graph.load.journal.begin_load`."""

    run: str
    part: PlanPart
    batch_size: int
    options: Mapping[str, Any]
    before: Mapping[str, int]
    texts: Path | None = None


@dataclass(frozen=True, slots=True)
class PreparedImport:
    """Account of the records in the import files, and the fingerprint.

    Attributes:
        workers_mib: Sum of the peak memory of the processes that read the records.
    """

    account: Counter[str]
    fingerprint: str
    workers_mib: float


def prepare(entry: LoadEntry, folder: Path, progress: Callable[[int], None]) -> PreparedImport:
    """Write all import files of a load, and the arguments of the importer.

    Raises:
        StorageError: If they cannot be written.
        ScinetError: If a process that reads records is killed.
    """
    ready, workers_mib = folder / _READY, 0.0
    if not ready.exists():
        with atomic_files.translate_os_errors(folder, hint=HINT):
            made, workers_mib = _make_files(entry, folder, progress)
            atomic_files.write_file(orjson.dumps(made), ready, hint=HINT)
    state = orjson.loads(ready.read_bytes())
    return PreparedImport(Counter(state["account"]), state["fingerprint"], workers_mib)


def _make_files(
    entry: LoadEntry, folder: Path, progress: Callable[[int], None]
) -> tuple[dict[str, Any], float]:
    folder.mkdir(parents=True, exist_ok=True)
    shards, reading, workers_mib = scan(
        entry.part, entry.run, folder, entry.batch_size, progress, texts=entry.texts
    )
    again = find_repeats(folder, entry.run)
    if again.there:
        *_, others_mib = scan(
            entry.part, entry.run, folder, entry.batch_size, lambda _: None, again,
            texts=entry.texts,
        )  # fmt: skip
        workers_mib = max(workers_mib, others_mib)
    total, account = HashSum(), Counter[str]()
    # Faults and notes of files are not in the journal: the load reads all lines again.
    is_whole = not (reading.faults or reading.accepted)
    longest = 0
    for number in range(shards):
        shard = orjson.loads(account_file(folder, number).read_bytes())
        total.join(int(shard["sum"], 16), shard["counts"])
        account.update(shard["account"])
        is_whole = is_whole and not shard["live"]
        longest = max(longest, shard["longest"])
    write_ends(folder, total)
    line = snapshot_line(entry, complete=is_whole, simulated=False) + "\n"
    (folder / "snapshot-all.csv").write_text(line, encoding="utf-8")
    fingerprint = total.fingerprint()
    line = format_row("graph", fingerprint.hex, json.dumps(fingerprint.counts))
    (folder / "total-all.csv").write_text(line, encoding="utf-8")
    write_arguments(folder, longest)
    return {"account": account, "fingerprint": fingerprint.hex}, workers_mib


def snapshot_line(entry: LoadEntry, *, complete: bool, simulated: bool) -> str:
    """Return the journal's row of a load as CSV, without line end."""
    part, now = entry.part, datetime.now(UTC).isoformat()
    files = [{"name": f.name, "bytes": f.size, "sha256": f.sha256} for f in part.files]
    line = format_row(
        entry.run,
        part.source,
        part.kind.name,
        json.dumps(files),
        entry.batch_size,
        json.dumps(dict(entry.options)),
        version("scinet"),
        json.dumps(dict(entry.before)),
    )
    return f"{line[:-1]},{now},{now},{format_cell(complete)},{format_cell(simulated)}"


def write_arguments(folder: Path, longest: int) -> None:
    """Write the headers of the existing tables, and the arguments of the importer.

    Args:
        longest: Characters of the longest line in a table of a shard.
    """
    for file in folder.glob("*-all.*csv"):
        with file.open("rb") as lines:
            longest = max(longest, max(map(len, lines), default=0))
    arguments = [
        f"--array-delimiter=U+{ord(SEPARATOR):04X}",
        # By default it takes virtual disks for slow ones and writes less at once.
        "--high-parallel-io=on",
        # One thread first reads a buffer of each file for an estimate. With the default of 4 MiB
        # that is all of most files. It must hold the longest line.
        f"--read-buffer-size={max(_BUFFER, 4 * longest)}",
    ]
    if any(folder.glob("*.text.csv")):
        arguments += ["--multiline-fields-format=v2", "--multiline-fields=.*[.]text[.]csv"]
    for name, table in TABLES.items():
        if any(folder.glob(f"{name}-*.csv")):
            header = folder / f"header-{name}.csv"
            header.write_text(table.header + "\n", encoding="utf-8")
            arguments.append(f"--{table.option}={table.name}={header.name},{name}-.*[.]csv")
    atomic_files.write_file("\n".join(arguments), folder / ARGUMENTS, hint=HINT)
