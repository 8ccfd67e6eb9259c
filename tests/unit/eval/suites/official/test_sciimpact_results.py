"""SciImpact's files of results: in, scored by hand, and out again."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.files.sciimpact_pairs import SUITE, header, imported, patents, put
from helpers.networks.scoring import means, run_of, score

from scinet.errors import DataError
from scinet.eval.answer import ChoiceAnswer, get_content
from scinet.eval.results import Result
from scinet.eval.run import Run
from scinet.eval.suites.sciimpact.official.replies import parse_reply
from scinet.eval.task import Task


def scored(task: Task, run: Run, scoring: str) -> Result:
    [result] = score(task, [run], scoring=scoring, with_controls=False).values()
    return result


def patent_row(n: int, more: bool | None, is_correct: bool, **other: Any) -> dict[str, Any]:  # noqa: FBT001
    return {
        "field": "Physics", "paper_a_id": f"W{n}a", "paper_b_id": f"W{n}b",
        "order_a_first": n % 2 == 0, "paper_a_higher": True, "predicted_a_more": more,
        "is_correct": is_correct, "raw_response": "", **other,
    }  # fmt: skip


def test_four_pairs_three_parsed_two_right(tmp_path: Path) -> None:
    file = put(tmp_path / "by_field/physics/patent/test_pairs.json", patents(*[(20, 5)] * 4))
    task = imported(tmp_path, "patent", [file], order="row")
    # Rows 0 and 2 are shown as stored, so that A is right; of 1 and 3 B is.
    chosen = [(True, True), (True, True), (False, False), (None, False)]
    results: dict[str, Any] = {
        "model": "gpt", "total_pairs": 4, "evaluated": 4, "correct": 2, "accuracy": 0.5,
        "elapsed_seconds": 3.5,
        "field_stats": [
            {"field": "CSRankings", "evaluated_count": 0, "correct_predictions": 0, "accuracy": 0}
        ],
        "results": [
            patent_row(n, more, right, raw_response="Neither." if more is None else "")
            for n, (more, right) in enumerate(chosen)
        ],
        "model_calls": 4,
    }  # fmt: skip
    result = SUITE.read_predictions(task, put(tmp_path / "gpt.json", results), header(task))
    assert result.counts == {"records": 4, "answered": 4, "not_asked": 0, "neither": 1}
    choices = [get_content(answer).choice for answer in result.run.answers.values()]
    assert choices == ["A", "B", "B", ""]
    official = scored(task, result.run, "official")
    assert means(official)["accuracy"] == 0.5
    assert means(official)["field accuracy"] == pytest.approx(2 / 3)
    strict = means(scored(task, result.run, "strict"))
    assert strict["accuracy"] == strict["mean of fields"] == 0.5
    assert strict["parsed accuracy"] == pytest.approx(2 / 3)
    # What came in goes out as it came, but for the table of fields, which is made anew.
    out = SUITE.predictions(task, result.run)
    stats = out.pop("field_stats")
    assert out == {name: value for name, value in results.items() if name != "field_stats"}
    assert [row["field"] for row in stats][:4] == ["CSRankings", "Chemistry", "Physics", "Medicine"]
    assert len(stats) == 19
    assert stats[2] == {
        "field": "Physics", "evaluated_count": 3, "correct_predictions": 2, "accuracy": 2 / 3
    }  # fmt: skip
    # Without the file the same is written from the choices.
    plain = [replace(answer, explanation=None) for answer in result.run.answers.values()]
    made = SUITE.predictions(task, run_of(task, plain, "gpt"))
    assert made["results"] == [{**row, "raw_response": None} for row in results["results"]]
    assert made["other_fields"]["total_evaluated"] == 0
    evaluated = SUITE.evaluation(task, official)
    assert evaluated["field_stats"] == stats
    assert (evaluated["total_pairs"], evaluated["correct"]) == (4, 2)


def test_ties_and_missing_texts(tmp_path: Path) -> None:
    rows = [*patents((7, 7), (9, 3)), {**patents((3, 9))[0], "paper_a_abstract": None}]
    task = imported(tmp_path, "patent", [put(tmp_path / "test_pairs.json", rows)], order="row")
    assert task.counts == {"pairs": 3, "pairs_without_text": 1, "pairs_with_equal_counts": 1}
    always_a = run_of(task, [ChoiceAnswer(name, choice="A") for name in task.truth()])
    # The tie counts for A; row 1 is turned, so that A is wrong; row 2 has no text.
    assert means(scored(task, always_a, "official"))["accuracy"] == 0.5
    # Strictly the tie does not count; row 2 does, where A has less.
    assert means(scored(task, always_a, "strict"))["accuracy"] == 0.0


def test_a_row_that_contradicts_the_pair_is_refused(tmp_path: Path) -> None:
    file = put(tmp_path / "test_pairs.json", patents((20, 5)))
    task = imported(tmp_path, "patent", [file])
    row = patent_row(0, True, True)  # noqa: FBT003
    for change, message in (
        ({"is_correct": False}, "is_correct"),
        ({"predicted_a_more": "first"}, "predicted_a_more"),
        ({"order_a_first": None}, "order_a_first"),
        ({"paper_a_id": None}, "paper_a_id"),
    ):
        result = put(tmp_path / "bad.json", {"results": [{**row, **change}]})
        with pytest.raises(DataError, match=message):
            SUITE.read_predictions(task, result, header(task))
    unknown = put(tmp_path / "other.json", {"results": [{**row, "paper_b_id": "W9"}]})
    output = SUITE.read_predictions(task, unknown, header(task))
    assert output.counts["not_asked"] == 1
    assert SUITE.predictions(task, output.run)["results"][0]["paper_b_id"] == "W9"


def test_the_script_reads_a_reply_only_where_the_file_states_no_choice(tmp_path: Path) -> None:
    file = put(tmp_path / "test_pairs.json", patents((20, 5), (20, 5)))
    task = imported(tmp_path, "patent", [file], order="row")
    said = "Paper A could be cited in more patents than Paper B."
    rows = [patent_row(n, None, False, raw_response=said) for n in range(2)]  # noqa: FBT003
    del rows[1]["predicted_a_more"]
    result = SUITE.read_predictions(
        task, put(tmp_path / "results.json", {"results": rows}), header(task)
    )
    # Of the second row the other paper was shown as A.
    answers = [get_content(answer) for answer in result.run.answers.values()]
    assert [answer.published for answer in answers] == ["", "A"]
    assert [answer.choice for answer in answers] == ["A", "A"]


def test_strict_scoring_takes_what_a_person_reads(tmp_path: Path) -> None:
    file = put(tmp_path / "test_pairs.json", patents(*[(20, 5)] * 4))
    task = imported(tmp_path, "patent", [file], order="row")
    said = {
        "It is not true that Paper A could be cited in more patents.": True,  # B is meant
        "<think>Paper A could be cited in more patents</think>": True,  # cut off: nothing is said
        "**Paper A** could be cited in more patents.": True,
        "Between paper A and paper B, paper B could be cited in more patents.": True,  # B is meant
    }
    # The script finds the sentence of A in each; A is right in rows 0 and 2.
    rows = [
        patent_row(n, n % 2 == 0, n % 2 == 0, raw_response=reply) for n, reply in enumerate(said)
    ]
    document = {"results": rows}
    run = SUITE.read_predictions(task, put(tmp_path / "m.json", document), header(task)).run
    answers = [get_content(answer) for answer in run.answers.values()]
    assert [answer.published for answer in answers] == ["A", "A", "A", "A"]
    assert [answer.choice for answer in answers] == ["B", "", "A", "B"]
    assert means(scored(task, run, "official"))["accuracy"] == 0.5
    strict = means(scored(task, run, "strict"))
    assert strict["accuracy"] == 0.5  # rows 2 and 3
    assert strict["parsed accuracy"] == pytest.approx(2 / 3)
    assert SUITE.predictions(task, run)["results"] == rows


@pytest.mark.parametrize(
    ("reply", "dimension", "base", "tuned"),
    [
        ("Paper A has more citations.", "citation", "A", "A"),
        ("Paper B has more citations.", "citation", "B", "B"),
        ("Paper A", "citation", "A", "A"),
        ("Paper B", "citation", "", "B"),
        ("b", "citation", "B", ""),
        ("Paper B", "patent", "B", "B"),
        ("The first of paper A and paper B", "patent", "A", "A"),
        ("I think it is paper A, the second one", "patent", "A", "A"),
        ("I think it is paper A, the second one", "citation", "A", "B"),
        ("Paper A could be cited in more patents than Paper B.", "patent", "A", "A"),
        ("Paper A is the Nobel prize-winning paper, not Paper B", "award-nobel", "A", "A"),
        ("Paper B won, or paper A won", "award-mdpi", "A", "A"),
        ("Paper A won, but paper B wins", "award-cs", "A", "B"),
        ("<think>Paper A won</think> Paper B won", "award-cs", "B", "B"),
        ("<think>Paper A won</think> Paper B won", "award-mdpi", "A", "B"),
        ("Paper A ha\u017f more citation\u017f, Paper B not", "citation", "A", "A"),
        ("The repo B has more stars, I think", "code", "B", "B"),
        ("neither", "media", "", ""),
    ],
)
def test_replies_are_read_as_published(reply: str, dimension: str, base: str, tuned: str) -> None:
    assert parse_reply(reply, dimension) == base
    assert parse_reply(reply, dimension, "tuned") == tuned
