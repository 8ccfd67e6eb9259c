// Finds artefacts by kind.
//
// mode:    write
// params:
// returns:

CREATE INDEX artifact_kind IF NOT EXISTS FOR (n:Artifact) ON (n.kind)
