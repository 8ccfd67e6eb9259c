"""Typed read-only tools on the graph as of a day, for language models and other programs.

Each is a function of a :class:`DatedView` and checked arguments; no answer contains anything dated
on or after the day of the view, and no argument can move that day.
"""

from typing import Final

from scinet.graph.tools import ego, pair, path, search
from scinet.graph.tools.tool import Tool, ToolResult
from scinet.graph.tools.view import DatedView

TOOLS: Final = {tool.name: tool for tool in (*search.TOOLS, *ego.TOOLS, *pair.TOOLS, *path.TOOLS)}
"""All tools by name."""

__all__ = ["TOOLS", "DatedView", "Tool", "ToolResult"]
