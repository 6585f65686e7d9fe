"""`python -m undercroft.lab`: a worker of the lab over standard input and output."""

import sys

from undercroft.lab.workers import serve

if __name__ == "__main__":
    sys.exit(serve())
