"""SciImpact's pair and result files: every form in, results out and in again, scores by hand."""

import json
import re
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
    found = SUITE.read_predictions(task, put(tmp_path / "gpt.json", results), header(task))
    assert found.counts == {"records": 4, "answered": 4, "not_asked": 0, "neither": 1}
    choices = [content_of(one).choice for one in found.run.answers.values()]
    assert choices == ["A", "B", "B", ""]
    official = scored(task, dict(found.run.answers), "official")
    assert official["accuracy"] == 0.5
    assert official["field accuracy"] == pytest.approx(2 / 3)
    strict = scored(task, dict(found.run.answers), "strict")
    assert strict["accuracy"] == strict["mean of fields"] == 0.5
    assert strict["parsed accuracy"] == pytest.approx(2 / 3)
    # What came in goes out as it came, but for the table of fields, which is made anew.
    out = SUITE.predictions(task, found.run)
    stats = out.pop("field_stats")
    assert out == {name: value for name, value in results.items() if name != "field_stats"}
    assert [row["field"] for row in stats][:4] == ["CSRankings", "Chemistry", "Physics", "Medicine"]
    assert len(stats) == 19
    assert stats[2] == {
        "field": "Physics", "evaluated_count": 3, "correct_predictions": 2, "accuracy": 2 / 3
    }  # fmt: skip
    # Without the file the same is written from the choices.
    plain = {name: replace(a, explanation=None) for name, a in found.run.answers.items()}
    made = SUITE.predictions(task, Run(header(task), plain))
    assert made["results"] == [{**row, "raw_response": None} for row in results["results"]]
    assert made["other_fields"]["total_evaluated"] == 0
    [result] = evaluate(named(task.id), task, [found.run], scoring="official", with_controls=False)
    evaluated = SUITE.evaluation(task, result)
    assert evaluated["field_stats"] == stats
    assert (evaluated["total_pairs"], evaluated["correct"]) == (4, 2)


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
    found = SUITE.read_predictions(task, unknown, header(task))
    assert found.counts["not_asked"] == 1


def test_a_reply_is_read_only_where_the_file_states_no_choice(tmp_path: Path) -> None:
    file = put(tmp_path / "test_pairs.json", patents((20, 5), (20, 5)))
    task = imported(tmp_path, "patent", [file], order="row")
    said = "Paper A could be cited in more patents than Paper B."
    rows = [patent_row(n, None, False, raw_response=said) for n in range(2)]  # noqa: FBT003
    del rows[1]["predicted_a_more"]
    found = SUITE.read_predictions(
        task, put(tmp_path / "results.json", {"results": rows}), header(task)
    )
    # Of the second row the other paper was shown as A.
    assert [content_of(one).choice for one in found.run.answers.values()] == ["", "A"]


def test_counts_that_tie_are_decided_as_in_each_script(tmp_path: Path) -> None:
    cards = [
        {"dataset_a": f"a{n}", "dataset_b": f"b{n}", "card_a": "One", "card_b": "Two",
         "downloads_a": 7, "downloads_b": 7}
        for n in range(2)
    ]  # fmt: skip
    task = imported(tmp_path, "dataset", [put(tmp_path / "test.json", cards)], order="row")
    # a > b is false, so the second one that is stored; of patents a >= b is true.
    assert [row["choice"] for row in task.truth().values()] == ["B", "A"]
    rows = patents((7, 7), (7, 7))
    task = imported(tmp_path / "p", "patent", [put(tmp_path / "pairs.json", rows)], order="row")
    assert [row["choice"] for row in task.truth().values()] == ["A", "B"]


def test_a_text_of_spaces_is_none_but_of_a_readme(tmp_path: Path) -> None:
    rows = [{**patents((9, 3))[0], "paper_b_abstract": " \n"}]
    task = imported(tmp_path, "patent", [put(tmp_path / "test_pairs.json", rows)])
    assert task.counts["pairs_without_text"] == 1
    pairs = [{"repo_url_a": "u", "repo_url_b": "v", "stars_a": 9, "stars_b": 3}]
    texts = [{"repo_url": "u", "readme": " "}, {"repo_url": "v", "readme": "Read me."}]
    files = [put(tmp_path / "code.json", pairs), put(tmp_path / "readme.json", texts)]
    assert imported(tmp_path / "c", "code", files).counts["pairs_without_text"] == 0
    # The first abstract that is not empty is taken, and it is one of spaces.
    won = {"paper": "p", "title": "Won", "abstract_raw": " ", "abstract": "Text."}
    pair = {"positive": won, "negative": {**won, "paper": "n", "abstract_raw": "Yes."}}
    award = imported(tmp_path / "a", "award", [put(tmp_path / "cs.json", [pair])])
    assert award.counts["pairs_without_text"] == 1


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("art_test_pairs.json", "art"),
        ("csrankings_test_pairs.json", "computer_science"),
        ("environmentalscience_test_pairs.json", "environmental_science"),
        ("political_science_test_pairs.json", "political_science"),
        ("Chemistry_test_new.json", "chemistry"),
        ("by_field/geology/patent/test_pairs.json", "geology"),
        ("test_pairs.json", None),
    ],
)
def test_fields_are_told_by_names_of_files_or_folders(
    tmp_path: Path, name: str, field: str | None
) -> None:
    task = imported(tmp_path, "patent", [put(tmp_path / name, patents((20, 5)))])
    assert {row["field"] for row in task.truth().values()} == {field}


