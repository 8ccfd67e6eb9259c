"""How often papers of each field are cited, which an update of a language model goes by."""

from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.indicators import indicators


@indicators.command()
def volatility(
    *,
    level: Annotated[str, typer.Option(help="domain, field, subfield or topic.")] = "domain",
    papers: Annotated[int, typer.Option(min=1, help="Papers sampled from each field.")] = 1_000,
    before: output.Before = None,
    seed: shared.Seed = 0,
    as_json: output.AsJson = False,
) -> None:
    """Mean citations of papers by field: the more, the less an update of a model preserves.

    Example: scinet indicators volatility --level field
    """
    from dataclasses import asdict

    from scinet.graph.indicators.volatility import volatility as mean_citations
    from scinet.graph.levels import LEVELS

    if level not in LEVELS:
        raise typer.BadParameter(f"it is one of {', '.join(LEVELS)}", param_hint="--level")
    with output.database() as db:
        arrays = shared.read_arrays(db, output.cut_off(before))
    found = mean_citations(arrays, level, papers=papers, seed=seed)
    output.emit((asdict(one) for one in found), as_json=as_json)
