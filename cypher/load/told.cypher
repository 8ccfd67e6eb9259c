// Say that a command of several loads has told what they did.
//
// mode:    write
// params:  command
// returns:

MATCH (s:Snapshot {command: $command})
REMOVE s.command
