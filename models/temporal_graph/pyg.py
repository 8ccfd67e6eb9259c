"""PyTorch Geometric, imported without a warning that is meant for its authors.

It still uses torch.jit.script, which asks every reader of the terminal to stop doing so.
"""

import warnings

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message=".*torch.jit.script", category=FutureWarning)
    from torch_geometric.data import HeteroData
    from torch_geometric.nn import HGTConv, SAGEConv, TransformerConv
    from torch_geometric.sampler import (
        BaseSampler,
        EdgeSamplerInput,
        HeteroSamplerOutput,
        NegativeSampling,
        NodeSamplerInput,
        SamplerOutput,
    )

__all__ = [
    "BaseSampler",
    "EdgeSamplerInput",
    "HGTConv",
    "HeteroData",
    "HeteroSamplerOutput",
    "NegativeSampling",
    "NodeSamplerInput",
    "SAGEConv",
    "SamplerOutput",
    "TransformerConv",
]
