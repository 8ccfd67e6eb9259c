// Numbers that must not move while the graph is exported.
//
// mode:    read
// params:
// returns: papers, works, citations, authorships, co_mentions, field_memberships, undated_papers, top_paper, top_author, top_field

CALL () { MATCH (p:Paper) RETURN count(*) AS papers, count(p.day) AS dated, max(id(p)) AS top_paper }
CALL () { MATCH (:Work) RETURN count(*) AS works }
CALL () { MATCH (a:Author) RETURN max(id(a)) AS top_author }
CALL () { MATCH (f:Field) RETURN max(id(f)) AS top_field }
CALL () { MATCH ()-[:CITES]->() RETURN count(*) AS citations }
CALL () { MATCH ()-[:AUTHORED]->() RETURN count(*) AS authorships }
CALL () { MATCH ()-[:CO_MENTIONED]->() RETURN count(*) AS co_mentions }
CALL () { MATCH ()-[:IN_FIELD]->() RETURN count(*) AS field_memberships }
RETURN papers, works, citations, authorships, co_mentions, field_memberships,
       papers - dated AS undated_papers,
       coalesce(top_paper, -1) AS top_paper, coalesce(top_author, -1) AS top_author,
       coalesce(top_field, -1) AS top_field
