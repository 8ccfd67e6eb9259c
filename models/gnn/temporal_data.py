"""Conversion of a network to a stream of events for temporal graph models."""

from typing import TYPE_CHECKING

import numpy as np

from scinet.errors import extra_needed
from scinet.graph.export.labelled import LabelledNetwork

if TYPE_CHECKING:
    from torch_geometric.data import TemporalData


def build_temporal_data(network: LabelledNetwork) -> "TemporalData":
    """Order edges by the day of their creation; see ``Snapshot.to_temporal``."""
    with extra_needed("models"):
        import torch

        from scinet.models.temporal_graph.pyg import TemporalData
    began = network.edges["first" if "first" in network.edges else "date"]
    day = began.astype("datetime64[D]").astype(np.int64)
    order = np.argsort(day, kind="stable")
    events = {"src": network.edges["source"], "dst": network.edges["target"], "t": day}
    return TemporalData(
        **{
            name: torch.from_numpy(values[order].astype(np.int64))
            for name, values in events.items()
        }
    )
