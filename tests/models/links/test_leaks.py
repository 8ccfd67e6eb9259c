"""Nothing dated on or after the start of a period moves what is known before it."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
import torch
from helpers.two_sides import Network, as_snapshot, two_communities
from numpy.typing import NDArray

from scinet.models.gnn.title_space import TitleSpace
from scinet.models.links.candidates import draw_candidates
from scinet.models.links.examples import Examples
from scinet.models.links.experiment import Settings, run_experiment
from scinet.models.links.heuristics import heuristic_scores
from scinet.models.links.pairs import Pairs
from scinet.models.links.periods import Period
from scinet.models.links.questions import TASKS, Questions
from scinet.models.links.sage import SageLinkScorer
from scinet.models.links.training import scores

YEAR = Period("test", date(2008, 1, 1), date(2009, 1, 1))


def planted(network: Network, when: str) -> Network:
    """The network with papers of a day: other words, old and new authors, many citations."""
    papers, authors, titles = network
    old = [paper for paper, *_ in papers if paper < "p2006"]
    names = [f"{letter}_planted" for letter in "az"]
    return (
        [*papers, *((name, when, old) for name in names)],
        {**authors, **{name: ["a0_00", "a1_00", "a0_000", "zz"] for name in names}},
        {**titles, **dict.fromkeys(names, "canary parser vowel canary")},
    )


def artefacts(questions: Questions) -> dict[str, NDArray[np.generic]]:
    """Everything that is computed for some questions, by name."""
    candidates = draw_candidates(questions, negatives=20, seed=3)
    pairs = Pairs.of(questions, candidates)
    examples = Examples.of(questions, TitleSpace.of(questions.past, 8), 32)
    views = examples.graph.views
    torch.manual_seed(0)
    network = SageLinkScorer(
        {kind: x.shape[1] for kind, x in examples.graph.x.items()},
        (views["author"].shape[1], views[questions.targets].shape[1]),
        title=8,
        hidden=8,
        layers=2,
        dropout=0.0,
    )
    found: dict[str, NDArray[np.generic]] = {
        "random": candidates.random,
        "hard": candidates.hard,
        "title": examples.title.numpy(),
        "network": scores(network, examples, pairs.source, pairs.target),
        **heuristic_scores(questions, pairs.source, pairs.target),
    }
    found |= {f"x {kind}": x.numpy() for kind, x in examples.graph.x.items()}
    found |= {f"views {kind}": x.numpy() for kind, x in examples.graph.views.items()}
    for name, table in examples.graph.adjacency.items():
        found[f"rows {name}"] = table.crow_indices().numpy()
        found[f"columns {name}"] = table.col_indices().numpy()
    return found


def moved(one: Questions, other: Questions) -> list[str]:
    before, after = artefacts(one), artefacts(other)
    return [name for name in before if before[name].tobytes() != after[name].tobytes()]


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("when", ["2008-01-01", "2008", "2008-06", "2010-05-05"])
def test_what_comes_later_moves_nothing(task: str, when: str) -> None:
    network = two_communities(1)
    asked = TASKS[task](as_snapshot(network), YEAR)
    later = TASKS[task](as_snapshot(planted(network, when)), YEAR)
    assert moved(asked, replace(asked, past=later.past)) == []


@pytest.mark.parametrize("task", TASKS)
def test_the_test_sees_what_comes_a_day_earlier(task: str) -> None:
    network = two_communities(1)
    asked = TASKS[task](as_snapshot(network), YEAR)
    earlier = TASKS[task](as_snapshot(planted(network, "2007-12-31")), YEAR)
    # The same questions about another past, as far as the codes of old authors go.
    assert "x paper" in moved(asked, replace(asked, past=earlier.past))


def test_another_source_moves_no_candidate() -> None:
    network = two_communities(1)
    asked = TASKS["links/citation"](as_snapshot(network), YEAR)
    more = TASKS["links/citation"](as_snapshot(planted(network, "2008-06")), YEAR)
    assert more.num_sources == asked.num_sources + 2
    kept = np.isin(more.source_id.astype(str), asked.source_id.astype(str))
    one, other = draw_candidates(asked, 20, 3), draw_candidates(more, 20, 3)
    assert np.array_equal(one.random, other.random[kept])
    assert np.array_equal(one.hard, other.hard[kept])


def test_a_trained_model_does_not_see_what_comes_after_the_test_year(tmp_path: Path) -> None:
    network = two_communities(1)
    settings = Settings(epochs=2, hidden=8, title_dimensions=8, identity_bits=16, negatives=10)
    before = date(2009, 1, 1)
    one, other = (
        run_experiment(
            as_snapshot(given), "links/citation", before=before, folder=folder, settings=settings
        )
        for given, folder in (
            (network, tmp_path / "one"),
            (planted(network, "2009-01-01"), tmp_path / "other"),
        )
    )
    assert one["metrics"] == other["metrics"]
    weights = [torch.load(tmp_path / name / "checkpoint.pt") for name in ("one", "other")]
    for name, weight in weights[0]["best"].items():
        assert torch.equal(weight, weights[1]["best"][name]), name
