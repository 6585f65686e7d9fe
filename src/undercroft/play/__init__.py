"""One game, one person: the command line and the line mode."""
