"""The workloads: what is timed versus whom, and which ratio is expected; and the studies."""

from typing import Final

from scinet.experiments.bench import (
    coauthors,
    crossover,
    disruption,
    exporting,
    gds,
    links,
    loading,
    novelty,
    paths,
)
from scinet.experiments.bench.study import Study
from scinet.experiments.bench.workload import Answer, Workload

_SMALL: Final = 2_000
_MIDDLE: Final = 28_000
_LARGE: Final = 1_000_000
_IN_DATABASE: Final = {"small": 300, "full": 5_000}


def _floor(ours: Answer, theirs: Answer) -> str:
    del ours, theirs
    return "a floor: nothing to compare"


WORKLOADS: Final = {
    one.name: one
    for one in (
        Workload(
            name="B1",
            title="CD within five years, every paper",
            peer="cdindex",
            package="cdindex",
            ours=disruption.index,
            theirs=disruption.cdindex,
            sample=2_000,
            goal=100,
            alarm=60,
            target_mib=307,
            papers={"small": _SMALL, "full": _MIDDLE},
        ),
        Workload(
            name="B2",
            title="CD within five years, every paper",
            peer="cdindex",
            package="cdindex",
            ours=disruption.index,
            theirs=disruption.cdindex,
            sample=500,
            goal=800,
            alarm=400,
            target_mib=614,
            papers={"small": _SMALL, "full": _LARGE},
        ),
        Workload(
            name="B3",
            title="CD for windows of 1 to 10 years in one pass",
            peer="ten runs of ours",
            package="scinet",
            ours=disruption.windows,
            theirs=disruption.ten_runs,
            goal=2.2,
            alarm=2,
            target_mib=819,
            papers={"small": _SMALL, "full": _LARGE},
        ),
        Workload(
            name="B4",
            title="n_i and n_j of every paper, no window",
            peer="DuckDB SQL along triangles",
            package="duckdb",
            ours=disruption.citers,
            theirs=disruption.triangles,
            goal=4,
            alarm=3,
            target_mib=614,
            papers={"small": _SMALL, "full": _LARGE},
            bytes_per_paper=8_000,
        ),
        Workload(
            name="B5",
            title="n_i, n_j, n_k within five years, every paper",
            peer="DuckDB SQL",
            package="duckdb",
            ours=disruption.counts,
            theirs=disruption.sql,
            goal=85,
            alarm=50,
            target_mib=307,
            papers={"small": _SMALL, "full": _MIDDLE},
            bytes_per_paper=150_000,
        ),
        Workload(
            name="B6",
            title="n_i, n_j, n_k within five years, every paper",
            peer="random updates of an array of that size, as many as needed",
            package="scinet",
            ours=disruption.counts,
            theirs=disruption.stamps,
            agree=_floor,
            goal=0.30,
            alarm=0.25,
            target_mib=1_638,
            papers={"small": _SMALL, "full": 5_000_000},
            bytes_per_paper=2_500,
        ),
        Workload(
            name="B7",
            title="novelty (10th percentile of z) of every paper, 300 journals",
            peer="pyscisci, 10 permutations",
            package="pyscisci",
            ours=novelty.all_years,
            theirs=novelty.all_years_by_pyscisci,
            agree=novelty.same_order,
            goal=25,
            alarm=15,
            target_mib=410,
            papers={"small": _SMALL, "full": _MIDDLE},
            bytes_per_paper=40_000,
        ),
        Workload(
            name="B7-permutations",
            title="novelty (10th percentile of z) of every paper, 300 journals",
            peer="seeded permutations of ours, a tenth of the papers, at most 500",
            package="scinet",
            ours=novelty.all_years,
            theirs=novelty.all_years_by_permutations,
            agree=novelty.same_order,
            goal=100,
            alarm=20,
            target_mib=410,
            papers={"small": _SMALL, "full": _MIDDLE},
            bytes_per_paper=20_000,
        ),
        Workload(
            name="B8",
            title="novelty of the papers of one year, the average one, 2,000 journals",
            peer="pyscisci, 10 permutations",
            package="pyscisci",
            ours=novelty.one_year,
            theirs=novelty.one_year_by_pyscisci,
            agree=novelty.same_order,
            goal=25,
            alarm=15,
            target_mib=819,
            papers={"small": _SMALL, "full": _LARGE},
        ),
        Workload(
            name="B9",
            title="most cited path of at most five steps, 20 pairs",
            peer="networkx, all simple paths",
            package="networkx",
            ours=paths.by_hops,
            theirs=paths.networkx_paths,
            items=lambda _: 20,
            goal=20,
            alarm=10,
            target_mib=307,
            papers={"small": _SMALL, "full": _MIDDLE},
        ),
        Workload(
            name="B10",
            title="five features of pairs of papers; peer: three of them",
            peer="networkit",
            package="networkit",
            ours=links.five_features,
            theirs=links.networkit_features,
            items=lambda papers: min(100 * papers, 2_000_000),
            sample=100_000,
            goal=5,
            alarm=4,
            target_mib=1_024,
            papers={"small": _SMALL, "full": _MIDDLE},
        ),
        Workload(
            name="B10-networkx",
            title="five features of pairs of papers; peer: three of them",
            peer="networkx",
            package="networkx",
            ours=links.five_features,
            theirs=links.networkx_features,
            items=lambda papers: min(100 * papers, 2_000_000),
            sample=2_000,
            goal=1_500,
            alarm=500,
            target_mib=1_024,
            papers={"small": _SMALL, "full": _MIDDLE},
        ),
        Workload(
            name="B12",
            title="decayed joint papers of 1 M pairs of authors over 100 days",
            peer="Polars, one aggregation per day",
            package="polars",
            ours=coauthors.faded,
            theirs=coauthors.polars_sums,
            items=lambda papers: min(50 * papers, 1_000_000),
            goal=10,
            alarm=10,
            target_mib=1_024,
            papers={"small": _SMALL, "full": 200_000},
        ),
    )
}

STUDIES: Final = {
    one.name: one
    for one in (
        Study(
            name="B16",
            title="load a network: scinet all of it, checked and journalled; others citations",
            run=loading.ways,
            papers=_IN_DATABASE,
            loads=True,
        ),
        Study(
            name="B17",
            title="read all citations out of the database",
            run=exporting.ways,
            papers=_IN_DATABASE,
        ),
        Study(
            name="B18",
            title="from how many papers on arrays are quicker than Cypher",
            run=crossover.crossovers,
            papers=_IN_DATABASE,
        ),
        Study(
            name="B19",
            title="Graph Data Science versus arrays",
            run=gds.versus_arrays,
            papers=_IN_DATABASE,
        ),
    )
}
