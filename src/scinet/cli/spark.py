"""Tables and indicators by Spark, of more papers than one machine holds."""

from operator import attrgetter, itemgetter

from scinet import spark as verbs
from scinet.cli.load import report
from scinet.cli.progress import staged
from scinet.cli.verbs import group, verb

spark = group("spark", "Tables and indicators of all papers there are, by Apache Spark.")

verb(
    spark,
    "tables openalex-snapshot --out tables",
    verbs.tables,
    report,
    spelt={"kind": "--as"},
    progress=staged("tables"),
    with_java_mib=attrgetter("peak_mib"),
    starts_over=True,
)
for _verb, _example in (
    (verbs.disruption, "disruption tables --window 5 --out disruption"),
    (verbs.co_citation, "co-citation tables --minimum 3 --out cocited"),
    (verbs.coupling, "coupling tables --minimum 3 --out coupled"),
    (verbs.novelty, "novelty tables --item venue --out novelty"),
):
    verb(
        spark,
        _example,
        _verb,
        progress=staged(_example.partition(" ")[0]),
        with_java_mib=itemgetter("peak_mib"),
        starts_over=True,
    )
