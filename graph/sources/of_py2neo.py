"""Records from an open py2neo graph or sub-graph."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scinet.errors import DataError


def iter_records(
    source: Any, *, label: str, cites: str, authored: str | None, columns: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield the papers of a label with their references and authors; the source is only read.

    Args:
        source: A ``py2neo.Graph`` or ``py2neo.Subgraph``.
        label: Label of papers.
        cites: Type of relationships from a citing to a cited paper.
        authored: Type of relationships that join authors and papers, in either direction.
        columns: Property by field of a record, such as ``{"date": "year"}``; ``author`` is the
            property of an author's name.

    Raises:
        DataError: If no node has the label, or an id is missing or repeated.
    """
    named = {"id": "id", "title": "title", "abstract": "abstract", "date": "date", "doi": "doi"}
    of = {**named, "venue": "venue", "author": "name", **columns}
    papers: dict[Any, dict[str, Any]] = {}
    taken: set[str] = set()
    for node in _nodes(source, label):
        key = node.get(of["id"])
        if key is None or str(key) in taken:
            wrong = f"has no {of['id']}" if key is None else f"has the id {key} of another one"
            raise DataError(
                f"a {label} {wrong} ({dict(node)!r:.80})",
                hint='Name the property that tells papers apart: columns={"id": …}.',
            )
        taken.add(str(key))
        fields = (field for field in of if field not in {"id", "author"})
        stated = {field: node.get(of[field]) for field in fields}
        papers[node] = {"id": str(key), "authors": [], "references": []} | {
            field: str(value) for field, value in stated.items() if value is not None
        }
    if not papers:
        raise DataError(f"no node is a {label}", hint="Name the label of papers: label=….")
    for link in _links(source, cites):
        if link.start_node in papers and link.end_node in papers:
            papers[link.start_node]["references"].append(papers[link.end_node]["id"])
    for link in _links(source, authored) if authored else ():
        ends = (link.start_node, link.end_node)
        for paper, author in (ends, ends[::-1]):
            if paper in papers and author not in papers and author.get(of["author"]):
                papers[paper]["authors"].append({"name": str(author[of["author"]])})
    yield from papers.values()


def _nodes(source: Any, label: str) -> Iterable[Any]:
    if hasattr(source.nodes, "match"):  # a graph
        nodes: Iterable[Any] = source.nodes.match(label)
        return nodes
    return (node for node in source.nodes if node.has_label(label))


def _links(source: Any, kind: str) -> Iterable[Any]:
    if hasattr(source.relationships, "match"):
        links: Iterable[Any] = source.relationships.match(r_type=kind)
        return links
    return (link for link in source.relationships if type(link).__name__ == kind)
