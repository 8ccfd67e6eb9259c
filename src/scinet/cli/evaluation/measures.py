"""Single measures in place of a task's metrics."""

from typing import TYPE_CHECKING

from scinet.cli.evaluation.case import Case, Given
from scinet.cli.verbs import Line

if TYPE_CHECKING:
    from scinet.experiments.measures import MeasureName


def _case(metric: "MeasureName", *options: str) -> Case:
    def score(given: Given, line: Line) -> None:
        rows = line.graph.measure(
            given.task(),
            given.files,
            metric,
            split=given.split,
            **{name: getattr(given, name) for name in options},
        )
        line.emit(rows)

    return Case(f"--metric {metric}", ("metric", "split", *options), score)


MEASURES = {
    "bertscore": _case("bertscore", "bert", "layer", "rescale", "seed"),
    "match": _case("match", "least_cosine"),
    "retrieval": _case("retrieval", "seed"),
    "diversity": _case("diversity", "vectors"),
}
