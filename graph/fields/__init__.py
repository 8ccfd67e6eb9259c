"""Fields as of a day: membership, relations between fields, and leading papers."""

from scinet.graph.fields.count_by_year import count_by_year
from scinet.graph.fields.groups import (
    Field,
    fields_of_paper,
    find_field,
    group_papers,
    search_fields,
)
from scinet.graph.fields.ranking import rank_papers
from scinet.graph.fields.themes import themes
from scinet.graph.fields.three_field_plot import three_fields

__all__ = [
    "Field",
    "count_by_year",
    "fields_of_paper",
    "find_field",
    "group_papers",
    "rank_papers",
    "search_fields",
    "themes",
    "three_fields",
]
