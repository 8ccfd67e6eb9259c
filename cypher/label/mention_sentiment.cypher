// Give mentions their sentiment; what people said stays, unless people say it.
//
// mode:    write
// params:  rows, source
// returns:
//
// A row is [paragraph id, cited id, start, end, sentiment, confidence].

UNWIND $rows AS r
MATCH (:Paragraph {id: r[0]})-[m:MENTIONS {start: r[2], end: r[3]}]->(:Paper {id: r[1]})
WHERE $source = 'human' OR coalesce(m.sentiment_source, '') <> 'human'
SET m.sentiment = r[4], m.sentiment_confidence = r[5], m.sentiment_source = $source
