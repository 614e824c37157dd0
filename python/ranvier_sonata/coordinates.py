"""Where the segments of a cell are: its points, rotated about its soma and moved to its position."""

import numpy as np


def rotation(axis, angle):
    """The matrix of a counterclockwise rotation about an axis (Rodrigues' formula in Euler's parameters)."""
    axis = np.asarray(axis, float)
    axis = axis / np.sqrt(np.dot(axis, axis))
    a = np.cos(angle / 2.0)
    b, c, d = -axis * np.sin(angle / 2.0)
    aa, bb, cc, dd = a * a, b * b, c * c, d * d
    bc, ad, ac, ab, bd, cd = b * c, a * d, a * c, a * b, b * d, c * d
    return np.array(
        [
            [aa + bb - cc - dd, 2 * (bc + ad), 2 * (bd - ac)],
            [2 * (bc - ad), aa + cc - bb - dd, 2 * (cd + ab)],
            [2 * (bd + ac), 2 * (cd - ab), aa + dd - bb - cc],
        ]
    )


def rotation_xyz(x, y, z):
    """First about z, then y, then x [rad]."""
    about = rotation([0, 1, 0], y).dot(rotation([0, 0, 1], z))
    return np.dot(rotation([1, 0, 0], x), about)


def along(paths, segments, part):
    """Points of all segments, an array of three rows, with the middle of the soma's points as the origin.

    part: 0 for the beginnings of segments, 0.5 for their middles, 1 for their ends. paths: for each section, (points [n x 3],
    distances along it [n], length [um]); the first is the soma.
    """
    soma = paths[0][0].sum(axis=0) / len(paths[0][0])
    found = []
    for (points, arcs, length), count in zip(paths, segments):
        at = (2 * np.arange(count) + 2 * part) / (2 * count)
        found.append([np.interp(at, arcs / length, points[:, axis] - soma[axis]) for axis in range(3)])
    return np.concatenate(found, axis=1)


def placed(points, position, angles):
    """Points of a cell that is rotated by three angles about the axes, then moved."""
    return np.dot(rotation_xyz(*angles), points) + np.asarray(position, float).reshape(3, 1)
