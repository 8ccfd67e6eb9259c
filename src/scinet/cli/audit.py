"""Prove that nothing from the future is used."""

import sys
from collections.abc import Callable
from typing import Any

from scinet.cli import progress, shell_completion
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.errors import DataError, SplitError
from scinet.eval.options import TaskArg
from scinet.session.base import Count, Seed, SystemArg
from scinet.session.graph import Graph
from scinet.session.table import Table


def _audit(
    graph: Graph,
    task: TaskArg | None = None,
    system: SystemArg | None = None,
    *,
    agents: bool = False,
    split: str = "test",
    days: Count = 3,
    queries: Count = 20,
    seed: Seed = 0,
    progress: Callable[[int, int], None] | None = None,
    **settings: Any,
) -> Table:
    """Plant a future into a copy of the graph, and compare what is answered bit by bit.

    Papers, authors, citations, texts and dates on or after the day are planted into the arrays
    and, inside a transaction that is undone, into the database. Either a system answers a task,
    or with ``agents`` all that agents and people are offered is asked as of a day: each tool of
    ``scinet mcp``, each named statement, each page of the explorer. A system that learns is
    trained several times for each day, so give it small settings.

    Args:
        task: The task.
        system: As for ``run``.
        agents: Ask tools, statements and pages instead, about what is drawn from the network.
        split: Split whose queries are asked.
        days: Cut-off days to try.
        queries: Queries of each day; with ``agents`` of each tool, statement and page, too.
        seed: Seed of what is planted, and of what ``agents`` asks.
        **settings: Settings of the system that differ from its defaults.
    """
    if agents is (task is not None) or (task is None) is not (system is None):
        raise DataError(
            "an audit takes TASK and SYSTEM, or --agents",
            hint="Name TASK and SYSTEM, or give --agents alone.",
        )
    if task is None or system is None:
        from scinet.agents.audit_probes import audit_agents

        return audit_agents(graph, days=days, queries=queries, seed=seed, progress=progress)
    return graph.audit(
        task,
        system,
        split=split,
        days=days,
        queries=queries,
        seed=seed,
        progress=progress,
        **settings,
    )


def _print_findings(answer: Table, line: Invocation) -> None:
    line.emit(answer)
    findings = answer.attrs["findings"]
    if blind := sum(
        bool(finding_row.equal) and finding_row.is_seen is False for finding_row in findings
    ):
        sys.stderr.write(f"{blind} of these would not see the same papers dated earlier, either\n")
    if blank := sum(finding.equal is None for finding in findings):
        sys.stderr.write(f"{blank} of these compared nothing, and `difference` says why\n")
    if moved := [finding for finding in findings if finding.equal is False]:
        first = moved[0]
        raise SplitError(
            f"{first.of} uses what is dated on or after {first.as_of}: {first.difference}",
            hint=f"{len(moved)} of {len(findings)} comparisons moved; make them functions of what "
            "is dated before the day.",
        )


add_command(
    app,
    "audit tasks/collaborators collaborators-walk",
    _audit,
    _print_findings,
    arguments={"task": "TASK", "system": "SYSTEM"},
    completes={"system": shell_completion.complete_systems},
    progress=progress.bar_progress("audit"),
)
