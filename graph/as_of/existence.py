"""When each node and relationship begins to exist, and which stored values knew nothing later.

Everything here follows from how records are loaded (``cypher/load``): a relationship has the date
of the paper that states it, and what has no date of its own is there with the first of those.
Papers without a date and cited works without a record are never there, as in every answer that has
a day. What is not listed is not known on a day.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class NodeType:
    """Nodes with the same labels.

    Attributes:
        exists: The condition, in which ``{n}`` is the node, ``{w}`` a name to use, ``{day}`` the
            day.
        by: Relationships that a node of these has from its first day on: where it is matched by one
            that is there, it is there itself.
        properties: What is stored of it and knew nothing later.
        later: What other types have, too, and what of these may know of later records.
        of_day: What is stored of it and knows later records, with the relationships on which every
            record has its own; what it was on the day follows from those before it.
    """

    labels: frozenset[str]
    exists: str
    properties: frozenset[str]
    by: frozenset[str] = frozenset()
    of_day: Mapping[str, str] = field(default_factory=dict)
    later: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RelationshipType:
    """Relationships of one type, with the types of the nodes that they lead from and to.

    Attributes:
        is_dated: Else they are there as soon as both nodes are.
        later: What other types have, too, and what of these may know of later records.
        states: The type of the node whose date it has: ``start``, ``end`` or ``both``; empty where
            the date is another's.
    """

    start: str
    end: str
    properties: frozenset[str]
    is_dated: bool = True
    states: str = ""
    later: frozenset[str] = frozenset()

    def implies(self, end: str) -> bool:
        """Whether the node at the ``start`` or ``end`` is there where it is there itself."""
        return self.states in {end, "both"}


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


_DATED: Final = "{n}.date < {day}"
_NAMED_BY: Final = {
    "Author": "({n})-[{w}:AUTHORED]->()",
    "Venue": "({n})<-[{w}:PUBLISHED_IN]-()",
    "Institution": "({n})<-[{w}:AFFILIATED_WITH]-()",
    "Field": "({n})<-[{w}:IN_FIELD]-()",
}

_FORMS: Final = ("names", "spellings")


def _named_node_type(label: str, properties: str, by: str) -> NodeType:
    """What many records name, each in its own way."""
    pattern = _NAMED_BY[label]
    return NodeType(
        words(label),
        f"EXISTS {{{{ {pattern} WHERE {{w}}.date < {{day}} }}}}",
        words("id"),
        words(by),
        dict.fromkeys(("name", *_FORMS, *properties.split()), pattern),
    )


def _part_node_type(label: str, properties: str, by: str) -> NodeType:
    """What is part of a paper."""
    exists = f"EXISTS {{{{ ({{n}})<-[:{by.split()[0]}]-({{w}}) WHERE {{w}}.date < {{day}} }}}}"
    return NodeType(words(label), exists, words(properties), words(by))


NODES: Final[Mapping[str, NodeType]] = {
    "Paper": NodeType(
        words("Work Paper"),
        _DATED,
        words(
            "id title abstract date day date_precision first_date date_reason type doi arxiv_id "
            "acl_id openalex_id s2_id pmid"
        ),
    ),
    "Author": _named_node_type("Author", "orcid", "AUTHORED AFFILIATED_WITH"),
    "Venue": _named_node_type("Venue", "", "PUBLISHED_IN"),
    "Institution": _named_node_type("Institution", "", "AFFILIATED_WITH"),
    "Field": _named_node_type("Field", "level", "IN_FIELD"),
    "Paragraph": _part_node_type("Paragraph", "id position section text", "HAS_PARAGRAPH MENTIONS"),
    "Claim": _part_node_type("Claim", "id stance text origin", "HAS_CLAIM"),
    "Contribution": NodeType(
        words("Contribution"),
        _DATED,
        words("id kind text date day name contribution paper_ref paper_title"),
    ),
    "Artifact": NodeType(
        words("Artifact"),
        "EXISTS {{ ({n})-[{w}:RELEASED|REFERS_TO]-() WHERE {w}.date < {day} }}",
        words("id kind"),
        words("RELEASED REFERS_TO"),
        later=words("name names spellings url count read_on"),
    ),
    "Community": NodeType(
        words("Community"),
        "{n}.before <= {day}",
        words("id name spellings size before mix resolution seed lineage_id"),
    ),
}
_LABELLED: Final = (
    "sentiment sentiment_confidence sentiment_source intent intent_confidence intent_source"
)
RELATIONSHIPS: Final[Mapping[str, RelationshipType]] = {
    "CITES": RelationshipType(
        "Paper",
        "Paper",
        words(
            "date day mentions is_influential intents contexts positive neutral negative sentence "
            + _LABELLED
        ),
        states="start",
    ),
    "AUTHORED": RelationshipType(
        "Author",
        "Paper",
        words("date day position name is_corresponding orcid institution_ids given_ids"),
        states="end",
    ),
    "CO_MENTIONED": RelationshipType(
        "Paper", "Paper", words("date day citing_id paragraph_ids count")
    ),
    "PUBLISHED_IN": RelationshipType("Paper", "Venue", words("date name"), states="start"),
    "IN_FIELD": RelationshipType(
        "Paper", "Field", words("date day name level score is_primary"), states="start"
    ),
    "AFFILIATED_WITH": RelationshipType("Author", "Institution", words("date day paper_id name")),
    "HAS_PARAGRAPH": RelationshipType("Paper", "Paragraph", frozenset(), is_dated=False),
    "MENTIONS": RelationshipType("Paragraph", "Paper", words("date day start end " + _LABELLED)),
    "HAS_CLAIM": RelationshipType("Paper", "Claim", frozenset(), is_dated=False),
    "CONTRIBUTES": RelationshipType("Paper", "Contribution", words("date day")),
    "ENABLED_BY": RelationshipType(
        "Contribution",
        "Contribution",
        words("date day position roles rationale evidence"),
        states="both",
    ),
    "GROUNDED_IN": RelationshipType("Contribution", "Paper", words("date day is_canonical")),
    "RELEASED": RelationshipType("Paper", "Artifact", words("date day"), states="start"),
    "REFERS_TO": RelationshipType(
        "Artifact",
        "Paper",
        words("date day date_precision name url in_record"),
        later=words("count read_on"),
    ),
    "IN_COMMUNITY": RelationshipType("Paper", "Community", frozenset(), is_dated=False),
}
EVERY_NODE: Final = frozenset(NODES)
EVERY_RELATIONSHIP: Final = frozenset(RELATIONSHIPS)
LABELS: Final = frozenset().union(*(one.labels for one in NODES.values()))
_UNDATED: Final = sorted(name for name, one in RELATIONSHIPS.items() if not one.is_dated)


def node_exists(
    types: frozenset[str], node: str, day: str, name: str, implied: frozenset[str] = frozenset()
) -> str:
    """The condition that a node of some types is there; empty where it is there anyway.

    Args:
        types: Of which it is one.
        node: What it is called.
        name: A name that nothing else has.
        implied: Those that are there by what else the pattern asks for.
    """
    if not types:
        return "false"
    groups: dict[str, list[str]] = {}
    for label in sorted(types):
        condition = "true" if label in implied else NODES[label].exists
        groups.setdefault(condition.format(n=node, w=name, day=day), []).append(label)
    return "" if list(groups) == ["true"] else _select_by_type(groups, node, "false")


def relationship_exists(types: frozenset[str], relationship: str, day: str) -> str:
    """The condition that a relationship between nodes that are there is there; empty for always."""
    dated = f"{relationship}.date < {day}"
    undated = [name for name in _UNDATED if name in types]
    if not undated:
        return dated
    if len(undated) == len(types):
        return ""
    return f"coalesce({dated}, type({relationship}) IN {undated})"


def property_on_day(types: frozenset[str], key: str, node: str, day: str, name: str) -> str:
    """What a property of a node was on the day, where that is not what is stored.

    A name is the one printed most often until then, of equally frequent ones the longest, then the
    smallest; of other values the smallest. Lists of names hold those printed until then.
    """
    if not types:
        return "null"
    groups: dict[str, list[str]] = {}
    for label in sorted(types):
        value = f"{node}.{key}" if key in NODES[label].properties else "null"
        if pattern := NODES[label].of_day.get(key):
            by = pattern.format(n=node, w=name)
            then = f"WHERE {name}.date < {day} AND {name}.{key}"
            is_stored = f"EXISTS {{ {by} {then} = {node}.{key} }}"
            expression = (
                f"MATCH {by} {then} IS NOT NULL RETURN {name}.{key} ORDER BY {name}.{key} LIMIT 1"
            )
            if key == "name":
                is_stored = f"{node}.names IS NULL"  # every record prints the same
                # An aggregation would be taken for one of the statement around it.
                form, times = f"{name}_form", f"{name}_times"
                expression = (
                    f"UNWIND {node}.names AS {form} "
                    f"WITH {form}, COUNT {{ {by} {then} = {form} }} AS {times} WHERE {times} > 0 "
                    f"RETURN {form} ORDER BY {times} DESC, size({form}) DESC, {form} LIMIT 1"
                )
            value = (
                f"CASE WHEN {is_stored} THEN {node}.{key} ELSE head(COLLECT {{ {expression} }}) END"
            )
            if key in _FORMS:
                value = _forms(key, node, f"{by} WHERE {name}.date < {day} AND {name}.name", name)
        groups.setdefault(value, []).append(label)
    return _select_by_type(groups, node, "null")


def if_ever_named(node: str, value: str) -> str:
    """The condition that a node was ever called so, of which a costlier one comes after it."""
    return f"CASE WHEN {value} IN coalesce({node}.names, [{node}.name]) THEN "


def _forms(key: str, node: str, printed: str, name: str) -> str:
    """The names printed until the day where records differ by then, or the spellings of all."""
    place, forms = f"{name}_place", f"{name}_forms"
    listed = (
        f"UNWIND range(0, coalesce(size({node}.names), 0) - 1) AS {place} "
        f"WITH {place} WHERE EXISTS {{ {printed} = {node}.names[{place}] }} "
        f"RETURN {node}.{key}[{place}] ORDER BY {place}"
    )
    if key == "spellings":
        some = f"WITH COLLECT {{ {listed} }} AS {forms} WHERE size({forms}) > 0 RETURN {forms}"
        return (
            f"CASE WHEN {node}.names IS NULL THEN {node}.{key} ELSE head(COLLECT {{ {some} }}) END"
        )
    is_several = f"size({forms}) > 1 OR size({forms}) = 1 AND EXISTS {{ {printed} IS NULL }}"
    some = f"WITH COLLECT {{ {listed} }} AS {forms} WHERE {is_several} RETURN {forms}"
    return f"head(COLLECT {{ {some} }})"


def _select_by_type(values: Mapping[str, list[str]], node: str, otherwise: str) -> str:
    """One of some values, each with the types of the node for which it holds."""
    if len(values) == 1:
        return next(iter(values))
    cases = " ".join(
        f"WHEN {' OR '.join(f'{node}:{label}' for label in types)} THEN {value}"
        for value, types in values.items()
    )
    return f"CASE {cases} ELSE {otherwise} END"


def answerable_properties(labels: Iterable[str]) -> frozenset[str]:
    """Which properties of a node with some labels, or of a relationship of a type, are answered."""
    own = frozenset(labels)
    property_sets = [spec.properties for spec in NODES.values() if spec.labels <= own]
    property_sets += [spec.properties for name, spec in RELATIONSHIPS.items() if name in own]
    return frozenset().union(*property_sets)
