"""What is computed on arrays: exports, indicators, links, paths and features as of a day."""

import hashlib
import json
import random
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final, get_args

import numpy as np
from helpers.networks.dated_worlds import VENUES, Pair, Records, arrays, pair
from helpers.proof import Proof
from scipy import sparse

from scinet.eval.titles import TitleIndex
from scinet.experiments.leak_audit.compare import find_difference
from scinet.graph.communities.network import build_weighted_network
from scinet.graph.export.labelled import network_from_snapshot
from scinet.graph.indicators import ages, authors, citations, disruption, pagerank, sleeping
from scinet.graph.indicators.normalised import normalise, publication_year
from scinet.graph.indicators.novelty import atypicality
from scinet.graph.indicators.volatility import volatility
from scinet.graph.links import ranking as link_ranking
from scinet.graph.links.decay import coauthorship
from scinet.graph.links.features import pair_features
from scinet.graph.links.walks import author_steps
from scinet.graph.paths import all_paths, main_path, most_cited_path
from scinet.graph.paths.path_between import path_between
from scinet.graph.schema.choices import LEVELS, AnyNetwork, Network
from scinet.graph.schema.dates import day_of
from scinet.graph.search import text_search
from scinet.graph.snapshot import Csr, grouping, save_snapshot
from scinet.graph.snapshot import Snapshot as Arrays
from scinet.graph.snapshot.arrays import Table
from scinet.graph.synthetic.statistics import snapshot_statistics
from scinet.graph.tools import ranking
from scinet.models.collaborators.features.table import compute_features, find_candidates
from scinet.models.gnn.pyg_data import build_hetero_data
from scinet.models.history import History
from scinet.models.pairwise_impact.features import feature_table
from scinet.models.prior_work.features import paper_features
from scinet.models.temporal_graph.dated_graph import DatedGraph
from scinet.session.snapshot import Snapshot

Look = Callable[[Arrays, date, random.Random], Any]
"""Something of a whole graph as of a day; the numbers chosen are the same for the same day."""
_NETWORKS: Final = get_args(Network)


def _cut(look: Callable[[Arrays], Any]) -> Look:
    return lambda whole, day, _: look(whole.until(day))


def _two(rng: random.Random, of: Any, count: int = 6) -> np.ndarray[Any, Any]:
    return np.array([rng.sample(range(len(of)), 2) for _ in range(count)], dtype=np.int32)


def _snapshot(past: Arrays) -> dict[str, Any]:
    """All but what it counts of what it hides."""
    named = {field.name: getattr(past, field.name) for field in fields(past)}
    return {name: item for name, item in named.items() if name != "left_out"}


def _files(past: Arrays) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        save_snapshot(past, Path(folder) / "saved")
        results = {file.name: file.read_bytes() for file in sorted(Path(folder, "saved").iterdir())}
    manifest = json.loads(results.pop("manifest.json"))
    manifest.pop("left_out")
    results["manifest.json"] = json.dumps(manifest).encode()
    return {name: hashlib.sha256(content).hexdigest() for name, content in results.items()}


def _exported(past: Arrays) -> Any:
    made = [network_from_snapshot(past, name) for name in get_args(AnyNetwork)]
    return [([*item.node_rows()], [*item.edge_rows()]) for item in made]


def _pyg(past: Arrays) -> Any:
    stores = build_hetero_data(Snapshot.of(past)).to_dict()
    return {str(name): {k: _plain(v) for k, v in item.items()} for name, item in stores.items()}


def _disruption(past: Arrays) -> Any:
    counts = disruption.compute_disruption(past), disruption.compute_windows(past, years=3)
    return counts, disruption.compute_with_threshold(past, least=2), disruption.compute_citers(past)


def _novelty(past: Arrays) -> Any:
    result = atypicality.compute_novelty(past, past.venue)
    pairs = [
        atypicality.explain_pairs(past, past.venue, paper) for paper in range(0, past.num_papers, 5)
    ]
    return result, pairs


def _grouped(past: Arrays) -> Any:
    groups = [grouping.group_papers(past, by) for by in ("venue", *LEVELS)]
    counts, year = citations.citation_counts(past), publication_year(past)
    return groups, [normalise(counts, year, group.code) for group in groups]


def _links(past: Arrays, rng: random.Random) -> Any:
    name = rng.choice(_NETWORKS)
    pairs = _two(rng, past.author_id if name == "coauthor" else past.paper_id)
    near = link_ranking.candidates(past, name, int(pairs[0, 0]), by="adamic_adar")
    return link_ranking.all_features(past, name, pairs), pair_features(past, name, pairs), near


