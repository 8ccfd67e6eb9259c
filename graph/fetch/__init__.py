"""Downloads from web services: answers stored unchanged in a folder that a load reads."""
