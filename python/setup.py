# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the shared library of permatch beside the package, for `pip install ./python` and for wheels.

It configures and compiles the checkout or release that this folder is part of, in a folder of its own, without MPI.
A checkout needs Autoconf, Automake and Libtool; docs/dependencies.md lists the libraries.  MAKEFLAGS, CC and CFLAGS
apply.  With PERMATCH_LIBRARY=FILE this file is taken, and nothing is compiled.
"""

import atexit
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

TOP = Path(__file__).resolve().parent.parent
NAME = "libpermatch.so.1"
WORK = tempfile.mkdtemp(prefix="permatch-")  # nothing is written beside the sources
atexit.register(shutil.rmtree, WORK, ignore_errors=True)


def run(*command, cwd):
    """Runs a command; the end of its output is shown if it fails."""
    if shutil.which(command[0]) is None:
        raise SystemExit(f"{command[0]} is not installed; docs/dependencies.md lists what permatch needs, and ./quickstart "
                         "installs it")
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode:
        raise SystemExit("\n".join([*done.stdout.splitlines()[-40:], f"{command[0]} failed; docs/dependencies.md lists what "
                                    "permatch needs, and ./quickstart installs it"]))


def build_library(target):
    """Writes the library to the file `target`."""
    given = os.environ.get("PERMATCH_LIBRARY")
    if given:
        shutil.copyfile(given, target)
        return
    if not (TOP / "configure.ac").exists():
        raise SystemExit(f"{TOP} has no configure.ac: install from the folder python of a checkout or of a release")
    if not (TOP / "configure").exists():
        run("autoreconf", "--install", cwd=TOP)
    build = Path(WORK, "library")
    build.mkdir()
    run(str(TOP / "configure"), "--disable-static", "--without-mpi", "--quiet", cwd=build)
    jobs = [] if os.environ.get("MAKEFLAGS") else [f"-j{os.cpu_count()}"]
    run("make", *jobs, "--silent", "src/libpermatch.la", cwd=build)
    library = build / "src/.libs/libpermatch.so"
    run("strip", "--strip-unneeded", str(library.resolve()), cwd=build)
    shutil.copyfile(library, target)


class Build(build_py):
    def run(self):
        super().run()
        target = Path(self.build_lib, "permatch", NAME)
        target.parent.mkdir(parents=True, exist_ok=True)
        build_library(target)


class Wheel(bdist_wheel):
    def get_tag(self):  # the library is for one kind of machine, but for every Python
        return "py3", "none", super().get_tag()[2]


class Binary(Distribution):
    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": Build, "bdist_wheel": Wheel}, distclass=Binary,
      options={"build": {"build_base": WORK}, "egg_info": {"egg_base": WORK}})
