"""A user's own Cypher as of a day beside the same with conditions written by hand."""

from collections.abc import Callable, Mapping
from statistics import geometric_mean
from typing import Any, Final

from benchmarks.clock import timed
from benchmarks.study import Place, statement
from scinet.errors import DataError
from scinet.graph.as_of import known, restrict_to_day
from scinet.graph.dates import date_of
from scinet.graph.query import load
from scinet.graph.snapshot import read

STATEMENTS: Final = (
    "own_cited",
    "own_degree",
    "own_coauthors",
    "own_chain",
    "own_latest",
    "own_names",
)


def beside_conditions(place: Place) -> dict[str, Any]:
    """Time each statement as of the day by which half of the papers were published."""
    snapshot = read(place.database)
    half = snapshot.num_papers // 2
    paper, day = str(snapshot.paper_id[half - 1]), date_of(int(snapshot.day[half]))
    rows: list[dict[str, Any]] = []
    for name in STATEMENTS:
        own, by_hand = load(statement(name)), load(statement(f"{name}_before"))
        params = {"paper_id": paper} if "paper_id" in own.params else {}
        asked = restrict_to_day(own.text, day, params)
        ask = _asking(place, by_hand.text, by_hand.bind({**params, "before": day}))
        hand_s, expected = timed(ask)
        own_s, found = timed(_asking(place, asked.statement, asked.params))
        if found != expected:
            raise DataError(
                f"the rows differ ({name})", hint="One is wrong, so no time is reported."
            )
        about = {"way": own.summary.removesuffix("."), "hand_s": hand_s, "own_s": own_s}
        rows.append({**about, "ratio": own_s / hand_s})
    ratio = geometric_mean(row["ratio"] for row in rows)
    return {
        "citations": len(snapshot.cites.indices),
        "rows": rows,
        "summary": f"on average {ratio:.2f} times as long as with conditions by hand",
    }


def _asking(
    place: Place, text: str, params: Mapping[str, Any]
) -> Callable[[], list[dict[str, Any]]]:
    """Asks a statement, whose plan is made before."""
    given = dict(params)
    place.database.explain(text, given)
    return lambda: list(place.database.read_text(text, params=given, shown=known))
