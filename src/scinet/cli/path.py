"""How one paper led to another, or the work of one author, venue or field to another's."""

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from scinet.cli import output
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.found_path import FoundPath
from scinet.session.paths import Paths
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.graph.paths import BestPath


def _print_best(found: "FoundPath[BestPath]", line: Invocation) -> None:
    from scinet.graph.paths import PathBetween

    path, (source, target) = found.details, found.ends
    is_of_papers = line.options["by"] == "paper"
    if line.as_json:
        ends = {"by": line.options["by"], "source_id": source, "target_id": target}
        line.emit({**({} if is_of_papers else ends), **asdict(path)})
        return
    if path.papers:
        rows = [
            {"paper_id": paper, "citations": count}
            for paper, count in zip(path.papers, path.citations, strict=True)
        ]
        line.emit(output.add_paper_names(line.graph.database, rows))
        sys.stderr.write(
            f"{path.hops} hops, {path.objective} of the citations {path.value:,.10g}, ends "
            f"{path.endpoints}d; paths of that value: {path.optimal_paths}; citations "
            f"without order in time, left out: {path.left_out_edges:,}\n"
        )
    else:
        within = "" if path.max_hops is None else f" within {path.max_hops} hops"
        joins = (
            f"joins {source} and {target}" if is_of_papers else f"leads from {source} to {target}"
        )
        sys.stderr.write(f"no chain of references {joins}{within}\n")
    if isinstance(path, PathBetween):
        sys.stderr.write(
            f"papers of {source}: {path.source_papers:,}, of {target}: {path.target_papers:,}, "
            f"of both: {path.shared_papers:,}\n"
        )


def _print_all(chains: Table, line: Invocation) -> None:
    if line.as_json:
        line.emit(chains)
    else:
        rows = [
            {"path": number, "paper_id": paper}
            for number, chain in enumerate(chains, start=1)
            for paper in chain["papers"]
        ]
        line.emit(output.add_paper_names(line.graph.database, rows))
    more = ", and there are more" if chains.attrs["truncated"] else ""
    sys.stderr.write(f"{len(chains):,} paths{more}\n")


add_command(app, "path P02-1040 D15-1166 --max-hops 6", Paths.path, _print_best)
add_command(app, "paths P02-1040 D15-1166 --limit 5", Paths.paths, _print_all)
