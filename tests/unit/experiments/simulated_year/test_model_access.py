"""A language model that writes and judges: one ledger for all, and what limits leave."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from helpers.networks.simulations import GOLD, LADDER, SINCE, without_database
from helpers.networks.two_sides import two_communities, with_fields
from helpers.servers.endpoint import Endpoint, Messages
from helpers.servers.endpoint_answers import KEY

from scinet.errors import BudgetError, DataError
from scinet.eval.suites.prescience.lacer import ladder
from scinet.eval.suites.prescience.lacer.ladder import Ladders
from scinet.experiments.simulated_year.folder import Simulation
from scinet.experiments.simulated_year.run import SimulationPlan
from scinet.experiments.simulated_year.simulate import simulate_and_measure
from scinet.llm.access import ModelAccess

GRAPH = without_database(with_fields(two_communities(0, 2006, 2009)))

WRITTEN = ("collaborators-walk", "prior-work-walk", "contribution-llm", "impact-team")
Simulate: TypeAlias = Callable[..., None]


def _said(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001
    if body.get("response_format"):
        return json.dumps({"reasoning": "so", "title": "On trees", "abstract": "It."})
    return "Score: 4"


@pytest.fixture
def ladders(tmp_path: Path) -> Path:
    file = tmp_path / "ladder.json"
    ladders = Ladders(task_fingerprint="f", split="train", model="m", ladders=(LADDER,))
    ladder.write_ladders(ladders, file)
    return file


@pytest.fixture
def simulate(tmp_path: Path, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> Simulate:
    """Simulates as a command does: with a model that is opened by name, in one ledger."""
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    endpoint.answer = _said

    def made(plan: SimulationPlan, calls: int = 10_000, name: str = "tiny", **options: Any) -> None:
        model = ModelAccess(tmp_path / "ledger.sqlite", name, limits={"calls": calls})
        with ExitStack() as stack:
            simulate_and_measure(
                plan,
                GRAPH,
                out=tmp_path / "s",
                open_asker=lambda: stack.enter_context(model.open("graph")),
                **options,
            )

    return made


def test_parts_variants_and_judge_share_a_ledger(
    simulate: Simulate, tmp_path: Path, ladders: Path
) -> None:
    simulate(SimulationPlan(SINCE, 30, WRITTEN, "empirical"), ablation=True, ladders=ladders)
    result = Simulation.read(tmp_path / "s")
    assert set(result.papers().title) == {"On trees"}
    judged = result.measures.set_index("measure")["simulated"].filter(like="(LACER)")
    assert judged.dropna().unique().tolist() == [6]
    assert "contribution" in result.ablation


def test_a_judge_without_budget_costs_its_own_measures_alone(
    simulate: Simulate, tmp_path: Path, ladders: Path
) -> None:
    plan = SimulationPlan(SINCE, 366, GOLD, "gold")
    out = tmp_path / "s"
    with pytest.raises(DataError, match="a judge is a language model"):
        simulate_and_measure(plan, GRAPH, out=out, ladders=ladders)
    with pytest.raises(BudgetError, match="questions have no answer") as raised:
        simulate(plan, calls=5, ladders=ladders)
    assert raised.value.hint == "Raise --limit; re-run the command to resume."
    rows = Simulation.read(out).measures.set_index("measure")["simulated"]
    assert rows.filter(like="(LACER)").isna().all()
    assert rows["papers"] == 16
    assert Simulation.read(out).page.is_file()
    simulate(plan, ladders=ladders)
    whole = (out / "measures.json").read_bytes()
    judged = Simulation.read(out).measures.set_index("measure").filter(like="(LACER)", axis=0)
    assert judged["simulated"].tolist() == judged["real"].tolist() == [6, 6, 6]
    (tmp_path / "ledger.sqlite").unlink()
    with pytest.raises(BudgetError):
        simulate(plan, calls=5, ladders=ladders)
    assert (out / "measures.json").read_bytes() == whole


def test_days_without_budget_are_simulated_later(simulate: Simulate, tmp_path: Path) -> None:
    plan = SimulationPlan(SINCE, 90, WRITTEN, "empirical")
    with pytest.raises(BudgetError) as raised:
        simulate(plan, calls=1)
    assert raised.value.hint == "Raise --limit; re-run the command to resume."
    simulate(plan)
    assert set(Simulation.read(tmp_path / "s").papers().title) == {"On trees"}
    with pytest.raises(DataError, match="another simulation"):
        simulate(replace(plan, days=91), name="other")
