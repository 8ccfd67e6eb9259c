"""The database: its driver, the statements it is asked, their limits, and what it holds."""