def _faded(whole: Arrays, day: date, rng: random.Random) -> Any:
    """By id: other authors have numbers in the whole graph."""
    faded = coauthorship(whole, half_life_days=500.0)
    names = sorted({str(whole.author_id[author]) for author in _past_authors(whole, day)})
    pairs = [rng.sample(names, 2) for _ in range(6)]
    numbers = np.array([[whole.author_number[author] for author in pair] for pair in pairs])
    first, other, strength = faded.edges(day)
    joined = zip(whole.author_id[first], whole.author_id[other], strength.tolist(), strict=True)
    entries = sparse.coo_array(faded.table(day))
    return faded.at(numbers, day), sorted(joined), sorted(entries.data.tolist())


def _past_authors(whole: Arrays, day: date) -> np.ndarray[Any, Any]:
    papers = int(np.searchsorted(whole.day, day_of(day)))
    return np.unique(whole.authored.indices[: whole.authored.indptr[papers]])


def _called(whole: Arrays, day: date, _: random.Random) -> Any:
    return {
        str(whole.author_id[n]): whole.name_of_author(int(n), day)
        for n in _past_authors(whole, day)
    }


def _sampled(whole: Arrays, day: date, rng: random.Random) -> Any:
    """Neighbourhoods of papers in the graph that is not cut, as edges between ids."""
    import torch

    from scinet.models.temporal_graph.pyg import sampler as pyg
    from scinet.models.temporal_graph.pyg_sampler import DatedSampler

    graph = DatedGraph.from_snapshot(whole)
    names = {"paper": whole.paper_id, "author": whole.author_id, "venue": whole.venue_id}
    papers = int(np.searchsorted(whole.day, day_of(day)))
    seeds = torch.tensor(sorted(rng.sample(range(papers), 4)))
    results = []
    for fan_out in ([-1, -1], [2, 2]):
        sampler = DatedSampler(graph, fan_out)
        out = sampler.sample_from_nodes(
            pyg.NodeSamplerInput(torch.arange(4), seeds, torch.full((4,), day_of(day)), "paper")
        )
        for relation, rows in out.row.items():
            (first, _, other), columns = relation, out.col[relation]
            listed = zip(
                out.batch[first][rows].tolist(),
                names[first][out.node[first][rows].numpy()] if first in names else rows.tolist(),
                names[other][out.node[other][columns].numpy()] if other in names else [],
                strict=True,
            ) if first in names and other in names else ()  # fmt: skip
            results.append((str(relation), sorted(map(str, listed))))
    return results


def _collaborators(past: Arrays) -> Any:
    history = History(past)
    lists = find_candidates(history, np.arange(past.num_authors, dtype=np.int32), 15)
    return lists.other, compute_features(history, lists)


def _paths(past: Arrays, rng: random.Random) -> Any:
    results = []
    for first, second in _two(rng, past.paper_id):
        ends = str(past.paper_id[first]), str(past.paper_id[second])
        results += [most_cited_path(past, *ends), all_paths(past, *ends)]
    half = past.num_papers // 2
    early, late = np.arange(half), np.arange(half, past.num_papers)
    return [*results, path_between(past, early, late)]


def _weighted(past: Arrays) -> Any:
    mix = {"citation": 1.0, "co-citation": 0.5, "coupling": 0.5}
    return build_weighted_network(past, mix)


def _plain(value: Any) -> Any:
    """Arrays in place of tensors and tables, parts in place of objects."""
    if hasattr(value, "detach"):
        return value.numpy()
    if hasattr(value, "tocsr"):
        table = value.tocsr()
        return [table.data, table.indices, table.indptr, table.shape]
    if isinstance(value, Csr):
        return [value.indptr, value.indices]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(field) for key, field in value.items()}
    return [_plain(field) for field in value] if isinstance(value, list | tuple) else value


