"""How atypically papers combine what they cite, and the pairs that make one paper novel."""

import sys
from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.indicators import indicators, show
from scinet.errors import DataError

_NONE = "none"
Item = Annotated[
    str, typer.Option(help="What is combined: venue, community, paper, or a level of fields.")
]
Stratum = Annotated[
    str, typer.Option(help="Compare papers of one such group only; none compares all of a year.")
]


@indicators.command()
def novelty(
    *,
    paper: shared.Papers = None,
    item: Item = "venue",
    stratum: Stratum = _NONE,
    before: output.Before = None,
    write: Annotated[
        bool,
        typer.Option(
            "--write",
            help="Also store novelty_p10 and novelty_median with the item (novelty_p10_venue); "
            "not with --before or --stratum, of which the property says nothing.",
        ),
    ] = False,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """How atypically papers combine what they cite: lower p10 is more novel, most novel first.

    p10 and median are of z over pairs of references; pairs is their number.

    Example: scinet indicators novelty --item venue --top 10
    """
    from scinet.graph.indicators.novelty.table import novelty_table

    day = output.cut_off(before)
    strata = None if stratum == _NONE else stratum
    if write and (day is not None or strata is not None):
        raise DataError(
            "--write with --before or --stratum (the stored number would not say so)",
            hint="Leave one of them out.",
        )
    with output.database() as db:
        table = novelty_table(
            db,
            item=item,
            stratum=strata,
            papers=paper,
            before=day,
            write=write,
            cache=shared.cache(),
        )
    show(table, shared.most(limit, as_json=as_json), as_json=as_json)


@indicators.command("novelty-pairs")
def novelty_pairs(
    paper: Annotated[str, typer.Argument(help="Id of the paper.")],
    *,
    item: Item = "venue",
    stratum: Stratum = _NONE,
    before: output.Before = None,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """The pairs that a paper combines, the most atypical first: counts, mean, variance and z.

    Example: scinet indicators novelty-pairs S00000017 --item paper
    """
    from scinet.graph.indicators.novelty.table import novelty_pair_rows

    day = output.cut_off(before)
    with output.database() as db:
        rows = novelty_pair_rows(
            db,
            paper,
            item=item,
            stratum=None if stratum == _NONE else stratum,
            before=day,
            cache=shared.cache(),
        )
    if not rows:
        sys.stderr.write(f"fewer than two references to earlier papers with a {item}\n")
    hidden = ("first", "second") if as_json else ("first_id", "second_id")
    shown = [{key: value for key, value in row.items() if key not in hidden} for row in rows]
    if as_json:
        shown = [{key.removesuffix("_id"): value for key, value in row.items()} for row in shown]
    output.emit(shown[: shared.most(limit, as_json=as_json)], as_json=as_json)
