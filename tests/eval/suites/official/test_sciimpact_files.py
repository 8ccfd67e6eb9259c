"""SciImpact's pair and result files: every form in, results out and in again, scores by hand."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scinet.errors import DataError
from scinet.eval.answer import Answer, Choice, content_of
from scinet.eval.evaluate import evaluate
from scinet.eval.official_files import of_suite
from scinet.eval.run import Header, Run
from scinet.eval.suites import named
from scinet.eval.suites.official import Request
from scinet.eval.suites.sciimpact.official.replies import parsed
from scinet.eval.task import Task, write

SUITE = of_suite("sciimpact")
BEFORE = date(2025, 7, 1)


def put(path: Path, value: Any, *, lines: bool = False) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(map(json.dumps, value)) if lines else json.dumps(value))
    return path


def imported(folder: Path, dimension: str, files: list[Path], **given: str) -> Task:
    task_type = named(f"sciimpact/{dimension}")
    request = Request(task_type.read_options(given), None, BEFORE, 0, None)
    return write(SUITE.task(task_type, files, request), folder / "task")


def patents(*counts: tuple[int, int], text: str | None = "An abstract.") -> list[dict[str, Any]]:
    return [
        {
            "paper_a_id": f"W{n}a", "paper_b_id": f"W{n}b", "paper_a_title": f"First {n}",
            "paper_b_title": f"Second {n}", "paper_a_abstract": text, "paper_b_abstract": text,
            "paper_a_count": one, "paper_b_count": other,
        }
        for n, (one, other) in enumerate(counts)
    ]  # fmt: skip


def header(task: Task, name: str = "gpt") -> Header:
    return Header(name, "1", task.fingerprint, "text", {}, None)


def scored(task: Task, answers: dict[str, Answer], scoring: Any) -> dict[str, float]:
    run = Run(header(task), answers)
    [result] = evaluate(named(task.id), task, [run], scoring=scoring, with_controls=False)
    return {metric.metric: metric.mean for metric in result.metrics}


def test_rows_alternate_officially_and_not_strictly(tmp_path: Path) -> None:
    file = put(tmp_path / "by_field/physics/patent/test_pairs.json", patents(*[(20, 5)] * 6))
    by_row = imported(tmp_path / "row", "patent", [file], order="row")
    assert [row["choice"] for row in by_row.truth().values()] == ["A", "B"] * 3
    assert [q.inputs["a"]["paper_id"] for q in by_row.queries()][:2] == ["W0a", "W1b"]
    assert {row["field"] for row in by_row.truth().values()} == {"physics"}
    again = imported(tmp_path / "row2", "patent", [file], order="row")
    assert again.fingerprint == by_row.fingerprint
    turned = put(tmp_path / "other/physics/patent/test_pairs.json", patents(*[(5, 20)] * 6))
    one, other = (imported(tmp_path / str(n), "patent", [f]) for n, f in enumerate((file, turned)))
    # By hash the place in the pair tells nothing.
    assert [q.inputs["a"]["paper_id"] for q in one.queries()] == [
        q.inputs["a"]["paper_id"] for q in other.queries()
    ]


def test_four_pairs_three_parsed_two_right(tmp_path: Path) -> None:
    file = put(tmp_path / "by_field/physics/patent/test_pairs.json", patents(*[(20, 5)] * 4))
    task = imported(tmp_path, "patent", [file], order="row")
    # Rows 0 and 2 are shown as stored, so that A is right; of 1 and 3 B is.
    results = {
        "model": "gpt",
        "results": [
            {"paper_a_id": f"W{n}a", "paper_b_id": f"W{n}b", "order_a_first": n % 2 == 0,
             "predicted": predicted, "is_correct": is_correct, "raw_response": raw}
            for n, (predicted, is_correct, raw) in enumerate(
                [("A", True, ""), ("B", True, ""), ("B", False, ""), (None, False, "Neither.")]
            )
        ],
    }  # fmt: skip
    found = SUITE.read_predictions(task, put(tmp_path / "gpt.json", results), header(task))
    assert found.counts == {"records": 4, "answered": 4, "not_asked": 0, "neither": 1}
    official = scored(task, dict(found.run.answers), "official")
    assert official["accuracy"] == 0.5
    assert official["field accuracy"] == pytest.approx(2 / 3)
    strict = scored(task, dict(found.run.answers), "strict")
    assert strict["accuracy"] == strict["mean of fields"] == 0.5
    assert strict["parsed accuracy"] == pytest.approx(2 / 3)
    out = SUITE.predictions(task, found.run)
    assert {key: out[key] for key in ("total_pairs", "evaluated", "correct", "accuracy")} == {
        "total_pairs": 4, "evaluated": 4, "correct": 2, "accuracy": 0.5,
    }  # fmt: skip
    assert out["field_stats"] == [
        {"field": "physics", "pairs_count": 4, "evaluated_count": 3, "skipped_count": 1,
         "correct_predictions": 2, "accuracy": 2 / 3}
    ]  # fmt: skip
    again = SUITE.read_predictions(task, put(tmp_path / "again.json", out), header(task))
    assert {name: content_of(a).choice for name, a in again.run.answers.items()} == {
        name: content_of(a).choice for name, a in found.run.answers.items()
    }
    [result] = evaluate(named(task.id), task, [found.run], scoring="official", with_controls=False)
    assert SUITE.evaluation(task, result) == {k: v for k, v in out.items() if k != "results"}


def test_ties_and_missing_texts(tmp_path: Path) -> None:
    rows = [*patents((7, 7), (9, 3)), {**patents((3, 9))[0], "paper_a_abstract": None}]
    task = imported(tmp_path, "patent", [put(tmp_path / "test_pairs.json", rows)], order="row")
    assert task.counts == {"pairs": 3, "pairs_without_text": 1, "pairs_with_equal_counts": 1}
    always_a: dict[str, Answer] = {name: Choice(name, choice="A") for name in task.truth()}
    # The tie counts for A; row 1 is turned, so that A is wrong; row 2 has no text.
    assert scored(task, always_a, "official")["accuracy"] == 0.5
    # Strictly the tie does not count; row 2 does, where A has less.
    assert scored(task, always_a, "strict")["accuracy"] == 0.0


def test_a_row_that_contradicts_the_pair_is_refused(tmp_path: Path) -> None:
    file = put(tmp_path / "test_pairs.json", patents((20, 5)))
    task = imported(tmp_path, "patent", [file])
    row = {"paper_a_id": "W0a", "paper_b_id": "W0b", "order_a_first": True, "predicted": "A"}
    for change, message in (
        ({"is_correct": False}, "is_correct"),
        ({"predicted": "C"}, "predicted"),
        ({"paper_a_id": 3}, "paper_a_id"),
    ):
        result = put(tmp_path / "bad.json", {"results": [{**row, **change}]})
        with pytest.raises(DataError, match=message):
            SUITE.read_predictions(task, result, header(task))
    unknown = put(tmp_path / "other.json", {"results": [{**row, "paper_b_id": "W9"}]})
    found = SUITE.read_predictions(task, unknown, header(task))
    assert found.counts["not_asked"] == 1


@pytest.mark.parametrize(
    ("dimension", "form", "pairs", "texts", "expected"),
    [
        (
            "citation", "citation",
            [{"paper_a_id": "1", "paper_b_id": "2", "citations_a": 10, "citations_b": 30}],
            [{"paper": "1", "title": "One", "abstract": "First."},
             {"paper": "2", "title": "Two", "abstract": "Second."}],
            ("One", "First.", "B"),
        ),
        (
            "code", "code",
            [{"repo_url_a": "u1", "repo_url_b": "u2", "stars_a": 90, "stars_b": 30}],
            [{"repo_url": "u1", "readme": "Read me."}, {"repo_url": "u2", "readme": "Me too."}],
            (None, "Read me.", "A"),
        ),
        (
            "dataset", "dataset",
            [{"dataset_a": "d1", "dataset_b": "d2", "card_a": "One", "card_b": "Two",
              "downloads_a": 10, "downloads_b": 50}],
            [], ("d1", "One", "B"),
        ),
        (
            "model", "model",
            [{"model_a": "m1", "model_b": "m2", "card_a": "One", "card_b": "Two",
              "downloads_a": 90, "downloads_b": 50}],
            [], ("m1", "One", "A"),
        ),
        (
            "award", "award-nobel",
            [{"prize_paper": {"Title": "Won", "abstract": "Yes."},
              "non_prize_paper": {"Title": "Lost", "abstract": "No."}}],
            [], ("Won", "Yes.", "A"),
        ),
        (
            "award", "award-cs",
            [{"positive": {"paper": "p", "title": "Won", "abstract_raw": "Yes."},
              "negative": {"paper": "n", "title": "Lost", "scraped_abstract": "No."}}],
            [], ("Won", "Yes.", "A"),
        ),
        (
            "award", "award-mdpi",
            [{"openalex_id": "n", "matched_positive_openalex_id": "p", "title": "Lost",
              "ss_abstract": "No."}],
            [{"openalex_id": "p", "title": "Won", "maple_abstract": "Yes."}],
            ("Won", "Yes.", "A"),
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("lines", [False, True])
def test_every_form_is_read(
    tmp_path: Path,
    dimension: str,
    form: str,
    pairs: Any,
    texts: Any,
    expected: tuple[str | None, str, str],
    lines: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    files = [put(tmp_path / "chemistry/test_pairs.json", pairs, lines=lines)]
    if texts:
        files.append(put(tmp_path / "texts.json", texts, lines=lines))
    task = imported(tmp_path, dimension, files, order="row")
    [query] = task.queries()
    [row] = task.truth().values()
    assert task.options["dimension"] == form
    shown = query.inputs["a"]
    assert (shown["title"], shown["abstract"], row["choice"]) == expected
    run = Run(header(task), {query.query_id: Choice(query.query_id, choice=row["choice"])})
    out = SUITE.predictions(task, run)
    assert (out["correct"], out["accuracy"]) == (1, 1.0)
    if form == "citation":
        assert out["summary"] == {"overall_accuracy": 1.0, "other_fields_avg": None}
    back = SUITE.read_predictions(task, put(tmp_path / "out.json", out), header(task))
    assert content_of(back.run.answers[query.query_id]).choice == row["choice"]


def test_texts_are_cut_as_published(tmp_path: Path) -> None:
    text = " ".join(f"w{n}" for n in range(4_000))
    pairs = [{"repo_url_a": "u", "repo_url_b": "v", "stars_a": 90, "stars_b": 30}]
    texts = [{"repo_url": "u", "readme": text}, {"repo_url": "v", "readme": "Short."}]
    files = [put(tmp_path / "test.json", pairs), put(tmp_path / "readme.json", texts)]
    shown = {
        rule: imported(tmp_path / rule, "code", files, order="row", texts=rule).queries()[0]
        for rule in ("words", "characters")
    }
    assert shown["words"].inputs["a"]["abstract"] == " ".join(text.split()[:1000])
    assert shown["characters"].inputs["a"]["abstract"] == text[:2800] + text[-1200:]


def test_what_cannot_be_imported_is_refused(tmp_path: Path) -> None:
    task_type = named("sciimpact/patent")
    file = put(tmp_path / "test.json", patents((20, 5)))
    request = Request(task_type.read_options({}), None, BEFORE, 0, None)
    with pytest.raises(DataError, match="no day"):
        SUITE.task(task_type, [file], replace(request, before=None))
    with pytest.raises(DataError, match="no pairs of sciimpact/media"):
        SUITE.task(named("sciimpact/media"), [put(tmp_path / "x.json", [{"a": 1}])], request)
    broken = [{**patents((20, 5))[0]}]
    del broken[0]["paper_a_title"]
    with pytest.raises(DataError, match=r"paper_a_title.*record 1"):
        SUITE.task(task_type, [put(tmp_path / "broken.json", broken)], request)


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
        ("I think it is paper A, the second one", "patent", "A", "B"),
        ("The repo B has more stars, I think", "code", "B", "B"),
        ("neither", "media", "", ""),
    ],
)
def test_replies_are_read_as_published(reply: str, dimension: str, base: str, tuned: str) -> None:
    assert parsed(reply, dimension) == base
    assert parsed(reply, dimension, "tuned") == tuned
