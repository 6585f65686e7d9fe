"""`python -m undercroft` is `undercroft`."""

from undercroft.play.cli import main

if __name__ == "__main__":
    main()
