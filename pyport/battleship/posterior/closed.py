"""The ways to place two or three ships at once in closed form, for many partial layouts, some rows at a time.

Lists are (rows, places) of 0 and 1, one row for each partial layout: where the ship is free to lie. Each class has
`count`, the ways of each row, and `ways`: for each place of each ship those that have it there, over all rows counted.
"""

from __future__ import annotations

import numpy as np

from battleship.posterior.arrays import Array, Floats


class Pairs:
    """Two ships: for each place of the one those of the other that lie apart from it."""

    def __init__(self, apart: Array) -> None:
        """apart: (places of x, of y) 1 where they do not clash."""
        self._apart = apart
        self._x_y = np.zeros(apart.shape)

    def count(self, x: Array, y: Array) -> Floats:
        self._x_y += x.T @ y
        beside = y @ self._apart.T
        beside *= x
        return row_sums(beside).astype(np.float64)

    def ways(self) -> tuple[Floats, Floats]:
        found = self._x_y * self._apart
        return found.sum(axis=1), found.sum(axis=0)


class AroundBoat:
    """Three ships, the last of two squares, on boards where ships may touch.

    Each square of the last ship, z, can clash with one of the other two only. So a pair (x, y) that lies apart leaves
    all z but those that clash with x and those that clash with y; those that clash with both have then been taken away
    twice, and such a z is always free: x and y cover its squares, and nothing else can.

    Sums over the rows are kept for pairs of places; each place's ways follow once, in `ways`.
    """

    def __init__(self, xz: Array, yz: Array, apart: Array, alike: bool, rows: int) -> None:
        """xz, yz: where x or y clashes with z. apart: where x and y do not clash. alike: x and y are free in the same
        places, and get the same list. rows: the most at a time.
        """
        self._xz, self._yz, self._apart, self._alike = xz, yz, apart, alike
        #: How many z clash with both.
        self._both: Array = apart * (xz @ yz.T)
        # Room that is used again: fresh memory for every product would take as long as the product itself.
        self._room = np.empty((7, rows * max(apart.shape)), apart.dtype)
        nx, ny, nz = *apart.shape, xz.shape[1]
        self._free_x, self._free_y, self._free_z = np.zeros(nx), np.zeros(ny), np.zeros(nz)
        self._x_y, self._clash_x, self._clash_y = (np.zeros((nx, ny)) for _ in range(3))
        self._x_z, self._y_z = np.zeros((nx, nz)), np.zeros((ny, nz))

    def count(self, x: Array, y: Array, z: Array) -> Floats:
        """Return the counts; x and y are the same array when they are `alike`."""
        nz = row_sums(z)
        # For each x: how many z clash with it, how many y it leaves.
        z_at_x = np.dot(z, self._xz.T, out=self._table(0, x))
        y_beside = np.dot(y, self._apart.T, out=self._table(1, x))
        with_y = np.multiply(x, y_beside, out=self._table(2, x))
        rest = np.dot(y, self._both.T, out=self._table(3, x))
        product = self._table(4, y)
        pairs = row_sums(with_y)
        self._free_x += nz @ with_y
        self._free_z += pairs @ z
        self._x_y += x.T @ y
        self._x_z += with_y.T @ z
        y_beside *= z_at_x
        rest -= y_beside
        if self._alike:
            self._clash_y += x.T @ np.multiply(x, z_at_x, out=product)
            rest -= y_beside
            rest *= x
            return np.asarray(nz * pairs + row_sums(rest), dtype=np.float64)
        rest *= x
        z_at_y = np.dot(z, self._yz.T, out=self._table(5, y))
        with_x = np.dot(x, self._apart, out=self._table(6, y))
        with_x *= y
        self._free_y += nz @ with_x
        self._y_z += with_x.T @ z
        self._clash_y += x.T @ np.multiply(y, z_at_y, out=product)
        z_at_x *= x
        self._clash_x += z_at_x.T @ y
        with_x *= z_at_y
        return np.asarray(nz * pairs + row_sums(rest) - row_sums(with_x), dtype=np.float64)

    def ways(self) -> tuple[Floats, Floats, Floats]:
        between = self._both * self._x_y
        near_x, clash_y = self._x_z * self._xz, self._clash_y * self._apart
        taken = ((self._x_y * self._apart).T @ self._xz.astype(np.float64)) * self._yz
        of_x = self._free_x - near_x.sum(axis=1) - clash_y.sum(axis=1) + between.sum(axis=1)
        if self._alike:
            return of_x, of_x, self._free_z - 2 * near_x.sum(axis=0) + taken.sum(axis=0)
        near_y, clash_x = self._y_z * self._yz, self._clash_x * self._apart
        of_y = self._free_y - near_y.sum(axis=1) - clash_x.sum(axis=0) + between.sum(axis=0)
        return of_x, of_y, self._free_z - near_x.sum(axis=0) - near_y.sum(axis=0) + taken.sum(axis=0)

    def _table(self, number: int, like: Array) -> Array:
        return self._room[number, : like.size].reshape(like.shape)


