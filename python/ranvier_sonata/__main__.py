"""What `ranvier run config.json` runs; also `python -m ranvier_sonata`."""

import sys

from ranvier_sonata.cli import main

status = main(sys.argv[1:])
if status:
    sys.exit(status)
