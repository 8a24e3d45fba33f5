"""The file allocation table of a floppy: chains of clusters, free ones, and what is wrong with a chain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from msxkit.media import fat12
from msxkit.media.fat12 import SECTOR, Geometry


class Allocation:
    """A FAT as 12-bit numbers.

    Attributes:
        entries: One for each cluster number from 0; the first two mean nothing here.
    """

    def __init__(self, entries: list[int]) -> None:
        self.entries = entries

    @classmethod
    def copies(cls, image: bytes | bytearray, geometry: Geometry) -> list[Self]:
        """Return all copies on a disk; the first is the one that counts."""
        # Only the entries of clusters count: machines leave anything behind them.
        count = geometry.clusters + fat12.FIRST_CLUSTER
        return [cls(fat12.unpack_fat(image[at:end], count)) for at, end in _places(geometry)]

    @property
    def free(self) -> list[int]:
        """The free clusters, in rising order."""
        first = fat12.FIRST_CLUSTER
        return [n for n, value in enumerate(self.entries[first:], first) if value == fat12.FREE]

    def chain(self, first: int) -> Iterator[int | str]:
        """Yield the clusters of a chain; a string, the last item, says what is wrong with it."""
        seen: set[int] = set()
        cluster = first
        while fat12.FIRST_CLUSTER <= cluster < len(self.entries):
            if cluster in seen:
                yield f"its chain of clusters returns to cluster {cluster}"
                return
            seen.add(cluster)
            value = self.entries[cluster]
            if value in (fat12.FREE, fat12.BAD):
                state = "free" if value == fat12.FREE else "bad"
                yield f"its chain of clusters leads to cluster {cluster}, which is marked {state}"
                return
            yield cluster
            cluster = value
        if cluster < fat12.END and (first or seen):
            yield f"its chain of clusters leads to cluster {cluster}, which the disk does not have"

    def take(self, count: int) -> list[int]:
        """Make a chain of the first `count` free clusters, which must exist. Return it."""
        chain = self.free[:count]
        for cluster, following in zip(chain, [*chain[1:], fat12.END_WRITTEN], strict=False):
            self.entries[cluster] = following
        return chain

    def release(self, first: int) -> None:
        """Free the clusters of a chain."""
        for cluster in list(self.chain(first)):
            if isinstance(cluster, int):
                self.entries[cluster] = fat12.FREE

    def store(self, image: bytearray, geometry: Geometry) -> None:
        """Write this table over all copies on the disk."""
        places = list(_places(geometry))
        at, end = places[0]
        table = fat12.pack_fat(self.entries, image[at:end])
        for at, end in places:
            image[at:end] = table


def _places(geometry: Geometry) -> Iterator[tuple[int, int]]:
    """Yield where each copy begins and ends in the image."""
    size = geometry.per_fat * SECTOR
    for copy in range(geometry.fats):
        start = geometry.reserved * SECTOR + copy * size
        yield start, start + size
