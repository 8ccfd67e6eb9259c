"""The plan for all of OpenAlex: arithmetic by hand, and the page has what the script prints."""

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from scinet.errors import DataError
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
    plan = scale.plan_of(SMALL)
    read, cite = plan.steps
    assert read.core_hours == pytest.approx(2)
    assert plan.hours(read) == pytest.approx(0.5)
    assert plan.cost(read) == pytest.approx(3)
    assert cite.core_hours == pytest.approx(20)
    assert scale.disk(SMALL) == {"tables": pytest.approx(3.6)}
    assert "| **all** | | | **22** | **5.5** | **33** |" in scale.page(SMALL)


def test_the_page_sums_up_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    scale.main([])
    printed = capsys.readouterr().out
    assert printed == scale.page(tomllib.loads(scale.DATA.read_text("utf-8")))
    assert "| **all** | | | **2,135** | **23.8** | **152** |" in printed
    page = " ".join((ROOT / "docs" / "scale.md").read_text("utf-8").split())
    assert "24 hours" in page
    assert "2,135 core-hours, 152 USD" in page


WRONG = "the data of the plan lack or misstate"


def test_what_is_missing_is_named() -> None:
    with pytest.raises(DataError, match="lack or misstate 'read'"):
        scale.plan_of({**SMALL, "rates": {}})


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
