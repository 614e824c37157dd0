"""Vector, List, Matrix and SectionList as Python's containers."""

import _ranvier
from ranvier.objects import HocObject


class VectorObject(HocObject):
    _hoc_class = "Vector"

    def __new__(cls, *arguments, **options):
        if len(arguments) == 1 and hasattr(arguments[0], "__iter__"):
            return _ranvier.assign(super().__new__(cls), arguments[0])
        return super().__new__(cls, *arguments, **options)

    def __len__(self):
        return int(self.size())


_bases = {"Vector": VectorObject}


def base_of_class(name):
    return _bases.get(name, HocObject)
