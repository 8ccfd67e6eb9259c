// Add simulated papers, under a label that no statement on real papers names.
//
// mode:    write
// params:  source, rows
// returns:

UNWIND $rows AS row
CREATE (p:SimulatedPaper {id: row.id})
SET p.source = $source, p.title = row.title, p.abstract = row.abstract, p.date = row.date,
    p.day = row.day, p.date_precision = row.date_precision, p.venue_id = row.venue_id,
    p.field_ids = row.field_ids, p.citations_foreseen = row.citations_foreseen
