"""Silver pipeline: pathways of reused papers, made from the graph's own paragraphs.

It works in hindsight: the use by later papers determines which contributions of a paper to
annotate. Stages follow SciPaths' from the third on; loading has replaced fetching. Each writes a
file and is skipped when its file exists.
"""

from scinet.models.scipaths.silver.run import build_silver, find_reused, match_targets

__all__ = ["build_silver", "find_reused", "match_targets"]
