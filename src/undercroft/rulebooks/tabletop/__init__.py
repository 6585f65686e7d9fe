"""The rulebook `tabletop`: a d20 roll-under role-playing game, for a master's table, solo play and encounter design."""
