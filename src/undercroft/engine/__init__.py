"""The ground floor: it knows no rulebook and imports nothing from above."""
