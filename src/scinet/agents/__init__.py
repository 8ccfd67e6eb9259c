"""The server for agents: verbs of the graph as tools, prompts and resources of the protocol.

Source:
    Model Context Protocol, https://modelcontextprotocol.io, by its official Python package.
"""
