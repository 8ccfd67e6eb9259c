// Give citations the sentiment that people gave them.
//
// mode:    write
// params:  rows
// returns: pairs
//
// A row is {citing_id, cited_id, label, positive, neutral, negative, sentence}: how many labelled
// sentences say what. Returns how many of the rows are citations.

UNWIND $rows AS r
MATCH (:Paper {id: r.citing_id})-[c:CITES]->(:Paper {id: r.cited_id})
SET c.sentiment = r.label, c.sentiment_confidence = 1.0, c.sentiment_source = 'human',
    c.positive = r.positive, c.neutral = r.neutral, c.negative = r.negative,
    c.sentence = r.sentence
RETURN count(*) AS pairs
