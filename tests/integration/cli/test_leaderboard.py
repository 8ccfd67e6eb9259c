"""The leaderboard commands on a real graph: entries, a failing one, no repeats, the page."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.typed import Ask, Scinet
from helpers.networks.build import load_graph
from helpers.networks.two_sides import BOARD, two_communities

from scinet.eval.report.scores import make_sections
from scinet.experiments.leaderboard import run
from scinet.experiments.process import run_once
from scinet.graph.db.connection import Database

_BOARD = f"""{BOARD}
[[tasks.entries]]
name = "all"
system = "collaborators-frequency"
settings = {{ recent = 0 }}
about = "All papers."
[[tasks.entries]]
name = "papers"
system = "bm25"
about = "It answers another question."

[[tasks.references]]
name = "hearsay"
values = {{ "nDCG@1000" = 0.125 }}
"""


@pytest.fixture
def graph(database: Database) -> None:
    papers, authors, titles = two_communities(1)
    load_graph(database, papers, authors, titles=titles)


@pytest.mark.usefixtures("graph")
def test_a_leaderboard_from_the_graph_to_the_page(
    ask: Ask, scinet: Scinet, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("two.toml").write_text(_BOARD)
    done: list[str] = []

    def counted(
        work: Callable[..., Mapping[str, Any]], job: run.Job, **limits: float
    ) -> Mapping[str, Any]:
        """One entry in a process of its own, as all are; the others here, for time."""
        name = job.entry.name if job.entry else run.CONTROLS
        done.append(name)
        return run_once(work, job, **limits) if name == "frequency" else work(job)  # type: ignore[arg-type]

    monkeypatch.setattr(run, "run_once", counted)
    command = ("leaderboard", "run", "two.toml", "--out", "out", "--targets", "20")
    rows = {row["entry"]: row for row in ask(*command)}
    assert rows.keys() == {"controls", "frequency", "all", "papers"}
    assert rows["frequency"]["peak_mib"] > 10
    assert rows["papers"]["error"].startswith("bm25 returns papers")
    # Only what failed is tried again.
    done.clear()
    assert {row["entry"]: row for row in ask(*command)} == rows
    assert done == ["papers"]
    # Another seed would be another leaderboard.
    assert "another leaderboard" in scinet(*command, "--seed", "1").refusal

    table = json.loads(Path("out/tables/who.json").read_text())
    assert table["task"]["counts"]["queries"] == 20
    first, second, failed = table["entries"]
    means = {row["metric"]: row["mean"] for row in first["metrics"]}
    tests = {row["metric"]: row for row in second["comparisons"]}
    assert tests["nDCG@1000"]["system_b"] == "frequency"
    assert second["brought"]["difference"] == tests["nDCG@1000"]["difference"]
    assert "metrics" not in failed
    parts = [first["periods"][year] for year in ("2008", "2009")]
    assert sum(part["queries"] for part in parts) == 20
    weighted = sum(part["queries"] * part["metrics"][0]["mean"] for part in parts) / 20
    assert weighted == pytest.approx(means["nDCG@1000"])

    write = ("leaderboard", "page", "two.toml=out", "--out", "page/results.md")
    assert scinet(*write).code == 0
    page = Path("page/results.md").read_text()
    for words in (
        f"| nDCG@1000 | frequency {means['nDCG@1000']:.3f} [",  # at a glance
        "| 0.001, reached |",
        "**20 questions**",
        f"| **frequency** | {means['nDCG@1000']:.3f} [",
        "| *hearsay* | *0.125* |",
        "nDCG@1000: goal 0.001, best",
        "R-precision: goal 2, best",
        "missed by",
        "What did not help",
        "frequency by official scoring",
        "* papers: bm25 returns papers",
        "control: oracle | 1.000",
        "scinet leaderboard run two.toml --corpus FOLDER --out out --targets 20",
    ):
        assert words in page, words
    about = Path("out/leaderboard.json")
    about.rename("aside.json")
    assert "no results of the leaderboard" in scinet(*write).refusal
    Path("aside.json").rename(about)
    # The same results stand in the report, the entries tested against the baseline.
    (section,) = make_sections([Path("out/results")], table["task"]["graph_fingerprint"])
    assert {"frequency", "all"} <= {line.name for line in section["table"].lines}
    assert "strict" in {scoring for _, scoring in section["table"].columns}
    assert "compared with frequency" in section["comparisons"]


_LEARNING = """
title = "Two communities"
source = "two"
about = "They never meet."
figures = "a guess"

