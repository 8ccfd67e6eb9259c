"""Functions that need no open graph, or open one."""

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec, TypeVar

from annotated_types import Ge, Le

from scinet.arguments import OutPath
from scinet.eval.options import RunArg, TaskArg, UpdateOptions, takes_options
from scinet.session.base import File, Seed, protects_inputs
from scinet.session.graph import Graph, local_graph
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.eval.task import Task
    from scinet.experiments.updates import UpdateScores
    from scinet.graph.db.connection import Database
    from scinet.settings import ServerSettings

_P = ParamSpec("_P")
_T = TypeVar("_T")


def connect(*, cache: File | None = None, **settings: Any) -> Graph:
    """Open the graph that is set, else that of the local server.

    Args:
        cache: Folder of what is computed once; ``SCINET_CACHE`` when None.
        **settings: ``uri``, ``username``, ``password`` and ``database``; those not given come from
            ``NEO4J_*``.

    Raises:
        GraphUnavailableError: If none is set and no local server was ever started, or it does not
            answer.
    """
    from scinet.server.address import open_database

    return _check_connection(lambda: open_database(**settings), cache=cache)


def start(
    folder: File | None = None, *, heap: str | None = None, cache: File | None = None
) -> Graph:
    """Start a local server, after downloading it when needed, and open its graph.

    A server that runs already is used as it is. It stays up when the graph is closed;
    :func:`stop` ends it.

    Args:
        folder: Folder of the server's data; ``SCINET_SERVER_HOME`` when None.
        heap: Its Java heap, such as ``1g``; chosen from the memory when None.
        cache: Folder of what is computed once; ``SCINET_CACHE`` when None.

    Raises:
        ServerMissingError: If Java or the jars are missing and cannot be downloaded.
        GraphUnavailableError: If the server does not start.
    """
    from scinet.graph.db.connection import Database
    from scinet.server import control
    from scinet.server.home import Home, local_connection
    from scinet.server.install import install
    from scinet.server.lock import load_lock
    from scinet.server.process import free_port, port_problem
    from scinet.server.restart import OwnServer
    from scinet.settings import Neo4jSettings

    settings = _server_settings(folder, heap)
    if not control.status(settings).running:
        install(settings, load_lock(control.data_lane(settings)))
        if port_problem(control.choose_port(settings)):
            settings = settings.model_copy(update={"port": free_port()})
    control.start(settings)
    server = OwnServer(Home(settings.home))
    return _check_connection(
        lambda: Database.connect(local_connection(settings) or Neo4jSettings(), server), cache=cache
    )


def stop(folder: File | None = None) -> bool:
    """Stop a local server; its data stay.

    Args:
        folder: As in :func:`start`.

    Returns:
        Whether one was running.
    """
    from scinet.server import control

    return control.stop(_server_settings(folder, None)) is not None


@protects_inputs
def generate(
    out: OutPath,
    *,
    papers: Annotated[int, Ge(100), Le(20_000_000)] = 5_000,
    seed: Seed = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Write a SIMULATED network: papers, citations, teams and texts that do not exist.

    The folder gets papers.jsonl.gz and fulltext.jsonl.gz, which :meth:`Graph.load` reads, a
    manifest with statistics, and a note that all of it is simulated.

    Args:
        out: Folder for the files; made when it is missing.
        papers: Number of papers, from 100 on.
        seed: The same seed gives the same files.
        progress: Called with the papers that are written, and all.

    Returns:
        The folder.

    Raises:
        StorageError: If it cannot be written.
    """
    from scinet.graph.synthetic.write import generate as write

    write(papers, seed, Path(out), progress=progress)
    return Path(out)


def _on_local_graph(verb: Callable[Concatenate[Graph, _P], _T]) -> Callable[_P, _T]:
    """Make a function of a verb: it asks the graph that is set, connected to when it is needed."""
    signature = inspect.signature(verb)

    @wraps(verb)
    def ask(*args: _P.args, **keywords: _P.kwargs) -> _T:
        with local_graph() as graph:
            return verb(graph, *args, **keywords)

    _, *parameters = signature.parameters.values()
    ask.__dict__["__signature__"] = signature.replace(parameters=parameters)
    return ask


evaluate = _on_local_graph(Graph.evaluate)


@protects_inputs
def evaluate_predictions(
    file: File, *, out: OutPath | None = None
) -> dict[str, Any] | list[dict[str, Any]]:
    """Score published predictions by the truth that they hold, as published; no task is needed.

    Args:
        file: Predictions of PreScience's script, or a judged file of SciPaths, which holds its
            scores.
        out: Folder for the file that the published script writes; ``scored`` next to the
            predictions unless given. Nothing is written of a judged file.

    Returns:
        The means and the file; of a judged file a row of scores for each role and type of target.

    Raises:
        NotFoundError: If there is no such file.
        DataError: If it is neither.
    """
    from scinet.experiments.published import score_predictions

    return score_predictions(Path(file), out=None if out is None else Path(out))


def evaluate_steps(task: TaskArg, environment: File) -> Table:
    """Score the stages of an agent that worked in an environment.

    Args:
        task: The task that the environment was made of.
        environment: Its folder, with the log.

    Returns:
        One row per question and one of all: calls, those that ``failed``, tools, ``true`` answers;
        of these how many the agent named in a call (``planned``), was shown (``found``) and
        answered (``chosen``). ``attrs["run"]`` holds the answers, to be given to :func:`evaluate`.

    Raises:
        NotFoundError: If there is no such environment.
        DataError: If it is of another task, the task does not ask for lists, or its log is broken.
    """
    from scinet.experiments.environment import score_steps

    rows, run = score_steps(task, environment)
    return Table(rows, run=run)


@protects_inputs
@takes_options(UpdateOptions)
def evaluate_updates(
    task: TaskArg,
    before: RunArg,
    after: Sequence[RunArg],
    options: UpdateOptions,
) -> "UpdateScores":
    """Score what updates of a language model preserved, taught and enabled it to foresee.

    Args:
        task: A task of ScienceMeter.
        before: The run, or run file, of the model before the updates; ``NAME=FILE`` names one.
        after: Those after each update; the others are compared with the first.
        options: Fields of :class:`scinet.eval.options.UpdateOptions`.

    Raises:
        NotFoundError: If there is no such file or split.
        DataError: If a run or file is broken, the task is none of ScienceMeter, claims were not
            checked, or results of another task or split lie in the folder.
    """
    from scinet.experiments import updates

    return updates.evaluate_updates(task, before, after, options)


def systems(of: "Task | str | None" = None) -> Table:
    """The systems: all, those that can answer a task, or one of them.

    Args:
        of: A task, its folder or name, such as ``scinetbench/path``; or the name of a system.

    Returns:
        One row per system with its ``track``, what it ``answers``, whether it ``learns`` and
        ``asks_model``, a ``summary`` and its ``settings``; the controls are among them.

    Raises:
        NotFoundError: If there is no such task or system.
    """
    from scinet.experiments.systems import find_systems

    return Table(find_systems(of))


def _check_connection(connect: "Callable[[], Database]", *, cache: File | None) -> Graph:
    """A graph whose database answers."""
    graph = Graph(connect, cache=cache)
    _ = graph.database
    return graph


def _server_settings(folder: File | None, heap: str | None) -> "ServerSettings":
    from scinet.settings import ServerSettings

    options: dict[str, Any] = {} if heap is None else {"heap": heap}
    if folder is not None:
        options["home"] = Path(folder).resolve()
    return ServerSettings(**options)
