"""Score runs by one measure in place of the metrics of their task."""

from scinet.cli.verbs import add_command, add_group
from scinet.session.measure import Measure

measures = add_group("measure", "Score runs by a measure that is none of their task's metrics.")

for method, example in (
    (Measure.measure_bertscore, "bertscore tasks/next runs/next.jsonl --bert FOLDER --layer 9"),
    (Measure.measure_retrieval, "retrieval tasks/next runs/next.jsonl"),
    (Measure.measure_diversity, "diversity tasks/prior runs/walk.jsonl --weekly"),
    (Measure.measure_match, "match tasks/enabling runs/llm.jsonl --least-cosine 0.6"),
    (Measure.measure_facets, "facets tasks/next runs/next.jsonl --ratings facets.jsonl"),
    (Measure.measure_aspire, "aspire tasks/next runs/next.jsonl --vectors sentences.jsonl"),
):
    add_command(measures, example, method, arguments={"runs": "[NAME=]RUN…"})