[[tasks]]
name = "cited"
title = "How often cited?"
task_type = "prescience/impact"
before = 2010-01-01
options = { train_years = 4, validation_years = 1 }
baseline = "mean"

[[tasks.entries]]
name = "mean"
system = "impact-constant"
about = "One number."
[[tasks.entries]]
name = "line"
system = "impact-ridge"
settings = { features = "bibliometrics", components = 0 }
about = "It learns."
"""


@pytest.mark.usefixtures("graph")
def test_what_no_longer_fits_is_done_again(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, bool]] = []

    def counted(
        work: Callable[[run.Job], Mapping[str, Any]], job: run.Job, *, limit_s: float
    ) -> Mapping[str, Any]:
        """Done here, for time."""
        del limit_s
        done.append((job.entry.name if job.entry else run.CONTROLS, job.has_answered))
        return work(job)

    monkeypatch.setattr(run, "run_once", counted)

    def again(board: str) -> list[tuple[str, bool]]:
        done.clear()
        Path("learning.toml").write_text(board)
        rows = ask("leaderboard", "run", "learning.toml", "--out", "out")
        assert [row["entry"] for row in rows if not row["error"]] == ["controls", "mean", "line"]
        return done

    def official() -> dict[str, Any]:
        table = json.loads(Path("out/tables/cited.json").read_text())
        result: dict[str, Any] = table["official"]["all_settings"]
        return result

    all_of_them = [("controls", False), ("mean", False), ("line", False)]
    assert again(_LEARNING) == all_of_them
    assert "features" not in official()
    # Another baseline is scored as published; nothing is answered again.
    other = _LEARNING.replace('baseline = "mean"', 'baseline = "line"')
    account, answers = Path("out/accounts/cited/line.json"), Path("out/runs/cited/line.jsonl")
    kept = account.read_bytes(), answers.stat()
    assert again(other) == [("line", True)]
    assert official()["features"] == "bibliometrics"
    assert (account.read_bytes(), answers.stat()) == kept
    assert again(other) == []
    # What was trained by other versions, and not answered yet, is trained again.
    stopped = answers.with_name("line.jsonl.partial")
    for name, value in (("versions", {"numpy": "1.0"}), ("class", "old:Line"), ("figures", ...)):
        model = Path("out/models/cited/line/model.json")
        about = json.loads(model.read_text())
        model.write_text("{" if value is ... else json.dumps({**about, name: value}))
        account.write_text(json.dumps({**json.loads(account.read_text()), "error": "stopped"}))
        stopped.write_bytes(answers.read_bytes())
        assert again(other) == [("line", False)], name
        cost = {"seconds": 0, "peak_memory_mib": 0}
        assert json.loads(model.read_text()) | cost == about | cost
        assert not json.loads(account.read_text())["resumed"]  # by another model
    # A task that is built anew has other answers, and other official scores.
    assert again(other.replace("train_years = 4", "train_years = 3")) == all_of_them
    assert official()["features"] == "bibliometrics"
    assert not Path("out/results/cited/prescience/impact/mean/official").exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('system = "bm25"', 'system = "no-such"', "no system named"),
        ("recent = 0", "recents = 0", "has no setting"),
        ('baseline = "frequency"', 'baseline = "x"', "no entry 'x'"),
        ('name = "all"', 'name = "frequency"', "two of one name"),
        ('name = "all"', 'name = "oracle"', "the name of a control"),
        ("before = 2010-01-01", 'before = "soon"', "before: Input should be a valid date"),
        ('periods = ["2008", "2009"]', 'periods = ["last year"]', "neither a year"),
        ('about = "They', 'abut = "They', "about: Field required"),
        ('title = "Who', 'titel = "Who', "title: Field required"),
        ('figures = "a guess"', "figures = a guess", "invalid TOML"),
    ],
)
def test_a_leaderboard_that_means_nothing_is_refused(
    scinet: Scinet, old: str, new: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")  # it is refused before that is asked
    Path("bad.toml").write_text(_BOARD.replace(old, new, 1))
    assert said in scinet("leaderboard", "run", "bad.toml", "--out", "out").refusal
    assert not Path("out").exists()
