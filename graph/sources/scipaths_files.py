"""Files of claims read whole, outside a load: for their papers, and for tasks made of them."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from scinet import atomic_files
from scinet.errors import DataError
from scinet.graph.schema.records import BadRecordError, PathwayRecord
from scinet.graph.sources import files, input_files, scipaths
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import read_files
from scinet.graph.sources.scipaths_papers import papers


def read_claims(paths: Sequence[Path]) -> list[tuple[PathwayRecord, dict[str, Any]]]:
    """Read the claims of files (JSON lists or lines), with ids as given, each with its row."""
    reading = files.ReadProgress()
    claims: list[tuple[PathwayRecord, dict[str, Any]]] = []
    with input_files.gather_files(paths, scipaths.KEY) as (listed, faults):
        for line in read_files(listed, reading):
            try:
                row = parse_object(line.data, is_last=line.is_last)
                claims.append((scipaths.pathway_record(row, None), row))
            except BadRecordError as error:
                raise DataError(
                    f"a claim {error} ({line.file}, record {line.number})",
                    hint="Correct the file; nothing was written.",
                ) from error
        for fault in (*faults, *reading.faults):
            raise DataError(
                f"{fault.name} {fault.message}", hint="Name files of claims, such as dev.json."
            )
    return claims


def write_papers(paths: Sequence[Path], out: Path) -> dict[str, int]:
    """Write records of all papers named by claims; return counts."""
    claims = read_claims(paths)
    counts = Counter(claims=len(claims), papers=0, citations=0, undated=0)
    rows: list[str] = []
    for record in papers(claims):
        counts["papers"] += 1
        counts["citations"] += len(record["references"])
        counts["undated"] += record["date"] is None
        rows.append(orjson.dumps(record).decode() + "\n")
    atomic_files.write_file("".join(rows), out)
    return dict(counts)
