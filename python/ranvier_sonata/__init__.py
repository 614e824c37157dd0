"""SONATA circuits of detailed cells, run from their configuration (docs/sonata.md).

`load` builds the network of a configuration in the dialect of bmtk; `Network.run` runs it. The cells, connections and inputs
are made by the module's calls for many cells at once, so each rank reads and makes only its share.
"""

from .errors import SonataError
from .network import Network, load

__all__ = ["Network", "SonataError", "load"]
