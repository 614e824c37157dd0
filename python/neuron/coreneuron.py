"""CoreNEURON's settings. Ranvier has one engine, whose runs are vectorized and parallel: `enable` is accepted, with one
warning, and changes nothing. There is no GPU, so `gpu` is an error.

The other settings are checked and returned. `with coreneuron(verbose=0):` changes settings for a block.
"""

import contextlib
import sys
import types
import warnings


def _path(value):
    return str(value) if value else value


def _within(low, high=None):
    def convert(value):
        value = int(value)
        if value < low or (high is not None and value > high):
            raise ValueError(f"{value} is less than {low}" if value < low else f"{value} is greater than {high}")
        return value

    return convert


def _switch(value):
    return bool(int(value))


_SETTINGS = {  # default, conversion
    "enable": (False, _switch),
    "gpu": (False, _switch),
    "num_gpus": (0, _within(0)),
    "file_mode": (False, bool),
    "cell_permute": (0, _within(0, 1)),
    "warp_balance": (0, _within(0)),
    "verbose": (2, _within(0, 3)),
    "prcellstate": (-1, _within(-1)),
    "model_stats": (False, bool),
    "sim_config": (None, str),
    "model_path": (None, _path),
    "save_path": (None, _path),
    "restore_path": (None, _path),
    "skip_write_model_to_disk": (False, bool),
}


def valid_cell_permute():
    """The values that cell_permute may have without a GPU."""
    return {0, 1}


def nrncore_arg(tstop):
    """The arguments for CoreNEURON: none."""
    float(tstop)
    return ""


class _Settings(types.ModuleType):
    def __setattr__(self, name, value):
        if name in _SETTINGS:
            former, (_, convert) = getattr(self, name), _SETTINGS[name]
            value = former if value == former else convert(value)
            if name == "gpu" and value:
                raise NotImplementedError("coreneuron.gpu: Ranvier runs on CPUs only")
            if name == "enable" and value:
                warnings.warn(
                    "coreneuron.enable changes nothing: Ranvier runs on its own engine, with the same spikes",
                    stacklevel=2,
                )
        super().__setattr__(name, value)

    def __call__(self, **settings):
        """A context: the settings apply within it."""
        for name in settings:
            if name not in _SETTINGS:
                raise AttributeError(f"coreneuron has no setting {name!r}")
        return self._changed(settings)

    @contextlib.contextmanager
    def _changed(self, settings):
        former = {name: getattr(self, name) for name in settings}
        try:
            for name, value in settings.items():
                setattr(self, name, value)
            yield self
        finally:
            for name in reversed(former):
                setattr(self, name, former[name])


for _name, (_default, _) in _SETTINGS.items():
    globals()[_name] = _default
sys.modules[__name__].__class__ = _Settings
