"""The commands by panel, in the order of ``scinet --help``, which is made of nothing else.

A command's file is imported when it is asked for. The file has the command's name unless
``files`` says otherwise.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of ``scinet --help``.

    Attributes:
        help: What the command does, in a line.
        files: Modules of ``scinet.cli`` that define it; the one named like it when empty.
        holds: Commands of the entry that are suggested where the entry is left out.
    """

    help: str
    files: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()


PANELS: Final[dict[str, dict[str, Entry]]] = {
    "Set up": {
        "demo": Entry("A network, scored systems and one HTML report, in minutes."),
        "server": Entry("The local Neo4j: install, start, stop, status, logs."),
        "fetch": Entry("Fetch papers from OpenAlex and Semantic Scholar as files to load."),
        "load": Entry("Load files into the graph."),
        "remove": Entry("Remove what was loaded, without a trace."),
        "generate": Entry("Write a simulated network as files to load."),
        "doctor": Entry("What is missing on this machine, and what to type."),
        "status": Entry("Counts, loads, fingerprint and versions."),
        "llm": Entry("Does a language model answer; what a ledger holds."),
    },
    "Explore": {
        "explore": Entry("Pages in a browser, as of any day."),
        "find": Entry("Papers and authors by id, DOI, title, name or words."),
        "ask": Entry("Ask a question in plain words."),
        "query": Entry("Ask a named statement, or list them."),
        "cypher": Entry("Ask any statement that only reads, or open a shell."),
        "verify": Entry("Ask again what a receipt of an answer is of, and compare."),
        "path": Entry("The most cited path between two papers, authors, venues or fields."),
        "paths": Entry("All paths of references between two papers.", ("path",)),
        "mcp": Entry("Offer the graph to agents: read-only tools by the Model Context Protocol."),
        "environment": Entry("A folder in which an agent is judged without seeing the future."),
        "export": Entry("Networks and papers for Gephi, VOSviewer, pandas, LaTeX and others."),
        "survey": Entry("A literature review whose citations are all looked up."),
    },
    "Compute": {
        "indicators": Entry(
            "Disruption, citations, novelty, centrality: numbers that describe papers.",
        ),
        "network": Entry(
            "Communities, main path, links that may come, vectors, statistics, quality.",
            holds=(
                *("communities", "main-path", "links", "candidates", "embeddings", "namesakes"),
                *("statistics", "snapshot", "quality"),
            ),
        ),
        "spark": Entry("Tables and indicators of all papers there are, by Apache Spark."),
    },
    "Learn and score": {
        "systems": Entry("The systems, those that can answer a task, and their settings."),
        "task": Entry("Build, show, import and export tasks."),
        "train": Entry("Train a system on a task, or a reader of citations."),
        "run": Entry("Run a system on a task."),
        "evaluate": Entry("Score runs, published predictions, readers of citations."),
        "predictions": Entry("Runs from and to official prediction files."),
        "annotate": Entry(
            "Labels of citations, claims, pathways: what people and models say of papers."
        ),
        "leaderboard": Entry("Every system on the same tasks, and the page that compares them."),
        "simulate": Entry("Grow the next year by models: simulated papers, day by day."),
        "simulation": Entry("Simulated papers in the graph, and as official files."),
        "audit": Entry("Prove that a system or a task does not see the future."),
        "report": Entry("One self-contained HTML page."),
    },
}

COMMANDS: Final[dict[str, Entry]] = {
    name: entry for panel in PANELS.values() for name, entry in panel.items()
}
