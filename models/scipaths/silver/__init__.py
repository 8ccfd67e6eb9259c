"""The silver pipeline: pathways of reused papers, made from the graph's own paragraphs.

In hindsight: what later papers use tells which contributions of a paper to annotate. Stages follow
SciPaths' from the third on; fetching is what loading has done. Each writes a file and is passed
over when its file is there.
"""

from scinet.models.scipaths.silver.run import build_silver, find_reused, match_targets

__all__ = ["build_silver", "find_reused", "match_targets"]
