// Mark the loads of a command as reported.
//
// mode:    write
// params:  command
// returns:

MATCH (s:Snapshot {command: $command})
REMOVE s.command
