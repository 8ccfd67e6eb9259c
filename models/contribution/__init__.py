"""Systems and measures of the task that asks for a title and an abstract."""
