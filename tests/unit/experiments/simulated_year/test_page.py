"""The page of a simulation says what is simulated, and what follows from the figures."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.simulations import SINCE, without_database
from helpers.networks.two_sides import two_communities, with_fields

from scinet.eval.report.page import render_page
from scinet.experiments.simulated_year.folder import Simulation
from scinet.experiments.simulated_year.page import assemble_page
from scinet.experiments.simulated_year.run import SimulationPlan
from scinet.experiments.simulated_year.simulate import SimulationComparison, simulate_and_measure

MODELS = ("collaborators-walk", "prior-work-walk", "recombined", "gold")


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("simulated") / "s"
    graph = without_database(with_fields(two_communities(0, 2004, 2009)))
    simulate_and_measure(SimulationPlan(SINCE, 366, MODELS, "gold"), graph, out=out, ablation=True)
    return out


def test_a_page_shows_simulated_and_real_side_by_side(simulated: Path) -> None:
    page = (simulated / "report.html").read_text("utf-8")
    assert page.index("nobody wrote these papers") < page.index("<h1>")
    for picture in page.split("<figure")[1:]:
        assert "simulated" in picture.partition("</figure>")[0].casefold()
    assert "<script" not in page
    assert "366 days" in page
    assert "the main subfield of a paper, as sources state it" in page
    for anchor in ("answer", "parts", "months", "spreads", "topics", "how", "table", "options"):
        assert f'id="{anchor}"' in page
    about = json.loads((simulated / "simulation.json").read_text())
    assert about["graph_fingerprint"][:16] in page


def test_where_all_is_gold_months_are_those_of_reality(simulated: Path) -> None:
    result = Simulation.read(simulated)
    models = {"collaborators", "prior-work", "contribution", "all models"}
    assert set(result.ablation) == {"measure", "real", "year_before", "all gold"} | models
    assert result.ablation["all gold"].equals(result.ablation["real"])
    papers = result.months[result.months["measure"] == "papers"]
    assert papers["simulated"].tolist() == papers["real"].tolist()
    assert len(papers) == 12


def _row(measure: str, simulated: float | None, real: float | None, before: float | None) -> Any:
    numbers = {"simulated": simulated, "real": real, "year_before": before}
    nothing = dict.fromkeys(("low", "high", "distance", "distance_year_before"))
    return {"measure": measure, **numbers, **nothing}


def _about() -> dict[str, Any]:
    parts = dict.fromkeys(("collaborators", "prior-work", "contribution", "impact"), "gold")
    return {
        "since": "2020-01-01",
        "days": 366,
        "seed": 0,
        "arrivals": "gold",
        "calibration_years": 1,
        "smoothed": False,
        "parts": parts,
        "graph_fingerprint": "f" * 64,
    }


def test_the_answer_follows_from_the_figures() -> None:
    rows = [
        _row("papers", 8, 10, 5),
        _row("self-citations", 0.3, 0.1, 0.15),
        _row("Gini of citations", 0.6, 0.5, 0.55),
        _row("effective number of authors", 9, 10, 8),
        _row("difference of papers from each other (LACER)", None, 5, 6),
        _row("effective number of venues", None, None, None),
    ]
    report = assemble_page(SimulationComparison(rows, [], {}), [], _about(), runs=1)
    assert "Of 4 measures, the simulated days lie further from the real ones" in report["answer"][0]
    assert "than the year before does in 2, and as near or nearer in 2" in report["answer"][0]
    assert "On 1 of 2 measures: spread of citations. On the others the" in report["answer"][1]
    assert report["differences"] == [
        "Self-citations: 30% simulated, 10% in reality, 15% the year before."
    ]
    assert report["answer"][2] == "With 5 papers, much of this may be chance."
    page = render_page(report, "simulation")
    assert "<h1>366 days of simulated science</h1>" in page
    assert "is simulated as well" not in page
    report = assemble_page(SimulationComparison(rows, [], {}), [], _about(), runs=1, is_real=False)
    assert "is simulated as well" in render_page(report, "simulation")


def test_days_that_are_not_over_have_nothing_to_compare() -> None:
    report = assemble_page(
        SimulationComparison([_row("papers", 8, None, 5)], [], {}), [], _about(), runs=2
    )
    assert report["answer"] == [
        "The real days are not over yet: nothing can be compared with them."
    ]
    assert "simulated 2 times" in render_page(report, "simulation")
