"""Tables and indicators of all papers there are, by Apache Spark, on this machine or on many.

```python
import scinet

scinet.spark.tables("openalex-snapshot", "tables")
scinet.spark.disruption("tables", "disruption", before="2015-01-01")
```

Each reads files or tables and writes a folder of Parquet files. Where a ``SparkSession`` is active
it does the work, else one is started as ``SCINET_SPARK_MASTER`` says, on this machine unless set.
"""

from scinet.spark.verbs import co_citation, coupling, disruption, novelty, tables

__all__ = ["co_citation", "coupling", "disruption", "novelty", "tables"]
