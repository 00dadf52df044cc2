#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes small random faults (mutants) in the code that computes, and asks whether the tests see them.

    make check-mutants MUTANTS=400 MUTANT_SEED=1     in a build with sanitizers, so that they see leaks too

A mutant changes one operator, number, condition or statement of one file.  Only that file is compiled
again; the tests are linked with its objects before the library's archive.  A mutant with the same objects
is no fault and is not counted, nor is a larger array.  The differential test runs first, then the other C
programs of `make check`: those with a word of the file's name in theirs, then quick ones before slow ones.
The first failure, a crash, or much more processor time than without the mutant kills it.  Survivors are
listed for reading.  (DeMillo, Lipton and Sayward, Hints on test data selection, IEEE Computer 11, 1978.)"""
import argparse
import concurrent.futures
import functools
import json
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import threading
import time

FOLDERS = ["src/engine", "src/num", "src/reduce", "src/solve"]

SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", " + ": " - ", " - ": " + ",
         " * ": " + ", " / ": " * ", " % ": " / ", " && ": " || ", " || ": " && ", " & ": " | ",
         " << ": " >> ", " >> ": " << ", " += ": " -= ", " -= ": " += "}
SITES = re.compile(r"(?<![-<>=!])(?:<=|>=|==|!=|<|>)(?![<>=])|(?<=\w|\)|\]) (?:[-+*/%&]|&&|\|\||<<|>>|[-+]=) ")
NUMBER = re.compile(r"(?<![\w.\"'])\d{1,3}(?![\w.'])")
LARGER = re.compile(r"enum {|(?:PM_NEW|alloc|_vec_init)\w*\(.*$|^[ \t]*(?:[a-z]\w* )+\*?\w+\[$")  # before a number
STATEMENT = re.compile(r"^[ \t]+[a-z_][^;{}=]*(?:\)| [-+*/|&^]?= [^;{}]+|\+\+|--);$", re.M)
CONDITION = re.compile(r"\b(?:if|while) (\(.+\))$", re.M)
OTHER = re.compile(r"/\*[\s\S]*?\*/|//[^\n]*|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.M)


def blank(text):
    """The text with comments, strings and preprocessor lines replaced by spaces."""
    return OTHER.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def sites(text):
    """All (begin, end, replacement) of a file."""
    code = blank(text)
    for m in SITES.finditer(code):
        yield m.start(), m.end(), SWAPS[m.group()]
    for m in NUMBER.finditer(code):
        if not LARGER.search(code[code.rfind("\n", 0, m.start()) + 1:m.start()]):
            yield m.start(), m.end(), str(int(m.group()) + 1)
    for m in STATEMENT.finditer(code):
        if not re.match(r"\s*(return|const|static|else|goto|struct|case)\b", m.group()):
            yield m.start(), m.end(), " ;"
    for m in CONDITION.finditer(code):
        yield m.start(1), m.end(1), "(!" + text[m.start(1):m.end(1)] + ")"


def commands(sources):
    """The compiler's command for each object of each source: {source: [[argument, ...], ...]}."""
    wanted = [word for s in sources for word in ("-W", os.path.join(args.srcdir, s))]
    lines = subprocess.run(["make", "-n", "V=1", *wanted, "src/libcore.la"], capture_output=True, text=True).stdout
    found = {}
    for line in lines.replace("\\\n", " ").splitlines():
        m = re.search(r"--mode=compile (.*?) -MT .* -c -o (\S+) (?:`[^`]*`)?(\S+\.c)", line)
        if m:
            source = os.path.relpath(m.group(3), args.srcdir) if m.group(3).startswith((".", "/")) else m.group(3)
            if source not in sources:
                continue
            words = [w for w in shlex.split(m.group(1)) if w != "ccache" and not re.match(r"-(O|g)\d?$|-W", w)]
            found.setdefault(source, []).append(words)
    return found


def compiled(folder, source, text):
    """The objects of the source with that text, as a list of their names in the folder, or None."""
    names = []
    path = os.path.join(folder, "mutant.c")
    with open(path, "w") as f:
        f.write(text)
    for k, recipe in enumerate(recipes[source]):
        names.append(os.path.join(folder, f"mutant{k}.o"))
        done = subprocess.run([*recipe, "-I" + os.path.join(args.srcdir, os.path.dirname(source)), "-O1", "-g0", "-w",
                               "-fPIC", "-DPIC", "-c", "-o", names[-1], path], capture_output=True)
        if done.returncode != 0:
            return None
    return names


def contents(names):
    return [hash(open(name, "rb").read()) for name in names]


@functools.lru_cache(maxsize=None)
def original(source):
    """The objects of the source as it is; None if it does not compile this way."""
    folder = os.path.join(args.work, "original", source.replace("/", "-"))
    os.makedirs(folder, exist_ok=True)
    names = compiled(folder, source, texts[source])
    return names and contents(names)


@functools.lru_cache(maxsize=None)
def link_line(test):
    """The test's own objects, the libraries, and other flags."""
    lines = subprocess.run(["make", "-n", "V=1", "-W", os.path.join(args.srcdir, f"tests/{test}.c"), f"tests/{test}"],
                           capture_output=True, text=True).stdout.splitlines()
    line = [l for l in lines if "--mode=link" in l and f"-o tests/{test} " in l][-1]
    words = line.split(f"-o tests/{test} ")[1].split()
    return [w for w in words if w.endswith(".o")], [w for w in words if w.startswith("-l")], \
        [w for w in line.split() if w.startswith(("-Wl,", "-fsan", "-fno-san"))]


