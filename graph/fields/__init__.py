"""Fields as of a day: which there are, how they hang together, and what leads in one."""

from scinet.graph.fields.groups import Field, find, grouped, named, of_paper
from scinet.graph.fields.leading import leading
from scinet.graph.fields.over_time import over_time
from scinet.graph.fields.themes import themes
from scinet.graph.fields.three import three_fields

__all__ = [
    "Field",
    "find",
    "grouped",
    "leading",
    "named",
    "of_paper",
    "over_time",
    "themes",
    "three_fields",
]
