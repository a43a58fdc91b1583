"""Answers the input.txt of the working directory in an output.txt beside it."""

import os
import sys

try:
    from outply.cli.homework import main
except ModuleNotFoundError:
    # Not installed in this Python: run.py may have installed it beside this file.
    library = "Lib" if os.name == "nt" else f"lib/python{sys.version_info[0]}.{sys.version_info[1]}"
    here = os.path.dirname(os.path.realpath(__file__))
    sys.path.append(os.path.join(here, ".outply", library, "site-packages"))
    try:
        from outply.cli.homework import main
    except ModuleNotFoundError:
        sys.exit("outply is not installed in this Python; its README says how")

if __name__ == "__main__":
    sys.exit(main())
