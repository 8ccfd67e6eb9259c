"""Systems that ask a language model, against a scripted server: mechanics, never quality."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from helpers.networks.audited_world import load_world
from helpers.networks.endings import ending, reason
from helpers.networks.scored_network import BEFORE
from helpers.networks.scoring import draft_of
from helpers.servers.endpoint import Endpoint, Messages, OpenAsker
from helpers.servers.scripted_model import calls, model

from scinet.errors import DataError, EndpointError
from scinet.eval.answer import Answer, ChoiceAnswer, NumberAnswer
from scinet.eval.ranked_list import PaperList, get_items
from scinet.eval.suites import TASK_TYPES
from scinet.eval.task import Task, write_task
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.graph.db.connection import Database
from scinet.graph.tools import TOOLS
from scinet.llm.batch_client import LLMSession
from scinet.llm.budget import BudgetLimits
from scinet.llm.endpoint import Price
from scinet.models.base.run import answer_queries, run
from scinet.models.registry import make_system

CITING: Final = "scinetbench/pair-citation"
YEARS: Final = {"train_years": "3", "validation_years": "2", "targets": "3"}
OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    CITING: {"queries": "3", "min_truth": "3", "k": "10"},
    "scinetbench/path": {"pairs_per_subfield": "1"},
    "prescience/collaborators": {**YEARS, "candidates": "degree", "negatives": "5"},
    "prescience/impact": {**YEARS, "since": "2010-01-01"},
    "sciimpact/citation": {
        "since": "2008-01-01", "train_years": "5", "validation_years": "2", "horizon": "1",
        "ratio": "1.5", "min_count": "1", "match": "none",
    },
}  # fmt: skip
SYSTEMS: Final[Mapping[str, Mapping[str, str]]] = {
    "llm": {}, "llm-rag": {"retrieval": "bm25", "papers": "4"}, "llm-graph": {"steps": "3"},
    "llm-graph-edges": {"steps": "3"},
}  # fmt: skip


@pytest.fixture(scope="module")
def world(shared_database: Database) -> AuditWorld:
    return load_world(shared_database)


@pytest.fixture(scope="module")
def tasks(world: AuditWorld, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Task]:
    assert world.database is not None
    past = world.snapshot.until(BEFORE)
    drafts = {name: draft_of(name, past, o, database=world.database) for name, o in OPTIONS.items()}
    folder = tmp_path_factory.mktemp("tasks")
    return {name: write_task(draft, folder / name) for name, draft in drafts.items()}


@dataclass(frozen=True)
class Bench:
    """Tasks of a small network, and a scripted model that systems ask."""

    tasks: dict[str, Task]
    world: AuditWorld
    open_asker: OpenAsker

    def answer(
        self, system: str, task: str = CITING, asker: LLMSession | None = None, **settings: str
    ) -> dict[str, Answer]:
        """Answer the first three queries of a task."""
        made = self.tasks[task]
        result = answer_queries(
            make_system(system, {**SYSTEMS[system], **settings}), made.queries()[:3],
            TASK_TYPES[made.id], database=self.world.database, snapshot=self.world.snapshot,
            asker=asker or self.open_asker(),
        )  # fmt: skip
        return {answer.query_id: answer for answer in result}


@pytest.fixture
def bench(tasks: dict[str, Task], world: AuditWorld, open_asker: OpenAsker) -> Bench:
    return Bench(tasks, world, open_asker)


def looks(done: int, messages: Messages) -> Any:
    """Looks two things up, makes two mistakes, and says what it found."""
    if done == 0:
        return calls(
            ("search_papers", {"text": "planted speech grammar lexicon", "limit": 5}),
            ("pair_citing", {"paper": "p3"}),
            ("ego_citations_by_year", {"paper": "!planted-0"}),
        )
    if done == 1:
        return calls(("drop_everything", {}), ("pair_citing", {"paper": "p3", "before": "2030"}))
    assert messages[-1]["role"] == "tool"
    assert messages[-1]["content"].startswith("<data>\n{")
    return "p3 is cited by others"


@pytest.mark.parametrize(
    ("system", "task"),
    [
        *(("llm-graph", task) for task in OPTIONS),
        ("llm-graph-edges", "scinetbench/path"),
        ("llm", "scinetbench/pair-citation"),
        ("llm", "prescience/impact"),
        ("llm-rag", "prescience/collaborators"),
        ("llm-rag", "sciimpact/citation"),
    ],
)
def test_every_system_answers_in_every_form_and_is_replayed_to_the_byte(
    system: str, task: str, bench: Bench, endpoint: Endpoint, tmp_path: Path
) -> None:
    endpoint.answer = model(looks)
    task_type, made = TASK_TYPES[task], bench.tasks[task]
    past = bench.world.snapshot.until(made.before["test"])
    files = [tmp_path / "run.jsonl", tmp_path / "again.jsonl"]
    sent = 0
    for file in files:
        asker = bench.open_asker(replay=file == files[1], limits=None)
        run(
            make_system(system, SYSTEMS[system]), task_type, made,
            database=bench.world.database, snapshot=past, out=file, asker=asker,
        )  # fmt: skip
        sent = sent or len(endpoint.requests)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(endpoint.requests) == sent
    ids = [query.query_id for query in made.queries()]
    result = task_type.read_run(files[0], made)
    assert result.header.settings["model"] == "tiny"
    assert "may know" in result.header.settings["caution"]
    steps = 4 if system.startswith("llm-graph") else 1
    for query in ids:
        answer = result.answers[query]
        assert ending(answer) == "ok"
        assert answer.usage is not None
        assert answer.usage["calls"] == steps
        assert _holds(answer)
    # Equal questions are sent once.
    assert sent <= steps * len(ids)


def _holds(answer: Answer) -> bool:
    if isinstance(answer, NumberAnswer):
        return answer.value == 3
    if isinstance(answer, ChoiceAnswer):
        return answer.choice == "B"
    wanted = "p1" if isinstance(answer, PaperList) else "a0_01"
    return [item.id for item in get_items(answer)] == [wanted]


def test_a_closed_book_is_closed(bench: Bench, endpoint: Endpoint) -> None:
    titled = {"papers": [{"id": None, "title": "On Parsing", "year": 2001}] * 2}
    endpoint.answer = model(closing=lambda *_: json.dumps(titled))
    result = bench.answer("llm")
    listed = [item.title for answer in result.values() for item in get_items(answer)]
    assert listed == 6 * ["On Parsing"]
    assert len(endpoint.requests) == len(result) == 3
    lines = [line for body in endpoint.requests for line in body["messages"][-1]["content"].split()]
    assert not set(lines) & set(bench.world.snapshot.paper_id)


def test_the_trace_tells_every_call_and_mistake(bench: Bench, endpoint: Endpoint) -> None:
    endpoint.answer = model(looks)
    answer = bench.answer("llm-graph")["q0001"]
    first, second, third = answer.explanation["steps"]
    tools = ["search_papers", "pair_citing", "ego_citations_by_year"]
    assert [call["tool"] for call in first["calls"]] == tools
    assert len(first["calls"][0]["result"]["rows"]) == 5
    missing = first["calls"][2]
    unknown, wrong = second["calls"]
    assert "no paper '!planted-0' before 2012-01-01" in missing["result"]["error"]
    assert unknown["result"]["error"].startswith("there is no tool 'drop_everything'.")
    assert "before: Extra inputs are not permitted" in wrong["result"]["error"]
    assert third == {"text": "p3 is cited by others"}
    assert answer.explanation["stopped"] is None
    last = endpoint.requests[-1]
    assert "tools" not in last
    assert "What you made of it" in last["messages"][-1]["content"]
    assert "drop_everything" not in json.dumps(last)


def test_without_indicators_there_are_no_such_tools(bench: Bench, endpoint: Endpoint) -> None:
    endpoint.answer = model()
    offered = {}
    for system in ("llm-graph", "llm-graph-edges"):
        bench.answer(system)
        body = next(body for body in reversed(endpoint.requests) if "tools" in body)
        offered[system] = {tool["function"]["name"] for tool in body["tools"]}
    assert offered["llm-graph"] == set(TOOLS)
    hidden = {name for name, tool in TOOLS.items() if tool.is_indicator}
    assert offered["llm-graph-edges"] == set(TOOLS) - hidden
    assert "path_best_cited" in hidden


@pytest.mark.parametrize(
    ("settings", "stopped", "steps"),
    [
        ({"steps": "3"}, "steps", 3),
        ({"steps": "9", "tokens": "30"}, "tokens", 2),
        ({"steps": "9", "characters": "1"}, "characters", 1),
        ({"steps": "9", "cost": "0.00001"}, "cost", 1),
        ({"steps": "9", "seconds": "0.001"}, "seconds", 1),
    ],
)
def test_a_model_that_never_ends_has_to_answer_at_the_limit(
    settings: dict[str, str], stopped: str, steps: int, bench: Bench, endpoint: Endpoint
) -> None:
    def forever(done: int, messages: Messages) -> Any:
        del messages
        return calls(*(("pair_citing", {"paper": "p3", "limit": done + 1}),) * 7)

    endpoint.answer = model(forever)
    asker = bench.open_asker(endpoint=endpoint.at(price=Price(1.0, 1.0)))
    result = bench.answer("llm-graph", asker=asker, **settings)
    for answer in result.values():
        assert answer.explanation["stopped"] == stopped
        assert len(answer.explanation["steps"]) == steps
        assert [item.id for item in get_items(answer)] == ["p1"]
        results = [call["result"] for call in answer.explanation["steps"][0]["calls"]]
        assert results[5:] == 2 * [{"error": "only 5 calls are answered in one step"}]


def test_cost_without_a_price_cannot_be_limited(bench: Bench, endpoint: Endpoint) -> None:
    endpoint.answer = model(looks)
    with pytest.raises(DataError, match="the model has no price"):
        bench.answer("llm-graph", cost="1")


def test_many_candidates_are_not_told(bench: Bench, endpoint: Endpoint) -> None:
    endpoint.answer = model()
    task = "prescience/collaborators"
    numbers = [len(query.candidates or ()) for query in bench.tasks[task].queries()[:3]]
    assert min(numbers) > 1
    for listed, is_told in ((max(numbers), True), (min(numbers) - 1, False)):
        endpoint.requests.clear()
        bench.answer("llm", task, listed=str(listed))
        asked = [body["messages"][-1]["content"] for body in endpoint.requests]
        assert {"Nothing else than these may be listed" in text for text in asked} == {is_told}


def test_every_query_ends_in_one_status(bench: Bench, endpoint: Endpoint) -> None:
    first, second, third = bench.tasks[CITING].queries()

    def prose(form: str, messages: Messages) -> str:
        del form
        text = messages[-1]["content"]
        return "I would rather not say." if third.inputs["title"] in text else '{"papers": []}'

    endpoint.answer = model(looks, prose)
    endpoint.faults = {first.inputs["title"]: ["refusal"], second.inputs["title"]: ["too_long"]}
    result = bench.answer("llm-graph")
    ended = [(ending(item), reason(item)) for item in result.values()]
    assert ended[0] == ("refused", "refusal")
    # A step that fails ends the search, and what was found so far is asked for.
    assert ended[1] == ("ok", None)
    assert result["q0002"].explanation["steps"][0]["reason"] == "prompt_too_long"
    assert ended[2][0] == "invalid"
    assert str(ended[2][1]).startswith("form")
    assert result["q0003"].explanation["reply"] == "I would rather not say."
    assert result["q0003"].usage is not None
    assert result["q0003"].usage["calls"] == 4


def test_a_broken_off_run_goes_on_without_asking_again(bench: Bench, endpoint: Endpoint) -> None:
    endpoint.answer = model(looks)
    endpoint.faults = {"found in a citation network": ["rejected", "…"]}
    with pytest.raises(EndpointError, match="the key is rejected"):
        bench.answer("llm-graph")
    asked = [body for body in endpoint.requests if "tools" in body]
    assert len(asked) == 9
    endpoint.faults = {}
    result = bench.answer("llm-graph")
    assert [ending(answer) for answer in result.values()] == 3 * ["ok"]
    assert [body for body in endpoint.requests if "tools" in body] == asked


def test_a_used_up_budget_is_how_the_other_queries_end(bench: Bench, endpoint: Endpoint) -> None:
    endpoint.answer = model(looks)
    result = bench.answer(
        "llm-graph", asker=bench.open_asker(limits=BudgetLimits(calls=7), workers=1)
    )
    # The second step of the third query and all later ones are not paid for.
    assert Counter((ending(item), reason(item)) for item in result.values()) == {
        ("budget", "calls"): 3
    }
    assert len(endpoint.requests) == 7
    assert [len(item.explanation["steps"]) for item in result.values()] == [3, 3, 3]
    result = bench.answer("llm-graph")
    assert [ending(answer) for answer in result.values()] == 3 * ["ok"]
    assert len(endpoint.requests) == 3 * 4
