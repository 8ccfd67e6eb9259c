// Keep what loads brought of records that are shown as part of a work.
//
// mode:    write
// params:  rows
// returns:
//
// A record may be kept for itself before it is known to be one of several.

UNWIND $rows AS r
MERGE (s:SourceRecord {id: r.type + ' ' + r.owner})
ON CREATE SET s.type = r.type, s.owner = r.owner, s.run = r.run, s.dropped = r.dropped,
              s.digest = r.digest, s.record = r.record,
              s.shown = r.shown, s.shown_hash = r.shown_hash
SET s.work = CASE WHEN r.is_alone THEN coalesce(s.work, r.work) ELSE r.work END
