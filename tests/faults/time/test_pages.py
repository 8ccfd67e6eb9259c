"""The explorer's pages as of a day, with a future planted."""

from pathlib import Path

from helpers.networks.dated_worlds import Pair, loaded, pairs, together
from helpers.proof import Proof
from helpers.servers.explored import addresses, browsing, main_of
from starlette.testclient import TestClient

from scinet.graph.db.connection import Database


def asked(client: TestClient, address: str, day: object) -> tuple[int, str]:
    answer = client.get(f"{address}{'&' if '?' in address else '?'}before={day}")
    return answer.status_code, main_of(answer.text)


def test_pages_as_of_a_day(shared_database: Database, tmp_path: Path, proof: Proof) -> None:
    """No page of the explorer as of a day moves with what is dated on it or later."""
    shared_database.rows("admin/wipe")
    moved: dict[str, str] = {}
    trials = proof.trials(short=1, full=60)
    for number in range(trials):
        world: Pair = together(pairs(proof.seed * trials + number, 1))
        about = [
            *addresses(world.ids[0], world.authors[0], "parsing"),
            # No name: authors are found by the one of the whole graph.
            *(addresses(world.ids[-1], world.authors[1], "grammar") if trials > 1 else ()),
            f"/map/graph?papers={world.ids[0]}&papers={world.later[0]}",
            f"/paper?id={world.later[0]}",
            f"/path?a={world.ids[0]}&b={world.ids[-1]}",
        ]
        sides = []
        for side, records in enumerate((world.past, world.whole)):
            cache = tmp_path / f"{number}-{side}"
            with loaded(shared_database, records) as there, browsing(there, cache) as client:
                sides.append([asked(client, address, world.day) for address in about])
        for address, item, other in zip(about, *sides, strict=True):
            if item != other:
                moved.setdefault(address.partition("?")[0], f"seed {number}, {world.day}")
    proof.count(pages=len(about))
    assert moved == {}
