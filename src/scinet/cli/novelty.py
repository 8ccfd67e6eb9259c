"""How atypically papers combine what they cite, and the pairs that make one paper novel."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output, shared
from scinet.cli.indicators import indicators
from scinet.errors import DataError

if TYPE_CHECKING:
    from scinet.graph.connection import Database
    from scinet.graph.grouping import Grouping
    from scinet.graph.snapshot import Snapshot

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
            "not with --before or --stratum, which the property could not tell.",
        ),
    ] = False,
    limit: shared.Limit = None,
    as_json: output.AsJson = False,
) -> None:
    """How atypically papers combine what they cite: lower p10 is more novel, most novel first.

    p10 and median are of z over pairs of references; pairs is their number.

    Example: scinet indicators novelty --item venue --top 10
    """
    import numpy as np

    from scinet.graph.indicators.novelty import on_arrays
    from scinet.graph.indicators.write import write as store

    day = output.cut_off(before)
    if write and (day is not None or stratum != _NONE):
        raise DataError(
            "--write with --before or --stratum (the stored number would not tell)",
            hint="Leave one of them out.",
        )
    with output.database() as db:
        ids = shared.identified(db, paper)
        arrays = shared.read_arrays(db, day)
        found = on_arrays(
            arrays,
            _grouping(arrays, item, db).code,
            stratum=None if stratum == _NONE else _grouping(arrays, stratum, db).code,
        )
        if write:
            values = {"novelty_p10": found.p10, "novelty_median": found.median}
            stored = store(db, arrays.paper_id.tolist(), values, group=item)
            sys.stderr.write(f"stored on {stored:,} papers\n")
    chosen = np.arange(arrays.num_papers) if ids is None else shared.positions(arrays, ids)
    undefined = int(np.isnan(found.p10[chosen]).sum())
    # What the arrays never held, such as references without a record, then what made no slot.
    left_out = {k: n for k, n in arrays.left_out.items() if n} | dict(found.left_out)
    sys.stderr.write(
        "".join(f"{name}: {number:,}\n" for name, number in left_out.items())
        + f"papers without a pair: {undefined:,} of {len(chosen):,}\n"
    )
    # NaN sorts last; equal values stay in time order.
    chosen = chosen[np.argsort(found.p10[chosen], kind="stable")]
    rows = [
        {
            "paper_id": arrays.paper_id[row],
            "p10": float(found.p10[row]),
            "median": float(found.median[row]),
            "pairs": int(found.pairs[row]),
        }
        for row in chosen[: shared.most(limit, as_json=as_json)]
    ]
    output.emit(rows if as_json else shared.titled(arrays, rows), as_json=as_json)


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
    from scinet.graph.indicators.novelty import pairs_of

    day = output.cut_off(before)
    with output.database() as db:
        ids = shared.identified(db, [paper])
        arrays = shared.read_arrays(db, day)
        items = _grouping(arrays, item, db)
        found = pairs_of(
            arrays,
            items.code,
            arrays.index(ids[0] if ids else paper),
            stratum=None if stratum == _NONE else _grouping(arrays, stratum, db).code,
        )
    if len(found.z) == 0:
        sys.stderr.write(f"fewer than two references to earlier papers with a {item}\n")
    names = items.id if as_json else items.name
    rows: list[dict[str, Any]] = [
        {
            "first": names[found.first[row]],
            "second": names[found.second[row]],
            "times": int(found.times[row]),
            "count": int(found.count[row]),
            "expected": float(found.expected[row]),
            "variance": float(found.variance[row]),
            "z": float(found.z[row]),
        }
        for row in range(len(found.z))
    ]
    output.emit(rows[: shared.most(limit, as_json=as_json)], as_json=as_json)


def _grouping(arrays: "Snapshot", by: str, db: "Database") -> "Grouping":
    from scinet.graph import grouping

    return grouping.of(arrays, by, database=db)
