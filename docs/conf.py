"""Sphinx configuration."""

project = "undercroft"
copyright = "the undercroft authors"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "undercroft"
myst_heading_anchors = 3
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