class Triples:
    """Three ships of any lengths.

    With x in place, the pairs (y, z) are all pairs less those where y or z clashes with x or with each other; only
    the triples that clash all three ways need a loop, over few places around each x.
    """

    def __init__(self, xy: Array, xz: Array, yz: Array) -> None:
        """Keep where two of them clash."""
        self._xy, self._xz, self._yz = xy, xz, yz
        self._ways = [np.zeros(len(xy)), np.zeros(len(yz)), np.zeros(yz.shape[1])]

    def count(self, x: Array, y: Array, z: Array) -> Floats:
        xy, xz, yz = self._xy, self._xz, self._yz
        nx, ny, nz = (ways.sum(axis=1, keepdims=True) for ways in (x, y, z))
        x_at_y, x_at_z = x @ xy, x @ xz
        y_at_x, y_at_z = y @ xy.T, y @ yz
        z_at_x, z_at_y = z @ xz.T, z @ yz.T
        around_x, around_y, around_z = self._all_clash(x, y, z)
        ways_x = x * (
            (ny - y_at_x) * (nz - z_at_x)
            - (y * z_at_y).sum(axis=1, keepdims=True)
            + (y * z_at_y) @ xy.T
            + (z * y_at_z) @ xz.T
        )
        ways_y = y * (
            (nx - x_at_y) * (nz - z_at_y)
            - (x * z_at_x).sum(axis=1, keepdims=True)
            + (x * z_at_x) @ xy
            + (z * x_at_z) @ yz.T
        )
        ways_z = z * (
            (nx - x_at_z) * (ny - y_at_z)
            - (x * y_at_x).sum(axis=1, keepdims=True)
            + (x * y_at_x) @ xz
            + (y * x_at_y) @ yz
        )
        self._ways[0] += ways_x.sum(axis=0, dtype=np.float64) - around_x.sum(axis=1, dtype=np.float64)
        self._ways[1] += ways_y.sum(axis=0, dtype=np.float64) - around_y
        self._ways[2] += ways_z.sum(axis=0, dtype=np.float64) - around_z
        return np.asarray(ways_x.sum(axis=1, dtype=np.float64) - around_x.sum(axis=0, dtype=np.float64))

    def ways(self) -> list[Floats]:
        return self._ways

    def _all_clash(self, x: Array, y: Array, z: Array) -> tuple[Array, Floats, Floats]:
        """Return the triples of free places of which each clashes with each: per (x, row), per y and per z."""
        xy, xz, yz = self._xy, self._xz, self._yz
        xt, yt, zt = (np.ascontiguousarray(ways.T) for ways in (x, y, z))
        per_x = np.zeros_like(xt)
        per_y, per_z = np.zeros(len(yt)), np.zeros(len(zt))
        for place in range(len(xt)):
            near_y, near_z = np.flatnonzero(xy[place]), np.flatnonzero(xz[place])
            if not len(near_y) or not len(near_z):
                continue
            between = yz[np.ix_(near_y, near_z)]
            here_y, here_z = yt[near_y] * xt[place], zt[near_z]
            ways_y = here_y * (between @ here_z)
            ways_z = here_z * (between.T @ here_y)
            per_x[place] = ways_y.sum(axis=0)
            per_y[near_y] += ways_y.sum(axis=1, dtype=np.float64)
            per_z[near_z] += ways_z.sum(axis=1, dtype=np.float64)
        return per_x, per_y, per_z


def row_sums(table: Array) -> Array:
    """Return the sums of the rows, as a product: several times as fast as `sum`."""
    return np.asarray(table @ np.ones(table.shape[1], table.dtype))
