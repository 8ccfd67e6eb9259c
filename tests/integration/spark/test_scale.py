"""The verbs of Spark, measured, and the plan for all of OpenAlex: arithmetic by hand."""

import tomllib
from pathlib import Path
from typing import Any, Final

import pandas as pd
import pytest

from benchmarks import spark as rates
from scinet.errors import DataError
from scinet.graph.synthetic import generate
from scinet.spark import scale

ROOT: Final = Path(__file__).parents[3]
SMALL: Final[dict[str, Any]] = {
    "amounts": {
        "works": {"what": "works", "value": 3_600_000, "source": "s"},
        "per_work": {"what": "citations of a work", "value": 10, "source": "s"},
    },
    "rates": {"read": {"what": "to read", "cpu_us": 2_000, "source": "s"}},
    "steps": [
        {"name": "read", "of": "works", "unit": "works", "rate": "read"},
        {"name": "cite", "of": "works", "times": "per_work", "unit": "citations", "rate": "read"},
    ],
    "machines": {
        "number": 2, "cores": 4, "busy": 0.5, "memory_gib": 16, "usd_per_hour": 3.0, "source": "s"
    },
    "disk": [{"name": "tables", "of": "works", "bytes": 1_000, "source": "s"}],
}  # fmt: skip


def test_a_plan_by_hand() -> None:
    """3.6 M works at 2 ms are 2 core-hours: half an hour on eight cores that are half busy."""
    plan = scale.make_plan(SMALL)
    read, cite = plan.steps
    assert read.core_hours == pytest.approx(2)
    assert plan.hours(read) == pytest.approx(0.5)
    assert plan.cost(read) == pytest.approx(3)
    assert cite.core_hours == pytest.approx(20)
    assert scale.disk_usage(SMALL) == {"tables": pytest.approx(3.6)}
    assert "| **all** | | | **22** | **5.5** | **33** |" in scale.plan_page(SMALL)


def test_the_page_sums_up_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    scale.main([])
    printed = capsys.readouterr().out
    assert printed == scale.plan_page(tomllib.loads(scale.DATA.read_text("utf-8")))
    assert "| **all** | | | **2,135** | **23.8** | **152** |" in printed
    page = " ".join((ROOT / "docs" / "scale.md").read_text("utf-8").split())
    assert "24 hours" in page
    assert "2,135 core-hours, 152 USD" in page


WRONG = "the data of the plan lack or misstate"


def test_what_is_missing_is_named() -> None:
    with pytest.raises(DataError, match="lack or misstate 'read'"):
        scale.make_plan({**SMALL, "rates": {}})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "cannot be read: No such file or directory"),
        ("[[steps]", "cannot be read: "),
        ("[amounts]", f"{WRONG} 'steps'"),
        ("cores = 16 -> cores = 0", f"{WRONG} 'cores', which is above 0"),
        ("memory_gib = 64 -> ", f"{WRONG} 'memory_gib'"),
        ("value = 260e6 -> value = []", f"{WRONG} float() argument"),
        ('of = "files" -> of = "film"', f"{WRONG} 'film'"),
    ],
)
def test_a_wrong_file_is_one_line(tmp_path: Path, text: str | None, told: str) -> None:
    file = tmp_path / "plan.toml"
    if text is not None:
        old, arrow, new = text.partition(" -> ")
        file.write_text(scale.DATA.read_text("utf-8").replace(old, new) if arrow else text)
    with pytest.raises(SystemExit) as caught:
        scale.main([str(file)])
    assert str(caught.value).startswith(f"{file}: {told}")
    assert str(caught.value).endswith(f"{scale.DATA} shows the form.")


def test_work_by_hand(tmp_path: Path) -> None:
    """0 is cited by 1, 2 and 3; 1 by 2 and 3; 3 also cites a work without a record.

    Their days are 0, 100, 1,000 and 2,000; five years are 1,826 days. 1 meets 2, which cites 0 and
    1, twice, and 3 too late; 2 meets 3, which cites 0 and 1, twice; 3 meets nobody.
    """
    for name in ("papers", "citations"):
        (tmp_path / name).mkdir()
    day = [0, 100, 1_000, 2_000]
    pd.DataFrame({"number": [0, 1, 2, 3]}).to_parquet(tmp_path / "papers" / "a.parquet")
    pairs = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, None)]
    cites = pd.DataFrame(pairs, columns=["citing", "cited"], dtype="Int64")
    for name, paper in {"day": "citing", "cited_day": "cited"}.items():
        cites[name] = cites[paper].map(dict(enumerate(day))).astype("Int32")
    cites.to_parquet(tmp_path / "citations" / "a.parquet")
    assert rates.counted(tmp_path) == {
        "papers and citations": 9,
        "citations of a paper and its references in five years": 2 + 2,
        "pairs of references": 1 + 1,
        "pairs of citing papers": 3 + 1,
    }


def test_a_verb_is_timed(tmp_path: Path) -> None:
    generate(100, 1, tmp_path / "network")
    done = rates._run_verb("tables", {"source": "s"}, tmp_path)
    assert done["cpu_s"] > 0.1
    assert done["peak_mib"] > 200  # Java alone takes that
    work = rates.counted(tmp_path / "tables")["papers and citations"]
    assert work > 100
    row = {"job": "tables", **done, "work": work, "unit": "papers and citations", "us": 2.5}
    assert f"| {work:,} | papers and citations | 2.5 |" in rates.page([row], 100)
