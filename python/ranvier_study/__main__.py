"""`python -m ranvier_study` is `ranvier study`."""

import sys

from .cli import main

sys.exit(main(sys.argv[1:]))
