"""Several vectors for each author: centroids of clusters of the author's latest papers.

Vectors are first rotated to principal components, computed once a year, as of its first day.

Source:
    PreScience, Hierarchical Clustering; ``baseline_hierarchical`` of both tasks at 47384ed. There
    the components are those of all papers, later ones included.
"""

from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

from scinet.errors import extra_needed
from scinet.models.base.system import Context
from scinet.models.factorisation.period import Arrays, Periodic
from scinet.models.history import History
from scinet.models.text.author_profiles import VectorSystem, normalise_rows
from scinet.models.text.vector_cache import Vectors
from scinet.validation import OPTIONS


@checked(frozen=True, config=OPTIONS)
class ClusterSystem(VectorSystem, Periodic):
    """System based on clusters of an author's latest papers.

    Attributes:
        definition: ``paper``: at most as many clusters as the square root of the papers, rounded
            down; ``released``: rounded up.
    """

    track = "text"

    dimensions: PositiveInt = 64
    definition: Literal["paper", "released"] = "paper"

    @property
    def made_of(self) -> dict[str, Any]:
        """Modification time of the file of vectors."""
        file = Path(self.vectors)
        return {"changed": file.stat().st_mtime_ns} if self.vectors and file.is_file() else {}

    def make(self, past: History, context: Context) -> Arrays:
        """Compute the mean vector of the earlier papers, and their principal components."""
        with extra_needed("models"):
            from sklearn.decomposition import PCA

        vectors = self.embed_papers(context)[: past.snapshot.num_papers]
        embedded = vectors[vectors.any(axis=1)]
        if len(embedded) < 2:  # too few for components
            size = vectors.shape[1]
            return {"mean": np.zeros(size), "directions": np.eye(size)}
        pca = PCA(min(self.dimensions, *embedded.shape), random_state=self.seed).fit(embedded)
        return {"mean": pca.mean_, "directions": pca.components_}

    def turned(self, context: Context) -> Vectors:
        """Project vectors of all papers to components, of length 1; 0 for papers without one."""
        vectors = self.embed_papers(context)
        _, rotation = self.made(context)
        turned = (vectors - rotation["mean"]) @ rotation["directions"].T
        turned[~vectors.any(axis=1)] = 0.0
        return normalise_rows(turned.astype(np.float32))

    def centroids(self, papers: Vectors) -> Vectors:
        """Compute centroids of clusters of papers that have a vector, of length 1.

        Average linkage of cosine distances; shape ``(clusters, dimensions)``.
        """
        papers = papers[papers.any(axis=1)]
        size = np.sqrt(len(papers))
        return cluster_centroids(
            papers, int(np.ceil(size) if self.definition == "released" else size)
        )


def cluster_centroids(papers: Vectors, clusters: int) -> Vectors:
    """Compute centroids of at most ``clusters`` clusters of papers, of length 1.

    Average linkage of cosine distances; shape ``(clusters, dimensions)``.
    """
    if clusters < 2:
        return normalise_rows(papers.sum(axis=0, keepdims=True)) if len(papers) else papers
    tree = linkage(pdist(papers, metric="cosine"), method="average")
    cluster = fcluster(tree, t=clusters, criterion="maxclust")
    means = [papers[cluster == number].mean(axis=0) for number in np.unique(cluster)]
    return normalise_rows(np.stack(means))
