// Give mentions their intent; what people said stays, unless people say it.
//
// mode:    write
// params:  rows, source
// returns:
//
// A row is [paragraph id, cited id, start, end, intent, confidence].

UNWIND $rows AS r
MATCH (:Paragraph {id: r[0]})-[m:MENTIONS {start: r[2], end: r[3]}]->(:Paper {id: r[1]})
WHERE $source = 'human' OR coalesce(m.intent_source, '') <> 'human'
SET m.intent = r[4], m.intent_confidence = r[5], m.intent_source = $source
