# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the package with its extension module and the shared library of permatch, for `pip install ./python` and wheels.

It configures and compiles the checkout or release that this folder is part of, in a folder of its own, without MPI.
A checkout needs Autoconf, Automake and Libtool; docs/dependencies.md lists the libraries.  MAKEFLAGS, CC and CFLAGS
apply.  With PERMATCH_LIBRARY=FILE this file is taken, and only the extension module is compiled.  That is for every
Python from 3.9 (the stable ABI), and needs the headers of one.
"""

import atexit
import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
TOP = HERE.parent
NAME = "libpermatch.so.1"
WORK = tempfile.mkdtemp(prefix="permatch-")  # nothing is written beside the sources
atexit.register(shutil.rmtree, WORK, ignore_errors=True)


def say(text):
    """Tells what is done; pip shows the output of a build only with -v, so it also goes to the terminal, if any."""
    print(f"permatch: {text}", flush=True)
    try:
        with open("/dev/tty", "w", encoding="utf-8") as terminal:
            terminal.write(f"permatch: {text}\n")
    except OSError:
        pass


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
        say("autoreconf makes configure")
        run("autoreconf", "--install", cwd=TOP)
    build = Path(WORK, "library")
    build.mkdir()
    flags = [] if os.environ.get("CFLAGS") else ["CFLAGS=-O2"]  # no -g, since the library is stripped
    say("configure looks for the libraries that permatch needs")
    run(str(TOP / "configure"), "--disable-static", "--without-mpi", "--quiet", *flags, cwd=build)
    jobs = [] if os.environ.get("MAKEFLAGS") else [f"-j{os.cpu_count()}"]
    say(f"make compiles the library with {os.cpu_count()} jobs; two cores take a minute or two")
    run("make", *jobs, "--silent", "src/libpermatch.la", cwd=build)
    library = build / "src/.libs/libpermatch.so"
    run("strip", "--strip-unneeded", str(library.resolve()), cwd=build)
    shutil.copyfile(library, target)


def library_of(command):
    """Where a command puts the library, beside the package."""
    return Path(command.build_lib, "permatch", NAME)


class Build(build_py):
    def run(self):
        super().run()
        if not Path(sysconfig.get_path("include"), "Python.h").exists():
            raise SystemExit("there is no Python.h, which the extension module needs: python3-dev has it, or "
                             "python3-devel; docs/dependencies.md lists what permatch needs")
        target = library_of(self)
        target.parent.mkdir(parents=True, exist_ok=True)
        build_library(target)


class BuildExtension(build_ext):
    def build_extension(self, extension):
        extension.extra_objects = [str(library_of(self))]
        super().build_extension(extension)


door = Extension("permatch._door", sorted(f"door/{source.name}" for source in HERE.glob("door/*.c")),
                 include_dirs=[str(TOP / "src")], libraries=["gmp"], extra_link_args=["-Wl,-rpath,$ORIGIN"],
                 py_limited_api=True)
setup(cmdclass={"build_py": Build, "build_ext": BuildExtension}, ext_modules=[door],
      options={"build": {"build_base": WORK}, "egg_info": {"egg_base": WORK}, "bdist_wheel": {"py_limited_api": "cp39"}})
