"""`python -m outply` runs the command `outply`."""

from outply.cli.main import main

if __name__ == "__main__":  # not in worker processes, which import this module
    main()