ENTRIES: Final[Mapping[str, Look]] = {
    "snapshot": _cut(_snapshot),
    "snapshot, saved": _cut(_files),
    "snapshot, to SciPy": _cut(lambda s: [s.to_scipy(n) for n in get_args(Table)]),
    "networks for other programs": _cut(_exported),
    "snapshot, to PyG": _cut(_pyg),
    "snapshot, names as of a day": _called,
    "snapshot, statistics": _cut(snapshot_statistics),
    "text index": _cut(text_search.searchable_texts),
    "titles": _cut(lambda s: vars(TitleIndex.of(s))),
    "disruption": _cut(_disruption),
    "citations": _cut(lambda s: [
        citations.citation_counts(s, window_years=2), citations.counts_within_days(s, 400),
    ]),
    "groups and normalised citations": _cut(_grouped),
    "sleeping beauties": _cut(sleeping.compute_beauty),
    "ages of references": _cut(lambda s: [ages.reference_ages(s), ages.citation_ages(s)]),
    "novelty": _cut(_novelty),
    "centrality": _cut(lambda s: [pagerank.page_rank(s), pagerank.cite_rank(s)]),
    "authors": _cut(authors.author_metrics),
    "volatility": _cut(lambda s: volatility(s, "domain", papers=10)),
    "links": lambda whole, day, rng: _links(whole.until(day), rng),
    "links, faded": _faded,
    "links, walks": _cut(author_steps),
    "paths": lambda whole, day, rng: _paths(whole.until(day), rng),
    "main path": _cut(main_path),
    "network of communities": _cut(_weighted),
    "leading papers": _cut(lambda s: ranking.rank_cited(s, np.arange(s.num_papers))),
    "sampler": _sampled,
    "features of collaborators": _cut(_collaborators),
    "features of prior work": _cut(lambda s: paper_features(History(s))),
    "features of pairs": _cut(lambda s: feature_table(s, np.arange(s.num_papers))),
}  # fmt: skip


def told(world: Pair, whole: Arrays, day: date, name: str) -> Any:
    """What an entry has of a graph as of a day."""
    return _plain(ENTRIES[name](whole, day, random.Random(world.day.toordinal())))


def test_arrays(proof: Proof) -> None:
    """What is computed on arrays as of a day does not move with what is dated later."""
    trials = proof.trials(short=2, full=1000)
    moved: dict[str, str] = {}
    blind = set(ENTRIES)
    for seed in range(trials + 20):
        # After the trials only entries whose planted leak did not show in any of their graphs.
        names = list(ENTRIES) if seed < trials else sorted(blind)
        if not names:
            break
        world = pair(proof.seed * trials + seed)
        past, whole = arrays(world.past), arrays(world.whole)
        assert past.num_papers == len(world.ids) < whole.num_papers
        for name in names:
            results = [told(world, item, world.day, name) for item in (past, whole)]
            if (where := find_difference(results[0], results[1], name)) is not None:
                moved.setdefault(name, f"seed {seed}: {where}")
            if name in blind:  # an entry that looks too far has to be found out
                later = world.day + timedelta(400)
                if find_difference(results[0], told(world, whole, later, name)) is not None:
                    blind.remove(name)
    leaks = {"leaks planted": len(ENTRIES), "found": len(ENTRIES) - len(blind)}
    proof.count(entries=len(ENTRIES), **leaks)
    assert moved == {}
    assert blind == set()


def _numbers(past: Arrays) -> dict[str, Any]:
    """Numbers of each paper, in a row by id; of each author as well."""
    result = disruption.compute_disruption(past)
    novel = atypicality.compute_novelty(past, past.venue)
    columns = [
        citations.citation_counts(past),
        result.n_i,
        result.n_j,
        result.n_k,
        novel.p10,
        pagerank.page_rank(past),
        pagerank.cite_rank(past),
        sleeping.compute_beauty(past).coefficient,
        ages.reference_ages(past).median_years,
    ]
    rows: dict[str, Any] = dict(
        zip(map(str, past.paper_id), np.stack(columns).T.astype(float), strict=True)
    )
    of_authors = authors.author_metrics(past)
    return rows | {
        str(author): (of_authors.papers[n], of_authors.h_index[n], of_authors.g_index[n])
        for n, author in enumerate(past.author_id)
    }


def test_permuted_ids(proof: Proof) -> None:
    """Other ids and another order of files change no number, only the order of equals.

    Papers of one day, and whatever has equal scores, stand in order of id.
    """
    trials = proof.trials(short=2, full=1000)
    for seed in range(trials):
        world = pair(proof.seed * trials + seed)
        rng = random.Random(seed)
        names = [*world.ids, *world.authors, *VENUES]
        other = dict(zip(names, rng.sample(range(1000, 9999), len(names)), strict=True))
        text = json.dumps(rng.sample(world.past.papers, len(world.past.papers)))
        for name, number in other.items():
            text = text.replace(f'"{name}"', f'"n{number}"')
        renamed = arrays(Records(papers=json.loads(text))).until(world.day)
        plain = arrays(Records(papers=world.past.papers)).until(world.day)
        result = _numbers(renamed)
        for name, row in _numbers(plain).items():
            expected = np.array(row, dtype=float)
            # Ranks are computed in turns until they change by less than 1e-12.
            np.testing.assert_allclose(
                np.array(result[f"n{other[name]}"], dtype=float), expected, rtol=1e-9, atol=1e-12
            )
