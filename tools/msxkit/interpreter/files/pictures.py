"""COPY of pictures: between parts of the screen, arrays and files.

A file holds what an array does: width, height, then the pixels (MSX2 Technical Handbook, figures 2.3 and 2.4).
"""

from __future__ import annotations

from collections.abc import Callable

from msxkit import basic_errors
from msxkit.carrying import carries
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.files.drive import Drive
from msxkit.interpreter.values.arrays import Array
from msxkit.machine.graphics.copying import Copying
from msxkit.machine.graphics.drawing import Place
from msxkit.machine.video.operations import LogicalOperation


class Pictures:
    """COPY of one machine.

    Attributes:
        need_disk: Fails without a disk drive; `raster` is a name of `LogicalOperation`.
    """

    def __init__(self, copying: Copying, drive: Drive, need_disk: Callable[[], None]) -> None:
        self._copying = copying
        self._drive = drive
        self._need_disk = need_disk

    @carries("COPY_AREA")
    def copy(
        self, first: Place, last: Place, page: int | None, to: Place, to_page: int | None, raster: str
    ) -> None:
        """Carry out COPY (x,y)-(x,y),page TO (x,y),page,raster."""
        self._copying.area(first, last, page, to, to_page, LogicalOperation[raster])

    @carries("COPY_TO_ARRAY")
    def to_array(self, first: Place, last: Place, page: int | None, array: Array) -> None:
        """Carry out COPY (x,y)-(x,y),page TO array, which must be there and have a byte more than the picture."""
        data = self._copying.capture(first, last, page)
        if array.tops is None or len(data) >= array.data_bytes():
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        array.store_bytes(data)

    @carries("COPY_TO_FILE")
    def to_file(self, first: Place, last: Place, page: int | None, name: str) -> None:
        """Carry out COPY (x,y)-(x,y),page TO name."""
        data = self._copying.capture(first, last, page)
        self._need_disk()
        self._drive.put(self._drive.key(name), data)

    @carries("COPY_FILE_TO_ARRAY")
    def file_to_array(self, name: str, array: Array) -> None:
        """Carry out COPY name TO array, which must be there and large enough."""
        self._need_disk()
        data = self._drive.read(name)
        if array.tops is not None:
            array.store_bytes(data[: array.data_bytes()])
        if array.tops is None or len(data) > array.data_bytes():
            raise RaisedError(basic_errors.ILLEGAL_CALL)

    @carries("NEED_ARRAY")
    def need_array(self, array: Array) -> None:
        """Require that an array is there."""
        if array.tops is None:
            raise RaisedError(basic_errors.ILLEGAL_CALL)

    @carries("COPY_ARRAY_TO_FILE")
    def array_to_file(self, array: Array, name: str) -> None:
        """Carry out COPY array TO name: the file is what lies in memory."""
        self._drive.put(self._drive.key(name), array.stored_bytes())

    @carries("COPY_FROM_ARRAY")
    def from_array(
        self, array: Array, direction: int | None, to: Place, page: int | None, raster: str
    ) -> None:
        """Carry out COPY array,direction TO (x,y),page,raster."""
        self._copying.place(array.stored_bytes(), direction or 0, to, page, LogicalOperation[raster])

    @carries("COPY_FROM_FILE")
    def from_file(self, name: str, direction: int | None, to: Place, page: int | None, raster: str) -> None:
        """Carry out COPY name,direction TO (x,y),page,raster."""
        self._need_disk()
        self._copying.place(self._drive.read(name), direction or 0, to, page, LogicalOperation[raster])
