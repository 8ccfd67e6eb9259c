"""Random records with ids in common: order of loading and removed sources leave no trace."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.worlds import shape
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from scinet.graph.connection import Database
from scinet.graph.load import fingerprint
from scinet.graph.load.loading import load
from scinet.graph.load.removal import remove

_SOURCES = ("doi", "openalex", "s2")
_SIDE = ("fulltext", "counts", "documents", "claims", "pathways")


def _own(source: str, work: int) -> str:
    return {"doi": f"doi:10.1000/w{work}", "openalex": f"openalex:W{2000 + work}"}.get(
        source, f"{source}:{work}"
    )


def _world(seed: int, source: str) -> dict[str, list[dict[str, Any]]]:
    """Records of some of ten works; some say ids of the work, or those of another one.

    Some are called as another source calls them, which may state other ids.
    """
    rng = random.Random(f"{seed} {source}")  # noqa: S311 - a seeded world
    made: dict[str, list[dict[str, Any]]] = {kind: [] for kind in ("records", *_SIDE)}
    names = [_own(one, work) for one in _SOURCES for work in range(10)]
    for work in sorted(rng.sample(range(10), 5)):
        own = _own(source if rng.random() < 0.7 else rng.choice(_SOURCES), work)
        meant = work if rng.random() < 0.8 else rng.randrange(10)
        external = {
            "doi": f"10.1000/w{meant}",
            "arxiv": f"2001.{meant:05}",
            "openalex": f"W{2000 + meant}",
            "s2": str(meant),
        }
        cited = rng.sample(names, 4)
        made["records"].append(
            {
                "id": own,
                "title": f"On {rng.choice(['words', f'words {work}'])}",
                "date": rng.choice(["2001", "2001-04", "2001-04-03", None]),
                "authors": [{"id": f"{source}:a{rng.randrange(4)}", "name": "Ada"}],
                "references": cited,
                "external_ids": {k: v for k, v in external.items() if rng.random() < 0.5},
                "impact": {"downloads": rng.randint(0, 3), "read_on": "2020"},
            }
        )
        if rng.random() < 0.6:
            text = " and ".join(cited)
            marks = [
                {"start": text.index(one), "end": text.index(one) + len(one), "paper_id": one}
                for one in cited
            ]
            texts = [{"text": text, "mentions": marks}]
            made["fulltext"].append({"paper_id": own, "paragraphs": texts})
        reading = {"id": own, "kind": "news", "count": rng.randint(0, 2), "read_on": "2021"}
        made["counts"].append(reading)
        named = {"doi": f"10.1000/w{rng.randrange(10)}", "arxiv": f"2001.{work:05}", "paper": own}
        for name in rng.sample([*named], rng.randint(1, 2)):
            day, one = rng.choice(["2020", "2021"]), f"https://x.org/{rng.choice('xy')}"
            made["documents"].append({name: named[name], "kind": "news", "id": one, "date": day})
        made["claims"].append({"paper_id": own, "stance": "support", "text": rng.choice("ab")})
        made["pathways"].append(
            {
                "claim_id": f"{source}:c{work}",
                "conference_year": 2005,
                "target_contribution": "Method: it",
                "target_paper_id": own,
                "enabling_contributions": [
                    {
                        "enabling_contribution_id": "e",
                        "enabling_contribution": "It",
                        "canonical_grounding": {"paper_id": rng.choice(names)},
                    }
                ],
            }
        )
    return made


def _put(db: Database, seed: int, order: list[str]) -> None:
    """Load all papers, then what hangs on them."""
    worlds = {source: _world(seed, source) for source in order}
    for kinds in (("records",), _SIDE):
        for source, made in worlds.items():
            for kind in kinds:
                file = Path(f"{source}-{kind}.jsonl")
                file.write_text("".join(json.dumps(row) + "\n" for row in made[kind]))
            files = [Path(f"{source}-{kind}.jsonl") for kind in kinds if made[kind]]
            load(db, files, source=source, max_rejected=1)


def _found(db: Database) -> Any:
    works = db.rows("identity/works", limit=100)
    return fingerprint.current(db), shape(db), works, db.rows("identity/conflicts", limit=100)


@settings(
    max_examples=2,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # to shrink takes many minutes
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 10**6), order=st.permutations(_SOURCES), gone=st.sampled_from(_SOURCES))
@example(seed=242182, order=["openalex", "doi", "s2"], gone="openalex")  # left a trace once
def test_order_and_removal_leave_no_trace(
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    order: list[str],
    gone: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    database.rows("admin/wipe")
    _put(database, seed, [one for one in _SOURCES if one != gone])
    expected = _found(database)
    database.rows("admin/wipe")
    _put(database, seed, list(order))
    whole = _found(database)
    remove(database, gone)
    assert _found(database) == expected
    database.rows("admin/wipe")
    _put(database, seed, list(reversed(order)))
    assert _found(database) == whole
