"""Answer input.txt in the working directory: write output.txt next to it."""

import os
import sys

try:
    from outply.cli.homework import main
except ModuleNotFoundError:
    # Not installed in this Python: run.py may have installed it next to this file.
    library = "Lib" if os.name == "nt" else f"lib/python{sys.version_info[0]}.{sys.version_info[1]}"
    here = os.path.dirname(os.path.realpath(__file__))
    sys.path.append(os.path.join(here, ".outply", library, "site-packages"))
    try:
        from outply.cli.homework import main
    except ModuleNotFoundError:
        sys.exit("outply is not installed in this Python; see its README")

if __name__ == "__main__":
    sys.exit(main())
