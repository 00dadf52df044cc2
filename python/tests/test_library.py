# SPDX-License-Identifier: GPL-3.0-or-later
"""The package's structures are those of permatch.h; where the library is looked for; Ctrl-C."""

import ctypes
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy
import pytest

import permatch
from permatch import _library

HEADER = "".join(part.read_text() for part in sorted((Path(__file__).parents[2] / "src" / "permatch").glob("*.h")))
TYPES = {"bool": ctypes.c_bool, "int": ctypes.c_int, "double": ctypes.c_double, "uint64_t": ctypes.c_uint64,
         "size_t": ctypes.c_size_t, "ptrdiff_t": ctypes.c_ssize_t, "pm_precision": ctypes.c_int,
         "pm_entries": ctypes.c_int, "const char *": ctypes.c_char_p, "const void *": ctypes.c_void_p,
         "const int *": ctypes.c_void_p, "void *": ctypes.c_void_p, "int64_t *": ctypes.c_void_p, "pm_gpus *": ctypes.c_void_p, "pm_team *": ctypes.c_void_p,
         "const double *": ctypes.c_void_p, "pm_watch *": _library.Watch}


def members(struct):
    body = re.search(rf"typedef struct {struct} {{(.*?)}} {struct};", HEADER, re.S).group(1)
    for line in re.sub(r"/\*.*?\*/", "", body, flags=re.S).split(";"):
        found = re.match(r"\s*((?:const )?\w+)\s+(.*)", line, re.S)
        for name in found.group(2).split(",") if found else []:
            star = " *" if name.strip().startswith("*") else ""
            yield name.strip(" *\n"), TYPES[found.group(1) + star]


@pytest.mark.parametrize("struct, made", [("pm_stack", _library.Stack), ("pm_progress", _library.Progress),
                                          ("pm_options", _library.Options), ("pm_gaussian", _library.GaussianState)])
def test_structures(struct, made):
    assert list(members(struct)) == made._fields_


@pytest.mark.parametrize("name", [*_library._FALLIBLE, *_library._SURE])
def test_arguments(name):
    """As many arguments as in the header, pointers where it has pointers."""
    found = re.search(rf"\b{name}\(([^)]*)\);", re.sub(r"/\*.*?\*/", "", HEADER, flags=re.S), re.S).group(1)
    listed = [] if found == "void" else found.split(",")
    arguments = _library._FALLIBLE.get(name) or _library._SURE.get(name, (None, []))[1]
    assert len(listed) == len(arguments)
    for text, made in zip(listed, arguments):
        pointer = made in (ctypes.c_void_p, ctypes.c_char_p) or hasattr(made, "contents")
        assert pointer == ("*" in text), text


def ask(code, **environment):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, **environment})


def test_not_found(tmp_path):
    run = ask("import permatch", PERMATCH_LIBRARY=str(tmp_path / "none.so"))
    assert run.returncode == 1 and "PERMATCH_LIBRARY" in run.stderr and "none.so" in run.stderr


def test_found_beside_the_programs(tmp_path):
    """The prefix of the programs that are in PATH."""
    if (Path(_library.__file__).parent / _library.NAME).exists():
        pytest.skip("a wheel carries its own library, which comes first")
    (tmp_path / "bin").mkdir()
    (tmp_path / "lib").mkdir()
    program = tmp_path / "bin" / "perm-mtx"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    library = tmp_path / "lib" / _library.NAME
    library.symlink_to(os.environ.get("PERMATCH_LIBRARY") or _library._lib._name)
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
    environment.pop("PERMATCH_LIBRARY", None)
    run = subprocess.run([sys.executable, "-c", "import permatch._library as l; print(l._lib._name)"],
                         capture_output=True, text=True, env=environment)
    assert run.stdout.strip() == str(library), run.stderr


HARD = "import numpy, permatch; permatch.permanent(numpy.random.default_rng(1).random((38, 38)), gpus=-1{})"


