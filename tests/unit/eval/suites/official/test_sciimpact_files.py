"""SciImpact's files of pairs: every form, in and out."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.files.sciimpact_pairs import BEFORE, SUITE, header, imported, patents, put
from helpers.networks.scoring import run_of

from scinet.errors import DataError
from scinet.eval.answer import ChoiceAnswer, get_content
from scinet.eval.suites import get_task_type
from scinet.eval.suites.official import ImportRequest
from scinet.eval.task import write_task

CITATION = {"paper_a_id": "1", "paper_b_id": "2", "citations_a": 10, "citations_b": 30}
PAPERS = [
    {"paper": "1", "title": "One", "abstract": "First."},
    {"paper": "2", "title": "Two", "abstract": "Second."},
]
CODE = {"repo_url_a": "u", "repo_url_b": "v", "stars_a": 90, "stars_b": 30}
READMES = [{"repo_url": "u", "readme": "Read me."}, {"repo_url": "v", "readme": "Me too."}]
DATASET = {"dataset_a": "d1", "card_a": "One", "downloads_a": 10} | {
    "dataset_b": "d2", "card_b": "Two", "downloads_b": 50
}  # fmt: skip
WON = {"positive": {"paper": "p", "title": "Won"}, "negative": {"paper": "n", "title": "Lost"}}
AWARD = {
    "positive": {**WON["positive"], "abstract_raw": "Yes."},
    "negative": {**WON["negative"], "scraped_abstract": "No."},
}


def test_rows_alternate_officially_and_not_strictly(tmp_path: Path) -> None:
    file = put(tmp_path / "by_field/physics/patent/test_pairs.json", patents(*[(20, 5)] * 6))
    by_row = imported(tmp_path / "row", "patent", [file], order="row")
    assert [row["choice"] for row in by_row.truth().values()] == ["A", "B"] * 3
    assert [q.inputs["a"]["paper_id"] for q in by_row.queries()][:2] == ["W0a", "W1b"]
    assert {row["field"] for row in by_row.truth().values()} == {"physics"}
    again = imported(tmp_path / "row2", "patent", [file], order="row")
    assert again.fingerprint == by_row.fingerprint
    turned = put(tmp_path / "other/physics/patent/test_pairs.json", patents(*[(5, 20)] * 6))
    first, second = (
        imported(tmp_path / str(n), "patent", [f]) for n, f in enumerate((file, turned))
    )
    # By hash the place in the pair tells nothing.
    assert [q.inputs["a"]["paper_id"] for q in first.queries()] == [
        q.inputs["a"]["paper_id"] for q in second.queries()
    ]


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
    texts = [{"repo_url": "u", "readme": " "}, READMES[0] | {"repo_url": "v"}]
    files = [put(tmp_path / "code.json", [CODE]), put(tmp_path / "readme.json", texts)]
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
    ("dimension", "form", "pair", "texts", "expected"),
    [
        ("citation", "citation", CITATION, PAPERS, ("One", "First.", "B")),
        ("code", "code", CODE, READMES, (None, "Read me.", "A")),
        ("dataset", "dataset", DATASET, [], ("d1", "One", "B")),
        (
            "model", "model",
            {"model_a": "m1", "model_b": "m2", "card_a": "One", "card_b": "Two",
             "downloads_a": 90, "downloads_b": 50},
            [], ("m1", "One", "A"),
        ),
        (
            "award", "award-nobel",
            {"prize_paper": {"Title": "Won", "abstract": "Yes."},
             "non_prize_paper": {"Title": "Lost", "abstract": "No."}},
            [], ("Won", "Yes.", "A"),
        ),
        ("award", "award-cs", AWARD, [], ("Won", "Yes.", "A")),
        (
            "award", "award-mdpi",
            {"openalex_id": "n", "matched_positive_openalex_id": "p", "title": "Lost",
             "ss_abstract": "No."},
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
    pair: Any,
    texts: Any,
    expected: tuple[str | None, str, str],
    lines: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    files = [put(tmp_path / "chemistry/test_pairs.json", [pair], lines=lines)]
    if texts:
        files.append(put(tmp_path / "texts.json", texts, lines=lines))
    task = imported(tmp_path, dimension, files, order="row")
    [query] = task.queries()
    [row] = task.truth().values()
    assert task.options["dimension"] == form
    shown = query.inputs["a"]
    assert (shown["title"], shown["abstract"], row["choice"]) == expected
    out = SUITE.predictions(
        task, run_of(task, [ChoiceAnswer(query.query_id, choice=row["choice"])])
    )
    assert (out["correct"], out["accuracy"]) == (1, 1.0)
    if form == "citation":
        assert out["summary"] == {"overall_accuracy": 1.0, "other_fields_avg": 0}
    back = SUITE.read_predictions(task, put(tmp_path / "out.json", out), header(task))
    assert get_content(back.run.answers[query.query_id]).choice == row["choice"]


def test_texts_are_cut_as_published(tmp_path: Path) -> None:
    text = " ".join(f"w{n}" for n in range(4_000))
    texts = [{"repo_url": "u", "readme": text}, READMES[1]]
    files = [put(tmp_path / "test.json", [CODE]), put(tmp_path / "readme.json", texts)]
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
    task_type = get_task_type("sciimpact/patent")
    file = put(tmp_path / "test.json", patents((20, 5)))
    request = ImportRequest(task_type.read_options({}), None, BEFORE, 0, None)
    with pytest.raises(DataError, match="no day"):
        SUITE.task(task_type, [file], replace(request, before=None))
    with pytest.raises(DataError, match="no pairs of sciimpact/media"):
        SUITE.task(
            get_task_type("sciimpact/media"), [put(tmp_path / "x.json", [{"a": 1}])], request
        )
    broken = [{**patents((20, 5))[0]}]
    broken[0]["paper_a_count"] = "20"
    with pytest.raises(DataError, match=r"a count: '20'.*record 1"):
        SUITE.task(task_type, [put(tmp_path / "broken.json", broken)], request)


@pytest.mark.parametrize(
    ("dimension", "pairs", "texts"),
    [
        ("citation", CITATION, PAPERS),
        ("code", CODE, READMES),
        ("dataset", DATASET, []),
        ("patent", patents((20, 5))[0], []),
        ("award", {side: {"abstract": "A.", **paper} for side, paper in WON.items()}, []),
    ],
)
@pytest.mark.parametrize("row", [0, 1])
def test_pairs_of_a_graph_go_out_in_the_format_of_their_dimension(
    tmp_path: Path, dimension: str, pairs: Any, texts: Any, row: int
) -> None:
    """The second row shows the other one as A, and the one that won stays in front."""
    rows = [pairs] * (row + 1)
    files = [put(tmp_path / "pairs.json", rows)]
    if texts:
        files.append(put(tmp_path / "texts.json", texts))
    task_type = get_task_type(f"sciimpact/{dimension}")
    request = ImportRequest(task_type.read_options({"order": "row"}), None, BEFORE, 0, None)
    draft = SUITE.task(task_type, files, request)
    built = {
        name: replace(item, queries=item.queries[row:], truth=item.truth[row:], tables={})
        for name, item in draft.splits.items()
    }
    task = write_task(replace(draft, splits=built), tmp_path / "task")
    out = tmp_path / "out"
    assert SUITE.write_instances(task, pytest.fail, split="test", out=out) == 1 + len(texts)
    lines = dimension in {"citation", "dataset"}
    file = out / f"test_pairs.json{'l' * lines}" if texts else out
    result = [json.loads(file.read_text())] if lines else json.loads(file.read_text())
    if row and dimension != "award":
        turned = {"_a": "_b", "_b": "_a"}
        pairs = {
            re.sub("_[ab](?=_|$)", lambda part: turned[part[0]], key): value
            for key, value in pairs.items()
        }
    assert result == [pairs]
    if texts:
        [place] = [item for item in out.iterdir() if item != file]
        listed = [json.loads(item) for item in place.read_text().splitlines()]
        assert sorted(listed, key=str) == texts
