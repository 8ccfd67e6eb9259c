"""The commands by panel, in the order of ``scinet --help``, which is made of nothing else.

A command's file is imported when it is asked for. The file has the command's name unless
``files`` says otherwise.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command in ``scinet --help``.

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
        "demo": CommandEntry("Load a network, score systems and write a report, in minutes."),
        "server": CommandEntry("Install, start, stop and inspect the local Neo4j."),
        "fetch": CommandEntry("Fetch papers from OpenAlex, Crossref and Semantic Scholar."),
        "load": CommandEntry("Load files into the graph."),
        "remove": CommandEntry("Remove a source or a load completely."),
        "generate": CommandEntry("Write a simulated network to load."),
        "doctor": CommandEntry("Check the installation and suggest fixes."),
        "status": CommandEntry("Show counts, loads, fingerprint and versions."),
        "llm": CommandEntry("Check a language model; show, export and import ledgers."),
    },
    "Explore": {
        "explore": CommandEntry("Explore the graph in a browser, as of any day."),
        "find": CommandEntry("Find papers and authors by id, DOI, title, name or words."),
        "ask": CommandEntry("Answer a question in plain English."),
        "query": CommandEntry("Run a named statement, or list them."),
        "cypher": CommandEntry("Run read-only Cypher, or open a shell."),
        "verify": CommandEntry("Replay the receipt of an answer and compare."),
        "path": CommandEntry("Find the most cited path between papers, authors, venues or fields."),
        "paths": CommandEntry("List all reference paths between two papers.", ("path",)),
        "mcp": CommandEntry("Serve read-only tools to agents by the Model Context Protocol."),
        "environment": CommandEntry("Make a folder to evaluate an agent without leakage."),
        "export": CommandEntry("Export networks and papers for Gephi, VOSviewer, pandas, LaTeX."),
        "survey": CommandEntry("Write a literature review whose citations are all looked up."),
    },
    "Compute": {
        "indicators": CommandEntry(
            "Compute disruption, citations, novelty and centrality.",
        ),
        "network": CommandEntry(
            "Communities, main path, link prediction, embeddings, statistics, quality.",
            holds=(
                *("communities", "main-path", "links", "candidates", "embeddings", "namesakes"),
                *("statistics", "snapshot", "quality"),
            ),
        ),
        "spark": CommandEntry("Make tables and indicators of very large corpora by Apache Spark."),
    },
    "Learn and score": {
        "systems": CommandEntry("List systems, those that can answer a task, and their settings."),
        "task": CommandEntry("Build, show, import and export tasks."),
        "train": CommandEntry("Train a system on a task, or a reader of citations."),
        "run": CommandEntry("Run a system on a task."),
        "evaluate": CommandEntry("Score runs, readers of citations and published files."),
        "measure": CommandEntry("Score runs by a measure that is not a metric of their task."),
        "predictions": CommandEntry("Convert runs from and to official prediction files."),
        "annotate": CommandEntry("Annotate citations, claims and pathways, by people or models."),
        "leaderboard": CommandEntry(
            "Run every system on the same tasks and compare them on a page."
        ),
        "simulate": CommandEntry("Simulate the next year: papers by models, day by day."),
        "simulation": CommandEntry("Store simulated papers in the graph, or export them."),
        "audit": CommandEntry("Prove that a system or a task does not see the future."),
        "report": CommandEntry("Write one self-contained HTML page."),
    },
}

COMMANDS: Final[dict[str, CommandEntry]] = {
    name: entry for panel in PANELS.values() for name, entry in panel.items()
}
