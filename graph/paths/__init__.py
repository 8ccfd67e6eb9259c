"""Citation paths: chains of references between papers, authors or fields."""

from scinet.graph.paths.best import BestPath, most_cited_path
from scinet.graph.paths.database import (
    between_in_database,
    most_cited_in_database,
    papers_of_author_in_database,
)
from scinet.graph.paths.enumeration import all_paths
from scinet.graph.paths.main_path import KINDS, MainPath, main_path
from scinet.graph.paths.path_between import PathBetween, papers_of_author, path_between
from scinet.graph.schema.choices import MainPathKind as Kind

__all__ = [
    "KINDS",
    "BestPath",
    "Kind",
    "MainPath",
    "PathBetween",
    "all_paths",
    "between_in_database",
    "main_path",
    "most_cited_in_database",
    "most_cited_path",
    "papers_of_author",
    "papers_of_author_in_database",
    "path_between",
]
