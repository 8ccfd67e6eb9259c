"""PyTorch Geometric, imported without a warning that is meant for its authors.

It still uses torch.jit.script, whose deprecation warning users cannot act on.
"""

import warnings

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message=".*torch.jit.script", category=FutureWarning)
    from torch_geometric import nn as nn
    from torch_geometric import sampler as sampler
    from torch_geometric.data import HeteroData as HeteroData
    from torch_geometric.data import TemporalData as TemporalData
