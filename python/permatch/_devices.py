# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays in the memory of a GPU: taken from other packages, and given to them, by DLPack (https://dmlc.github.io/dlpack)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

from . import _door

CUDA = 2  # the type of such devices


def is_on_device(array: Any) -> bool:
    asked = None if isinstance(array, numpy.ndarray) else getattr(array, "__dlpack_device__", None)
    return asked is not None and asked()[0] == CUDA


class Given:
    """An array of another package, whose memory stays for as long as this object."""

    def __init__(self, array: Any) -> None:
        self.capsule = array.__dlpack__(stream=1)  # ready for the default stream
        self.shape, is_complex, self.device, self.pointer = _door.tensor(self.capsule)
        self.ndim = len(self.shape)
        self.dtype = numpy.dtype(numpy.complex128 if is_complex else numpy.float64)


class DeviceArray:
    """Numbers in the memory of a GPU, for from_dlpack() of torch, cupy and jax; numpy.asarray() copies them."""

    def __init__(self, values: numpy.ndarray, device: int) -> None:
        self._values, self._device, self._place = values, device, _door.gpu_put(values, device)

    @property
    def shape(self) -> tuple[int, ...]:
        return self._values.shape

    @property
    def ndim(self) -> int:
        return self._values.ndim

    @property
    def dtype(self) -> numpy.dtype[Any]:
        return self._values.dtype

    def __len__(self) -> int:
        return len(self._values)

    def __array__(self, dtype: Any = None, copy: Any = None) -> numpy.ndarray:
        return numpy.array(self._values, dtype=dtype)

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self._device

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
        """A capsule; the numbers are there already, for every stream."""
        return _door.gpu_lend(self._place, self.shape, self.dtype.kind == "c")


class DeviceBatch(NamedTuple):
    """Numbers, and proved bounds of their absolute errors, in the memory of a GPU."""

    values: DeviceArray
    bounds: DeviceArray
