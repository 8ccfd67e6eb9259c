"""Figures for papers, in one style, of what the methods of a graph answer with.

```python
import scinet

with scinet.connect() as graph:
    scinet.plots.disruption(graph.disruption(before="2015-01-01"))
```

Each draws into ``ax``, else into a figure of its own, and returns the axes. Under the title stand
the day, what is counted, what is left out, and whether the data are simulated. Colours can be told
apart by those who see some of them alike, and have marks and dashes of their own for print.
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
