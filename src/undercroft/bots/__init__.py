"""Players made of code: they see what a seat sees and nothing else."""
