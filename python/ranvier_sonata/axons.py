"""How model_processing replaces the axon of a reconstruction by two cylinders of 30 um, of which the first is at the soma."""

import dataclasses

import numpy as np

LENGTH = 30.0  # [um], of each cylinder


@dataclasses.dataclass(frozen=True)
class Axon:
    """`at` is the place on the soma; `keeps_diameters` takes those of the old axon.

    `is_directed` gives the cylinders 3-D points from the end of the soma on, in the direction of the old axon.
    """

    at: float
    keeps_diameters: bool = False
    is_directed: bool = False

    def replace(self, cell):
        """Raises ValueError if the cell has no axon, and one is needed."""
        from ranvier import h

        if not cell.axon and (self.keeps_diameters or self.is_directed):
            raise ValueError("has no axon, whose diameters or direction model_processing takes")
        diameters = [cell.axon[0].diam, cell.axon[-1].diam] if self.keeps_diameters else [1.0, 1.0]
        points = _directed(cell) if self.is_directed else None
        for section in cell.axon:
            h.delete_section(sec=section)
        cell.all = [section for section in cell.all if section not in cell.axon]
        cell.axon = [h.Section(name=f"axon[{k}]", cell=cell) for k in range(2)]
        for k, (section, diameter) in enumerate(zip(cell.axon, diameters)):
            if points is None:
                section.diam = diameter
            else:
                for x, y, z in points[k : k + 2]:
                    section.pt3dadd(x, y, z, diameter)
            section.L = LENGTH
        cell.axon[0].connect(cell.soma[0](self.at), 0)
        cell.axon[1].connect(cell.axon[0](1), 0)
        cell.all += cell.axon


PERISOMATIC, ALL_ACTIVE = Axon(0.5), Axon(1.0, keeps_diameters=True)
PERISOMATIC_DIRECTED = Axon(0.5, is_directed=True)
ALL_ACTIVE_DIRECTED = Axon(1.0, keeps_diameters=True, is_directed=True)


def _points(section):
    from ranvier import h

    return np.array([[read(k, sec=section) for read in (h.x3d, h.y3d, h.z3d)] for k in range(section.n3d())])


def _directed(cell):
    """The three ends of the cylinders, from the last point of the soma on.

    The direction is the principal axis of the last section of the axon with the middle point of the soma.
    """
    soma, axon = _points(cell.soma[-1]), _points(cell.axon[-1])
    middle = soma[len(soma) // 2]
    points = np.concatenate(([middle], axon))
    _, _, axes = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)
    axis = axes[0] / np.sqrt(np.sum(axes[0] ** 2))
    if np.dot(axis, axon[-1] - middle) < 0:
        axis = -axis
    return [soma[-1] + axis * (LENGTH * k) for k in range(3)]
