"""Paths along references: through which papers did an idea reach a later one?"""

from scinet.graph.choices import MainPathKind as Kind
from scinet.graph.paths.best import Path, most_cited
from scinet.graph.paths.between import PathBetween, between, papers_of_author
from scinet.graph.paths.database import (
    between_in_database,
    in_database,
    papers_of_author_in_database,
)
from scinet.graph.paths.every import all_paths
from scinet.graph.paths.main_path import KINDS, MainPath, main_path

__all__ = [
    "KINDS",
    "Kind",
    "MainPath",
    "Path",
    "PathBetween",
    "all_paths",
    "between",
    "between_in_database",
    "in_database",
    "main_path",
    "most_cited",
    "papers_of_author",
    "papers_of_author_in_database",
]
