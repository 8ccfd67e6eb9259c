"""Verbs that take a dataclass of options field by field."""

import inspect
from dataclasses import fields
from typing import Any

import pytest

import scinet
from scinet.cli.parameter import parse_docstring
from scinet.eval.options import EvaluationOptions, UpdateOptions, takes_options


@takes_options(EvaluationOptions)
def verb(owner: str, task: str, options: EvaluationOptions) -> tuple[Any, ...]:
    """Do it.

    Args:
        task: What.
        options: How.
    """
    return owner, task, options


def test_the_fields_are_keywords() -> None:
    assert verb("a", "b") == ("a", "b", EvaluationOptions())
    assert verb("a", "b", seed=3, by=["x"])[2] == EvaluationOptions(seed=3, by=["x"])
    with pytest.raises(TypeError, match="unexpected keyword argument 'sed'"):
        verb("a", "b", sed=3)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("public", "options"),
    [
        (verb, EvaluationOptions),
        (scinet.evaluate, EvaluationOptions),
        (scinet.Graph.evaluate, EvaluationOptions),
        (scinet.Task.evaluate, EvaluationOptions),
        (scinet.evaluate_updates, UpdateOptions),
    ],
)
def test_signature_and_docstring_name_every_field(public: Any, options: type[Any]) -> None:
    parameters = inspect.signature(public).parameters
    described = parse_docstring(public)[1]
    for field in fields(options):
        assert parameters[field.name].default == field.default
        assert described[field.name] == parse_docstring(options)[1][field.name]
    assert "options" not in parameters.keys() | described.keys()
