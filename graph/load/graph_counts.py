"""How much the graph holds, from the count store."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scinet.graph.connection import Database


def graph_counts(db: "Database") -> dict[str, int]:
    """Source nodes and relationships by kind, from the count store."""
    nodes = {row["label"]: row["count"] for row in db.rows("admin/node_counts")}
    links = {row["type"]: row["count"] for row in db.rows("admin/relationship_counts")}
    return {
        "papers": nodes["Paper"],
        "unknown_works": nodes["Work"] - nodes["Paper"],
        "authors": nodes["Author"],
        "venues": nodes["Venue"],
        "fields": nodes["Field"],
        "institutions": nodes["Institution"],
        "artifacts": nodes["Artifact"],
        "paragraphs": nodes["Paragraph"],
        "contributions": nodes["Contribution"],
        "claims": nodes["Claim"],
        "citations": links["CITES"],
        "authorships": links["AUTHORED"],
        "publications": links["PUBLISHED_IN"],
        "field_memberships": links["IN_FIELD"],
        "affiliations": links["AFFILIATED_WITH"],
        "releases": links["RELEASED"],
        "referrals": links["REFERS_TO"],
        "mentions": links["MENTIONS"],
        "co_mentions": links["CO_MENTIONED"],
        "attributions": links["CONTRIBUTES"],
        "pathway_steps": links["ENABLED_BY"],
        "groundings": links["GROUNDED_IN"],
    }
