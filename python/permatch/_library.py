# SPDX-License-Identifier: GPL-3.0-or-later
"""The shared library: where it is, its types and functions, its errors.

ctypes lets go of Python's lock for as long as a function of the library runs.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import sys
import threading
import warnings
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_size_t, c_ssize_t, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Callable, Iterator, Optional, Union

VERSION = "1.0.0"
NAME = "libpermatch.so.1"


class Error(Exception):
    """What the library refuses or fails to do; the text says why."""


class InputError(Error, ValueError):
    """The input or an argument is not what it should be."""


class DomainError(Error, ArithmeticError):
    """The question has no answer for this input, as a share of a permanent that is 0."""


class UnableError(Error):
    """Nothing can do it within the limits; the text has the predicted cost."""


class StoppedError(Error):
    """Stopped on request."""


class WrongError(Error):
    """A self-check failed."""


class PrecisionError(Error, ArithmeticError):
    """The proved bound of an error is larger than the relative error that was asked for, and strict=True."""


class PrecisionWarning(UserWarning):
    """The proved bound of an error is larger than the relative error that was asked for."""


def complain(message: str, strict: bool) -> None:
    """Of a bound that is larger than asked, where the package was called."""
    if strict:
        raise PrecisionError(message)
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals["__name__"].startswith("permatch."):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, PrecisionWarning, stacklevel=level)


OK, STOPPED = 0, 6
LOGS = 5  # of pm_entries
GO_ON, STOP = 0, 2  # of pm_request
_ERRORS: dict[int, type[BaseException]] = {
    1: InputError, 2: DomainError, 3: UnableError, 4: MemoryError, 5: OSError, STOPPED: StoppedError,
    7: WrongError,
}


class Progress(ctypes.Structure):
    """struct pm_progress"""

    _fields_ = [("share", c_double), ("done", c_uint64), ("total", c_uint64), ("rate", c_double),
                ("spent", c_double), ("left", c_double), ("part", c_uint64), ("parts", c_uint64),
                ("warning", c_char_p), ("planning", ctypes.c_bool), ("plan", c_char_p)]


Watch = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(Progress))


class Sized(ctypes.Structure):
    """A structure whose first member is its size."""

    def __init__(self, *members: Any) -> None:
        super().__init__(ctypes.sizeof(self), *members)


class Stack(Sized):
    """struct pm_stack"""

    _fields_ = [("size", c_size_t), ("entries", c_int), ("data", c_void_p), ("count", c_size_t), ("rows", c_int),
                ("cols", c_int),
                ("matrix_stride", c_ssize_t), ("row_stride", c_ssize_t), ("col_stride", c_ssize_t),
                ("strided", ctypes.c_bool), ("row_times", c_void_p), ("col_times", c_void_p), ("precision", c_int),
                ("normalized", ctypes.c_bool),
                ("gpus", c_void_p), ("watch", Watch), ("watcher", c_void_p), ("epsilon", c_double), ("device", c_int), ("exponents", c_void_p)]


class GaussianState(Sized):
    """struct pm_gaussian"""

    _fields_ = [("size", c_size_t), ("modes", c_int), ("covariance", c_void_p), ("means", c_void_p), ("hbar", c_double),
                ("xpxp", ctypes.c_bool)]


class Options(Sized):
    """struct pm_options"""

    _fields_ = [("size", c_size_t), ("precision", c_int), ("modulus", c_char_p), ("engine", c_char_p),
                ("reduce", c_char_p), ("no_reduce", c_char_p), ("paper", ctypes.c_bool), ("threads", c_int), ("gpus", c_int),
                ("memory", c_uint64), ("seconds", c_double), ("epsilon", c_double), ("strict", ctypes.c_bool), ("logarithm", ctypes.c_bool),
                ("estimate", c_double), ("delta", c_double), ("unproved", ctypes.c_bool), ("seed", c_uint64),
                ("plan_only", ctypes.c_bool), ("audit", c_double),
                ("checkpoint", c_char_p), ("checkpoint_every", c_double), ("plan_to", c_char_p),
                ("plan_file", c_char_p), ("part", c_uint64), ("parts", c_uint64), ("watch", Watch),
                ("watcher", c_void_p), ("team", c_void_p), ("is_signed", ctypes.c_bool)]


# ------------------------------------------------------------------ finding it

def candidates() -> Iterator[str]:
    """Where the library may be: the first that is there is taken."""
    if "PERMATCH_LIBRARY" in os.environ:
        yield os.environ["PERMATCH_LIBRARY"]
        return
    yield str(Path(__file__).with_name(NAME))  # a wheel brings it along
    prefixes = [Path(sys.prefix)]
    program = shutil.which("perm-mtx")
    if program is not None:
        prefixes.append(Path(program).resolve().parent.parent)
    prefixes += [Path(os.path.expanduser("~/.local")), Path("/usr/local")]
    for prefix in prefixes:
        for folder in ("lib", "lib64"):
            yield str(prefix / folder / NAME)
    yield NAME  # wherever the system's loader looks


def load() -> ctypes.CDLL:
    """The library.  ImportError says where it was looked for."""
    tried = []
    for path in candidates():
        if os.sep in path and not os.path.exists(path):
            tried.append(f"{path}: no such file")
            continue
        try:
            library = ctypes.CDLL(path)
        except OSError as reason:
            tried.append(str(reason))
            continue
        library.pm_version.restype = c_char_p
        version = library.pm_version().decode()
        if version != VERSION:
            raise ImportError(f"{path} is version {version}, but this package is for {VERSION}")
        return library
    raise ImportError("the library of permatch was not found; install it (make install), or name its file in "
                      "the environment variable PERMATCH_LIBRARY.  Tried:\n  " + "\n  ".join(tried))


# ------------------------------------------------------------------ functions

def _check(status: int, function: Any, arguments: Any) -> int:
    if status != OK:
        raise _ERRORS[status](_lib.pm_message().decode())
    return status


_OUT = POINTER(c_void_p)
_INTS = POINTER(c_int)
_DOUBLES = POINTER(c_double)
# Functions that can fail, by their arguments.
_FALLIBLE: dict[str, list[Any]] = {
    "pm_problem_new": [_OUT, c_int, c_int, c_int, c_size_t, c_void_p, c_void_p, c_void_p],
    "pm_problem_dense": [_OUT, POINTER(Stack), c_size_t],
    "pm_problem_csr": [_OUT, c_int, c_int, c_int, c_void_p, c_void_p, c_void_p],
    "pm_problem_hafnian": [_OUT, c_void_p],
    "pm_problem_to_pattern": [c_void_p],
    "pm_problem_matchings": [_OUT, c_void_p, ctypes.c_bool],
    "pm_problem_cycle_covers": [_OUT, c_void_p, c_int],
    "pm_graph_from_edges": [_OUT, ctypes.c_bool, c_int, c_size_t, c_void_p, c_void_p, c_int, c_void_p],
    "pm_solve": [_OUT, c_void_p, POINTER(Options)],
    "pm_solve_small": [_OUT, POINTER(c_void_p), c_size_t, POINTER(Options)],
    "pm_solve_looped": [_OUT, c_void_p, c_void_p, c_void_p, POINTER(Options)],
    "pm_solve_repeated": [_OUT, c_void_p, c_void_p, c_void_p, POINTER(Options)],
    "pm_solve_unmatched": [_OUT, c_void_p, c_int, POINTER(Options)],
    "pm_answer_of_doubles": [_OUT, c_int, c_void_p, c_double, c_int64],
    "pm_answer_text": [_OUT, c_void_p, c_int],
    "pm_answer_bound": [_OUT, c_void_p],
    "pm_answer_log": [_DOUBLES, _DOUBLES, c_void_p],
    "pm_bounds": [_DOUBLES, POINTER(ctypes.c_char_p), c_void_p, POINTER(Options)],
    "pm_marginals": [_OUT, c_void_p, POINTER(Options)],
    "pm_unmatched_marginals": [_OUT, c_void_p, c_int, POINTER(Options)],
    "pm_matchings": [_OUT, c_void_p, POINTER(Options)],
    "pm_sample": [c_void_p, c_size_t, c_uint64, c_void_p, POINTER(Options)],
    "pm_prove": [_OUT, c_void_p, c_int, POINTER(ctypes.c_char_p), c_size_t, POINTER(Options)],
    "pm_values_text": [_OUT, c_void_p, c_size_t, c_int],
    "pm_batch": [c_void_p, c_void_p, POINTER(Stack), c_int],
    "pm_minors": [c_void_p, c_void_p, POINTER(Stack), c_int],
    "pm_shares": [c_void_p, c_void_p, POINTER(Stack), c_int],
    "pm_joint_shares": [c_void_p, c_void_p, POINTER(Stack), _INTS, c_int, c_int],
    "pm_rank": [c_void_p, c_void_p, POINTER(Stack), POINTER(Stack), c_int],
    "pm_loop_hafnian": [c_void_p, c_void_p, POINTER(Stack), c_void_p, c_int],
    "pm_hafnian_gradient": [c_void_p, c_void_p, POINTER(Stack), c_int],
    "pm_torontonian": [c_void_p, c_void_p, POINTER(Stack), c_void_p, c_double, c_int],
    "pm_gpus_usable": [_OUT, c_int],
    "pm_gpus_put": [_OUT, c_void_p, c_int, c_void_p, c_size_t],
    "pm_photons_probabilities": [c_void_p, c_void_p, POINTER(Stack), POINTER(Options)],
    "pm_photons_count": [POINTER(c_size_t), POINTER(Stack), ctypes.c_bool],
    "pm_photons_outputs": [c_void_p, c_void_p, c_void_p, POINTER(Stack), ctypes.c_bool, POINTER(Options)],
    "pm_photons_partly": [c_void_p, c_void_p, POINTER(Stack), c_void_p, c_int, POINTER(Options)],
    "pm_photons_gaussian": [c_void_p, c_void_p, POINTER(GaussianState), c_void_p, c_size_t, POINTER(Options)],
    "pm_photons_clicks": [c_void_p, c_void_p, POINTER(GaussianState), c_void_p, c_size_t, POINTER(Options)],
    "pm_hafnian_patterns": [c_void_p, c_void_p, POINTER(Stack), c_void_p, c_int, c_int],
}
# The others, by their result and arguments.
_SURE: dict[str, tuple[Any, list[Any]]] = {
    "pm_message": (c_char_p, []),
    "pm_problem_rows": (c_int, [c_void_p]),
    "pm_problem_cols": (c_int, [c_void_p]),
    "pm_problem_entries": (c_size_t, [c_void_p]),
    "pm_problem_entry": (None, [c_void_p, c_size_t, _INTS, _INTS]),
    "pm_problem_row_vertex": (c_int, [c_void_p, c_int]),
    "pm_problem_col_vertex": (c_int, [c_void_p, c_int]),
    "pm_problem_is_symmetric": (ctypes.c_bool, [c_void_p]),
    "pm_problem_free": (None, [c_void_p]),
    "pm_graph_free": (None, [c_void_p]),
    "pm_answer_type": (c_char_p, [c_void_p]),
    "pm_answer_within": (ctypes.c_bool, [c_void_p, c_double]),
    "pm_answer_plan": (c_char_p, [c_void_p]),
    "pm_answer_engines": (c_char_p, [c_void_p]),
    "pm_answer_double": (None, [c_void_p, _DOUBLES, _DOUBLES]),
    "pm_answer_estimate_least": (c_double, [c_void_p]),
    "pm_answer_free": (None, [c_void_p]),
    "pm_values_count": (c_size_t, [c_void_p]),
    "pm_values_type": (c_char_p, [c_void_p]),
    "pm_values_double": (None, [c_void_p, c_size_t, _DOUBLES, _DOUBLES]),
    "pm_values_free": (None, [c_void_p]),
    "pm_gpus_drop": (None, [c_void_p, c_int, c_void_p]),
}

_lib = load()
for _name, _arguments in _FALLIBLE.items():
    _function = getattr(_lib, _name)
    _function.argtypes, _function.restype, _function.errcheck = _arguments, c_int, _check
for _name, (_result, _arguments) in _SURE.items():
    _function = getattr(_lib, _name)
    _function.argtypes, _function.restype = _arguments, _result
_free = ctypes.CDLL(None).free
_free.argtypes, _free.restype = [c_void_p], None


def call(name: str, *arguments: Any) -> Any:
    """Calls pm_NAME(); raises what its status says."""
    return getattr(_lib, "pm_" + name)(*arguments)


class Handle:
    """An object of the library: pm_NAME(&object, arguments...) made it, pm_KIND_free() ends it."""

    def __init__(self, kind: str, name: str, *arguments: Any) -> None:
        self._as_parameter_ = c_void_p()
        self._free = getattr(_lib, f"pm_{kind}_free")
        call(name, ctypes.byref(self._as_parameter_), *arguments)

    def __del__(self) -> None:
        self._free(self._as_parameter_)


def text(name: str, *arguments: Any) -> str:
    """The string that pm_NAME(&string, arguments...) makes."""
    pointer = c_void_p()
    call(name, ctypes.byref(pointer), *arguments)
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        _free(pointer)


def two_doubles(name: str, *arguments: Any) -> tuple[float, float]:
    """Real and imaginary part, as pm_NAME(arguments..., &re, &im) gives them."""
    re, im = c_double(), c_double()
    call(name, *arguments, ctypes.byref(re), ctypes.byref(im))
    return re.value, im.value


class _Room(threading.local):
    """What one() needs, made once for each thread."""

    def __init__(self) -> None:
        self.stack = Stack()
        self.stack.count, self.stack.strided = 1, True
        self.value, self.bound, self.exponent = (c_double * 2)(), c_double(), c_int64()
        self.stack_at, self.value_at, self.bound_at, self.stack.exponents = (
            ctypes.addressof(part) for part in (self.stack, self.value, self.bound, self.exponent))


_room = _Room()
_QUICK = {}
for _name in ("batch", "loop_hafnian"):  # without the conversions that ctypes does for declared arguments
    _function = ctypes.CDLL(_lib._name)["pm_" + _name]
    _function.argtypes = [c_size_t, c_size_t, c_size_t, *[c_size_t] * (_name == "loop_hafnian"), c_int]
    _QUICK[_name] = _function


def one(name: str, array: Any, precision: int, threads: int, epsilon: float, *loops: int) -> tuple[Any, float, int]:
    """The value, the bound and their exponent of pm_NAME() for one matrix of float64 or complex128, aligned."""
    room, stack = _room, _room.stack
    size = array.itemsize
    stack.entries = size == 16
    stack.data = array.__array_interface__["data"][0]
    stack.rows, stack.cols = array.shape
    row, col = array.strides
    stack.row_stride, stack.col_stride = row // size, col // size
    stack.precision, stack.epsilon = precision, epsilon
    status = _QUICK[name](room.value_at, room.bound_at, room.stack_at, *loops, threads)
    if status != OK:
        _check(status, None, None)
    re, im = room.value
    return (complex(re, im) if size == 16 else re), room.bound.value, room.exponent.value


# ------------------------------------------------------------------ watching

_SIGNALS = sorted(signal.valid_signals())


class Watcher:
    """Watches what the options, or a stack, are for: passes progress on, and stops it for an exception in `progress`
    or in the handler of a signal.

    Python runs handlers in the main thread only, between two of its own steps.  While the library works there, the
    first step is the call of _look(), and ctypes drops what is raised before its `try`.  So every handler is replaced
    by one that notes the signal; _look() runs the handler itself.
    """

    def __init__(self, asked: Union[Options, Stack], progress: Optional[Callable[[float], Any]]) -> None:
        self._progress = progress
        self.error: Optional[BaseException] = None
        self._signals: list[tuple[int, Any]] = []
        self._former: dict[int, Any] = {}
        asked.watch = Watch(self._look)

    def _look(self, _: Any, progress: Any) -> int:
        try:
            self._handle()
            if self._progress is not None and self.error is None:
                self._progress(progress.contents.share)
        except BaseException as error:
            self.error = error
        return GO_ON if self.error is None else STOP

    def _note(self, number: int, frame: Any) -> None:
        self._signals.append((number, frame))

    def _handle(self) -> None:
        """Runs the handlers of all signals that came, also if one of them raises."""
        if self._signals:
            number, frame = self._signals.pop(0)
            try:
                self._former[number](number, frame)
            finally:
                self._handle()

    def _restore(self) -> None:
        for number, handler in self._former.items():
            signal.signal(number, handler)

    def __enter__(self) -> Watcher:
        if threading.current_thread() is not threading.main_thread():
            return self
        self._former = {number: handler for number in _SIGNALS if callable(handler := signal.getsignal(number))}
        try:
            for number in self._former:
                signal.signal(number, self._note)
        except BaseException:  # the handler of a signal that was not yet replaced
            self._restore()
            raise
        return self

    def __exit__(self, *failure: Any) -> None:
        try:
            self._restore()
        finally:
            self._restore()  # an exception of a restored handler may have ended the first time
            self._handle()
        if self.error is not None:
            raise self.error


def watched(asked: Union[Options, Stack], progress: Optional[Callable[[float], Any]], work: Callable[[], Any]) -> Any:
    """The result of work(), which calls the library with `asked`."""
    with Watcher(asked, progress) as watcher:
        try:
            return work()
        except StoppedError:
            if watcher.error is None:
                raise
            return None  # the watcher raises it
