"""Command line of the benchmarks: ``python -m benchmarks``.

``run`` times workloads into a folder of results, ``page`` writes the page of such a folder; ``make
bench`` does both.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scinet import atomic_files
from scinet.errors import ScinetError

if TYPE_CHECKING:
    from benchmarks.study import Ground


def main() -> None:
    """Parse the command line and run its command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parts = parser.add_subparsers(required=True)
    run = parts.add_parser("run", help="Time workloads; results already in the folder stay.")
    run.add_argument("names", nargs="+", help="Such as B1 B18 reading growth, or all.")
    run.add_argument("--scale", choices=["small", "full"], default="small")
    run.add_argument("--out", type=Path, default=Path("bench-out"), help="Folder of results.")
    run.add_argument("--again", action="store_true", help="Repeat what is in the folder.")
    run.add_argument("--sizes", type=int, nargs="+", default=[], help="Papers, for what grows.")
    run.set_defaults(call=_run)
    page = parts.add_parser("page", help="Write the results of one scale as a page.")
    page.add_argument("--scale", choices=["small", "full"], default="small")
    page.add_argument("--results", type=Path, default=Path("bench-out"))
    page.add_argument("--file", type=Path, default=Path("performance.md"), help="Page to write.")
    page.set_defaults(call=_page)
    arguments = parser.parse_args()
    try:
        arguments.call(arguments)
    except ScinetError as error:
        sys.exit(f"bench: {error}. {error.hint}".rstrip())


def _run(parsed: argparse.Namespace) -> None:
    """Print one JSON line per result as soon as it is there."""
    from benchmarks.results import run_all

    options = {"ground": _ground, "again": parsed.again, "sizes": parsed.sizes}
    for result in run_all(parsed.names, parsed.scale, parsed.out, **options):
        sys.stdout.write(json.dumps(result, default=str) + "\n")
        sys.stdout.flush()


def _page(parsed: argparse.Namespace) -> None:
    from benchmarks.growth import draw
    from benchmarks.page import page
    from benchmarks.results import stored

    results, scale = stored(parsed.results, parsed.scale), parsed.scale
    program = "python -m benchmarks"
    commands = (
        f"make bench SCALE={scale} OUT={parsed.results} PAGE={parsed.file}",
        f"{program} run reading --scale {scale} --out {parsed.results} --again",
        f"{program} run import-files --scale {scale} --out {parsed.results} --again "
        "--sizes 10000 100000 1000000 10000000",
        f"{program} page --scale {scale} --results {parsed.results} --file {parsed.file}",
    )
    parsed.file.parent.mkdir(parents=True, exist_ok=True)
    plots: dict[str, str] = {}
    for result in results:
        if "fits" in result:
            plot = parsed.file.with_name(f"{parsed.file.stem}-{result['name']}.svg")
            draw(result["rows"], plot)
            plots[result["name"]] = plot.name
    atomic_files.write_file(page(results, "\n".join(commands), plots), parsed.file)


@contextmanager
def _ground() -> "Iterator[Ground]":
    """Yield the database of NEO4J_URI, which must be empty, or that of a temporary server."""
    from benchmarks.study import Ground
    from scinet.server.process import free_port, run_temporary
    from scinet.settings import Neo4jSettings, ServerSettings

    settings = Neo4jSettings()
    if settings.uri is not None:
        ground = Ground(settings)
        try:
            yield ground
        finally:
            ground.clear()
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        sys.stderr.write("starting a throw-away server\n")
        with run_temporary(ServerSettings(), Path(folder), free_port()) as server:
            yield Ground(Neo4jSettings.model_construct(uri=server.uri))


if __name__ == "__main__":
    main()
