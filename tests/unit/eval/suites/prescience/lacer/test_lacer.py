"""The judge, its ladders and their checks, with a local endpoint that counts words in its way."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.scoring import draft_of, run_of, score, write_lines
from helpers.servers.endpoint import Endpoint, Messages
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import DataError, EndpointError, NotFoundError
from scinet.eval.answer import RecordAnswer
from scinet.eval.results import Result
from scinet.eval.suites.prescience.lacer import ladder
from scinet.eval.suites.prescience.lacer.build import (
    bigram_overlap,
    build_ladders,
    median_reference,
)
from scinet.eval.suites.prescience.lacer.judge import RatedPair, parse_rating, rate_pairs
from scinet.eval.suites.prescience.lacer.ladder import LEVELS, Ladder, Ladders, PaperText
from scinet.eval.suites.prescience.lacer.validate import (
    kendall_tau,
    read_rankings,
    validate_levels,
    validate_people,
)
from scinet.eval.task import Task, write_task
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Reply
from scinet.server.address import open_database
from scinet.session.graph import Graph

Open = Callable[..., LLMSession]
END = date(2012, 1, 1)


def text(words: str) -> PaperText:
    return PaperText(title=words.split()[0], abstract=words)


def rungs(paper: str) -> tuple[PaperText, ...]:
    return tuple(text(f"{paper}{level} {paper} of level {level}") for level in range(1, LEVELS + 1))


def made(paper: str) -> Ladder:
    return Ladder(
        title=paper, abstract=f"On {paper}", paper_id=paper, begun_with="r", rungs=rungs(paper)
    )


def network(targets: int = 4) -> Any:
    """Papers of 2010 and 2011, each of which cites three of 2009."""
    earlier = [f"r{number}" for number in range(3)]
    papers: list[Paper] = [(name, "2009-01-01", []) for name in earlier]
    papers += [(f"t{n}", f"{2010 + n % 2}-0{1 + n}-01", earlier) for n in range(targets)]
    result = snapshot_of(papers)
    abstracts = [f"abstract of {paper}" for paper in result.paper_id]
    return replace(result, abstract=np.array(abstracts, dtype=object))


@pytest.fixture
def task(tmp_path: Path) -> Task:
    """Two papers in ``train``, two in ``test``."""
    options = {"since": "2011-01-01", "train_years": "1"}
    return write_task(
        draft_of("prescience/contribution", network().until(END), options), tmp_path / "task"
    )


def last_level(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001 - what answers take
    """The level that the last text names: right about every rung."""
    matches = re.findall(r"of level (\d+)", messages[-1]["content"])
    return f"Reasoning: it says so.\nScore: {matches[-1] if matches else 5}"


@pytest.mark.parametrize(
    ("said", "read", "official"),
    [
        # People read bold and pass over thinking.
        ("**Score:** 8", 8, None),
        ("**Score**: **8**/10", 8, None),
        ("Score (1-10): 8", 8, None),
        ("Score = 7.5", 7.5, None),
        ("My score is 8.", 8, None),
        ("<think>Score: 3?</think>\nScore: 8", 8, 3),
        ("Score: 3? No.</think>Score: 8", 8, 3),
        ("<think>Score: 3", None, 3),
        ("underscore: 4, Score: 8", 8, 4),
        # The first number after the word counts.
        ("Reasoning: 3 of 4.\nScore: 7", 7, 7),
        ("Score: 6.5\nScore: 2", 6.5, 6.5),
        ("Score:8/10", 8, 8),
        ("score: 7", 7, 7),
        ("Score : 7", 7, 7),
        ("SCORE:7.5", 7.5, 7.5),
        ("Score: +3", 3, 3),
        ("I rate it 7", None, None),
        ("Score: seven", None, None),
        ("Score: \uff15", None, None),  # a five, but not of ASCII
        # The scale is from 1 to 10.
        ("Score: 1", 1, 1),
        ("Score: 10", 10, 10),
        ("Score: 11", None, 11),
    ],
)
def test_a_reply_is_read_as_published_and_as_people_do(
    said: str, read: float | None, official: float | None
) -> None:
    found = parse_rating(Reply("a", "ok", text=said))
    strict = found.on_the_scale
    assert (found.score, strict.score) == (official, read)
    assert found.status == ("invalid" if official is None else "ok")
    assert strict.status == ("invalid" if read is None else "ok")


def test_a_reply_that_did_not_come_has_no_score() -> None:
    refused = parse_rating(Reply("a", "refused"))
    assert (refused.score, refused.status) == (None, "refused")


def test_the_judge_sees_all_rungs_and_the_pair(endpoint: Endpoint, open_asker: Open) -> None:
    endpoint.answer = last_level
    pairs = [
        RatedPair("one", text("true paper"), text("a of level 3")),
        RatedPair("two", *2 * [text("b c")]),
    ]
    result = rate_pairs([*pairs, pairs[0]], [made("x"), made("y")], open_asker())
    assert [item.score for item in result] == [3.0, 10.0, 3.0]
    assert len(endpoint.requests) == 2  # equal pairs are asked about once
    asked = [request["messages"][-1]["content"] for request in endpoint.requests]
    [shown] = [item for item in asked if "true paper" in item]
    assert shown.count("Score: ") == 2 * LEVELS + 1
    assert shown.index("x of level 1\n") < shown.index("x of level 10") < shown.index("y of level")
    assert shown.index("true paper") > shown.index("y of level 10")


def judged(task: Task, records: list[Any], asker: LLMSession, scoring: Any = "strict") -> Result:
    answers = [
        RecordAnswer(query.query_id, record=record)
        for query, record in zip(task.queries(), records, strict=True)
        if record is not None
    ]
    return score(task, [run_of(task, answers)], scoring=scoring, judge=asker)["mine"]


def means(result: Result) -> dict[str, tuple[float, int]]:
    return {m.metric: (m.mean, m.n) for m in result.metrics if m.metric.startswith("LACER")}


def keep(task: Task, *papers: str) -> None:
    ladders = Ladders(
        task_fingerprint="t", split="train", model="m", ladders=tuple(map(made, papers))
    )
    ladder.write_ladders(ladders, task.folder / ladder.FILE)
    assert ladder.read_ladders(task.folder / ladder.FILE) == ladders
    assert Task.read(task.folder) == task  # a file of ladders is not part of the task


def test_scores_and_failures(task: Task, endpoint: Endpoint, open_asker: Open) -> None:
    keep(task, "x", "y")
    endpoint.answer = last_level
    good = {"title": "A", "abstract": "of level 4"}
    high = {"title": "B", "abstract": "of level 12"}
    result = judged(task, [good, high], open_asker())
    assert means(result) == {"LACERScore": (2.0, 2), "LACERScore of judged": (4.0, 1)}
    assert (result.counts["judge_ok"], result.counts["judge_invalid"]) == (1, 1)
    official = judged(task, [good, high], open_asker(), "official")
    assert means(official)["LACERScore"] == (8.0, 2)  # any number counts
    assert len(endpoint.requests) == 2  # the second time they stand in the ledger

    endpoint.faults["A\n"] = ["refusal"]
    endpoint.answer = lambda *_: "no number"
    other = {"title": "C", "abstract": ""}
    assert means(judged(task, [other, other], open_asker()))["LACERScore"] == (0.0, 2)
    output = judged(task, [other, other], open_asker(), "official")
    assert means(output)["LACERScore"][1] == 0  # failures leave the mean


def test_without_an_answer_nobody_is_asked(
    task: Task, endpoint: Endpoint, open_asker: Open
) -> None:
    keep(task, "x", "y")
    endpoint.answer = last_level
    empty = {"title": " ", "abstract": ""}
    result = judged(task, [None, empty], open_asker())
    assert means(result)["LACERScore"] == (0.0, 2)
    assert means(result)["LACERScore of judged"][1] == 0
    assert result.counts["judge_without_words"] == 1
    assert endpoint.requests == []
    # Officially the missing one does not count, and the empty one is judged like any other.
    official = judged(task, [None, empty], open_asker(), "official")
    assert (means(official)["LACERScore"][1], len(endpoint.requests)) == (1, 1)


def test_a_judge_needs_ladders_to_other_papers(task: Task, open_asker: Open) -> None:
    answer = {"title": "A", "abstract": "B"}
    with pytest.raises(NotFoundError, match="no file"):
        judged(task, [answer, answer], open_asker())
    keep(task, "x", task.truth()["q00001"]["paper_id"])
    with pytest.raises(DataError, match="which the task asks about"):
        judged(task, [answer, answer], open_asker())
    (task.folder / ladder.FILE).write_text('{"ladders": []}')
    with pytest.raises(DataError, match=r"ladder\.json"):
        judged(task, [answer, answer], open_asker())


def test_the_reference_in_the_middle() -> None:
    target = PaperText(title="Deep parsing", abstract="of long trees in banks")
    # Pairs: deep-pars pars-of of-long long-tree tree-in in-bank.
    references = [
        {"title": "Deep parsing", "abstract": "of long trees"},  # 4 of 6
        {"title": "Nothing", "abstract": "at all"},  # 0
        {"title": "In banks", "abstract": "deep parsers"},  # in-bank, deep-parser: 1
        {"title": "Long trees in banks", "abstract": ""},  # 3
    ]
    shares = [
        bigram_overlap(f"{r['title']} {r['abstract']}", "Deep parsing of long trees in banks")
        for r in references
    ]
    assert shares == pytest.approx([4 / 6, 0, 1 / 6, 3 / 6])
    assert median_reference(references, target) is references[2]  # the lower one of two
    assert median_reference(references[:3], target) is references[2]
    assert bigram_overlap("a", "word") == 0.0


def edit(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001 - what answers take
    """Adds a letter to the text to edit, or says a paper in other words."""
    said = messages[-1]["content"]
    if "The text to edit" not in said:
        return json.dumps({"title": "other", "abstract": "words"})
    level = re.search(r"make the\s+text a (\d+)", said)
    lines = re.findall(r"<data>\n(.*?)\n</data>", said, re.DOTALL)
    assert level is not None
    title, abstract = lines[1].split("\n")
    return json.dumps({"title": f"{title} {level[1]}", "abstract": abstract})


def test_ladders_climb_from_a_reference_to_the_paper(
    task: Task, endpoint: Endpoint, open_asker: Open
) -> None:
    endpoint.answer = edit
    seen: list[tuple[int, int]] = []
    result = build_ladders(task, open_asker(), ladders=2, progress=lambda *n: seen.append(n[:2]))
    assert (result.split, result.model, result.task_fingerprint) == (
        "train",
        "tiny",
        task.fingerprint,
    )
    assert {item.paper_id for item in result.ladders} == {"t0", "t2"}
    for item in result.ladders:
        first = f"Title of {item.begun_with}"
        assert item.rungs[0] == PaperText(title=first, abstract=f"abstract of {item.begun_with}")
        # Each edit is made of the one below it.
        assert item.rungs[8].title == f"{first} 2 3 4 5 6 7 8 9"
        assert item.rungs[9] == PaperText(title="other", abstract="words")
        true = (f"Title of {item.paper_id}", f"abstract of {item.paper_id}")
        assert (item.title, item.abstract) == true
    assert len(endpoint.requests) == 2 * 9
    assert seen[-1] == (16, 18)
    assert build_ladders(task, open_asker(replay=True), ladders=2) == result


def test_a_ladder_lacks_no_rung(task: Task, endpoint: Endpoint, open_asker: Open) -> None:
    endpoint.answer = edit
    endpoint.faults["text a 5"] = ["refusal"]
    with pytest.raises(EndpointError, match=r"no text for t[02] level 5: refused"):
        build_ladders(task, open_asker(), ladders=2)
    with pytest.raises(DataError, match=r"2 papers of split 'train'.*3 are needed"):
        build_ladders(task, open_asker(), ladders=3)


def test_own_levels_are_judged_by_the_other_ladders(endpoint: Endpoint, open_asker: Open) -> None:
    endpoint.answer = last_level
    ladders = [made("x"), made("y"), made("z")]
    result = validate_levels(ladders, open_asker())
    assert result["tau_b"] == pytest.approx(1.0)
    assert (result["n"], result["failed"]) == (3, 0)
    asked = [request["messages"][-1]["content"] for request in endpoint.requests]
    assert len(asked) == 3 * LEVELS
    for item in asked:
        examples, rated = item.split("Now rate this pair.")
        [paper] = [ladder for ladder in ladders if ladder.abstract in rated]
        shown = [ladder for ladder in ladders if ladder.abstract in examples]
        assert shown == [ladder for ladder in ladders if ladder is not paper]
    with pytest.raises(DataError, match="at least two ladders"):
        validate_levels(ladders[:1], open_asker())


def test_the_judge_beside_people(tmp_path: Path, endpoint: Endpoint, open_asker: Open) -> None:
    endpoint.answer = last_level
    candidates = [{"title": "c", "abstract": f"of level {n}"} for n in (9, 5, 2)]
    row = {"title": "T", "abstract": "A", "candidates": candidates}
    lines = [{**row, "rankings": [[1, 2, 3], [1, 3, 2]]}, {**row, "rankings": [[1, 1, 1]]}]
    ranked = read_rankings(write_lines(tmp_path / "rankings.jsonl", *lines))
    judge, among = validate_people(ranked, [made("x")], open_asker())
    # Pairs in one order less those in the other, of three: 3/3 and 1/3; all equal has no order.
    assert judge["tau_b"] == pytest.approx((1 + 1 / 3) / 2)
    assert (judge["n"], judge["undefined"]) == (2, 1)
    assert among["tau_b"] == pytest.approx(1 / 3)
    assert among["n"] == 1
    endpoint.answer = lambda *_: "Score: 0"  # not on the scale
    judge, _ = validate_people(ranked, [made("other")], open_asker())
    assert (judge["n"], judge["undefined"], judge["failed"]) == (0, 3, 6)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"rankings": [[1]]}, "one rank for each"),
        ({"candidates": [], "rankings": [[]]}, "candidates"),
        ({"title": None}, "title"),
    ],
)
def test_broken_rankings_are_refused(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    good = {"title": "T", "abstract": "A", "candidates": [{"title": "c", "abstract": ""}] * 2}
    file = write_lines(tmp_path / "r.jsonl", {**good, "rankings": [[1, 2]]} | change)
    with pytest.raises(DataError, match=f"{told}.*line 1"):
        read_rankings(file)
    file.write_text("")
    with pytest.raises(DataError, match="no ranking"):
        read_rankings(file)


few = st.lists(st.integers(0, 3), min_size=4, max_size=4)


@given(few, few)
def test_tau_b_is_that_of_the_definition(one: list[int], other: list[int]) -> None:
    def sign(a: int, b: int) -> int:
        return (a > b) - (a < b)

    places = list(permutations(range(4), 2))
    both = sum(sign(one[i], one[j]) * sign(other[i], other[j]) for i, j in places)
    untied = [sum(sign(x[i], x[j]) ** 2 for i, j in places) for x in (one, other)]
    if 0 in untied:
        assert np.isnan(kendall_tau(one, other))
    else:
        assert kendall_tau(one, other) == pytest.approx(both / (untied[0] * untied[1]) ** 0.5)


def test_the_published_prompt_of_a_clone(
    task: Task, tmp_path: Path, endpoint: Endpoint, open_asker: Callable[..., LLMSession]
) -> None:
    folder = tmp_path / "clone" / "task_followup_prediction" / "evaluate"
    (folder / "templates").mkdir(parents=True)
    (folder / "lacer_score.py").write_text('import nothing\nSYSTEM_PROMPT = "You rate."\n', "utf-8")
    (folder / "templates" / "lacer_x.txt").write_text(
        "Like A\n{{reference_title}}|{{reference_abstract}}|"
        "{{generation_title}}|{{generation_abstract}}\n\n",
        "utf-8",
    )
    graph = Graph(open_database)  # which nothing here connects to
    result = graph.calibrate(task, published=tmp_path / "clone")
    assert result == {"prompt": "lacer_x.txt", "file": task.folder / "ladder.json"}
    endpoint.answer = lambda *_: "score : 4"
    slot = PaperText(title="T {{generation_title}}", abstract="A")
    pair = RatedPair("p", slot, PaperText(title="t", abstract=""))
    [rated] = rate_pairs(
        [pair], ladder.read_ladders(task.folder / "ladder.json").examples, open_asker()
    )
    assert rated.score == 4.0
    said = [message["content"] for message in endpoint.requests[-1]["messages"]]
    # As in the published scorer a slot in a text is filled, too.
    assert said == ["You rate.", "Like A\nT t|A|t|"]
    with pytest.raises(NotFoundError, match="no prompt of LACERScore"):
        graph.calibrate(task, published=tmp_path)
