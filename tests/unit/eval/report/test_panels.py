"""Pictures of simulated and real values: what stands in them."""

import re

import numpy as np
from markupsafe import Markup

from scinet.eval.report import panels


def _texts(svg: Markup) -> list[str]:
    return re.findall(r">([^<>\n]+)</text>", svg)


def test_each_picture_says_which_of_its_values_are_simulated() -> None:
    value = np.array([0.0, 1.0, 1.0, 2.0])
    lines: dict[str, list[float | None]] = {"simulated": [1.0, None], "real": [2.0, 3.0]}
    for svg in (
        panels.draw_distribution({"simulated": value, "real": value}, "Title"),
        panels.draw_time_series(["2012-01", "2012-02"], lines, [(0.5, 1.5), None], "Title"),
        panels.draw_shares({"a": {"simulated": 0.5, "real": None}}, "Title"),
    ):
        assert {"Title", "simulated"} <= set(_texts(svg))
        assert "year before" not in _texts(svg)
    assert "Title" in _texts(panels.draw_changes({"a": (0.2, 0.1), "b": (-2.0, 0.1)}, "Title", 0.6))


def test_values_lie_at_whole_numbers_and_the_last_place_holds_the_rest() -> None:
    texts = _texts(
        panels.draw_distribution({"real": np.array([0.4] * 60 + [1.6] * 38 + [90] * 2)}, "T")
    )
    assert [text for text in texts if re.fullmatch(r"[0-9]+\+?", text)] == ["0", "1", "2+"]
    wide = _texts(panels.draw_distribution({"real": np.arange(200.0)}, "T"))
    assert [text for text in wide if re.fullmatch(r"[0-9]+\+?", text)][:3] == ["0", "30", "60"]


def test_a_month_that_begins_a_year_names_it() -> None:
    months = [f"2012-{n:02d}" for n in range(1, 7)]
    svg = panels.draw_time_series(months, {"simulated": [1.0] * 6}, [None] * 6, "Papers")
    assert {"Jan", "2012", "Jun"} <= set(_texts(svg))


def test_pictures_are_the_same_bytes_every_time() -> None:
    rows = {"a": (0.2, 0.1)}
    assert panels.draw_changes(rows, "T", 0.6) == panels.draw_changes(rows, "T", 0.6)
