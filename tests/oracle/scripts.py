"""The programs of scripts/, which have no suffix, as modules."""

import importlib.machinery
import importlib.util
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def load_script(name):
    """scripts/NAME as a module."""
    path = ROOT / "scripts" / name
    module_name = name.replace("-", "_")
    loader = importlib.machinery.SourceFileLoader(module_name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(module_name, loader))
    sys.modules[module_name] = module  # where dataclasses look it up
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))  # where it finds the modules beside it
    loader.exec_module(module)
    return module