def test_an_empty_file_is_read_and_pairs_go_out_as_they_came(tmp_path: Path) -> None:
    pairs = [
        {"paper_a_id": 2, "paper_b_id": "1", "citations_a": 10, "citations_b": 30, "more": [1.5]},
        {"paper_a_id": "1", "paper_b_id": 2, "citations_a": 30, "citations_b": 10},
    ]
    texts = [{"paper": name, "title": name, "abstract": "An abstract."} for name in "213"]
    files = [
        put(tmp_path / "in/history/val_pairs.jsonl", [], lines=True),
        put(tmp_path / "in/art_test_pairs.jsonl", pairs, lines=True),
        put(tmp_path / "in/biology_test_pairs.jsonl", pairs[:1], lines=True),
        put(tmp_path / "in/maple_openalex_art_match.json", texts, lines=True),
    ]
    task = imported(tmp_path, "citation", files, order="row")
    assert task.counts["pairs"] == 3
    assert list(task.before) == ["test"]
    out = tmp_path / "out"
    assert SUITE.write_instances(task, pytest.fail, split="test", out=out) == 5
    read = {
        file.name: [json.loads(line) for line in file.read_text().splitlines()]
        for file in out.iterdir()
    }
    assert read == {
        "art_test_pairs.jsonl": pairs,
        "biology_test_pairs.jsonl": pairs[:1],
        "maple_openalex_art_match.json": texts[:2],
    }
    # Texts of another field do not count where a field has its own.
    assert task.counts["pairs_without_text"] == 0


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
        assert out["summary"] == {"overall_accuracy": 1.0, "other_fields_avg": 0}
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
    gap = "\n\n... [content truncated for length] ...\n\n"
    assert shown["characters"].inputs["a"]["abstract"] == text[:2800] + gap + text[-1200:]
    rows = [{**patents((20, 5))[0], "paper_b_abstract": "x" * 1801}]
    file = put(tmp_path / "long/test.json", rows)
    [query] = imported(
        tmp_path / "long", "patent", [file], order="row", texts="characters"
    ).queries()
    assert query.inputs["b"]["abstract"] == "x" * 1800 + "... [truncated]"


def test_what_cannot_be_imported_is_refused(tmp_path: Path) -> None:
    task_type = named("sciimpact/patent")
    file = put(tmp_path / "test.json", patents((20, 5)))
    request = Request(task_type.read_options({}), None, BEFORE, 0, None)
    with pytest.raises(DataError, match="no day"):
        SUITE.task(task_type, [file], replace(request, before=None))
    with pytest.raises(DataError, match="no pairs of sciimpact/media"):
        SUITE.task(named("sciimpact/media"), [put(tmp_path / "x.json", [{"a": 1}])], request)
    broken = [{**patents((20, 5))[0]}]
    broken[0]["paper_a_count"] = "20"
    with pytest.raises(DataError, match=r"a count: '20'.*record 1"):
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
    assert parsed(reply, dimension) == base
    assert parsed(reply, dimension, "tuned") == tuned


@pytest.mark.parametrize(
    ("dimension", "pairs", "texts"),
    [
        (
            "citation",
            {"paper_a_id": "1", "paper_b_id": "2", "citations_a": 10, "citations_b": 30},
            [{"paper": "1", "title": "One", "abstract": "First."},
             {"paper": "2", "title": "Two", "abstract": "Second."}],
        ),
        (
            "code",
            {"repo_url_a": "u", "repo_url_b": "v", "stars_a": 90, "stars_b": 30},
            [{"repo_url": "u", "readme": "Read me."}, {"repo_url": "v", "readme": "Me too."}],
        ),
        (
            "dataset",
            {"dataset_a": "d", "card_a": "One", "downloads_a": 10,
             "dataset_b": "e", "card_b": "Two", "downloads_b": 50},
            [],
        ),
        ("patent", patents((20, 5))[0], []),
        (
            "award",
            {"positive": {"paper": "p", "title": "Won", "abstract": "Yes."},
             "negative": {"paper": "n", "title": "Lost", "abstract": "No."}},
            [],
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("row", [0, 1])
def test_pairs_of_a_graph_go_out_in_the_format_of_their_dimension(
    tmp_path: Path, dimension: str, pairs: Any, texts: Any, row: int
) -> None:
    """The second row shows the other one as A, and the one that won stays in front."""
    rows = [pairs] * (row + 1)
    files = [put(tmp_path / "pairs.json", rows)]
    if texts:
        files.append(put(tmp_path / "texts.json", texts))
    task_type = named(f"sciimpact/{dimension}")
    request = Request(task_type.read_options({"order": "row"}), None, BEFORE, 0, None)
    draft = SUITE.task(task_type, files, request)
    built = {
        name: replace(one, queries=one.queries[row:], truth=one.truth[row:], tables={})
        for name, one in draft.splits.items()
    }
    task = write(replace(draft, splits=built), tmp_path / "task")
    out = tmp_path / "out"
    assert SUITE.write_instances(task, pytest.fail, split="test", out=out) == 1 + len(texts)
    lines = dimension in {"citation", "dataset"}
    file = out / f"test_pairs.json{'l' * lines}" if texts else out
    found = [json.loads(file.read_text())] if lines else json.loads(file.read_text())
    if row and dimension != "award":
        turned = {"_a": "_b", "_b": "_a"}
        pairs = {
            re.sub("_[ab](?=_|$)", lambda part: turned[part[0]], key): value
            for key, value in pairs.items()
        }
    assert found == [pairs]
    if texts:
        listed = [json.loads(one) for one in (out / "texts.jsonl").read_text().splitlines()]
        assert sorted(listed, key=str) == texts
