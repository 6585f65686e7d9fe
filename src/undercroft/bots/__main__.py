"""`python -m undercroft.bots descent`: the competent player of descent over standard input and output."""

import sys

from undercroft.bots.remote import serve

if __name__ == "__main__":
    sys.exit(serve(sys.argv[1:]))
