// The options of the latest load whose texts stand outside the graph; no row when none do.
//
// mode:    read
// params:
// returns: options

MATCH (s:Snapshot)
WHERE s.options CONTAINS '"text_folder"'
RETURN s.options AS options
ORDER BY s.started_at DESC
LIMIT 1
