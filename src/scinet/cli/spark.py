"""Tables and indicators by Spark, of more papers than one machine holds."""

from operator import attrgetter, itemgetter

from scinet import spark as verbs
from scinet.cli.load import print_report
from scinet.cli.progress import stage_progress
from scinet.cli.verbs import add_command, add_group

spark = add_group("spark", "Make tables and indicators of very large corpora by Apache Spark.")

add_command(
    spark,
    "tables openalex-snapshot --out tables",
    verbs.tables,
    print_report,
    option_names={"kind": "--as"},
    progress=stage_progress("tables"),
    with_java_mib=attrgetter("peak_mib"),
    restarts=True,
)
for _verb, _example in (
    (verbs.disruption, "disruption tables --window 5 --out disruption"),
    (verbs.co_citation, "co-citation tables --minimum 3 --out cocited"),
    (verbs.coupling, "coupling tables --minimum 3 --out coupled"),
    (verbs.novelty, "novelty tables --item venue --out novelty"),
):
    add_command(
        spark,
        _example,
        _verb,
        progress=stage_progress(_example.partition(" ")[0]),
        with_java_mib=itemgetter("peak_mib"),
        restarts=True,
    )
