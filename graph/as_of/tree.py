"""Syntax tree of a statement: clauses, patterns and expressions, with their places."""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

Labels: TypeAlias = tuple[Any, ...]
"""``("is", name, place)``, ``("any",)``, ``("not", one)``, ``("and", …)`` or ``("or", …)``."""


@dataclass(slots=True)
class Part:
    """Part of a statement, as a half-open range of characters."""

    begin: int
    end: int

    def parts(self) -> Iterator["Part"]:
        """Yield the direct parts."""
        for attribute in fields(self):
            yield from _iter_parts(getattr(self, attribute.name))


def _iter_parts(value: Any) -> Iterator[Part]:
    if isinstance(value, Part):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _iter_parts(item)


@dataclass(slots=True)
class Expression(Part):
    """Value."""


@dataclass(slots=True)
class Literal(Expression):
    """Number, text, true, false or null."""

    text: str


@dataclass(slots=True)
class Parameter(Expression):
    """Parameter."""

    name: str


@dataclass(slots=True)
class Variable(Expression):
    """Variable."""

    name: str


@dataclass(slots=True)
class Property(Expression):
    """``of.key``."""

    of: Expression
    key: str
    place: int


@dataclass(slots=True)
class Index(Expression):
    """``of[first]``, or ``of[first..last]``."""

    of: Expression
    bounds: list[Expression]
    is_slice: bool


@dataclass(slots=True)
class LabelTest(Expression):
    """``of:Label``."""

    of: Expression
    labels: Labels


@dataclass(slots=True)
class Call(Expression):
    """Function call."""

    name: str
    arguments: list[Expression]


@dataclass(slots=True)
class Chain(Expression):
    """Operands with operators between or before them."""

    operators: list[str]
    operands: list[Expression]


@dataclass(slots=True)
class Case(Expression):
    """``CASE``."""

    conditions: list[Expression]
    values: list[Expression]


@dataclass(slots=True)
class List(Expression):
    """``[…, …]``."""

    items: list[Expression]


@dataclass(slots=True)
class Map(Expression):
    """``{key: value, …}``."""

    keys: list[str]
    values: list[Expression]


@dataclass(slots=True)
class Projection(Expression):
    """``of {.key, key: value, …}``; a key without a value is a property, ``*`` is all of them."""

    of: Variable
    keys: list[tuple[str, int, int]]
    named: list[tuple[str, Expression]]


@dataclass(slots=True)
class Loop(Expression):
    """List comprehension (``kind`` empty), ``all``, ``any``, ``none``, ``single``, ``reduce``."""

    kind: str
    name: str
    over: Expression
    where: Expression | None
    body: Expression | None
    accumulator: str = ""
    initial: Expression | None = None


@dataclass(slots=True)
class Subquery(Expression):
    """``EXISTS``, ``COUNT`` or ``COLLECT`` of a query."""

    kind: str
    query: "Query"


@dataclass(slots=True)
class PatternTest(Expression):
    """Pattern as a condition."""

    pattern: "Pattern"


@dataclass(slots=True)
class PatternLoop(Expression):
    """Pattern comprehension; ``bar`` is the place of its ``|``."""

    pattern: "Pattern"
    where: Expression | None
    body: Expression
    bar: int


@dataclass(slots=True)
class Node(Part):
    """``(name:Labels {…} WHERE …)``."""

    name: str
    labels: Labels | None
    properties: Expression | None
    where: Expression | None
    after_name: int


@dataclass(slots=True)
class Relationship(Part):
    """``-[name:TYPES*1..3 {…} WHERE …]->``.

    Attributes:
        arrows: ``<`` and ``>``, as present.
        least: Minimal number of relationships; None without ``*``.
        box: Range of its brackets; None without.
        quantifier: Range of a following ``+``, ``*`` or ``{…}``.
    """

    name: str
    types: Labels | None
    properties: Expression | None
    where: Expression | None
    arrows: str
    least: int | None
    box: tuple[int, int] | None
    after_name: int
    quantifier: tuple[int, int] | None


@dataclass(slots=True)
class Group(Part):
    """``((…)-[…]-(…) WHERE …){1,3}``."""

    pattern: "Pattern"
    where: Expression | None
    quantifier: tuple[int, int] | None


@dataclass(slots=True)
class Pattern(Part):
    """Path: alternating nodes, relationships and groups.

    Attributes:
        shortest: ``shortestPath`` or ``allShortestPaths`` around it, or empty.
    """

    name: str
    shortest: str
    elements: "list[Node | Relationship | Group]"


@dataclass(slots=True)
class Clause(Part):
    """Clause."""


@dataclass(slots=True)
class Match(Clause):
    """``MATCH``, or the bare pattern of a subquery; ``tail`` is the place for WHERE."""

    patterns: list[Pattern]
    where: Expression | None
    tail: int


@dataclass(slots=True)
class Unwind(Clause):
    """``UNWIND of AS name``."""

    of: Expression
    name: str


@dataclass(slots=True)
class Item(Part):
    """Column."""

    value: Expression
    name: str
    is_named: bool


@dataclass(slots=True)
class Project(Clause):
    """``WITH`` or ``RETURN``; ``star`` is the place of a ``*``, else -1."""

    is_return: bool
    is_distinct: bool
    star: int
    items: list[Item]
    order: list[Expression]
    where: Expression | None


@dataclass(slots=True)
class Order(Clause):
    """``ORDER BY``, ``SKIP``, ``LIMIT`` or ``FINISH`` by themselves."""

    values: list[Expression]


@dataclass(slots=True)
class CallQuery(Clause):
    """``CALL (…) {…}``; ``imports`` is None if the subquery begins with its own WITH."""

    imports: list[str] | None
    query: "Query"


@dataclass(slots=True)
class CallProcedure(Clause):
    """``CALL name(…) YIELD … WHERE …``."""

    name: str
    arguments: list[Expression]
    yields: list[tuple[str, str]]
    where: Expression | None
    tail: int


@dataclass(slots=True)
class Query(Part):
    """Clauses of each query joined by ``UNION``."""

    unions: list[list[Clause]] = field(default_factory=list)
