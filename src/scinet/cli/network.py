"""The network: its communities, links that may come, vectors, statistics, and what is doubtful."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scinet.cli import output
from scinet.cli.verbs import Line, group, verb
from scinet.errors import DataError
from scinet.graph.choices import Network
from scinet.graph.engine import Engine
from scinet.session.compute import Compute
from scinet.session.days import Day
from scinet.session.explore import Explore
from scinet.session.paths import Paths
from scinet.session.rows import Rows

if TYPE_CHECKING:
    from scinet.graph.paths import MainPath

network = group("network", "The network: communities, links that may come, vectors, statistics.")


def _communities(answer: Any, line: Line) -> None:
    followed = ["change", "related_id", "overlap"] if line.given["follow"] else []
    line.emit(answer, ["community_id", "papers", *followed, "name"])
    if not line.as_json:
        about = answer.attrs
        sys.stderr.write(f"papers in none of them: {about['outside']:,} of {about['papers']:,}\n")


def _main_path(found: "MainPath", line: Line) -> None:
    if line.as_json:
        line.emit(asdict(found))
        return
    rows = [
        {"paper_id": paper, "spc": share}
        for paper, share in zip(found.papers, [None, *found.spc], strict=False)
    ]
    line.emit(output.with_papers(line.graph.database, rows))
    sys.stderr.write(
        f"{found.papers_in:,} papers, {found.citations_in:,} citations; citations without order in "
        f"time, left out: {found.left_out_edges:,}\n"
    )


def _links_of(
    graph: Rows,
    a: str,
    b: str | None = None,
    *,
    network: Network = "coauthor",
    before: Day | None = None,
    engine: Engine = "arrays",
) -> Any:
    """Every feature of pairs of authors or papers, in the order given.

    Ids in a file are separated by a tab, or else a comma. The database has no Katz and no walks.

    Args:
        a: An author or a paper, or a file of pairs: two ids on a line.
        b: Another; none after a file.
        network: What joins papers, or ``coauthor`` for authors.
        before: Cut-off day, exclusive; nothing later is seen.
        engine: Who computes.
    """
    pairs = _pairs_of(Path(a)) if b is None else [(a, b)]
    return graph.links(pairs, network=network, before=before, engine=engine)


def _links(rows: Any, line: Line) -> None:
    if line.given["engine"] == "arrays":
        _say_left_out(line)
    line.emit(rows)


def _candidates(rows: Any, line: Line) -> None:
    _say_left_out(line)
    sys.stderr.write(f"{rows.attrs['found']:,} candidates with {line.given['by']} above 0\n")
    rows = rows[: line.most()]
    if not line.as_json:
        rows = output.named(line.graph.snapshot(line.given["before"]), rows)
    line.emit(rows)


def _namesakes(rows: Any, line: Line) -> None:
    sys.stderr.write(f"{rows.attrs['found']:,} likely {line.given['kind']}\n")
    rows = rows[: line.most()]
    if not line.as_json and "groups" in rows:
        rows = rows.assign(groups=[" | ".join(map(_group, groups)) for groups in rows["groups"]])
    line.emit(rows)


def _group(group: Any) -> str:
    places = ", ".join([*group["co_authors"][:2], *group["venues"][:1]])
    return f"{group['papers']} in {group['first']}-{group['last']} ({places})"


def _say_left_out(line: Line) -> None:
    from scinet.graph.links.every import LARGEST_TEAM
    from scinet.graph.links.tables import large_teams

    if line.given["network"] == "coauthor":
        large = large_teams(line.graph.snapshot(line.given["before"]))
        sys.stderr.write(
            f"papers with over {LARGEST_TEAM} authors, left out of faded_coauthorship and "
            f"author_walk: {large:,}\n"
        )


def _pairs_of(file: Path) -> list[tuple[str, str]]:
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


def _embedded(answer: Any, line: Line) -> None:
    given = line.given
    about = {name: given[name] for name in ("dimensions", "method", "seed", "before")}
    line.emit({"file": str(given["out"]), "papers": len(answer), **about, **answer.attrs})


def _saved(graph: Rows, *, out: Path, before: Day) -> dict[str, Any]:
    """Write the graph before a day as arrays: .npy and Parquet files with a manifest.

    Args:
        out: Folder to write; an older snapshot is replaced.
        before: Cut-off day YYYY-MM-DD, exclusive; nothing later is written.
    """
    from scinet.graph.snapshot.store import counts

    arrays = graph.snapshot(before)
    arrays.save(out)
    return {
        "counts": counts(arrays),
        "left_out": dict(arrays.left_out),
        "graph_fingerprint": arrays.graph_fingerprint,
    }


verb(
    network,
    "communities --before 2016-01-01 --mix citation=1,coupling=0.5",
    Compute.communities,
    _communities,
)
verb(network, "main-path --venue TACL --kind key-route", Paths.main_path, _main_path)
verb(
    network,
    "links A00000000 A00000023 --before 2015-01-01",
    _links_of,
    _links,
    arguments={"b": "[B]"},
)
verb(
    network,
    "candidates A00000000 --by author_walk --before 2015-01-01 --top 10",
    Compute.candidates,
    _candidates,
)
verb(
    network,
    "embeddings fastrp --before 2015-01-01 --out papers.parquet",
    Compute.embeddings,
    _embedded,
    arguments={"method": "fastrp|node2vec"},
    required=("out",),
)
verb(network, "namesakes --kind splits --before 2015-01-01", Compute.namesakes, _namesakes)
verb(network, "statistics --before 2010-01-01 --simulated", Explore.statistics)
verb(network, "snapshot --before 2010-01-01 --out acl-2010", _saved)
verb(network, "quality", Explore.quality)
