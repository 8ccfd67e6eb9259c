"""Score runs by one measure in place of the metrics of their task."""

from scinet.cli.verbs import add_command, add_group, print_frame
from scinet.experiments.external_measures import measure_aspire, measure_facets
from scinet.experiments.measures import (
    measure_bertscore,
    measure_diversity,
    measure_match,
    measure_retrieval,
)

measures = add_group("measure", "Score runs by a measure that is not a metric of their task.")

for measure, example in (
    (measure_bertscore, "bertscore tasks/next runs/next.jsonl --bert FOLDER --layer 9"),
    (measure_retrieval, "retrieval tasks/next runs/next.jsonl"),
    (measure_diversity, "diversity tasks/prior runs/walk.jsonl --weekly"),
    (measure_match, "match tasks/enabling runs/llm.jsonl --least-cosine 0.6"),
    (measure_facets, "facets tasks/next runs/next.jsonl --ratings facets.jsonl"),
    (measure_aspire, "aspire tasks/next runs/next.jsonl --vectors sentences.jsonl"),
):
    add_command(measures, example, measure, print_frame, arguments={"runs": "[NAME=]RUN…"})
