"""CoreNEURON's switches. CoreNEURON is not supported: `enable` stays False, and setting it is an error."""

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
            raise NotImplementedError(f"coreneuron.{name}: CoreNEURON is not supported; runs are vectorized without it")
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Switches
