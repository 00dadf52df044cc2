# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes random matrices and graphs in many formats, with answers by definition: formats.py FOLDER SEED.

Each line of the output is PROGRAM FILE ANSWER.  The files have no names that say their formats.
"""

import itertools
import json
import random
import struct
import sys
import zlib

folder, rng, count = sys.argv[1], random.Random(int(sys.argv[2])), 0


def permanent(a):
    lines = range(len(a))
    total = 0
    for p in itertools.permutations(lines):
        product = 1
        for i in lines:
            product *= a[i][p[i]]
        total += product
    return total


def matchings(a):
    def left(vertices):
        if not vertices:
            return 1
        v, rest = vertices[0], vertices[1:]
        return sum(a[v][w] * left([u for u in rest if u != w]) for w in rest if a[v][w])

    return left(list(range(len(a))))


def say(program, answer, content):
    global count
    count += 1
    name = f"{folder}/{count}"
    with open(name, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    print(program, name, answer)


def npy(a, order, fortran, kind, size):
    n = len(a)
    letter = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f4": "f", "f8": "d"}[kind + size]
    entries = [a[i][j] for j in range(n) for i in range(n)] if fortran else [x for row in a for x in row]
    head = f"{{'descr': '{order}{kind}{size}', 'fortran_order': {fortran}, 'shape': ({n}, {n}), }}\n".encode()
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head + struct.pack(f"{order}{n * n}{letter}", *entries)


def mat(a, order, sparse, packed):
    """A variable of a MAT-file of level 5."""
    n = len(a)

    def element(kind, data):
        return struct.pack(order + "II", kind, len(data)) + data + bytes(-len(data) % 8)

    places = [(i, j) for j in range(n) for i in range(n) if a[i][j] or not sparse]
    variable = element(6, struct.pack(order + "II", 5 if sparse else 6, len(places)))
    variable += element(5, struct.pack(order + "ii", n, n)) + element(1, b"A")
    if sparse:
        variable += element(5, struct.pack(f"{order}{len(places)}i", *[i for i, j in places]))
        starts = [sum(j < k for _, j in places) for k in range(n + 1)]
        variable += element(5, struct.pack(f"{order}{n + 1}i", *starts))
    variable += element(3, struct.pack(f"{order}{len(places)}h", *[a[i][j] for i, j in places]))
    variable = element(14, variable)
    if packed:
        data = zlib.compress(variable)
        variable = struct.pack(order + "II", 15, len(data)) + data
    return b"MATLAB 5.0 MAT-file".ljust(124) + struct.pack(order + "HH", 0x100, 0x4D49) + variable


def boeing(a):
    n = len(a)
    places = [(i, j) for j in range(n) for i in range(n) if a[i][j]]

    def lines(numbers, width, per_line):
        words = [str(x).rjust(width) for x in numbers]
        return ["".join(words[k : k + per_line]) for k in range(0, len(words), per_line)]

    starts = lines([1 + sum(j < k for _, j in places) for k in range(n + 1)], 5, 16)
    rows = lines([i + 1 for i, j in places], 5, 16)
    values = lines([f"{a[i][j]:.6E}".replace("E", "D") for i, j in places], 16, 5)
    sizes = [len(starts) + len(rows) + len(values), len(starts), len(rows), len(values)]
    head = ["title", "".join(f"{x:14d}" for x in sizes), "RUA".ljust(14) + f"{n:14d}{n:14d}{len(places):14d}{0:14d}"]
    return "\n".join(head + ["(16I5)".ljust(16) * 2 + "(5D16.6)"] + starts + rows + values) + "\n"


def write_matrix():
    n = rng.randint(1, 5)
    a = [[rng.choice([0, 0, 1, 2, 3, -4, 5]) for _ in range(n)] for _ in range(n)]
    a[0][0] = 1
    wanted, numbers = permanent(a), range(n)
    for order in "<>":
        for kind in ("i1", "i2", "i4", "i8", "f4", "f8"):
            say("perm-mtx", wanted, npy(a, order, rng.random() < 0.5, kind[0], kind[1]))
        for sparse in (False, True):
            say("perm-mtx", wanted, mat(a, order, sparse, rng.random() < 0.5))
    say("perm-mtx", wanted, boeing(a))
    say("perm-mtx", wanted, f"# name: a\n# type: matrix\n# rows: {n}\n# columns: {n}\n"
        + "".join(" " + " ".join(map(str, row)) + "\n" for row in a))
    say("perm-mtx", wanted, f"Matrix({a})\n")
    say("perm-mtx", wanted, f"A := Matrix({n}, {n}, {{"
        + ", ".join(f"({i + 1}, {j + 1}) = {a[i][j]}" for i in numbers for j in numbers if a[i][j]) + "});\n")


def write_graph(directed):
    n = rng.choice([4, 6]) if not directed else rng.randint(2, 5)
    edges = [e for e in itertools.permutations(range(n), 2) if (directed or e[0] < e[1]) and rng.random() < 0.6]
    edges = edges or [(0, 1)]
    weight = {e: rng.choice([1, 2, 3]) for e in edges}
    program, answer = ("cyclecover", permanent) if directed else ("countmatch", matchings)

    def adjacency(w):
        return [[w.get((i, j), 0) or (not directed and w.get((j, i), 0)) or 0 for j in range(n)] for i in range(n)]

    weighted, plain = answer(adjacency(weight)), answer(adjacency(dict.fromkeys(edges, 1)))
    next_to = [[j + 1 for j in range(n) if adjacency(weight)[i][j]] for i in range(n)]
    say(program, weighted, json.dumps({"directed": directed, "nodes": [{"id": v} for v in range(n)],
        "links": [{"source": u, "target": v, "weight": w} for (u, v), w in weight.items()]}))
    say(program, weighted, '<graphml><key id="w" for="all" attr.name="Weight"/>'
        f'<graph edgedefault="{"un" * (not directed)}directed">' + "".join(f'<node id="{v}&amp;"/>' for v in range(n))
        + "".join(f'<edge source="{u}&#38;" target="{v}&amp;"><data key="w"> {w} </data></edge>'
                  for (u, v), w in weight.items()) + "</graph></graphml>\n")
    say(program, weighted, f"graph [ directed {int(directed)} " + "".join(f"node [ id {v} ] " for v in range(n))
        + "".join(f"edge [ source {u} target {v} weight {w} ] " for (u, v), w in weight.items()) + "]\n")
    say(program, weighted, f"{'di' * directed}graph {{ {' '.join(map(str, range(n)))}\n"
        + "".join(f'{u} -{">" if directed else "-"} {v} [weight={w}];' for (u, v), w in weight.items()) + "}\n")
    say(program, weighted, f"*Vertices {n}\n*{'Arcs' if directed else 'Edges'}\n"
        + "".join(f"{u + 1} {v + 1} {w}\n" for (u, v), w in weight.items()))
    lists = ", ".join("[ " + ", ".join(map(str, row)) + " ]" for row in next_to)
    say(program, plain, f"Digraph( [ {lists} ] )\n")
    say(program, plain, f"rec( adjacencies := [ {lists} ], names := [ 1 .. {n} ], order := {n} )\n")
    say(program, plain, ("Di" * directed + "graph").capitalize() + "\nVertex  Neighbours\n\n"
        + "".join(f"{k}       {' '.join(map(str, row))} ;\n" for k, row in enumerate(next_to, 1)))
    if not directed:
        say(program, plain, f"p tw {n} {len(edges)}\n" + "".join(f"{u + 1} {v + 1}\n" for u, v in edges))
        say(program, plain, b">>planar_code<<" + bytes([n] + [x for row in next_to for x in row + [0]]))


for _ in range(3):
    write_matrix()
    write_graph(False)
    write_graph(True)
