"""Existence of nodes and relationships as of a day, and their answerable properties.

Everything here follows from how records are loaded (``cypher/load``): a relationship has the date
of the paper that states it, and a node without a date exists from the first of those on. Papers
without a date and cited works without a record never exist, as in every answer with a day. Anything
not listed is unknown as of a day.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class NodeType:
    """Nodes with the same labels.

    Attributes:
        exists: Condition of existence of ``{n}``; ``{w}`` is an unused name, ``{day}`` the day.
        by: Relationships whose existence implies that of the node.
        properties: Stored properties that do not depend on later records.
        later: Properties shared with other types that may depend on later records here.
        of_day: Stored properties that depend on later records, with the pattern of relationships on
            which every record has its own; the value of the day follows from those before it.
    """

    labels: frozenset[str]
    exists: str
    properties: frozenset[str]
    by: frozenset[str] = frozenset()
    of_day: Mapping[str, str] = field(default_factory=dict)
    later: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RelationshipType:
    """Relationships of one type, with the types of their nodes.

    Attributes:
        is_dated: Whether it has a date; else it exists as soon as both nodes do.
        later: Properties shared with other types that may depend on later records here.
        states: End whose date it has: ``start``, ``end``, ``both``, or empty for neither.
    """

    start: str
    end: str
    properties: frozenset[str]
    is_dated: bool = True
    states: str = ""
    later: frozenset[str] = frozenset()

    def implies(self, end: str) -> bool:
        """Whether its existence implies that of its ``start`` or ``end``."""
        return self.states in {end, "both"}


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
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
    """Make the type of nodes named by many records, each in its own way."""
    pattern = _NAMED_BY[label]
    return NodeType(
        words(label),
        f"EXISTS {{{{ {pattern} WHERE {{w}}.date < {{day}} }}}}",
        words("id"),
        words(by),
        dict.fromkeys(("name", *_FORMS, *properties.split()), pattern),
    )


def _part_node_type(label: str, properties: str, by: str) -> NodeType:
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
LABELS: Final = frozenset().union(*(node.labels for node in NODES.values()))
_UNDATED: Final = sorted(name for name, spec in RELATIONSHIPS.items() if not spec.is_dated)


def node_exists(
    types: frozenset[str], node: str, day: str, name: str, implied: frozenset[str] = frozenset()
) -> str:
    """Return the condition that a node of some types exists; empty if implied.

    Args:
        name: An unused name.
        implied: Types whose existence the rest of the pattern implies.
    """
    if not types:
        return "false"
    groups: dict[str, list[str]] = {}
    for label in sorted(types):
        condition = "true" if label in implied else NODES[label].exists
        groups.setdefault(condition.format(n=node, w=name, day=day), []).append(label)
    return "" if list(groups) == ["true"] else _select_by_type(groups, node, "false")


def relationship_exists(types: frozenset[str], relationship: str, day: str) -> str:
    """Return the condition that a relationship of existing nodes exists; empty for always."""
    dated = f"{relationship}.date < {day}"
    undated = [name for name in _UNDATED if name in types]
    if not undated:
        return dated
    if len(undated) == len(types):
        return ""
    return f"coalesce({dated}, type({relationship}) IN {undated})"


def property_on_day(types: frozenset[str], key: str, node: str, day: str, name: str) -> str:
    """Return the value of a property on the day, if it is not the stored one.

    A name is the one printed most often until then, ties to the longest, then the smallest; of
    other values the smallest. Lists of names hold those printed until then.
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
                # An aggregation would bind to the surrounding statement.
                form, times = f"{name}_form", f"{name}_times"
                expression = (
                    f"UNWIND {node}.names AS {form} "
                    f"WITH {form}, COUNT {{ {by} {then} = {form} }} AS {times} "
                    f"RETURN CASE WHEN {times} > 0 THEN {form} END "  # 2026.01 refuses a WHERE
                    f"ORDER BY {times} DESC, size({form}) DESC, {form} LIMIT 1"
                )
            value = (
                f"CASE WHEN {is_stored} THEN {node}.{key} ELSE head(COLLECT {{ {expression} }}) END"
            )
            if key in _FORMS:
                value = _forms(key, node, f"{by} WHERE {name}.date < {day} AND {name}.name", name)
        groups.setdefault(value, []).append(label)
    return _select_by_type(groups, node, "null")


def if_ever_named(node: str, value: str) -> str:
    """Return the begin of a CASE that evaluates a name only for nodes that ever had the value."""
    return f"CASE WHEN {value} IN coalesce({node}.names, [{node}.name]) THEN "


def _forms(key: str, node: str, printed: str, name: str) -> str:
    """Return the names printed until the day if records differ by then, or all spellings."""
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
    """Return the expression that selects a value by the type of the node."""
    if len(values) == 1:
        return next(iter(values))
    cases = " ".join(
        f"WHEN {' OR '.join(f'{node}:{label}' for label in types)} THEN {value}"
        for value, types in values.items()
    )
    return f"CASE {cases} ELSE {otherwise} END"


def answerable_properties(labels: Iterable[str]) -> frozenset[str]:
    """Return answerable properties of a node by labels, or a relationship by type."""
    own = frozenset(labels)
    property_sets = [spec.properties for spec in NODES.values() if spec.labels <= own]
    property_sets += [spec.properties for name, spec in RELATIONSHIPS.items() if name in own]
    return frozenset().union(*property_sets)
