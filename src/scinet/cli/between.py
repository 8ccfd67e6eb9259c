"""How the work of one author, venue or field reached another's."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

from scinet.cli import output, path, shared
from scinet.cli.root import app
from scinet.errors import DataError


class Whose(StrEnum):
    """What has papers."""

    AUTHOR = "author"
    VENUE = "venue"
    COMMUNITY = "community"
    DOMAIN = "domain"
    FIELD = "field"
    SUBFIELD = "subfield"
    TOPIC = "topic"


@app.command()
def between(
    a: Annotated[str, typer.Argument(help="Id of an author, or name or id of a group.")],
    b: Annotated[str, typer.Argument(help="Whose work it reached.")],
    *,
    by: Annotated[Whose, typer.Option(help="What the two are.")] = Whose.AUTHOR,
    max_hops: path.MaxHops = None,
    shortest: path.Shortest = False,
    objective: path.Objective = path.ObjectiveName.SUM,
    endpoints: path.Endpoints = path.EndpointsName.INCLUDE,
    weights_before: path.WeightsBefore = None,
    before: output.Before = None,
    engine: shared.Engine = None,
    as_json: output.AsJson = False,
) -> None:
    """The most cited path from any paper of A to any later paper of B, author or group.

    Papers that both share are counted and are no path. The database answers for authors.

    Example: scinet between franz-josef-och chris-dyer --max-hops 4
    """
    from dataclasses import asdict

    from scinet.graph import identify, paths

    bound = path.read_bound(max_hops)
    day, weighed = output.cut_off(before), output.cut_off(weights_before)
    if engine == shared.EngineName.DATABASE and by != Whose.AUTHOR:
        raise DataError(
            f"--by {by.value} on the database", hint="Use `--engine arrays`, which knows groups."
        )
    with output.database() as db:
        if by == Whose.AUTHOR:
            one, other = (identify.author(db, name) for name in (a, b))
        if shared.choose_engine(engine, None) == "database":
            found = paths.between_in_database(
                db,
                *(paths.papers_of_author_in_database(db, author, day) for author in (one, other)),
                max_hops=bound,
                shortest_only=shortest,
                objective=objective.value,
                endpoints=endpoints.value,
                before=day,
                weights_before=weighed,
            )
            whole = None if as_json else shared.read_arrays(db, day)
        else:
            whole = shared.read_arrays(db, day)
            if by == Whose.AUTHOR:
                sources, targets = (paths.papers_of_author(whole, name) for name in (one, other))
            else:
                one, sources = path.members(db, whole, by.value, a)
                other, targets = path.members(db, whole, by.value, b)
            found = paths.between(
                whole,
                sources,
                targets,
                max_hops=bound,
                shortest_only=shortest,
                objective=objective.value,
                endpoints=endpoints.value,
                weights_before=weighed,
            )
    if as_json or whole is None:
        ends = {"by": by.value, "source_id": one, "target_id": other}
        output.emit_one({**ends, **asdict(found)}, as_json=True)
        return
    if found.papers:
        path.tell(whole, found)
    else:
        within = "" if found.max_hops is None else f" within {found.max_hops} steps"
        sys.stderr.write(f"no chain of references leads from {one} to {other}{within}\n")
    sys.stderr.write(
        f"papers of {one}: {found.source_papers:,}, of {other}: {found.target_papers:,}, "
        f"of both: {found.shared_papers:,}\n"
    )
