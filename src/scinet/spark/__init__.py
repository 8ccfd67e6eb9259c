"""Tables and indicators of all available papers, by Apache Spark, on one or many machines.

```python
import scinet

scinet.spark.tables("openalex-snapshot", "tables")
scinet.spark.disruption("tables", "disruption", before="2015-01-01")
```

Each reads files or tables and writes a folder of Parquet files. An active ``SparkSession`` is used,
else one is started with ``SCINET_SPARK_MASTER``, by default on this machine.
"""

from scinet.spark.verbs import co_citation, coupling, disruption, novelty, tables

__all__ = ["co_citation", "coupling", "disruption", "novelty", "tables"]
