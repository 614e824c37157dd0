"""What `ranvier run config.json` runs; also `python -m ranvier_sonata`."""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads would wait busily beside the run

from ranvier_sonata.cli import main  # noqa: E402

status = main(sys.argv[1:])
if status:
    sys.exit(status)
