"""The pairs that the database counts for one paper are those of the arrays."""

from datetime import date

from build import load_graph
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from networks import networks

from scinet.graph.connection import Database
from scinet.graph.indicators.novelty import pairs_of
from scinet.graph.snapshot import read


@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_database_and_arrays_count_the_same_pairs(
    shared_database: Database, data: st.DataObject
) -> None:
    papers = [
        (f"{number}-{paper}", when, [f"{number}-{cited}" for cited in references])
        for number in range(5)
        for paper, when, references in data.draw(networks(most=9))
    ]
    names = st.sampled_from(["North", "East", "South", None])
    places = {paper: data.draw(names) for paper, _, _ in papers}
    shared_database.rows("admin/wipe")
    load_graph(shared_database, papers, venues={p: v for p, v in places.items() if v})
    whole = read(shared_database)
    for before in (None, date(2004, 2, 29), date(2005, 1, 1)):
        snapshot = whole if before is None else whole.until(before)
        for place in data.draw(st.permutations(range(snapshot.num_papers)))[:15]:
            paper = snapshot.paper_id[place]
            table = pairs_of(snapshot, snapshot.venue, place)
            rows = shared_database.rows("novelty/pairs", paper_id=paper, before=before)
            asked = {
                (row["venue_id"], row["other_venue_id"]): (row["times"], row["year_count"])
                for row in rows
            }
            ids = zip(snapshot.venue_id[table.first], snapshot.venue_id[table.second], strict=True)
            counts = zip(table.times.tolist(), table.count.tolist(), strict=True)
            assert asked == dict(zip(ids, counts, strict=True)), (paper, before)


def test_a_paper_that_is_not_visible_has_no_pairs(database: Database) -> None:
    load_graph(
        database,
        [("a", "1998", []), ("b", "1999", []), ("x", "2000", ["a", "b"])],
        venues={"a": "North", "b": "North"},
    )
    [row] = database.rows("novelty/pairs", paper_id="x")
    assert (row["times"], row["year_count"]) == (1, 1)
    assert not database.rows("novelty/pairs", paper_id="x", before=date(2000, 12, 31))
