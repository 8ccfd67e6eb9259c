"""Literal types of options, apart from the modules that import arrays."""

from typing import Final, Literal, TypeAlias, get_args

Bound: TypeAlias = int | Literal["shortest+2"] | None
Centrality: TypeAlias = Literal["pagerank", "citerank", "betweenness"]
Direction: TypeAlias = Literal["references", "citations", "both"]
Endpoints: TypeAlias = Literal["include", "exclude"]
Level: TypeAlias = Literal["domain", "field", "subfield", "topic"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)  # of fields, from the widest to the narrowest
# Groupings of papers: communities, venues, or research fields of the sources.
Fields: TypeAlias = Literal["community", "venue"] | Level
FIELDS: Final[tuple[Fields, ...]] = ("community", "venue", *LEVELS)
Leading: TypeAlias = Literal[
    "cited", "rising", "disruptive", "novel", "bridging", "sleeping", "main-path"
]
MainPathKind: TypeAlias = Literal["global", "local", "key-route"]
Members: TypeAlias = Literal["field", "author", "venue"]
Network: TypeAlias = Literal["coauthor", "citation", "co-citation", "coupling"]
AnyNetwork: TypeAlias = Literal["citation", "coauthor", "co-citation", "coupling", "co-mention"]
Exported: TypeAlias = Literal[
    "citation", "coauthor", "co-citation", "coupling", "co-mention", "papers", "dataset"
]
OpenWindows: TypeAlias = Literal["marked", "left_out"]
Objective: TypeAlias = Literal["sum", "mean"]
