"""`python -m outply` is the command `outply`."""

from outply.cli.main import main

main()
