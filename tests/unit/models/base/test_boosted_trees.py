"""Boosted trees: they learn, repeat to the bit, and refuse what does not belong to them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scinet.errors import DataError
from scinet.models.base.boosted_trees import NAME, Booster, Boosting, TrainingTable, fit

NAMES = ("noise", "signal", "unknown")
SETTINGS = Boosting(trees=12, leaves=4, min_leaf=5, patience=5, bags=2, seed=3)


def table(seed: int, rows: int = 120) -> TrainingTable:
    """Lists of ten, of which the first half of the signal is true."""
    rng = np.random.default_rng(seed)
    features = rng.random((rows, 3)).astype(np.float32)
    features[:, 2] = np.nan
    labels = (features[:, 1] > 0.8).astype(np.float64)
    return TrainingTable(features, NAMES, labels, np.full(rows // 10, 10))


@pytest.fixture(scope="module")
def grown() -> Booster:
    return fit(table(0), table(1), SETTINGS, "lambdarank")


def test_lists_are_ordered_by_what_makes_items_true(grown: Booster) -> None:
    unseen = table(2)
    scores = grown.predict(unseen.features, NAMES)
    assert scores[unseen.labels == 1].mean() > scores[unseen.labels == 0].mean() + 0.1
    shares = grown.importances()
    assert next(iter(shares)) == "signal"
    assert sum(shares.values()) == pytest.approx(1.0)
    assert shares["unknown"] == 0.0
    assert len(grown.trees) == len(grown.validation) == SETTINGS.bags
    assert all(0 < trees <= SETTINGS.trees for trees in grown.trees)


def test_numbers_are_learned_too() -> None:
    def numbers(seed: int) -> TrainingTable:
        plain = table(seed, rows=300)
        wanted = 3.0 * plain.features[:, 1].astype(np.float64)
        return TrainingTable(plain.features, NAMES, wanted, np.zeros(0, np.int64))

    grown = fit(numbers(0), numbers(1), Boosting(trees=80, leaves=8, min_leaf=5), "regression")
    unseen = numbers(2)
    error = np.abs(grown.predict(unseen.features, NAMES) - unseen.labels)
    assert error.mean() < 0.25
    assert grown.validation[0] == pytest.approx(error.mean(), abs=0.1)


def test_the_same_bits_again_and_others_by_another_seed(grown: Booster, tmp_path: Path) -> None:
    again = fit(table(0), table(1), SETTINGS, "lambdarank")
    assert again == grown
    assert grown.texts[0] != grown.texts[1]
    grown.save(tmp_path / "model" / NAME)
    read = Booster.load(tmp_path / "model" / NAME)
    assert read == grown
    features = table(2).features
    assert (read.predict(features, NAMES) == grown.predict(features, NAMES)).all()
    assert not list(tmp_path.rglob("*.partial"))


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("leaf_value=", "leaf_value=9", 1),
        lambda _: "",
        lambda text: text.replace("boosted trees 1", "boosted trees 0"),
    ],
    ids=["cut", "changed", "empty", "another form"],
)
def test_a_damaged_file_is_told(grown: Booster, tmp_path: Path, harm: Callable[[str], str]) -> None:
    file = tmp_path / NAME
    grown.save(file)
    file.write_text(harm(file.read_text()))
    with pytest.raises(DataError, match="incomplete model"):
        Booster.load(file)
    with pytest.raises(DataError, match="incomplete model"):
        Booster.load(tmp_path / "absent.txt")


def test_validation_is_the_ndcg_of_lists_that_hold_something_true() -> None:
    val = table(1)
    labels = val.labels.copy()
    labels[:30] = 0.0  # three lists of twelve
    walk = 2.0 * val.features[:, 0].astype(np.float64)
    emptied = TrainingTable(val.features, NAMES, labels, val.groups, start=walk)
    settings = Boosting(trees=3, leaves=4, min_leaf=5, patience=3)
    for objective in ("lambdarank", "binary"):
        grown = fit(table(0), emptied, settings, objective)
        scores = grown.predict(emptied.features, NAMES) + walk
        values = []
        for first in range(0, 120, 10):
            order = np.argsort(-scores[first : first + 10], kind="stable")
            result = labels[first : first + 10][order]
            gains = [label / np.log2(place + 2) for place, label in enumerate(result)]
            best = sum(1.0 / np.log2(place + 2) for place in range(int(result.sum())))
            if best:
                values.append(sum(gains) / best)
        assert len(values) <= 9
        assert grown.validation[0] == pytest.approx(np.mean(values), abs=1e-6)


def test_bags_of_two_seeds_share_no_booster() -> None:
    grown = [fit(table(0), table(1), replace(SETTINGS, seed=seed), "binary") for seed in (0, 1)]
    assert len({text for item in grown for text in item.texts}) == 2 * SETTINGS.bags


def test_other_columns_and_empty_tables_are_refused(grown: Booster) -> None:
    with pytest.raises(DataError, match="other features"):
        grown.predict(table(2).features, ("signal", "noise", "unknown"))
    empty = table(0)
    nothing_true = TrainingTable(empty.features, NAMES, np.zeros(len(empty.labels)), empty.groups)
    with pytest.raises(DataError, match="validation table has no training rows"):
        fit(empty, nothing_true, SETTINGS, "lambdarank")
    with pytest.raises(ValueError, match="differ"):
        fit(
            empty,
            TrainingTable(empty.features, ("a", "b", "c"), empty.labels, empty.groups),
            SETTINGS,
            "lambdarank",
        )
    with pytest.raises(ValueError, match="labels"):
        TrainingTable(empty.features, NAMES, empty.labels[:-1], empty.groups)
    assert len(grown.predict(np.zeros((0, 3), np.float32), NAMES)) == 0
    for wrong in ({"trees": 0}, {"leaves": 1}, {"rows": 1.5}, {"learning_rate": 0.0},
                  {"seed": -1}):  # fmt: skip
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Boosting(**wrong)


def test_what_lightgbm_refuses_is_told_in_one_line() -> None:
    alone = TrainingTable(
        np.ones((1, 3), dtype=np.float32), NAMES, np.ones(1), np.ones(1, dtype=np.int64)
    )
    with pytest.raises(
        DataError, match=r"LightGBM cannot learn with these settings \(rows 1\): ."
    ) as told:
        fit(alone, alone, SETTINGS, "regression")
    assert "\n" not in str(told.value)


def test_shap_values_of_one_split_are_what_it_moves() -> None:
    # One tree with one split: 0 and 2 where the mean is 1, whatever the other column.
    side = np.repeat([0.0, 1.0], 20)
    features = np.stack([side, np.tile([0.0, 1.0], 20)], axis=1).astype(np.float32)
    table = TrainingTable(features, ("side", "noise"), 2.0 * side, np.zeros(0, dtype=np.int64))
    settings = Boosting(
        trees=1, learning_rate=1.0, leaves=2, min_leaf=5, columns=1.0, rows=1.0, l2=0.0, bags=2
    )
    booster = fit(table, table, settings, "regression")
    assert booster.shap(features) == {"side": pytest.approx(1.0), "noise": 0.0}
    # Three of four rows on one side: that is the mean of what is explained, not of what was grown.
    assert booster.shap(features[10:]) == {"side": pytest.approx(1.0), "noise": 0.0}
    many = np.tile(features, (100, 1))
    assert booster.shap(many)["side"] == pytest.approx(1.0)
