"""Networks from arrays, in GDS: communities, node embeddings and link prediction.

GDS sees only the arrays, so a snapshot before a day is all that a model can use. Nodes are numbered
as in the arrays, not as in the database, and edges follow these numbers, so that equal arrays and
seeds give equal results in any database.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.graph.db.connection import Database
from scinet.graph.gds.client import client, refuse_if_too_large, translate_client_errors

if TYPE_CHECKING:
    import pandas as pd
    from graphdatascience import GraphDataScience

EMBEDDINGS: Final = MappingProxyType({"fastrp": "fast_rp", "node2vec": "node2vec"})
_TYPE: Final = "JOINS"
# Three boxed numbers in the server's lists, and the resulting edge.
_BYTES_A_ROW: Final = 200


@dataclass(frozen=True, slots=True)
class Edges:
    """Undirected network: two ends and a weight above 0 per edge, each of shape ``(edges,)``."""

    nodes: int
    one: NDArray[np.integer]
    other: NDArray[np.integer]
    weight: NDArray[np.float64]


def leiden(db: Database, edges: Edges, *, resolution: float, seed: int) -> NDArray[np.int64]:
    """Detect Leiden communities with weighted edges.

    Args:
        seed: Seed of the order of moves; one thread is used, so that it determines the result.

    Returns:
        An arbitrary community number for each node, shape ``(nodes,)``.

    Source:
        Traag, Waltman and van Eck (2019), doi:10.1038/s41598-019-41695-z.
    """
    communities = np.arange(edges.nodes, dtype=np.int64)
    if not len(edges.one):
        return communities
    frame = _run_algorithm(db, edges, "leiden", seed, gamma=resolution)
    communities[frame["nodeId"].to_numpy()] = frame["communityId"].to_numpy()
    return communities


def embed_nodes(
    db: Database, edges: Edges, method: str, *, dimensions: int, seed: int
) -> NDArray[np.float32]:
    """Embed nodes by ``fastrp`` or ``node2vec``, with weighted edges.

    Returns:
        Shape ``(nodes, dimensions)``; 0 for all when there is no edge.

    Source:
        Chen et al. (2019), doi:10.1145/3357384.3357879; Grover and Leskovec (2016),
        doi:10.1145/2939672.2939754; with GDS's defaults.
    """
    if method not in EMBEDDINGS:
        raise ValueError(f"{method!r} is none of {tuple(EMBEDDINGS)}")
    embeddings = np.zeros((edges.nodes, dimensions), dtype=np.float32)
    if not len(edges.one):
        return embeddings
    frame = _run_algorithm(db, edges, EMBEDDINGS[method], seed, embedding_dimension=dimensions)
    embeddings[frame["nodeId"].to_numpy()] = np.array(
        frame["embedding"].to_list(), dtype=np.float32
    )
    return embeddings


def predict_links(
    db: Database, edges: Edges, *, dimensions: int, best: int, seed: int
) -> tuple[NDArray[np.int32], NDArray[np.float64], float]:
    """Train the link-prediction pipeline of GDS on the edges and predict further ones.

    FastRP, the product of two embeddings, logistic regression. A fifth of the edges is drawn **at
    random, whatever their dates**, for the test, three tenths of the rest for training, with as
    many unlinked pairs; embeddings use the remaining edges. Linked pairs are never predicted.

    Args:
        db: The database; nothing in it is read or written.
        best: Predictions kept per node, from an approximate search.

    Returns:
        Pairs, shape ``(n, 2)``; the probability of each; and the area under the precision-recall
        curve on the pipeline's own random test, which does not measure forecasts.

    Source:
        https://neo4j.com/docs/graph-data-science/current/machine-learning/linkprediction-pipelines/
    """
    name = f"scinet-{uuid.uuid4().hex}"
    call: dict[str, Any] = {"model_name": name, "target_relationship_type": _TYPE}
    with _project_network(db, edges) as (gds, graph):
        pipeline, _ = gds.pipeline.link_prediction.create(name)
        try:
            pipeline.add_node_property(
                "fastRP",
                mutateProperty="embedding",
                embeddingDimension=dimensions,
                randomSeed=seed,
                relationshipWeightProperty="weight",
            )
            pipeline.add_feature("HADAMARD", node_properties=["embedding"])
            pipeline.configure_split(test_fraction=0.2, train_fraction=0.3, validation_folds=3)
            pipeline.add_logistic_regression(max_epochs=500, patience=5)
            needed = pipeline.train_estimate(graph, **call).bytes_max
            refuse_if_too_large(db, "link prediction", needed)
            how: dict[str, Any] = {"random_seed": seed, "concurrency": 1, "log_progress": False}
            model, trained = pipeline.train(graph, **how, **call)
            search: dict[str, Any] = {
                "sample_rate": 0.5,
                "max_iterations": 10,
                "delta_threshold": 0.01,
            }
            predictions = model.predict_stream(graph, top_k=best, **search, **how)
        finally:
            gds.model.drop(name, fail_if_missing=False)
            pipeline.drop(fail_if_missing=False)
    pairs = predictions[["node1", "node2"]].to_numpy(dtype=np.int32)
    area = float(trained.model_info.metrics["AUCPR"]["test"])
    return pairs, predictions["probability"].to_numpy(dtype=np.float64), area


def _run_algorithm(
    db: Database, edges: Edges, algorithm: str, seed: int, **options: float
) -> "pd.DataFrame":
    call: dict[str, Any] = {
        "random_seed": seed,
        "concurrency": 1,
        "relationship_weight_property": "weight",
        **options,
    }
    with _project_network(db, edges) as (gds, graph):
        endpoint = getattr(gds, algorithm)
        refuse_if_too_large(
            db, algorithm.replace("_", ""), endpoint.estimate(graph, **call).bytes_max
        )
        frame: pd.DataFrame = endpoint.stream(graph, **call)
    return frame


@contextmanager
def _project_network(db: Database, edges: Edges) -> "Iterator[tuple[GraphDataScience, Any]]":
    """Project the network into the memory of GDS, and drop it afterwards."""
    with translate_client_errors():
        gds = client(db)
        refuse_if_too_large(
            db, "a network from arrays", _BYTES_A_ROW * (edges.nodes + len(edges.one))
        )
        alone = [None] * edges.nodes
        name = f"scinet-{uuid.uuid4().hex}"
        try:
            db.rows(
                "gds/project",
                name=name,
                type=_TYPE,
                ones=[*range(edges.nodes), *edges.one.tolist()],
                others=alone + edges.other.tolist(),
                weights=alone + edges.weight.tolist(),
            )
            yield gds, gds.graph.get(name)
        finally:
            gds.graph.drop(name, fail_if_missing=False)