def program(folder, test, mutated):
    """Links the test with these objects; returns its name."""
    own, libraries, flags = link_line(test)
    name = os.path.join(folder, test)
    subprocess.run(["gcc", "-fopenmp", *flags, "-o", name, *own, *mutated, "tests/.libs/libtest.a",
                    "src/.libs/libcore.a", *libraries, *core_libraries], check=True)
    return name


def outcome(folder, test, mutated, limit):
    """Whether the test, linked with these objects, succeeds; its processor seconds, at most about `limit`."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
    environment = dict(os.environ, srcdir=os.path.abspath(args.srcdir), OMP_WAIT_POLICY="passive",
                       OMP_NUM_THREADS="2", PM_TESTS="short", TMPDIR=folder)
    if test == "differential":
        environment.update(PM_SEED=str(args.case), PM_CASES=str(args.cases))
    name = program(folder, test, mutated)
    run = subprocess.Popen(["timeout", "-k", "1", str(10 * limit), name], env=environment, preexec_fn=limited,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    _, status, used = os.wait4(run.pid, 0)
    os.remove(name)
    return status == 0, used.ru_utime + used.ru_stime


def folder_of(name):
    folder = os.path.join(args.work, name)
    os.makedirs(folder, exist_ok=True)
    return folder


def measured(test):
    """The test's processor seconds; None if it fails or is slow."""
    good, used = outcome(folder_of("of-" + test), test, [], args.cpu)
    if not good:
        print(f"left out: {test} fails or takes more than {args.cpu} s", flush=True)
    return used if good else None


def words(name):
    return set(re.split(r"[/_.]", name)) - {"src", "engine", "c", "kernel"}


def killer(folder, source, mutated):
    """The name of the test that kills the mutant, or None."""
    mine = words(source)
    order = sorted(seconds, key=lambda t: (t != "differential", not mine & words(t), seconds[t]))
    return next((t for t in order if not outcome(folder, t, mutated, 5 + 4 * seconds[t])[0]), None)


def try_mutants():
    """Takes mutants from the list until there are enough."""
    folder = folder_of(threading.current_thread().name)
    while time.monotonic() < end and len(made) < args.count:
        with lock:
            source, begin, stop, replacement = everything.pop()
            before = original(source)
        text = texts[source]
        mutated = text[:begin] + replacement + text[stop:]
        after = compiled(folder, source, mutated)
        if before is None or after is None or contents(after) == before:
            continue
        line = text.count("\n", 0, begin)
        one = {"file": source, "line": line + 1, "was": text.splitlines()[line].strip(),
               "now": mutated.splitlines()[line].strip(), "killer": killer(folder, source, after)}
        with lock:
            made.append(one)
            record.write(json.dumps(one) + "\n")
            if one["killer"] is None:
                print("survives: {file}:{line}\n    - {was}\n    + {now}".format(**one), flush=True)


parser = argparse.ArgumentParser()
parser.add_argument("--count", type=int, default=400)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--tests", required=True, help="names of programs in the folder tests")
parser.add_argument("--srcdir", default="..")
parser.add_argument("--work", default="mutants", help="a folder for objects, and for the list of all mutants")
parser.add_argument("--cases", type=int, default=2000, help="of the differential test")
parser.add_argument("--case", type=int, default=1, help="its seed")
parser.add_argument("--cpu", type=int, default=20, help="tests that take more processor seconds are left out")
parser.add_argument("--time", type=float, default=float("inf"), help="no more mutants after so many seconds")
parser.add_argument("--threads", type=int, default=os.cpu_count())
parser.add_argument("--only", default="", help="only files with this beginning")
args = parser.parse_args()
args.work = os.path.abspath(args.work)
tests = args.tests.split()
subprocess.run(["make", "-s", f"-j{args.threads}", "src/libcore.la", *("tests/" + t for t in tests)], check=True)
core_libraries = [w for w in re.search(r"dependency_libs='(.*)'", open("src/libcore.la").read()).group(1).split()
                  if w.startswith("-")]
end = time.monotonic() + args.time
with concurrent.futures.ThreadPoolExecutor(args.threads) as pool:
    seconds = {t: s for t, s in zip(tests, pool.map(measured, tests)) if s is not None}
files = sorted(os.path.relpath(os.path.join(d, f), args.srcdir) for folder in FOLDERS
               for d, _, names in os.walk(os.path.join(args.srcdir, folder)) for f in names if f.endswith(".c"))
recipes = commands([f for f in files if f.startswith(args.only)])
texts = {f: open(os.path.join(args.srcdir, f)).read() for f in files if f in recipes}
everything = [(f, *site) for f in texts for site in sites(texts[f])]
random.Random(args.seed).shuffle(everything)
record = open(os.path.join(folder_of("."), f"mutants-{args.seed}.jsonl"), "w", buffering=1)
lock = threading.Lock()
made = []
workers = [threading.Thread(target=try_mutants, name=f"worker{k}") for k in range(args.threads)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print("| folder | mutants | killed | by the differential test |\n|---|---|---|---|")
for folder in [*sorted({os.path.dirname(m["file"]) for m in made}), ""]:
    here = [m["killer"] for m in made if m["file"].startswith(folder + "/" if folder else "")]
    print(f"| {folder or 'all'} | {len(here)} | {sum(k is not None for k in here)} | {here.count('differential')} |")
