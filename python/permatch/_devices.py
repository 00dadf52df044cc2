# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays in the memory of a GPU: taken from other packages, and given to them, by DLPack (https://dmlc.github.io/dlpack)."""

from __future__ import annotations

import ctypes
import math
from typing import Any, NamedTuple

import numpy

from . import _library
from ._library import InputError

CUDA = 2  # the type of such devices
_TYPES = {(2, 64): numpy.dtype(numpy.float64), (5, 128): numpy.dtype(numpy.complex128)}  # by code and bits
_CODES = {dtype: key for key, dtype in _TYPES.items()}


class _Tensor(ctypes.Structure):
    """DLTensor"""

    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int), ("device", ctypes.c_int), ("ndim", ctypes.c_int),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    """DLManagedTensor"""

    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]


_Destructor = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
_python = ctypes.PyDLL(None)
_python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_New.argtypes, _python.PyCapsule_New.restype = [ctypes.c_void_p, ctypes.c_char_p, _Destructor], ctypes.py_object
_is_valid = ctypes.PyDLL(None)["PyCapsule_IsValid"]  # with the address of a capsule that is being destroyed
_is_valid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
_address_in = ctypes.PyDLL(None)["PyCapsule_GetPointer"]
_address_in.argtypes, _address_in.restype = [ctypes.c_void_p, ctypes.c_char_p], ctypes.c_void_p
_NAME = b"dltensor"

_opened: dict[int, ctypes.c_void_p] = {}


def gpus_of(count: int) -> ctypes.c_void_p:
    """The first `count` GPUs, opened once."""
    if count not in _opened:
        handle = ctypes.c_void_p()
        _library.call("gpus_usable", ctypes.byref(handle), count)
        _opened[count] = handle
    return _opened[count]


def is_on_device(array: Any) -> bool:
    asked = None if isinstance(array, numpy.ndarray) else getattr(array, "__dlpack_device__", None)
    return asked is not None and asked()[0] == CUDA


class Given:
    """An array of another package, whose memory stays for as long as this object."""

    def __init__(self, array: Any) -> None:
        self._capsule = array.__dlpack__(stream=1)  # ready for the default stream
        tensor = _Managed.from_address(_python.PyCapsule_GetPointer(self._capsule, _NAME)).tensor
        self.shape = tuple(tensor.shape[: tensor.ndim])
        self.ndim = tensor.ndim
        if (tensor.code, tensor.bits) not in _TYPES or tensor.lanes != 1:
            raise InputError("arrays of a GPU have float64 or complex128 entries")
        steps = [math.prod(self.shape[k + 1:]) for k in range(tensor.ndim)]
        if tensor.strides and any(n > 1 and tensor.strides[k] != steps[k] for k, n in enumerate(self.shape)):
            raise InputError("matrices in the memory of a GPU follow each other, row by row: make the array contiguous")
        self.dtype = _TYPES[tensor.code, tensor.bits]
        self.pointer = (tensor.data or 0) + tensor.byte_offset
        self.device = tensor.device

    def described(self) -> _library.Stack:
        stack = _library.Stack(self.dtype.kind == "c", self.pointer, *self.shape)
        stack.gpus, stack.device = gpus_of(self.device + 1), self.device + 1
        return stack


class DeviceArray:
    """Numbers in the memory of a GPU, for from_dlpack() of torch, cupy and jax; numpy.asarray() copies them."""

    def __init__(self, values: numpy.ndarray, device: int) -> None:
        self._values, self._device, self._place = values, device, ctypes.c_void_p()
        _library.call("gpus_put", ctypes.byref(self._place), gpus_of(device + 1), device + 1, values.ctypes.data,
                      values.nbytes)

    def __del__(self) -> None:
        if self._place:
            _library.call("gpus_drop", gpus_of(self._device + 1), self._device + 1, self._place)

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
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        code, bits = _CODES[self.dtype]
        managed = _Managed(_Tensor(self._place, CUDA, self._device, len(shape), code, bits, 1, shape, None, 0), None, _delete)
        _lent[ctypes.addressof(managed)] = (managed, shape, self)
        return _python.PyCapsule_New(ctypes.addressof(managed), _NAME, _forget)


class DeviceBatch(NamedTuple):
    """Numbers, and proved bounds of their absolute errors, in the memory of a GPU."""

    values: DeviceArray
    bounds: DeviceArray


_lent: dict[int, Any] = {}  # what capsules need, by address


def _taken_back(address: int) -> None:
    _lent.pop(address, None)


def _not_taken(capsule: int) -> None:
    """Ends a capsule that nobody took."""
    if _is_valid(capsule, _NAME):
        _lent.pop(_address_in(capsule, _NAME), None)


_delete, _forget = _Deleter(_taken_back), _Destructor(_not_taken)
