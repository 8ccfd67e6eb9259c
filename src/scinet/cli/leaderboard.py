"""Leaderboards: every system on the same tasks; one command runs them, one writes the page."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from annotated_types import Ge

from scinet import saving
from scinet.cli.root import app
from scinet.cli.verbs import plain, verb
from scinet.session.base import Seed
from scinet.settings import Neo4jSettings, ServerSettings

if TYPE_CHECKING:
    from scinet.experiments.leaderboard.plan import Leaderboard

board = typer.Typer(
    no_args_is_help=True, help="Compare systems, from the simplest to the heaviest, on one page."
)
app.add_typer(board, name="leaderboard")

_HEAP = "2g"  # embeddings and link prediction by GDS need more than the demo


def _run(
    name: str,
    *,
    out: Path,
    corpus: Path | None = None,
    tasks: Sequence[str] = (),
    targets: Annotated[int, Ge(0)] = 0,
    seed: Seed = 0,
) -> list[dict[str, Any]]:
    """Build the tasks of a leaderboard; train, run and score each entry that is not done yet.

    Each entry has a process of its own. One that fails is named with its reason, and the others
    still run; the same command tries it again.

    Args:
        name: acl, vispub, or the path of a .toml file.
        out: Folder for everything that is made.
        corpus: Folder with papers.jsonl[.gz], loaded into a server of its own; without it the graph
            that is loaded is asked.
        tasks: Do this task alone; may be given again.
        targets: Questions of each split, for a quick look; 0 is all.
        seed: Seed of everything that is sampled.
    """
    from scinet.experiments.leaderboard import plan
    from scinet.experiments.leaderboard.run import run_leaderboard
    from scinet.experiments.leaderboard.tables import gather

    chosen = plan.read(name)
    with _graph(chosen, corpus, out) as connection:
        rows = [
            {
                "task": account["task"],
                "entry": account["entry"],
                **{key: account.get(key) for key in ("train_seconds", "seconds", "peak_mib")},
                "error": account.get("error"),
            }
            for account in run_leaderboard(
                chosen,
                out,
                connection=connection,
                tasks=tasks,
                targets=targets,
                seed=seed,
                say=_say,
            )
        ]
    for one in chosen.tasks:
        if not tasks or one.name in tasks:
            _say(f"{one.name}: intervals and tests")
            gather(one, out, seed=seed)
    return rows


def _page(names: Sequence[str], *, out: Path = Path("results.md")) -> dict[str, Any]:
    """Write what leaderboards found as one page: every entry, interval, test, time and goal.

    Args:
        names: Leaderboards and where they were run.
        out: Page to write.
    """
    from scinet.experiments.leaderboard import plan
    from scinet.experiments.leaderboard.page import page as written

    pairs = [text.rpartition("=") for text in names]
    if wrong := [folder for name, equals, folder in pairs if not name or not equals]:
        raise typer.BadParameter(
            f"{wrong[0]!r} is not LEADERBOARD=FOLDER", param_hint="LEADERBOARD=FOLDER"
        )
    boards = [(plan.read(name), Path(folder)) for name, _, folder in pairs]
    saving.write(written(boards, f"scinet leaderboard page {' '.join(names)} --out {out}"), out)
    return {"page": str(out)}


@contextmanager
def _graph(chosen: "Leaderboard", corpus: Path | None, out: Path) -> Iterator[Neo4jSettings]:
    """The connection of a server of its own with the corpus, or of the graph that is loaded."""
    if corpus is None:
        from scinet.server.address import database_settings

        yield database_settings()
        return
    from scinet.server.home import local_connection
    from scinet.session.corpus import corpus_files
    from scinet.session.opening import start, stop

    files = corpus_files(corpus)
    what, papers = next(iter(files.items()))
    _say("server: Neo4j with Graph Data Science")
    try:
        with start(out / "server", heap=_HEAP) as graph:
            _say(f"load {what}")
            graph.load(papers, source=chosen.source, rejects=out / "rejects.jsonl")
        yield local_connection(ServerSettings(home=(out / "server").resolve())) or Neo4jSettings()
    finally:
        stop(out / "server")


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


verb(
    board,
    "run",
    _run,
    plain,
    arguments={"name": "LEADERBOARD"},
    example="scinet leaderboard run acl --corpus acl-anthology --out leaderboard-acl",
)
verb(
    board,
    "page",
    _page,
    plain,
    arguments={"names": "LEADERBOARD=FOLDER…"},
    example="scinet leaderboard page acl=lb-acl vispub=lb-vispub --out docs/results.md",
)
