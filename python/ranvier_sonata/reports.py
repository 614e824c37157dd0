"""Reports."""


class Reports:
    def __init__(self, circuit, node_sets):
        self._circuit, self._node_sets = circuit, node_sets

    def start(self, pc, folder):
        pass

    def flush(self):
        pass

    def finish(self):
        pass
