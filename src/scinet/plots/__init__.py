"""Figures for papers, in one style, of the results of a graph's methods.

```python
import scinet

with scinet.connect() as graph:
    scinet.plots.disruption(graph.disruption(before="2015-01-01"))
```

Each draws into ``ax``, else into a figure of its own, and returns the axes. Under the title stand
the day, the counted items, omissions, and whether the data are simulated. Colours are distinct for
colour-blind readers, and have markers and dashes for print.
"""

from scinet.plots.bars import ladder
from scinet.plots.circle import communities
from scinet.plots.lines import citations, communities_over_time, learning
from scinet.plots.points import disruption
from scinet.plots.rows import path, timelines

__all__ = [
    "citations",
    "communities",
    "communities_over_time",
    "disruption",
    "ladder",
    "learning",
    "path",
    "timelines",
]
