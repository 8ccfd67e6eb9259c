"""SciImpact over dimensions: four small tasks, every share by hand."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.command_line import ask
from helpers.networks.scoring import run_of, score, task_of
from typer.testing import CliRunner

from scinet import leaderboard_dimensions
from scinet.cli.root import app
from scinet.errors import DataError
from scinet.eval import run_writer
from scinet.eval.answer import ChoiceAnswer
from scinet.eval.results import write_results as write_results
from scinet.eval.task import Query, Task

DAY = date(2020, 1, 1)
# By task: what is asked (field, year), and of two systems whether each choice is right.
ASKED: dict[str, tuple[str, list[tuple[str | None, int | None]], str, str]] = {
    "citation": ("citation", [("Physics", 2001), ("Physics", 2005), ("Art", 2006), ("Art", 2010)],
                 "1110", "1000"),
    "nobel": ("award", [("Physics", None), ("Chemistry", None)], "11", "10"),
    "cs": ("award", [(None, None)], "0", "1"),
    "code": ("code", [(None, None), (None, None)], "10", "11"),
}  # fmt: skip


@pytest.fixture
def tasks(tmp_path: Path) -> list[Path]:
    for folder, (name, asked, *systems) in ASKED.items():
        queries = [Query(f"q{n}", "?", {}, DAY, 1) for n in range(len(asked))]
        truth = [
            {"query_id": f"q{n}", "pair_id": str(n), "choice": "A", "count_a": None,
             "count_b": None, "year": year, "field": field}
            for n, (field, year) in enumerate(asked)
        ]  # fmt: skip
        options: dict[str, Any] = {"award": folder} if name == "award" else {}
        given = (queries, truth, tmp_path / folder)
        task = task_of(f"sciimpact/{name}", *given, before=DAY, **options)
        runs = [
            run_of(
                task,
                [ChoiceAnswer(f"q{n}", "A" if int(sign) else "B") for n, sign in enumerate(system)],
                f"s{number}",
            )
            for number, system in enumerate(systems)
        ]
        out = tmp_path / "results" / folder
        write_results(list(score(task, runs).values()), task, out, scoring="strict", seed=0)
    return [tmp_path / folder for folder in ASKED]


def test_tables_by_hand(tasks: list[Path], tmp_path: Path) -> None:
    result = leaderboard_dimensions(tasks, results=tmp_path / "results", out=tmp_path / "page.md")
    item = result.by_dimension.loc["s0"]
    # The three pairs of awards count together; controls are no systems.
    assert list(result.by_dimension) == ["citation", "award", "code", "mean"]
    assert list(result.by_dimension.index) == ["s0", "s1"]
    assert list(item) == pytest.approx([0.75, 2 / 3, 0.5, (0.75 + 2 / 3 + 0.5) / 3])
    assert result.by_award.loc["s1"].to_dict() == {"award-cs": 1.0, "award-nobel": 0.5}
    # Physics: 1 of citations and 1 of awards; computer science: 0 of awards, half of code.
    fields = result.by_field.loc["s0"].to_dict()
    assert fields == {"art": 0.5, "chemistry": 1.0, "physics": 1.0, "computer_science": 0.25}
    groups = result.by_group.loc["s0"].to_dict()
    assert groups == {"computer_science": 0.25, "chemistry": 1.0, "physics": 1.0, "other": 0.5,
                      "mean": 0.6875}  # fmt: skip
    assert result.by_years.loc["s0"].to_dict() == {"2001-2005": 1.0, "2006-2010": 0.5}
    by = result.variance.set_index(["analysis", "source"])
    # 12 cells: citation with 2 fields, awards with 3, code with 1, of two systems each.
    assert by.loc[("dimension, field", "residual"), "df"] == 6
    assert by.loc[("dimension, field", "dimension"), "df"] == 2
    page = (tmp_path / "page.md").read_text()
    assert "| s0 | 0.750 | 0.667 | 0.500 | 0.639 |" in page
    assert "<svg" in (tmp_path / "page.svg").read_text()
    rows = ask(
        "leaderboard", "dimensions", *map(str, tasks), "--results", str(tmp_path / "results")
    )
    assert [row["system"] for row in rows] == ["s0", "s1"]
    assert rows[0]["mean"] == item["mean"]


def test_awards_lie_in_folders_of_their_own(
    tasks: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # no .env of the user's
    runs = [_answered(Task.read(folder), tmp_path / f"{folder.name}.jsonl") for folder in tasks]
    _, nobel, cs, _ = [
        ("evaluate", "runs", str(a), str(b)) for a, b in zip(tasks, runs, strict=True)
    ]
    ask(*nobel, "--out", "both")
    there = {file: file.read_bytes() for file in Path("both").rglob("*.json*")}
    assert {file.name for file in there} == {"result.json", "per_query.jsonl"}
    refused = CliRunner().invoke(app, [*cs, "--out", "both"]).exception
    assert isinstance(refused, DataError)
    place = "both/sciimpact/award/mine/result.json"
    assert str(refused) == f"{place} holds results of another task of this name"
    assert refused.hint == "Name another --out, such as both/cs, or delete that folder."
    assert {file: file.read_bytes() for file in there} == there
    ask(*nobel, "--out", "both")  # the same task may be scored again
    chosen = tasks[1:3]
    with pytest.raises(DataError, match=r"no result of .*cs with strict") as missing:
        leaderboard_dimensions(chosen, results="both")
    assert missing.value.hint.endswith("RUN… --out both/cs`.")
    ask(*cs, "--out", "both/cs")
    result = leaderboard_dimensions(chosen, results="both")
    assert result.by_award.loc["mine"].to_dict() == {"award-cs": 1.0, "award-nobel": 1.0}


def _answered(task: Task, file: Path) -> Path:
    """A run that is right everywhere."""
    run_writer.write_run(run_of(task, [ChoiceAnswer(query, "A") for query in task.truth()]), file)
    return file


def test_what_cannot_be_put_together(tasks: list[Path], tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no result of .*citation with official scoring"):
        leaderboard_dimensions(tasks, results=tmp_path / "results", scoring="official")
    other = Task.read(tasks[0])
    given = (other.queries(), list(other.truth().values()), tmp_path / "path")
    task_of("scinetbench/path", *given, before=DAY)
    with pytest.raises(DataError, match="scinetbench/path is of another suite"):
        leaderboard_dimensions([tmp_path / "path"], results=tmp_path / "results")
