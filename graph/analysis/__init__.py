"""What a whole network holds: status, quality, groups, namesakes and maps."""
