"""How ``scinet evaluate`` prints what it found, by what was scored."""
