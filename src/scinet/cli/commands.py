"""The commands by panel, in the order of ``scinet --help``, which is made of nothing else.

A command's file is imported when it is asked for. The file has the command's name unless
``files`` says otherwise.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """One line of ``scinet --help``.

    Attributes:
        help: What the command does, in a line.
        files: Modules of ``scinet.cli`` that define it; the one named like it when empty.
        holds: Commands of the entry that are suggested where the entry is left out.
    """

    help: str
    files: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()


PANELS: Final[dict[str, dict[str, CommandEntry]]] = {
    "Set up": {
        "demo": CommandEntry("A network, scored systems and one HTML report, in minutes."),
        "server": CommandEntry("The local Neo4j: install, start, stop, status, logs."),
        "fetch": CommandEntry("Fetch papers from OpenAlex and Semantic Scholar as files to load."),
        "load": CommandEntry("Load files into the graph."),
        "remove": CommandEntry("Remove what was loaded, without a trace."),
        "generate": CommandEntry("Write a simulated network as files to load."),
        "doctor": CommandEntry("What is missing on this machine, and what to type."),
        "status": CommandEntry("Counts, loads, fingerprint and versions."),
        "llm": CommandEntry("Does a language model answer; what a ledger holds."),
    },
    "Explore": {
        "explore": CommandEntry("Pages in a browser, as of any day."),
        "find": CommandEntry("Papers and authors by id, DOI, title, name or words."),
        "ask": CommandEntry("Ask a question in plain words."),
        "query": CommandEntry("Ask a named statement, or list them."),
        "cypher": CommandEntry("Ask any statement that only reads, or open a shell."),
        "verify": CommandEntry("Ask again what a receipt of an answer is of, and compare."),
        "path": CommandEntry("The most cited path between two papers, authors, venues or fields."),
        "paths": CommandEntry("All paths of references between two papers.", ("path",)),
        "mcp": CommandEntry(
            "Offer the graph to agents: read-only tools by the Model Context Protocol."
        ),
        "environment": CommandEntry(
            "A folder in which an agent is judged without seeing the future."
        ),
        "export": CommandEntry(
            "Networks and papers for Gephi, VOSviewer, pandas, LaTeX and others."
        ),
        "survey": CommandEntry("A literature review whose citations are all looked up."),
    },
    "Compute": {
        "indicators": CommandEntry(
            "Disruption, citations, novelty, centrality: numbers that describe papers.",
        ),
        "network": CommandEntry(
            "Communities, main path, links that may come, vectors, statistics, quality.",
            holds=(
                *("communities", "main-path", "links", "candidates", "embeddings", "namesakes"),
                *("statistics", "snapshot", "quality"),
            ),
        ),
        "spark": CommandEntry("Tables and indicators of all papers there are, by Apache Spark."),
    },
    "Learn and score": {
        "systems": CommandEntry("The systems, those that can answer a task, and their settings."),
        "task": CommandEntry("Build, show, import and export tasks."),
        "train": CommandEntry("Train a system on a task, or a reader of citations."),
        "run": CommandEntry("Run a system on a task."),
        "evaluate": CommandEntry("Score runs, readers of citations and published files."),
        "measure": CommandEntry("Score runs by a measure that is none of their task's metrics."),
        "predictions": CommandEntry("Runs from and to official prediction files."),
        "annotate": CommandEntry(
            "Labels of citations, claims, pathways: what people and models say of papers."
        ),
        "leaderboard": CommandEntry(
            "Every system on the same tasks, and the page that compares them."
        ),
        "simulate": CommandEntry("Grow the next year by models: simulated papers, day by day."),
        "simulation": CommandEntry("Simulated papers in the graph, and as official files."),
        "audit": CommandEntry("Prove that a system or a task does not see the future."),
        "report": CommandEntry("One self-contained HTML page."),
    },
}

COMMANDS: Final[dict[str, CommandEntry]] = {
    name: entry for panel in PANELS.values() for name, entry in panel.items()
}
