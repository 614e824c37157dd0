"""The trees of branched_ring.hoc: one stream of random numbers, the same order of draws."""


class RandomTrees:
    """Draws the cells one after the other (S. K. Park & K. W. Miller, Comm. ACM 31 (1988) 1192)."""

    def __init__(self, least=35, most=65):
        self._least, self._most = least, most
        self._state = 1

    def _uniform(self):
        self._state = 16807 * self._state % 2147483647
        return self._state / 2147483647

    def next(self):
        """Parents of the branches, in order: 0 is the soma, k the k-th branch."""
        count = self._least + int(self._uniform() * (self._most - self._least + 1))
        children = [0] * (count + 1)
        parents = []
        for i in range(count):
            parent = int(self._uniform() * (i + 1))
            while children[parent] >= (4 if parent == 0 else 2):
                parent = int(self._uniform() * (i + 1))
            children[parent] += 1
            parents.append(parent)
        return parents
