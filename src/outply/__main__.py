"""`python -m outply` is the command `outply`."""

from outply.cli.main import main

if __name__ == "__main__":  # and not when a process that plays games is started
    main()
