"""A package that is missing is one line that says what to install."""

import sys

import pytest

from scinet.errors import DataError, extra_needed
from scinet.models.registry import learner


def test_the_extra_is_named() -> None:
    with pytest.raises(DataError, match="not_there is not") as caught, extra_needed("models"):
        import not_there  # type: ignore[import-not-found]  # noqa: F401
    assert caught.value.hint == 'Run `pip install "scinet[models]"`.'


def test_a_graph_network_needs_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("scinet.models.gnn.")]:
        if name != "scinet.models.gnn.systems":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(DataError, match="torch is not installed"):
        learner("collaborators-gnn").train(None)  # type: ignore[arg-type]
