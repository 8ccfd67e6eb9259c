// Find papers by ids of OpenAlex that were merged into theirs.
//
// mode:    write
// params:
// returns:

CREATE TEXT INDEX paper_merged_ids IF NOT EXISTS FOR (n:Paper) ON (n.merged_ids)
