// Numbers that must not move while the graph is exported.
//
// mode:    read
// params:
// returns: papers, works, citations, authors, authorships, publications, co_mentions, fields, field_memberships, undated_papers

CALL () { MATCH (p:Paper) RETURN count(*) AS papers, count(p.day) AS dated }
CALL () { MATCH (:Work) RETURN count(*) AS works }
CALL () { MATCH ()-[:CITES]->() RETURN count(*) AS citations }
CALL () { MATCH (:Author) RETURN count(*) AS authors }
CALL () { MATCH ()-[:AUTHORED]->() RETURN count(*) AS authorships }
CALL () { MATCH ()-[:PUBLISHED_IN]->() RETURN count(*) AS publications }
CALL () { MATCH ()-[:CO_MENTIONED]->() RETURN count(*) AS co_mentions }
CALL () { MATCH (:Field) RETURN count(*) AS fields }
CALL () { MATCH ()-[:IN_FIELD]->() RETURN count(*) AS field_memberships }
RETURN papers, works, citations, authors, authorships, publications, co_mentions, fields,
       field_memberships, papers - dated AS undated_papers
