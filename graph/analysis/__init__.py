"""Analyses of a whole network: status, quality, groups, namesakes and maps."""
