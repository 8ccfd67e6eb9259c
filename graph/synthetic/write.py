"""Simulated network as files, complete or not at all.

Everything is written under a temporary folder inside the target and renamed when it is complete,
the manifest last. The same size and seed give the same bytes.
"""

import gzip
import hashlib
import logging
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import orjson

from scinet.errors import StorageError
from scinet.graph.schema.dates import date_of
from scinet.graph.synthetic.network import SimulatedNetwork, simulate
from scinet.graph.synthetic.records import records
from scinet.graph.synthetic.statistics import statistics

PAPERS: Final = "papers.jsonl.gz"
FULLTEXT: Final = "fulltext.jsonl.gz"
MANIFEST: Final = "manifest.json"
README: Final = "README.txt"
_LEVEL: Final = 4
_CHUNK: Final = 2_000  # papers between two writes and two reports of progress

_logger = logging.getLogger(__name__)


def generate(
    num_papers: int,
    seed: int,
    folder: Path,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> dict[str, Any]:
    """Simulate a network and write it to a folder.

    Memory holds the arrays, about 1 kB a paper, and never the text.

    Args:
        folder: Made when it is missing; an earlier simulated network in it is replaced.

    Raises:
        StorageError: If the folder cannot be written, or holds files of these names that are
            not simulated. Nothing is left there then.
    """
    started = time.monotonic()
    try:
        is_new = not folder.exists()
        _refuse_foreign(folder)
        folder.mkdir(parents=True, exist_ok=True)
        parts = Path(tempfile.mkdtemp(prefix=".generate-", dir=folder))
        try:
            manifest = _write(parts, simulate(num_papers, seed), progress)
            for name in (PAPERS, FULLTEXT, README, MANIFEST):
                (parts / name).replace(folder / name)
        finally:
            shutil.rmtree(parts, ignore_errors=True)
            if is_new and not any(folder.iterdir()):
                folder.rmdir()
    except BrokenPipeError:
        raise  # of the progress output
    except OSError as error:
        raise StorageError(
            f"cannot write a simulated network ({folder}: {error.strerror or error})",
            hint="Choose a folder that can be written, on a disk with room.",
        ) from error
    _logger.info("wrote %d papers in %.1f s", num_papers, time.monotonic() - started)
    return manifest


def _refuse_foreign(folder: Path) -> None:
    """Refuse to overwrite files that are not simulated."""
    if not any((folder / name).exists() for name in (PAPERS, FULLTEXT, MANIFEST, README)):
        return
    try:
        if orjson.loads((folder / MANIFEST).read_bytes())["simulated"] is True:
            return
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise StorageError(
        f"the folder holds files that are not simulated ({folder})",
        hint="Choose an empty or a new folder.",
    )


def _write(
    parts: Path, network: SimulatedNetwork, progress: Callable[[int, int], object] | None
) -> dict[str, Any]:
    counts = {
        "papers": network.num_papers,
        "citations": len(network.references.indices),
        "authors": network.num_authors,
        "authorships": len(network.authored.indices),
        "venues": len(set(network.venue.tolist())),
        "abstracts": 0,
        "full_texts": 0,
        "paragraphs": 0,
        "mentions": 0,
    }
    with (
        _open_compressed(parts / PAPERS) as write_papers,
        _open_compressed(parts / FULLTEXT) as write_texts,
    ):
        paper_lines: list[bytes] = []
        text_lines: list[bytes] = []
        for number, (record, text) in enumerate(records(network), start=1):
            paper_lines.append(orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE))
            counts["abstracts"] += record["abstract"] is not None
            if text is not None:
                text_lines.append(orjson.dumps(text, option=orjson.OPT_APPEND_NEWLINE))
                counts["full_texts"] += 1
                counts["paragraphs"] += len(text["paragraphs"])
                counts["mentions"] += sum(len(part["mentions"]) for part in text["paragraphs"])
            if number % _CHUNK == 0 or number == network.num_papers:
                write_papers(b"".join(paper_lines))
                write_texts(b"".join(text_lines))
                paper_lines.clear()
                text_lines.clear()
                if progress is not None:
                    progress(number, network.num_papers)
    manifest = {
        "simulated": True,
        "note": "No paper, author or venue in these files exists.",
        "scinet_version": version("scinet"),
        "options": {"papers": network.num_papers, "seed": network.seed},
        "first_date": date_of(int(network.day[0])).isoformat(),
        "last_date": date_of(int(network.day[-1])).isoformat(),
        "counts": counts,
        "statistics": statistics(network.day, network.references, network.authored),
        "files": {name: _file_facts(parts / name) for name in (PAPERS, FULLTEXT)},
    }
    # One line, so that a loader that is given the whole folder sees an object without an id.
    (parts / MANIFEST).write_bytes(orjson.dumps(manifest, option=orjson.OPT_APPEND_NEWLINE))
    (parts / README).write_text(_readme(manifest), encoding="utf-8")
    return manifest


@contextmanager
def _open_compressed(path: Path) -> Iterator[Callable[[bytes], None]]:
    """Open a gzip file written by a thread, since compression releases the GIL."""
    # No name and no time in the header: the same content gives the same bytes.
    with (
        path.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=raw, mtime=0) as stream,
        ThreadPoolExecutor(max_workers=1) as thread,
    ):
        written: list[Future[int]] = []

        def write(chunk: bytes) -> None:
            if written:  # at most one pending chunk, whose errors are raised here
                written.pop().result()
            written.append(thread.submit(stream.write, chunk))

        yield write
        written.pop().result()


def _file_facts(path: Path) -> dict[str, Any]:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {"sha256": digest, "bytes": path.stat().st_size}


def _readme(manifest: dict[str, Any]) -> str:
    options = manifest["options"]
    figures = {**manifest["counts"], **manifest["statistics"]}
    return (
        "SIMULATED NETWORK: no paper, author or venue in these files exists.\n\n"
        f"Made by scinet {manifest['scinet_version']}:\n"
        f"  scinet generate --papers {options['papers']} --seed {options['seed']} --out DIR\n\n"
        f"{PAPERS}    one paper per line, in time order\n"
        f"{FULLTEXT}  paragraphs with located citation marks, for three papers in ten\n"
        f"{MANIFEST}      counts, statistics and SHA-256 of both files\n\n"
        "About three citations in a thousand are of papers of the same day or up to 60 days\n"
        "later, one abstract in ten is missing, and some authors share a name.\n\n"
    ) + "".join(
        f"{name:<30}{value:>14,}\n" if isinstance(value, int) else f"{name:<30}{value:>14.4f}\n"
        for name, value in figures.items()
    )
