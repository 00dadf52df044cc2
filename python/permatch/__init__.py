# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact permanents, hafnians, torontonians, Pfaffians and perfect matchings.

Matrices, m x n, are NumPy arrays, nested lists (also of int, Fraction and Gaussian) or SciPy's sparse matrices; graphs
are objects of networkx or igraph, and kekule() makes them of molecules of RDKit.  Arrays of float64, complex128 and
int64 are read without a copy.  The answer is exact for integers and rational numbers.  For floating-point numbers it is a floating-point number with a proved bound.

Most functions take these options:
precision  "exact", "double", "dd" (double-double) or a number of bits; None: depends on the entries
threads    the number of threads; 0: the default of OpenMP
memory     limit in bytes for tables; 0: a fraction of the free memory
seconds    UnableError if the predicted time is longer; 0: no limit

Functions that return one number or a plan also take these options of pm_options (permatch(3)): epsilon, strict,
gpus, engine, reduce, no_reduce, modulus, audit, checkpoint and checkpoint_every.  They also take progress, a
function that is called several times per second with the fraction of the work that is done.  Ctrl-C or an
exception in `progress` stops them.  With a checkpoint, the same call continues later.  With prove, a path, they
write a proof of an exact answer to this file, which pm-verify and pm_verify.py check (permatch_proof(5)).  Ctrl-C also
stops the other functions.

Answers are numbers of Python: Integer, Rational and ExactComplex are exact; Real and Complex are floating-point.  All
have `.bound`, a proved bound of the absolute error; `.text`, all proved digits; `.plan`, `.engines`; `.log`, the logarithm
of a positive value, else None; `.slog`, the sign of a real one and the logarithm of its modulus.  A Batch
has arrays `.values` and `.bounds`.  gpus=1 uses a GPU for a stack of 512 matrices or more, in permanents() for 16 to 48
columns.  For a stack on a GPU (DLPack), a DeviceBatch has these arrays there.
permatch.photonics: interferometers, samplers.  permatch.torch, permatch.jax: functions with derivatives.

For floating-point matrices, all numbers with bounds have a relative error of at most rtol (1e-12): they are computed in
double precision, or more where its bound is too large, if that takes less than 60 s.  rtol=, or precision=, asks for more or
less.  A bound that is larger than rtol is a PrecisionWarning, or with strict=True a PrecisionError.  Other errors:
InputError (also a ValueError), DomainError, UnableError, WrongError, MemoryError, OSError.
"""

import importlib

__version__ = "1.0.0"

try:
    from . import _door
except ImportError as reason:
    if reason.name == "numpy":
        raise ImportError("permatch needs NumPy: pip install numpy") from reason
    raise ImportError("the extension module of permatch cannot be loaded: `pip install ./python` builds it, and so does "
                      f"./quickstart build, for PYTHONPATH=build/python ({reason})") from reason
if _door.version() != __version__:
    raise ImportError(f"the library is version {_door.version()}, but this package is for {__version__}")

from ._bounds import Bethe, Bounds, Interval, bethe, bounds, estimate, interval
from ._devices import DeviceArray, DeviceBatch
from ._hafnians import (cycle_covers, hafnian, hafnian_gradient, hafnian_patterns, hafnians, loop_hafnian,
                        loop_torontonian, low_rank_hafnian, montrealer, perfect_matchings, torontonian)
from ._door import (DomainError, Error, InputError, PrecisionError, PrecisionWarning, StoppedError, UnableError,
                    WrongError)
from ._ising import Ising, ising
from ._molecules import kekule
from ._numbers import Complex, ExactComplex, Gaussian, Integer, Number, Rational, Real
from ._permanents import gradient, minors, permanent, permanent_of_product, permanents
from ._pfaffians import pfaffian, pfaffian_gradient, pfaffians
from ._queries import Best, best, clar_polynomial, marginals, matching_polynomial, plan, sample, sample_cycle_covers
from ._shares import joint_marginals
from ._stacks import Batch
from ._tracking import jpda

_MODULES = ("photonics", "jax", "torch")  # loaded at first use; the others need these packages


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as reason:
        raise AttributeError(f"{__name__}.{name} needs {reason.name}: pip install {reason.name}") from reason


def __dir__() -> list[str]:
    return sorted({*globals(), "photonics"})


# Functions alone, so that help(permatch) is short.
__all__ = ["permanent", "permanents", "permanent_of_product", "minors", "gradient", "hafnian", "hafnians",
           "hafnian_gradient", "hafnian_patterns", "loop_hafnian", "torontonian", "loop_torontonian", "low_rank_hafnian", "montrealer",
           "pfaffian", "pfaffians", "pfaffian_gradient", "perfect_matchings", "cycle_covers",
           "estimate", "bounds", "bethe", "interval", "marginals", "joint_marginals", "sample", "sample_cycle_covers", "matching_polynomial",
           "best", "jpda", "clar_polynomial", "kekule",
           "ising", "plan"]
