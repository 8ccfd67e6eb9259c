"""The loop of a simulation: days that it writes, and what it learns from and asks a model."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final, cast

import pytest
from helpers.networks.audited_tasks import stand_in
from helpers.networks.dated_worlds import Records, Row, arrays, pairs, together
from helpers.proof import Proof
from helpers.servers.endpoint import Endpoint, filled

from scinet.errors import SplitError
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.simulated_year.components import PARTS, Part
from scinet.experiments.simulated_year.run import SimulationPlan, run_simulation
from scinet.graph.db.connection import Database
from scinet.graph.schema.dates import parse_date
from scinet.llm.batch_client import LLMSession
from scinet.models.text import dense

WAYS: Final = {
    "walks": ("collaborators-walk", "prior-work-walk", "recombined", "impact-team"),
    "trained": (
        "collaborators-lambdarank",
        "prior-work-lambdarank",
        "recombined",
        "impact-boosted",
    ),
    "asked": ("llm", "llm-rag", "contribution-llm", "llm"),
}
# What a part that is gold takes from a real paper.
SHOWN: Final = {
    "collaborators": ("authors",),
    "prior-work": ("references",),
    "contribution": ("title", "abstract", "venue", "venue_id", "fields"),
    "impact": ("references",),
}
GRAPHS: Final = 10  # of 26 papers before the day each: enough for a paper every other week
Files = dict[str, bytes]


def _simulated(
    records: Records, day: date, systems: tuple[str, ...], out: Path, **more: Any
) -> Files:
    """All files of a simulation from a day on, training tasks and models among them.

    Without the headers of these, which count what a task left out and how long training took, and
    without what the header of the simulation names a task by, a sum over its header.
    """
    graph = GraphAccess(lambda: cast(Database, None), snapshot=arrays(records))
    asker = more.pop("asker", None)
    plan = SimulationPlan(
        day, systems=systems, **{"days": 40, "arrivals": "empirical", "years": 3, **more}
    )
    run_simulation(plan, graph, out=out, open_asker=None if asker is None else lambda: asker)
    return {
        str(file.relative_to(out)): re.sub(rb'"training": "\w+"', b"", file.read_bytes())
        for file in sorted(out.rglob("*"))
        if file.is_file() and file.name not in {"task.json", "model.json"}
    }


@pytest.mark.parametrize("way", WAYS)
def test_days(
    way: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    proof: Proof,
    endpoint: Endpoint,
    open_asker: Callable[..., LLMSession],
) -> None:
    """No byte of a simulation, and no prompt of it, moves with what is dated later."""
    monkeypatch.setattr(dense, "embed", stand_in)
    endpoint.answer = filled
    trials = proof.trials(short=1, full=20)
    systems = WAYS[way]
    if trials == 1 and way == "trained":  # these trees alone cost as much as all the rest
        systems = (WAYS["walks"][0], *systems[1:])
    papers = simulated = 0
    for number in range(trials + 9):  # more than the trials only while no paper was simulated
        if number >= trials and papers:
            break
        seed = proof.seed * trials + number
        both = together(pairs(seed, GRAPHS))
        results: list[Files] = []
        asked = []
        for side, records in enumerate((both.past, both.whole)):
            folder = tmp_path / f"{number}-{side}"
            more: dict[str, Any] = {}
            if way == "asked":
                more["asker"] = open_asker(ledger=tmp_path / f"{number}-{side}.sqlite", workers=1)
            begun = len(endpoint.requests)
            try:
                results.append(_simulated(records, both.day, systems, folder, **more))
            except SplitError:  # too few papers to learn from
                results.append({})
            asked.append([body["messages"] for body in endpoint.requests[begun:]])
        moved = [name for name in results[0] if results[0][name] != results[1].get(name)]
        assert moved == [], f"seed {seed}, {both.day}"
        assert results[0].keys() == results[1].keys()
        assert asked[0] == asked[1]
        made = sum(content.count(b"\n") for name, content in results[0].items() if "run-" in name)
        assert bool(asked[0]) == (way == "asked") or not made
        papers += made
        simulated += bool(results[0])
    proof.count(simulated=simulated, papers=papers)
    assert papers


@pytest.mark.parametrize("gold", PARTS)
def test_days_with_a_gold_part(gold: Part, tmp_path: Path, proof: Proof) -> None:
    """Nothing of real later papers moves a simulation but what its gold part takes of them."""
    trials = proof.trials(short=1, full=20)
    systems = list(WAYS["walks"])
    systems[PARTS.index(gold)] = "gold"
    papers = 0
    for number in range(trials):
        seed = proof.seed * trials + number
        both = together(pairs(seed, GRAPHS))
        edited = replace(both.whole, papers=_edited(both.whole.papers, both.day, SHOWN[gold]))
        assert edited != both.whole
        first, second = (
            _simulated(
                records, both.day, tuple(systems), tmp_path / f"{number}-{side}", arrivals="gold"
            )
            for side, records in enumerate((both.whole, edited))
        )
        moved = [name for name in first if first[name] != second.get(name)]
        assert moved == [], f"seed {seed}, {both.day}"
        papers += sum(content.count(b"\n") for name, content in first.items() if "run-" in name)
    proof.count(papers=papers)
    assert papers


def _edited(papers: Sequence[Row], day: date, shown: Sequence[str]) -> list[Row]:
    """Of papers that may be dated on the day or later, what is not shown is the next one's."""
    later = [row for row in papers if row["date"] and parse_date(row["date"])[0] >= day]
    following = dict(zip(map(id, later), [*later[1:], *later[:1]], strict=True))
    results = []
    for row in papers:
        other = following.get(id(row), row)
        kept = {"id", "date", *shown}
        edited = {name: (row if name in kept else other)[name] for name in row}
        edited["references"] = [
            reference for reference in edited["references"] if reference != row["id"]
        ]
        results.append(edited)
    return results
