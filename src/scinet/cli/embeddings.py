"""Papers as vectors."""

from typing import Any

from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.compute import Compute


def _written(answer: Any, line: Line) -> None:
    given = line.given
    about = {name: given[name] for name in ("dimensions", "method", "seed", "before")}
    line.emit({"file": str(given["out"]), "papers": len(answer), **about, **answer.attrs})


verb(
    app,
    "embeddings",
    Compute.embeddings,
    _written,
    arguments={"method": "fastrp|node2vec"},
    required=("out",),
    example="scinet embeddings fastrp --dimensions 64 --before 2015-01-01 --out papers.parquet",
)
