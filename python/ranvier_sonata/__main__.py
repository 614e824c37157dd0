"""What `ranvier run config.json` runs; also `python -m ranvier_sonata`."""

import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads would wait busily beside the run

try:
    import h5py  # noqa: F401
    import numpy  # noqa: F401
except ModuleNotFoundError as error:
    sys.exit(f"SONATA circuits need the Python package {error.name}: {sys.prefix}/bin/python -m pip install h5py")

from ranvier_sonata.cli import main  # noqa: E402

status = main(sys.argv[1:])
if status:
    sys.exit(status)
