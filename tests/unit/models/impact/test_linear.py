"""Ridge, Poisson and negative binomial regression of citations, by hand and by naive references."""

from datetime import date
from pathlib import Path

import numpy as np
import pytest
from helpers.language.word_vectors import embed_words
from helpers.networks.built_tasks import build_task
from helpers.networks.two_sides import as_snapshot, two_communities

from scinet.errors import DataError
from scinet.eval.answer import get_content
from scinet.eval.suites import get_task_type
from scinet.models.base.run import answer_queries
from scinet.models.base.training import train
from scinet.models.impact.linear import (
    FittedLine,
    ImpactNegativeBinomial,
    ImpactPoisson,
    ImpactRidge,
    Linear,
)
from scinet.models.registry import load_trained_system
from scinet.models.text import dense

RNG = np.random.default_rng(7)
COUNTS = np.array([0, 1, 5, 2, 2, 8, 11, 3], dtype=float)
GROUP = np.array([0, 0, 0, 0, 1, 1, 1, 1], dtype=np.float32)[:, None]
MEANS = [2.0] * 4 + [6.0] * 4


def fitted(system: Linear, x: np.ndarray, y: np.ndarray, strength: float) -> FittedLine:
    names = tuple(f"c{number}" for number in range(x.shape[1]))
    return system._fit(names, x.astype(np.float32), y, strength)


@pytest.mark.parametrize("system", [ImpactPoisson(), ImpactNegativeBinomial()])
def test_two_groups_have_their_means(system: Linear) -> None:
    line = fitted(system, GROUP, COUNTS, 1e-9)
    assert system.number(line.at(GROUP)) == pytest.approx(MEANS, rel=1e-3)
    # Under a heavy penalty all have one mean; what is unknown counts as the mean column.
    heavy = fitted(system, GROUP, COUNTS, 1e6)
    assert system.number(heavy.at(GROUP)) == pytest.approx([4.0] * 8, rel=1e-3)
    unknown = np.full((1, 1), np.nan, dtype=np.float32)
    assert line.at(unknown) == pytest.approx([line.intercept])
    # Nothing goes above what was learned from.
    far = np.full((1, 1), 1e6, dtype=np.float32)
    assert system.number(line.at(far)) == pytest.approx([11.0])


@pytest.mark.parametrize("system", [ImpactPoisson(), ImpactNegativeBinomial()])
def test_papers_that_nobody_cites_teach_no_logarithm(system: Linear) -> None:
    with pytest.raises(DataError, match="no paper to learn from is cited") as told:
        fitted(system, GROUP, np.zeros(8), 1.0)
    assert "impact-ridge" in told.value.hint
    assert fitted(ImpactRidge(), GROUP, np.zeros(8), 1.0).at(GROUP) == pytest.approx([0.0] * 8)


def test_dispersion_and_likelihood_of_the_negative_binomial() -> None:
    system = ImpactNegativeBinomial()
    line = fitted(system, GROUP, COUNTS, 1e-9)
    # Squares off the means over the means: 14 / 2 + 54 / 6 = 16, of 8 papers with 32 citations.
    assert line.dispersion == pytest.approx((16 - 8) / 32, rel=1e-3)
    assert fitted(system, GROUP, np.full(8, 4.0), 1e-9).dispersion == 0.01
    x, y = RNG.normal(size=(60, 3)), RNG.poisson(3, 60).astype(float) * RNG.integers(0, 3, 60)
    result = fitted(system, x, y, 0.1)
    a = result.dispersion
    assert a is not None
    scaled = (x - result.mean) / result.scale

    def minus_likelihood(point: np.ndarray) -> float:
        expected = np.exp(scaled @ point[1:] + point[0])
        told = y * np.log(a * expected / (1 + a * expected)) - np.log(1 + a * expected) / a
        return float(-told.mean() + 0.1 * (point[1:] ** 2).sum() / 2)

    here = np.concatenate([[result.intercept], result.weights])
    for column in range(4):
        step = np.zeros(4)
        step[column] = 1e-4
        slope = (minus_likelihood(here + step) - minus_likelihood(here - step)) / 2e-4
        assert slope == pytest.approx(0.0, abs=1e-4)


def test_ridge_is_the_closed_form_and_directions_are_folded_in() -> None:
    x, y = RNG.normal(size=(40, 4)), RNG.poisson(4, 40).astype(float)
    line = fitted(ImpactRidge(), x, y, 3.0)
    scaled = (x - x.mean(axis=0)) / x.std(axis=0)
    target = np.log1p(y)
    weights = np.linalg.solve(
        scaled.T @ scaled + 3.0 * np.eye(4), scaled.T @ (target - target.mean())
    )
    assert line.weights == pytest.approx(weights, abs=1e-5)
    assert line.intercept == pytest.approx(target.mean())
    # All directions are all features: turning them changes nothing.
    turned = fitted(ImpactPoisson(components=4), x, y, 0.01)
    plain = fitted(ImpactPoisson(components=0), x, y, 0.01)
    assert turned.at(x.astype(np.float32)) == pytest.approx(
        plain.at(x.astype(np.float32)), abs=1e-3
    )
    assert len(fitted(ImpactPoisson(components=2), x, y, 0.01).weights) == 4


@pytest.mark.parametrize("kind", [ImpactRidge, ImpactPoisson, ImpactNegativeBinomial])
def test_it_is_trained_and_answers(
    kind: type[Linear], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dense, "embed", embed_words)
    monkeypatch.setattr(kind, "strengths", kind.strengths[3:5])
    task_type, whole = get_task_type("prescience/impact"), as_snapshot(two_communities(1))
    years = {"train_years": "4", "validation_years": "1"}
    task = build_task(task_type, whole, date(2010, 1, 1), tmp_path / "task", **years)
    sets = "graph+target-text+context-text+bibliometrics"
    for features in ("graph", sets):
        system = kind(features=features, subjects=2)
        folder = tmp_path / features
        figures = train(system, task_type, task, snapshot=whole, folder=folder)["figures"]
        assert load_trained_system(folder, task) == system
        assert figures["strength"] in system.strengths
        assert figures["validation"][str(figures["strength"])] == min(
            figures["validation"].values()
        )
        result = answer_queries(system, task.queries(), task_type, snapshot=whole, learned=folder)
        numbers = np.array([get_content(answer) for answer in result], dtype=float)
        assert (numbers >= 0).all()
        assert numbers.std() > 0
    (tmp_path / "graph/line.json").write_text("{}")
    with pytest.raises(DataError, match="invalid model"):
        list(
            answer_queries(
                kind(subjects=2),
                task.queries(),
                task_type,
                snapshot=whole,
                learned=tmp_path / "graph",
            )
        )
