# SPDX-License-Identifier: GPL-3.0-or-later
"""A package that is not built; Ctrl-C."""

import copy
import inspect
import multiprocessing
import os
import pickle
import pydoc
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy
import pytest

import permatch


def test_not_built(tmp_path):
    """Without its extension module the package says what to type."""
    shutil.copytree(Path(permatch.__file__).parent, tmp_path / "permatch", ignore=shutil.ignore_patterns("*.so*"))
    run = subprocess.run([sys.executable, "-c", "import permatch"], capture_output=True, text=True, cwd=tmp_path,
                         env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert run.returncode == 1 and "pip install ./python" in run.stderr
    run = subprocess.run([sys.executable, "-c", "import sys; sys.modules['numpy'] = None; import permatch"], text=True,
                         capture_output=True, check=False)
    assert run.returncode == 1 and run.stderr.endswith("ImportError: permatch needs NumPy: pip install numpy\n")


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
    "permatch.marginals(a[:22, :22], precision='exact')",
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
                                 lambda a: permatch.marginals(a[:22, :22], precision="exact"),
                                 lambda a: permatch.permanent_of_product(a[:, :7], a[:7]),
                                 lambda a: permatch.hafnian_patterns(a[:7, :7] + a[:7, :7].T, 8, precision="exact")])
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
    a = numpy.random.default_rng(1).random((22, 22))

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
    wanted = permatch.permanent(a)
    assert abs(found - wanted) <= found.bound + wanted.bound


def permanent_of_stack(seed):
    return permatch.permanents(numpy.random.default_rng(seed).random((1000, 12, 12)), threads=3).values.sum()


def test_fork():
    """Children of a process that used threads use threads, too."""
    wanted = [permanent_of_stack(seed) for seed in range(3)]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(permanent_of_stack, range(3)).get(timeout=60) == wanted


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="the system does not list the files of a process")
def test_older_openmp():
    """The library needs no OpenMP above 4.5: torch has an older one and may be loaded before, and then serves both."""
    maps = Path("/proc/self/maps").read_text(encoding="utf-8").split()
    found = [version for path in {word for word in maps if "permatch" in word and ".so" in word}
             for version in re.findall(rb"OMP_(\d+)\.(\d+)\0", Path(path).read_bytes())]
    assert found and max((int(major), int(minor)) for major, minor in found) <= (4, 5)


def test_modules():
    """The modules of the package are there without an import of their own; those whose package is missing say so."""
    code = """import sys, permatch
assert "permatch.photonics" not in sys.modules and "photonics" in dir(permatch) and "permanent" in dir(permatch)
assert permatch.photonics is sys.modules["permatch.photonics"]
sys.modules["torch"] = None
for name in ("torch", "photon"):
    try:
        getattr(permatch, name)
    except AttributeError as error:
        print(error)"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stdout == ("permatch.torch needs torch: pip install torch\n"
                          "module 'permatch' has no attribute 'photon'\n"), run.stderr


@pytest.mark.parametrize("name", ["permanent", "hafnian", "loop_hafnian", "torontonian", "pfaffian"])
def test_functions_of_small_matrices(name):
    """They look like functions of Python, and give what these give."""
    function = getattr(permatch, name)
    inner = inspect.unwrap(function)
    assert inspect.isfunction(function) and inspect.signature(function) == inspect.signature(inner)
    assert pickle.loads(pickle.dumps(function)) is function is copy.deepcopy(function)
    assert pydoc.render_doc(function) == pydoc.render_doc(inner)
    a = numpy.array([[0, 2.5], [-2.5, 0]] if name == "pfaffian" else [[0.5, 0.3], [0.3, 0.25]])
    quick, slow = function(a), inner(a)
    assert (type(quick), quick, quick.bound) == (type(slow), slow, slow.bound)
    assert function(a, threads=1, strict=True) == slow
    assert function(**{next(iter(inspect.signature(inner).parameters)): a}) == slow
    with pytest.raises(TypeError):
        function(a, nothing=1)
