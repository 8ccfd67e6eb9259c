"""Loading a network: scinet's ways versus what others type.

The loader checks every record, writes papers, authors, venues and citations, journals its batches
and takes the fingerprint. The same nodes and links, created and nothing else, are its limit; the
others only add citations between works that are there, so that the comparison leans to them.
"""

import gzip
import time
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import orjson

from benchmarks import creating, merging
from benchmarks.merging import Citation, Way
from benchmarks.study import SOURCE, Place, load
from scinet.errors import ServerMissingError
from scinet.graph.connection import Database
from scinet.graph.dates import day_of, parse_date
from scinet.graph.load.loading import load as load_files
from scinet.server.importing import import_files
from scinet.server.process import free_port, running
from scinet.settings import Neo4jSettings, ServerSettings

_OTHERS: Final[dict[str, Way]] = {
    "UNWIND, CREATE, citations alone": merging.unwind,
    "MERGE, a transaction for each": merging.row_wise,
    "LOAD CSV, MERGE": merging.load_csv,
}


def ways(place: Place) -> dict[str, Any]:
    """Load the citations in every way and the whole network in ours, on a warm server.

    Each is done twice, and the second time counts; but ours in bulk has to start a server.
    """
    citations, papers = _citations(place), _papers(place)
    missing = [] if find_spec("py2neo") else ["py2neo"]
    by_package = {} if missing else {"py2neo, merged in bulk": merging.py2neo_bulk}
    rows: list[dict[str, Any]] = [
        {"way": way, **merging.measured(place, citations, do)}
        for way, do in {**_OTHERS, **by_package}.items()
    ]
    least = {"way": "UNWIND, CREATE, everything: the limit", "seconds": creating.created(place)}
    merging.expect(place.database, len(citations))
    seconds = 0.0
    for _ in range(2):
        place.database.rows("admin/wipe")
        start = time.perf_counter()
        load(place)
        seconds = time.perf_counter() - start
    merging.expect(place.database, len(citations))
    told = {"papers": papers, "citations": len(citations), "estimated": False}
    ours = {"way": "scinet load, everything", "seconds": seconds}
    rows = [
        row if "error" in row else {**told, **row, "all_s": row["seconds"]}
        for row in (ours, *_bulk(place, len(citations)), least)
    ] + rows
    for row in rows:
        if "seconds" in row:
            row["citations_per_s"] = row["citations"] / row["seconds"]
            if "papers" in row:
                row["papers_per_s"] = row["papers"] / row["seconds"]
    summary = ", ".join(f"{row['way']}: {row['all_s']:.3g} s" for row in rows if "all_s" in row)
    return {"citations": len(citations), "rows": rows, "summary": summary, "missing": missing}


def _bulk(place: Place, citations: int) -> list[dict[str, Any]]:
    """The same in bulk, up to a load that is complete; and Neo4j's importer alone.

    The server that takes the import files is started within that time, as a local one is started
    again; the load then makes the indexes and closes the account.
    """
    settings = ServerSettings()
    with TemporaryDirectory(prefix="scinet-", ignore_cleanup_errors=True) as folder:
        files = Path(folder) / "files"
        start = time.perf_counter()
        load_files(place.database, place.papers, source=SOURCE, import_files=files)
        written = time.perf_counter()
        try:
            data = import_files(settings, files)
        except ServerMissingError as error:
            return [{"way": "scinet load, in bulk", "error": str(error)}]
        imported = time.perf_counter()
        with (
            running(settings, data.parent, free_port()) as server,
            Database.connect(Neo4jSettings.model_construct(uri=server.uri)) as database,
        ):
            load_files(database, place.papers, source=SOURCE)
            end = time.perf_counter()
            merging.expect(database, citations)
    return [
        {
            "way": "scinet load, everything, in bulk, a start of the server included",
            "seconds": end - start,
        },
        {"way": "Neo4j's importer alone, ready-made files", "seconds": imported - written},
    ]


def _papers(place: Place) -> int:
    with gzip.open(place.papers) as lines:
        return sum(1 for _ in lines)


def _citations(place: Place) -> list[Citation]:
    with gzip.open(place.papers) as lines:
        return [
            (record["id"], cited, day_of(parse_date(record["date"])[0]))
            for record in map(orjson.loads, lines)
            for cited in record["references"]
        ]
