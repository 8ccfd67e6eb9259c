"""Two runs make an update: shares by hand, official faults, and what is missing."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.files.sciencemeter_rows import file_of, judgment, run_of, task_of, triplet
from helpers.networks.scoring import means, write_lines

from scinet import evaluate_updates
from scinet.errors import DataError
from scinet.eval.evaluate import evaluate
from scinet.eval.run import Run
from scinet.eval.suites import get_task_type
from scinet.eval.suites.sciencemeter import update
from scinet.eval.suites.sciencemeter.knowledge import KnowledgeTask
from scinet.eval.task import Task

Said = dict[str, Any]


def kind_of(task: Task) -> KnowledgeTask:
    task_type = get_task_type(task.id)
    assert isinstance(task_type, KnowledgeTask)
    return task_type


@pytest.fixture
def task(tmp_path: Path) -> Task:
    file = file_of(tmp_path / "education.jsonl", [triplet(number) for number in range(1, 5)])
    return task_of(tmp_path, [file], test_share="1.0")


def answered(task: Task, name: str, choose: Callable[[Said], str]) -> Run:
    """A run whose answer to each query is made by what is true of it: right, wrong or unsure."""
    records = {}
    for query_id, row in task.truth().items():
        other = {"yes": "no", "no": "yes"}[row["answer"]]
        said = {
            "right": judgment(row["answer"]),
            "wrong": judgment(other),
            "unsure": judgment(row["answer"], sure=False),
            "missing": None,
        }[choose(row)]
        if said is not None:
            records[query_id] = said
    return run_of(task, name, records)


def always(said: str) -> Callable[[Said], str]:
    return lambda _: said


def before(task: Task) -> Run:
    return answered(task, "base", lambda row: "right" if row["set"] == "prior" else "unsure")


def shares(result: dict[str, Any], **wanted: Any) -> dict[str, float]:
    chosen = {"needs_new_unknown": True, "claims": "all", "domain": None, **wanted}
    return values(result, **chosen)


def values(result: dict[str, Any], **chosen: Any) -> dict[str, float]:
    rows = [row for row in result["shares"] if chosen.items() <= row.items()]
    return {row["metric"]: row["value"] for row in rows}


def updated(task: Task, known: Run, *after: Run, **options: Any) -> list[dict[str, Any]]:
    return update.score_updates(kind_of(task), task, known, after, **options)


def test_a_perfect_update(task: Task) -> None:
    after = answered(task, "tuned", always("right"))
    [result] = updated(task, before(task), after)
    goals = ("preservation", "acquisition", "projection")
    assert {name: value for name, value in shares(result).items() if value} == dict.fromkeys(
        goals, 1
    )
    assert result["transitions"]["new"]["unknown"] == {"correct": 8, "incorrect": 0, "unknown": 0}
    [official] = updated(task, before(task), after, scoring="official")
    told = values(official, reading="official")
    assert [told[name] for name in goals] == [0, 0, 0]
    assert (told["acquisition loss"], told["projection loss"]) == (1.0, 1.0)
    assert "projection distortion" not in told
    # Both other readings are given with it: without the misspelt value, and strict.
    for reading in ("corrected", "strict"):
        told = values(official, reading=reading)
        assert (told["preservation"], told["acquisition loss"]) == (1.0, 0.0)


def test_a_model_that_always_says_yes_gets_half(task: Task) -> None:
    after = run_of(task, "yes", {name: judgment("yes") for name in task.truth()})
    [result] = updated(task, before(task), after)
    assert shares(result)["acquisition"] == 0.5
    assert shares(result)["acquisition distortion"] == 0.5
    assert shares(result, claims="support")["acquisition"] == 1.0
    assert shares(result, claims="refute")["acquisition"] == 0.0
    wanted = {"metric": "acquisition", "claims": "all"}.items()
    [share] = [row for row in result["shares"] if wanted <= row.items()]
    assert (share["rows"], share["papers"]) == (8, 4)
    assert share["low"] == share["high"] == 0.5  # one of two rows of every paper


def test_shares_worked_out_by_hand(task: Task) -> None:
    # Of four triplets the model keeps three priors, loses one; learns two, is misled on one.
    ends = {
        "prior": ["right", "right", "right", "unsure"],
        "new": ["right", "right", "wrong", "unsure"],
        "future": ["unsure", "unsure", "wrong", "right"],
    }
    after = answered(task, "tuned", lambda row: ends[row["set"]][int(row["triplet"][1:]) - 1])
    # The first new paper was known before: its rows count only without that condition.
    was_known = {("prior", f"t{n:05d}") for n in range(1, 5)} | {("new", "t00001")}
    known = answered(
        task, "base", lambda row: "right" if (row["set"], row["triplet"]) in was_known else "unsure"
    )
    [result] = updated(task, known, after)
    thirds = {end: pytest.approx(1 / 3) for end in ("", " distortion", " loss")}
    assert shares(result) == {
        "preservation": pytest.approx(2 / 3),
        "preservation distortion": 0.0,
        "preservation loss": pytest.approx(1 / 3),
        **{f"acquisition{end}": third for end, third in thirds.items()},
        **{f"projection{end}": third for end, third in thirds.items()},
    }
    plain = shares(result, needs_new_unknown=False)
    assert plain["preservation"] == 0.75
    assert plain["projection loss"] == 0.5


def test_missing_answers_are_unknown_after_and_left_out_before(task: Task) -> None:
    after = answered(task, "tuned", lambda row: "missing" if row["set"] == "new" else "right")
    [result] = updated(task, before(task), after)
    assert shares(result)["acquisition loss"] == 1.0
    assert result["counts"]["missing_after"] == 8
    nothing = answered(task, "base", lambda row: "missing" if row["set"] == "new" else "right")
    [result] = updated(task, nothing, after)
    assert result["counts"]["missing_before"] == 8
    assert math.isnan(shares(result)["acquisition"])
    # As published the sets are paired by place, and an empty one makes everything 0.
    [result] = updated(task, nothing, after, scoring="official")
    assert result["counts"]["rows"] == 0
    assert {row["value"] for row in result["shares"] if row["reading"] != "strict"} == {0.0}


def test_domains_count_alike_or_by_their_triplets(tmp_path: Path) -> None:
    files = [
        file_of(tmp_path / "biology.jsonl", [triplet(1)]),
        file_of(tmp_path / "business.jsonl", [triplet(number) for number in (2, 3, 4)]),
    ]
    task = task_of(tmp_path, files, test_share="1.0")
    after = answered(task, "tuned", lambda row: "right" if row["domain"] == "biology" else "unsure")
    [result] = updated(task, before(task), after)
    assert shares(result)["acquisition"] == 0.5
    assert shares(result, domain="business")["acquisition"] == 0.0
    [result] = updated(task, before(task), after, weights="triplets")
    assert shares(result)["acquisition"] == 0.25


def test_updates_are_compared_with_the_first(task: Task) -> None:
    good = answered(task, "good", always("right"))
    poor = answered(task, "poor", always("unsure"))
    first, second = updated(task, before(task), good, poor)
    assert first["differences"] == []
    [acquired] = [item for item in second["differences"] if item["metric"] == "acquisition"]
    assert acquired["difference"] == -1.0
    assert 0.0 < acquired["p"] <= acquired["p_holm"] <= 1.0


def test_signs_can_be_chosen_and_wrong_ones_are_refused(task: Task) -> None:
    # Sure in wording alone.
    said = {**judgment("yes", sure=False), "confident": "yes"}
    after = run_of(task, "loud", dict.fromkeys(task.truth(), said))
    base = before(task)
    [result] = updated(task, base, after)
    assert shares(result)["acquisition loss"] == 1.0
    [result] = updated(task, base, after, signals=("tone",))
    assert shares(result)["acquisition"] == 0.5
    with pytest.raises(DataError, match="no signal mood"):
        updated(task, base, after, signals=("mood",))
    with pytest.raises(DataError, match="the same name"):
        updated(task, base, after, after)


def test_claims_that_nobody_checked_are_refused(tmp_path: Path) -> None:
    file = file_of(tmp_path / "education.jsonl", [triplet(1)])
    task = task_of(tmp_path, [file], "generation", test_share="1.0")
    said = {"claim": "It works.", "more_information": "no"}
    run = run_of(task, "base", dict.fromkeys(task.truth(), said))
    with pytest.raises(DataError, match="3 claims of base were not checked"):
        updated(task, run, run)
    good = {**said, "accurate": "yes"}
    checked = run_of(task, "tuned", dict.fromkeys(task.truth(), good))
    unsure = {**said, "more_information": "yes", "accurate": "no"}
    base = run_of(task, "base", dict.fromkeys(task.truth(), unsure))
    [result] = updated(task, base, checked)
    assert shares(result)["acquisition"] == 1.0
    assert math.isnan(shares(result)["preservation"])


def test_one_run_alone_is_scored_by_how_often_it_is_right(task: Task) -> None:
    run = run_of(task, "yes", {name: judgment("yes") for name in list(task.truth())[:-6]})
    yes, *controls = evaluate(kind_of(task), task, [run])
    told = means(yes)
    assert told["accuracy"] == pytest.approx(9 / 24)
    assert told["accuracy (support)"] == pytest.approx(9 / 12)
    assert told["accuracy (refute)"] == 0.0
    assert told["unknown"] == pytest.approx(6 / 24)
    best = {item.header.system: item.metrics[0].mean for item in controls}
    assert (best["oracle"], best["anti-oracle"]) == (1.0, 0.0)


def test_goals_are_correlated_with_each_other_and_with_facts_of_domains(tmp_path: Path) -> None:
    names = ["biology", "business", "education"]
    files = [
        file_of(tmp_path / f"{name}.jsonl", [triplet(2 * n + 1), triplet(2 * n + 2)])
        for n, name in enumerate(names)
    ]
    task = task_of(tmp_path, files, test_share="1.0")
    # Of two triplets each, biology learns and foresees none, business one, education both.
    learned = dict(zip(names, (0, 1, 2), strict=True))

    def said(row: Said) -> str:
        if row["set"] == "prior":
            return "right"
        return "right" if (int(row["triplet"][1:]) - 1) % 2 < learned[row["domain"]] else "wrong"

    rows = [
        {"name": name, "mean_citations": cited}
        for name, cited in zip(names, (10.0, 20.0, 15.0), strict=True)
    ]
    facts = write_lines(tmp_path / "volatility.jsonl", *rows)
    counts = tmp_path / "counts.json"
    counts.write_text(json.dumps({"finding": 99, "study": 9, "unheard": 5}))
    given: dict[str, Any] = {"domains": facts, "token_counts": counts}
    result = evaluate_updates(task, before(task), [answered(task, "tuned", said)], **given)
    # log10(100) and log10(10), the same in every domain: no correlation with it is defined.
    assert result.domains["biology"] == {
        "mean_citations": 10.0, "rare_tokens": 2, "token_count": 1.5
    }  # fmt: skip
    [update_row] = result.updates
    told = {(row["metric"], row["with"]): row for row in update_row["correlations"]}
    # Preservation is 1 everywhere.
    assert told.keys() == {
        ("mean_citations", "acquisition"),
        ("mean_citations", "projection"),
        ("acquisition", "projection"),
    }
    assert told["acquisition", "projection"]["r"] == pytest.approx(1.0)
    # Deviations (-5, 5, 0) and (-.5, 0, .5): 2.5 / sqrt(50 * .5).
    assert told["mean_citations", "acquisition"]["r"] == pytest.approx(0.5)
    assert told["mean_citations", "acquisition"]["rho"] == pytest.approx(0.5)
    assert told["mean_citations", "acquisition"]["domains"] == 3
    for file, text, message in (
        (facts, '{"mean": 3}', "names no domain"),
        (counts, "[3]", "expected a JSON object"),
        (counts, '{"absent": 1}', "no word of the task is counted"),
    ):
        file.write_text(text)
        with pytest.raises(DataError, match=message):
            evaluate_updates(task, before(task), [before(task)], **given)
        facts.write_text(json.dumps(rows[0]))
