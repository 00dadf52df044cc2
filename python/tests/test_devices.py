# SPDX-License-Identifier: GPL-3.0-or-later
"""Stacks on GPUs, and arrays in their memory, by the emulated GPU of tests/gpu_fake.cc."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FAKE = Path(__file__).resolve().parents[2] / "tests" / "gpu_fake.cc"
COMPILER = os.environ.get("CXX", "c++")

# What runs beside the emulated driver: it is loaded before the library asks for the driver of CUDA.
SCRIPT = r"""
import ctypes, sys
ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
import numpy, permatch
from permatch import _devices

class There:  # an array that another package has in the memory of the emulated GPU
    def __init__(self, values):
        self.values = numpy.ascontiguousarray(values)
        self.ndim = self.values.ndim
        self.there = _devices.DeviceArray(self.values, 0) if self.values.itemsize % 8 == 0 else None
    def __dlpack_device__(self):
        return 2, 0
    def __dlpack__(self, *, stream):
        return self.there.__dlpack__(stream=stream)

def back(array):  # as a consumer of DLPack reads it
    given = _devices.Given(array)
    count = numpy.prod(given.shape) * given.dtype.itemsize // 8
    return numpy.array((ctypes.c_double * count).from_address(given.pointer)).view(given.dtype).reshape(given.shape)

random = numpy.random.default_rng(5)
z = random.normal(size=(2, 40, 8, 8))
a = z[0] + 1j * z[1]
a += a.swapaxes(1, 2)
loops = random.normal(size=(40, 8)) + 0j
for found, right in (
        (permatch.hafnians(a, gpus=1), permatch.hafnians(a)),
        (permatch.hafnians(There(a)), permatch.hafnians(a)),
        (permatch.hafnians(There(a), loops=There(loops)), permatch.hafnians(a, loops=loops)),
        (permatch.permanents(There(a)), permatch.permanents(a)),
        (permatch.torontonian(There(a[:, :2, :2] * 0 + numpy.eye(2) / 4)), permatch.torontonian(a[:, :2, :2] * 0 + numpy.eye(2) / 4))):
    for part, wanted in zip(found, right):
        there = part if isinstance(part, numpy.ndarray) else back(part)
        assert there.shape == wanted.shape and there.dtype == wanted.dtype and (there == wanted).all()
        assert (numpy.asarray(part) == wanted).all()
a[3, 1, 2] += 1
for wrong, text in ((lambda: permatch.hafnians(There(a)), "not symmetric"),
                    (lambda: permatch.hafnians(There(a), loops=loops), "an array on this GPU"),
                    (lambda: permatch.hafnians(There(a), loops=There(loops.real)), "complex128"),
                    (lambda: permatch.hafnians(There(a[0])), "three dimensions"),
                    (lambda: permatch.torontonian(There(a[0])), "three dimensions")):
    try:
        wrong()
        assert False, text
    except permatch.InputError as why:
        assert text in str(why), why
print("good")
"""


@pytest.mark.skipif(not FAKE.exists() or shutil.which(COMPILER) is None, reason="no emulated GPU")
def test_devices(tmp_path):
    driver = tmp_path / "fake.so"
    subprocess.run([COMPILER, "-std=c++17", "-O1", "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", str(FAKE), "-o",
                    str(driver)], check=True)
    settings = {**os.environ, "PM_NVRTC": str(driver), "PM_FAKE_FOLDER": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path),
                "PM_GPU_EAGER": "1", "srcdir": str(FAKE.parents[1])}
    done = subprocess.run([sys.executable, "-c", SCRIPT, str(driver)], env=settings, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "good\n"), done.stderr