def test_interrupt():
    """Ctrl-C ends what would take long."""
    # Where a shell runs this in the background, it has made Python ignore the signal.
    code = ("import signal; signal.signal(signal.SIGINT, signal.default_int_handler); print(flush=True)\n"
            + HARD.format(", threads=1"))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as run:
        run.stdout.readline()
        while run.poll() is None:  # one that comes while modules are loaded ends it as well
            time.sleep(0.5)
            run.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in run.stderr.read()


@pytest.mark.parametrize("code", [
    "permatch.permanents(a[None, :36, :36], threads=1)",
    "permatch.minors(a, threads=1)",
    "permatch.loop_hafnian(numpy.tile(a + a.T, (2, 2))[:52, :52], threads=1)",
    "permatch.permanent_of_product(a[:, :6], a[:6], threads=1)",
    "permatch.marginals(a[:30, :30])",
    "permatch.sample(networkx(), 9)",
])
def test_interrupt_of_others(code):
    """Ctrl-C ends what has no plan, too, with the same exception."""
    code = ("import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "import numpy, permatch\na = numpy.random.default_rng(1).random((36, 36))\n"
            "def networkx():\n    return type('Complete', (), {\n"
            "        'is_directed': lambda self: False, 'vcount': lambda self: 28,\n"
            "        'get_edgelist': lambda self: [(i, j) for j in range(28) for i in range(j)]})()\n"
            "print(flush=True)\n" + code)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as run:
        run.stdout.readline()
        while run.poll() is None:
            time.sleep(0.2)
            run.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in run.stderr.read()


def test_progress_stops():
    """An exception of `progress` stops the library and comes out; others may work meanwhile."""
    seen = []

    class Enough(Exception):
        pass

    def progress(share):
        seen.append(share)
        if len(seen) > 3:
            raise Enough

    a = numpy.random.default_rng(1).random((38, 38))
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(1)

    ticker = threading.Thread(target=tick)
    ticker.start()
    former = signal.getsignal(signal.SIGINT)
    with pytest.raises(Enough):
        permatch.permanent(a, gpus=-1, progress=progress)
    stop.set()
    ticker.join()
    assert len(seen) == 4 and signal.getsignal(signal.SIGINT) is former
    assert len(ticks) > 10  # the lock of the interpreter was free


class Rang(Exception):
    pass


@pytest.mark.parametrize("ask", [lambda a: permatch.permanent(a, gpus=-1), lambda a: permatch.permanents(a[None, :36, :36]),
                                 lambda a: permatch.marginals(a[:30, :30])])
def test_alarm(ask):
    """The exception of any signal's handler comes out, soon, and the handlers are as before."""
    def ring(number, frame):
        raise Rang

    former = signal.signal(signal.SIGALRM, ring)
    begin = time.monotonic()
    try:
        with pytest.raises(Rang):
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            ask(numpy.random.default_rng(1).random((38, 38)))
        assert signal.getsignal(signal.SIGALRM) is ring
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
    assert time.monotonic() - begin < 10


def test_handlers_that_return():
    """They run while the library works, and it goes on."""
    came = []
    former = {number: signal.signal(number, lambda number, frame: came.append(number))
              for number in (signal.SIGALRM, signal.SIGINT)}
    a = numpy.random.default_rng(1).random((25, 25))

    def progress(share):
        if share < 1 and signal.SIGINT not in came:
            signal.raise_signal(signal.SIGINT)

    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
        found = permatch.permanent(a, engine="ryser", gpus=-1, progress=progress)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in former.items():
            signal.signal(number, handler)
    assert set(came) == {signal.SIGALRM, signal.SIGINT}
    assert abs(found - permatch.permanent(a)) <= 2 * found.bound


def permanent_of_stack(seed):
    return permatch.permanents(numpy.random.default_rng(seed).random((1000, 12, 12)), threads=3).values.sum()


def test_fork():
    """Children of a process that used threads use threads, too."""
    wanted = [permanent_of_stack(seed) for seed in range(3)]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(permanent_of_stack, range(3)).get(timeout=60) == wanted
