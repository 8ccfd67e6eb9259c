"""What every system shares: how it answers, is run, is trained and is saved."""
