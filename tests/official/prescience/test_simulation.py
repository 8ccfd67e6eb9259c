"""Simulated runs as PreScience's files: its analysis scripts beside our measures of the same."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import pytest
from helpers.official import prescience_corpora
from helpers.official.comparison import Published

from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.simulated_year import official
from scinet.experiments.simulated_year.folder import Simulation
from scinet.experiments.simulated_year.run import SimulationPlan, run_simulation
from scinet.experiments.simulated_year.world import SimulatedWorld
from scinet.experiments.simulated_year.year import Year, effective_number
from scinet.graph.db.connection import Database
from scinet.models.text.tfidf import TitleWords

pytestmark = pytest.mark.official

SINCE: Final = date(2024, 10, 1)
DAYS: Final = 120
SYSTEMS: Final = ("collaborators-frequency", "prior-work-frequency", "recombined", "impact-team")


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, Year]]:
    """Folders of official files, and the same papers as we measure them."""
    results: list[tuple[Path, Year]] = []
    for seed in range(12):
        whole = prescience_corpora.graph_of(prescience_corpora.world(seed))
        out = tmp_path_factory.mktemp("simulated")
        graph = GraphAccess(lambda: cast(Database, None), snapshot=whole)
        run_simulation(
            SimulationPlan(SINCE, DAYS, SYSTEMS, "empirical", years=2, seed=seed), graph, out=out
        )
        made = Simulation.read(out)
        if len(made.papers()) < 5:
            continue
        official.write_official(made, whole, out / "official")
        past = whole.until(SINCE)
        world = SimulatedWorld(past)
        world.add(made.written(0), SINCE + timedelta(days=DAYS - 1))
        words = TitleWords.of(past.title)
        results.append(
            (out / "official", Year(world.snapshot, past.num_papers, words, np.zeros(0)))
        )
    assert len(results) > 5
    return results


def _data(file: Path) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["data"]
    return result


def _months(year: Year) -> list[tuple[str, np.ndarray[Any, Any]]]:
    """The first day of each month with a paper, and the papers up to its end."""
    past = year.snapshot
    start = past.day[year.papers].astype("datetime64[D]").astype("datetime64[M]")
    return [(f"{month}-01", year.papers[start <= month]) for month in np.unique(start)]


@pytest.mark.parametrize("what", ["author", "key_references"])
def test_effective_numbers(
    prescience: Published, simulated: list[tuple[Path, Year]], tmp_path: Path, what: str
) -> None:
    clone, suite = prescience
    script = f"multiturn/analysis/compute_{what}_diversity.py"
    total = "total_appearances" if what == "author" else "total_citations"
    with suite.comparing(
        f"`{script}` of `simulation export`, by month: our effective numbers", within=1e-9
    ) as compared:
        for number, (folder, year) in enumerate(simulated):
            out = tmp_path / f"{number}.json"
            arguments = ("--compute_on", "synthetic", "--role", "synthetic")
            where = ("--synthetic_dir", str(folder), "--output_path", str(out))
            clone.script(script, *arguments, *where, folder=tmp_path)
            ours = []
            for month, papers in _months(year):
                items = year.authors(papers) if what == "author" else year.cited(papers)
                ours.append(
                    {
                        "bucket": month,
                        "unique_count": len(np.unique(items)),
                        "effective_count": effective_number(items) if len(items) else 1.0,
                        total: len(items),
                        "num_papers": len(papers),
                    }
                )
            for theirs, own in zip(_data(out), ours, strict=True):
                compared.case((folder.name, own["bucket"]), theirs, own)


def test_local_clustering(prescience: Published, simulated: list[tuple[Path, Year]]) -> None:
    """Theirs is a share of all papers, our measure one of the papers with references."""
    clone, suite = prescience
    script = "multiturn/analysis/plot_local_clustering.py"
    function = "multiturn.analysis.plot_local_clustering:compute_local_clustering_coefficient"
    with suite.comparing(
        f"`{script}` of `simulation export`: share of papers a reference of which cites another",
        within=1e-12,
    ) as compared:
        for folder, year in simulated:
            rows = {row["corpus_id"]: row for row in _data(folder / "all_papers.json")}
            new = [row for row in rows.values() if "synthetic" in row["roles"]]
            _, [theirs] = clone.call(function, {"whole": new}, rows)
            compared.case(folder.name, theirs, float((year.closed > 0).mean()))


def test_its_picture_of_natural_and_synthetic_papers_is_drawn(
    prescience: Published, simulated: list[tuple[Path, Year]], corpora: list[Path], tmp_path: Path
) -> None:
    clone, _ = prescience
    (clone.downloads / "test.parquet").write_bytes((corpora[0] / "test.parquet").read_bytes())
    picture = tmp_path / "clustering.png"
    where = ("--synthetic_dir", str(simulated[0][0]), "--output_path", str(picture))
    clone.script("multiturn/analysis/plot_local_clustering.py", *where, folder=tmp_path)
    assert picture.stat().st_size > 1000
