"""The network: communities, link prediction, embeddings, statistics, quality."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scinet.cli import output
from scinet.cli.verbs import Invocation, add_command, add_group
from scinet.errors import DataError
from scinet.graph.db.engine import Engine
from scinet.graph.schema.choices import Network
from scinet.session.compute import Compute
from scinet.session.days import Day
from scinet.session.explore import Explore
from scinet.session.found_path import FoundPath
from scinet.session.graph import Graph
from scinet.session.paths import Paths
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.graph.paths import MainPath

network = add_group("network", "The network: communities, link prediction, embeddings, statistics.")


def _print_communities(answer: Table, line: Invocation) -> None:
    followed = ["change", "related_id", "overlap"] if line.options["follow"] else []
    line.emit(answer, ["community_id", "papers", *followed, "name"])
    if not line.as_json:
        attrs = answer.attrs
        sys.stderr.write(f"papers in none of them: {attrs['outside']:,} of {attrs['papers']:,}\n")


def _print_main_path(found: "FoundPath[MainPath]", line: Invocation) -> None:
    main_path = found.details
    if line.as_json:
        line.emit(asdict(main_path))
        return
    rows = [
        {"paper_id": paper, "spc": share}
        for paper, share in zip(main_path.papers, [None, *main_path.spc], strict=False)
    ]
    line.emit(output.add_paper_names(line.graph.database, rows))
    sys.stderr.write(
        f"{main_path.papers_in:,} papers, {main_path.citations_in:,} citations; citations without "
        "order in "
        f"time, left out: {main_path.left_out_edges:,}\n"
    )


def _compute_links(
    graph: Graph,
    a: str,
    b: str | None = None,
    *,
    network: Network = "coauthor",
    before: Day | None = None,
    engine: Engine = "arrays",
) -> Table:
    """Every feature of pairs of authors or papers, in the order given.

    Ids in a file are separated by a tab, or else a comma. The database has no Katz and no walks.

    Args:
        a: An author or a paper, or a file of pairs: two ids on a line.
        b: Another; none after a file.
        network: What joins papers, or ``coauthor`` for authors.
        before: Cut-off day, exclusive; nothing later is seen.
        engine: Who computes.
    """
    pairs = _read_pairs(Path(a)) if b is None else [(a, b)]
    return graph.links(pairs, network=network, before=before, engine=engine)


def _print_links(rows: Table, line: Invocation) -> None:
    if line.options["engine"] == "arrays":
        _print_left_out(line)
    line.emit(rows)


def _print_candidates(table: Table, line: Invocation) -> None:
    _print_left_out(line)
    sys.stderr.write(f"{table.attrs['found']:,} candidates with {line.options['by']} above 0\n")
    rows = table[: line.most()].rows()
    if not line.as_json:
        rows = output.add_display_names(line.graph.snapshot(line.options["before"]), rows)
    line.emit(rows)


def _print_namesakes(table: Table, line: Invocation) -> None:
    sys.stderr.write(f"{table.attrs['found']:,} likely {line.options['kind']}\n")
    line.emit(table[: line.most()])


def _print_left_out(line: Invocation) -> None:
    from scinet.graph.links.ranking import LARGEST_TEAM
    from scinet.graph.links.tables import large_teams

    if line.options["network"] == "coauthor":
        large = large_teams(line.graph.snapshot(line.options["before"]))
        sys.stderr.write(
            f"papers with over {LARGEST_TEAM} authors, left out of faded_coauthorship and "
            f"author_walk: {large:,}\n"
        )


def _read_pairs(file: Path) -> list[tuple[str, str]]:
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"cannot read pairs from {file}", hint="Name two ids, or a text file of pairs."
        ) from error
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(lines, start=1):
        parts = [part.strip() for part in line.split("\t" if "\t" in line else ",")]
        if not line.strip():
            continue
        if len(parts) != 2 or not all(parts):
            raise DataError(
                f"{file}, line {number}: {line[:60]!r} is not a pair",
                hint="Write two ids, separated by a tab or a comma.",
            )
        pairs.append((parts[0], parts[1]))
    return pairs


def _print_embedding(answer: Table, line: Invocation) -> None:
    options = line.options
    settings = {name: options[name] for name in ("dimensions", "method", "seed", "before")}
    settings["graph_fingerprint"] = answer.attrs["graph_fingerprint"]
    line.emit(
        {
            "file": str(options["out"]),
            "papers": len(answer),
            **settings,
        }
    )


def _save_snapshot(graph: Graph, *, out: Path, before: Day) -> dict[str, Any]:
    """Write the graph before a day as arrays: .npy and Parquet files with a manifest.

    Args:
        out: Folder to write; an older snapshot is replaced.
        before: Cut-off day YYYY-MM-DD, exclusive; nothing later is written.
    """
    from scinet.graph.snapshot.store import count_items

    arrays = graph.snapshot(before)
    arrays.save(out)
    return {
        "counts": count_items(arrays),
        "left_out": dict(arrays.left_out),
        "graph_fingerprint": arrays.graph_fingerprint,
    }


add_command(
    network,
    "communities --before 2016-01-01 --mix citation=1,coupling=0.5",
    Compute.communities,
    _print_communities,
)
add_command(network, "main-path --venue TACL --kind key-route", Paths.main_path, _print_main_path)
add_command(
    network,
    "links A00000000 A00000023 --before 2015-01-01",
    _compute_links,
    _print_links,
    arguments={"b": "[B]"},
)
add_command(
    network,
    "candidates A00000000 --by author_walk --before 2015-01-01 --top 10",
    Compute.candidates,
    _print_candidates,
)
add_command(
    network,
    "embeddings fastrp --before 2015-01-01 --out papers.parquet",
    Compute.embeddings,
    _print_embedding,
    arguments={"method": "fastrp|node2vec"},
    required=("out",),
)
add_command(
    network, "namesakes --kind splits --before 2015-01-01", Compute.namesakes, _print_namesakes
)
add_command(network, "statistics --before 2010-01-01 --simulated", Explore.statistics)
add_command(network, "snapshot --before 2010-01-01 --out acl-2010", _save_snapshot)
add_command(network, "quality", Explore.quality)
