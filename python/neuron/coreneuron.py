"""CoreNEURON's switches. It is not there: `enable` stays False, and asking for it is an error."""

import sys
import types


class _Switches(types.ModuleType):
    enable = gpu = False
    file_mode = False
    verbose = 2
    cell_permute = 0
    num_gpus = 0

    def __setattr__(self, name, value):
        if name in ("enable", "gpu") and value:
            raise NotImplementedError(f"coreneuron.{name}: CoreNEURON is not there; the run is vectorized without it")
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Switches
