"""Leaderboards: every system on the same tasks, and the page that compares them."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from annotated_types import Ge

from scinet import atomic_files
from scinet.arguments import OutPath
from scinet.session.base import File, Names, Seed, protects_inputs
from scinet.settings import Neo4jSettings, ServerSettings

if TYPE_CHECKING:
    from scinet.experiments.leaderboard.dimensions import Dimensions
    from scinet.experiments.leaderboard.plan import Leaderboard

_HEAP: Final = "2g"  # embeddings and link prediction by GDS need more than the demo


@protects_inputs
def run_leaderboard(
    name: str,
    *,
    out: OutPath,
    corpus: File | None = None,
    tasks: Names = (),
    targets: Annotated[int, Ge(0)] = 0,
    seed: Seed = 0,
) -> list[dict[str, Any]]:
    """Build the tasks of a leaderboard; train, run and score each entry that is not done yet.

    Each entry has a process of its own. One that fails is named with its reason, and the others
    still run; the same command tries it again.

    Args:
        name: Path of its .toml file.
        out: Folder for everything that is made.
        corpus: Folder with papers.jsonl[.gz], loaded into a server of its own; without it the graph
            that is loaded is asked.
        tasks: Do this task alone; may be given again.
        targets: Questions of each split, for a quick look; 0 is all.
        seed: Seed of everything that is sampled.

    Returns:
        A row per entry that was run: task, entry, seconds of training and answering, peak memory,
        and the error of one that failed. What was done before is not among them.

    Raises:
        DataError: If the leaderboard is unknown or its file is wrong.
        GraphUnavailableError: If no database answers.
    """
    from scinet.experiments.leaderboard import plan
    from scinet.experiments.leaderboard.run import run_leaderboard as run_entries
    from scinet.experiments.leaderboard.tables import gather

    board, out = plan.read(name), Path(out)
    only = [tasks] if isinstance(tasks, str) else tasks
    with _graph(board, None if corpus is None else Path(corpus), out) as connection:
        rows = [
            {
                "task": account["task"],
                "entry": account["entry"],
                **{key: account.get(key) for key in ("train_seconds", "seconds", "peak_mib")},
                "error": account.get("error"),
            }
            for account in run_entries(
                board,
                out,
                connection=connection,
                tasks=only,
                targets=targets,
                seed=seed,
                say=_say,
            )
        ]
    for board_task in board.tasks:
        if not only or board_task.name in only:
            _say(f"{board_task.name}: intervals and tests")
            gather(board_task, out, seed=seed)
    return rows


@protects_inputs
def leaderboard_page(folders: Mapping[str, File], *, out: OutPath = "results.md") -> dict[str, Any]:
    """Write what leaderboards found as one page: every entry, interval, test, time and goal.

    Args:
        folders: Files of leaderboards and where they were run.
        out: Page to write.

    Returns:
        The page's path.

    Raises:
        DataError: If a leaderboard is unknown, or was not run in its folder.
    """
    from scinet.experiments.leaderboard import plan
    from scinet.experiments.leaderboard.page import page

    boards = [(plan.read(name), Path(folder)) for name, folder in folders.items()]
    named = " ".join(f"{name}={folder}" for name, folder in folders.items())
    atomic_files.write_file(page(boards, f"scinet leaderboard page {named} --out {out}"), Path(out))
    return {"page": str(out)}


@protects_inputs
def leaderboard_dimensions(
    tasks: Sequence[File],
    *,
    results: File,
    scoring: Literal["strict", "official"] = "strict",
    out: OutPath | None = None,
) -> "Dimensions":
    """Put evaluated tasks of SciImpact into tables over dimensions, awards, fields and years.

    With their means, a radar picture, and an analysis of variance by two factors.

    Args:
        tasks: Folders of tasks, of several dimensions and awards.
        results: Folder with what evaluate wrote of them, at any depth.
        scoring: strict or official.
        out: Markdown page to write, and next to it the picture.

    Returns:
        The tables: ``by_dimension``, ``by_award``, ``by_group`` of fields, ``by_field``,
        ``by_years``, ``cells`` and ``variance``.

    Raises:
        DataError: If a task is of another suite, or was not evaluated so.
    """
    from scinet.eval.task import Task
    from scinet.experiments.leaderboard import dimensions

    result = dimensions.gather(
        [Task.read(Path(folder)) for folder in tasks], Path(results), scoring=scoring
    )
    if out is not None:
        result.write(Path(out))
    return result


@contextmanager
def _graph(board: "Leaderboard", corpus: Path | None, out: Path) -> Iterator[Neo4jSettings]:
    """The connection of a server of its own with the corpus, or of the graph that is loaded."""
    if corpus is None:
        from scinet.server.address import database_settings

        yield database_settings()
        return
    from scinet.server.home import local_connection
    from scinet.session.api import start, stop
    from scinet.session.corpus import corpus_files

    files = corpus_files(corpus)
    what, papers = next(iter(files.items()))
    _say("server: Neo4j with Graph Data Science")
    try:
        with start(out / "server", heap=_HEAP) as graph:
            _say(f"load {what}")
            graph.load(papers, source=board.source, rejects=out / "rejects.jsonl")
        yield local_connection(ServerSettings(home=(out / "server").resolve())) or Neo4jSettings()
    finally:
        stop(out / "server")


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
