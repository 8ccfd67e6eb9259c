"""Tasks made of PreScience's own rows, worked out by hand on a small world."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from helpers.files.prescience_imports import AUTHORS, PAPERS, asked, imported, world_as_snapshot
from helpers.files.prescience_rows import (
    TEST,
    TRAIN,
    WORLD,
    as_document,
    as_lines,
    as_parquet,
    rows,
    side_files,
)
from helpers.networks.build import snapshot_of
from helpers.networks.scoring import draft_of

from scinet.errors import DataError, NotFoundError
from scinet.eval.official_files import get_official


@pytest.fixture
def test_file(tmp_path: Path) -> Path:
    return as_parquet(tmp_path / "test.parquet", rows(TEST))


def test_collaborators(test_file: Path) -> None:
    draft = imported("collaborators", [test_file])
    bob, dan = (
        {"author_id": f"prescience:{item}", "name": item.title()} for item in ("bob", "dan")
    )
    ann_and_dan = ["prescience:ann", "prescience:dan"]  # new2 had not published
    cyd_and_bob = ["prescience:cyd", "prescience:bob"]
    assert asked(draft) == [
        ("prescience:31", bob, date(2024, 11, 1), ann_and_dan),
        ("prescience:33", dan, date(2025, 3, 1), cyd_and_bob),
    ]
    split = draft.splits["test"]
    assert split.truth[0]["joint_papers"] == {"prescience:ann": 1, "prescience:cyd": 1}
    assert split.before == date(2025, 3, 2)
    known = {row["id"]: row["day"] for row in split.tables["known"]}
    assert known["prescience:cyd"] == "2023-02-01"
    assert len(known) == 8
    assert draft.left_out["targets_with_one_known_author_or_none"] == 1
    assert draft.graph_fingerprint == "none"
    assert (draft.counts["rows"], draft.counts["targets"], draft.counts["queries"]) == (9, 3, 2)


@pytest.mark.parametrize(
    ("which", "seeds"),
    [
        ("first", ["bob", "dan"]),
        ("last", ["dan", "bob"]),
        ("highest_h_index", ["bob", "cyd"]),  # cyd and bob have 7 each, cyd stands before bob
    ],
)
def test_the_seed_author(which: str, seeds: list[str], test_file: Path) -> None:
    draft = imported("collaborators", [test_file], {"seed_author": which}, source=None)
    assert [inputs["author_id"] for _, inputs, _, _ in asked(draft)] == seeds


def test_a_random_seed_author_is_drawn_by_seed(test_file: Path) -> None:
    first, again = (imported("collaborators", [test_file], {"seed_author": "random"}) for _ in "ab")
    assert first.splits == again.splits


def test_prior_work(test_file: Path) -> None:
    draft = imported("prior-work", [test_file], {"known": "abstract"}, source=None)

    def shown(paper: str, *authors: str) -> dict[str, Any]:
        texts = {"title": f"Title of {paper}", "abstract": f"Abstract of {paper}."}
        return {"author_ids": [*authors], **texts}

    assert asked(draft) == [
        ("31", shown("31", "bob", "ann", "dan"), date(2024, 11, 1), ["13", "21"]),
        # In the order of the row, and not of time.
        ("33", shown("33", "dan", "cyd", "bob"), date(2025, 3, 1), ["31", "14"]),
    ]
    assert draft.left_out["targets_without_an_author_who_had_cited"] == 1
    hidden = imported("prior-work", [test_file]).splits["test"].queries
    assert all(query.inputs.keys() == {"author_ids"} for query in hidden)


def test_prior_work_asks_that_an_author_had_cited(tmp_path: Path) -> None:
    listed = rows(TEST)
    for row in listed:
        if row["corpus_id"] in {"12", "13", "21", "22"}:
            row["key_references"] = []
    draft = imported("prior-work", [as_lines(tmp_path / "r.jsonl", listed)], source=None)
    assert [paper for paper, *_ in asked(draft)] == ["33"]  # 31 cites, and bob and dan wrote it


def test_prior_work_asks_about_nobody_whom_the_graph_does_not_know(
    test_file: Path, tmp_path: Path
) -> None:
    # The list says that the author of 32 wrote 13, which cites; the byline of 13 does not.
    publications, _ = side_files(tmp_path, [*WORLD, WORLD[2]._replace(authors=["new3"])])
    files = [test_file, publications]
    of_files = asked(imported("prior-work", files, source=None))
    assert [row[0] for row in of_files] == ["31", "32", "33"]
    draft = imported("prior-work", files, source=None, snapshot=world_as_snapshot())
    assert [row[0] for row in asked(draft)] == ["31", "33"]
    assert draft.left_out["targets_without_a_known_author"] == 1


def test_what_is_not_strictly_earlier_is_neither_history_nor_true(tmp_path: Path) -> None:
    listed = rows(TEST)
    for row in listed:
        if row["corpus_id"] == "33":
            row["key_references"] = [{"corpus_id": item} for item in ("32", "14", "99")]
    draft = imported("prior-work", [as_lines(tmp_path / "r.jsonl", listed)], source=None)
    assert asked(draft)[1][3] == ["14"]  # 32 is of the same day, 99 has no row


def test_all_references_are_those_of_the_graph(test_file: Path) -> None:
    with pytest.raises(DataError, match="all references are those of a graph"):
        imported("prior-work", [test_file], {"references": "all"})
    more = {"31": ["22", "33", "beyond"], "33": ["12"]}
    papers = [(name, day, [*cites, *more.get(name, [])]) for name, day, cites in PAPERS]
    snapshot = snapshot_of([*papers, ("beyond", "2010-01-01", [])], AUTHORS)
    every = {"references": "all"}
    draft = imported("prior-work", [test_file], every, source=None, snapshot=snapshot)
    # 33 is later than 31; what no row tells of may be true too, and is known since its day.
    assert [(paper, true) for paper, _, _, true in asked(draft)] == [
        ("31", ["beyond", "13", "21", "22"]),
        ("33", ["12", "14", "31"]),
    ]
    known = {row["id"]: row["day"] for row in draft.splits["test"].tables["known"]}
    assert known["beyond"] == "2010-01-01"
    given = imported("prior-work", [test_file], source=None, snapshot=snapshot)
    assert [sorted(true) for *_, true in asked(given)] == [["13", "21"], ["14", "31"]]


def test_impact(test_file: Path) -> None:
    draft = imported("impact", [test_file], source=None)
    split = draft.splits["test"]
    # Entry 12 of the trajectory is citations before 360 days; 32 has one entry alone.
    assert [(row["paper_id"], row["citations"]) for row in split.truth] == [("31", 11), ("33", 5)]
    assert draft.left_out["targets_with_a_shorter_trajectory"] == 1
    query = split.queries[0]
    assert query.before == date(2024, 11, 1)
    assert query.inputs == {
        "paper_id": "31",
        "months": 12,
        "author_ids": ["bob", "ann", "dan"],
        "author_places": [1, 3, 4],
        "team_size": 4,
        "venue_id": None,
        "reference_ids": ["13", "21"],
        "title": "Title of 31",
        "abstract": "Abstract of 31.",
    }
    # The split ends with the window of its last day.
    assert split.before == date(2025, 3, 2) + timedelta(days=360)
    sooner = imported("impact", [test_file], {"months": "1"}, source=None)
    assert [row["citations"] for row in sooner.splits["test"].truth] == [0, 0, 5]


def test_candidates_are_drawn_from_the_graph(test_file: Path) -> None:
    limited = {"candidates": "random", "negatives": "2"}
    with pytest.raises(DataError, match="none is available"):
        imported("collaborators", [test_file], limited)
    graph = world_as_snapshot()
    draft = imported("collaborators", [test_file], limited, source=None, snapshot=graph)
    split = draft.splits["test"]
    for query, truth in zip(split.queries, split.truth, strict=True):
        assert query.candidates is not None
        assert {*truth["items"]} < {*query.candidates}
        assert len(query.candidates) == 4


def test_splits_by_years(tmp_path: Path) -> None:
    files = [
        as_parquet(tmp_path / "train.parquet", rows(TRAIN)),
        as_parquet(tmp_path / "test.parquet", rows(TEST)),
    ]
    years = {"since": "2024-10-01", "train_years": "1"}
    draft = imported("collaborators", files, years, source=None)
    assert [row[0] for row in asked(draft)] == ["31", "33"]
    assert asked(draft, "train") == [
        ("21", {"author_id": "ann", "name": "Ann"}, date(2023, 11, 5), ["dan"])
    ]
    train = draft.splits["train"]
    assert train.before == date(2024, 10, 1)
    assert train.truth[0]["joint_papers"] == {"bob": 1}
    assert "new2" not in {row["id"] for row in train.tables["known"]}
    assert draft.left_out["train_targets_with_one_known_author_or_none"] == 1
    assert draft.left_out["targets_outside_the_splits"] == 0
    late = imported("collaborators", files, {"since": "2025-01-01"}, source=None)
    assert [row[0] for row in asked(late)] == ["33"]
    assert late.left_out["targets_outside_the_splits"] == 3


def test_bad_rows_and_coarse_days_are_counted(tmp_path: Path) -> None:
    listed = rows(TEST)
    changed: dict[str, dict[str, Any]] = {"32": {"date": "2025-03"}, "14": {"corpus_id": ["14"]}}
    listed = [{**row, **changed.get(row["corpus_id"], {})} for row in listed]
    draft = imported("collaborators", [as_lines(tmp_path / "r.jsonl", listed)], source=None)
    assert draft.left_out["rows_wrong_type"] == 1
    assert draft.left_out["targets_without_a_day"] == 1


def test_refusals(test_file: Path, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no suite with official files"):
        get_official("scinetbench")
    with pytest.raises(DataError, match="does not exist"):
        imported("collaborators", [tmp_path / "gone.parquet"])
    no_target = [row for row in rows(TEST) if "target" not in row["roles"]]
    with pytest.raises(DataError, match="no row has the role 'target'"):
        imported("collaborators", [as_lines(tmp_path / "r.jsonl", no_target)])
    other = snapshot_of(PAPERS[:-1])
    with pytest.raises(DataError, match=r"lacks 1 of the 9 papers of the files or .* as 33"):
        imported("collaborators", [test_file], source=None, snapshot=other)


def test_authors_are_known_when_the_graph_knows_them(test_file: Path) -> None:
    strangers = snapshot_of(PAPERS, {**AUTHORS, "32": []})
    with pytest.raises(DataError, match="lacks 1 of the 8 authors of the files, such as new3"):
        imported("prior-work", [test_file], source=None, snapshot=strangers)
    # Of Dan the graph has nothing before 2024-11-01, the day itself of the first target.
    late = snapshot_of(PAPERS, {**AUTHORS, "14": [], "21": ["new1", "ann"]})
    first, *_ = asked(imported("prior-work", [test_file], source=None, snapshot=late))
    assert first[0] == "31"
    assert first[1]["author_ids"] == ["bob", "ann"]


def test_seed_authors_that_predictions_give(test_file: Path, tmp_path: Path) -> None:
    records = [{"corpus_id": "31", "first_author_id": "dan"}]
    seeds = as_document(tmp_path / "predictions.frequency.one_shot.random.json", records)
    given = {"seed_author": "given"}
    draft = imported("collaborators", [test_file, seeds], given)
    assert [(row[0], row[1]["author_id"]) for row in asked(draft)] == [
        ("prescience:31", "prescience:dan")
    ]
    assert draft.left_out["targets_without_a_given_seed"] == 1
    as_document(seeds, [{"corpus_id": "31", "first_author_id": "new2"}])
    with pytest.raises(DataError, match="new2 of prescience:31 had not published"):
        imported("collaborators", [test_file, seeds], given)
    cut = snapshot_of([("1", "2020", [])]).until(date(2021, 1, 1))
    with pytest.raises(DataError, match="need predictions"):
        draft_of("prescience/collaborators", cut, given)
