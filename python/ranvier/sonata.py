"""SONATA circuits: `ranvier.sonata.load(config)` is that of the package ranvier_sonata."""

from ranvier_sonata import Network, SonataError, load

__all__ = ["Network", "SonataError", "load"]
