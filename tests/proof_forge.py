# SPDX-License-Identifier: GPL-3.0-or-later
"""Forged proofs: proof_forge.py COUNT FOLDER VERIFIER...; changed proofs: proof_forge.py change COUNT FOLDER PROOF...;
forged leaves: proof_forge.py leaves COUNT FOLDER COUNTMATCH VERIFIER...

Writes COUNT forged proofs of five kinds into FOLDER, gives each to every VERIFIER (a command), and prints how many
were accepted by each.  The honest proofs that it starts from come from a slow prover in this file, which keeps all
coefficients of all polynomials; they must be accepted.  Each forged proof has the right form: what is refused is what
it says.  Or changes each PROOF in COUNT ways and gives the results to pm_verify.py.  What is accepted must be true, by
enumeration: a changed drawing can be another drawing of the same graph, and an edge that is in no matching can have any
weight.  Or has COUNT random graphs that are nearly planar proved by COUNTMATCH, and forges their leaves.  PM_SEED is the
seed."""
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tools"))
import pm_verify  # noqa: E402

KINDS = ("a digit flipped", "messages mended for a wrong number", "honest about another graph", "right residue, wrong integer",
         "messages replayed")


def use(table, ends, weight):
    for state, x in list(table.items()):
        if not state & set(ends):
            table[state | set(ends)] = table.get(state | set(ends), 0) + weight * x


def tables(proof, edges):
    """The polynomials {open vertices of a product: coefficient} that each entry of proof.undo is about; the number."""
    stack, before = [], []
    for kind, *what in proof.undo:
        if kind == "new":
            before.append(())
            stack.append({frozenset(): 1})
        elif kind == "close":
            u, group, _, last = what
            before.append(dict(stack[-1]))
            for v in group:
                use(stack[-1], (u, v), edges[min(u, v), max(u, v)])
            closed = {} if last else stack[-1]
            for state, x in stack.pop().items() if last else ():
                factor = 1 if u in state else proof.may_stay(u)
                closed[state - {u}] = closed.get(state - {u}, 0) + factor * x
            stack += [closed] if last else []
        else:
            right, left, joined = stack.pop(), stack.pop(), {}
            before.append((left, right))
            for s, x in left.items():
                for t, y in right.items():
                    if not s & t:
                        joined[s | t] = joined.get(s | t, 0) + x * y
            stack.append(joined)
    return before, stack[0].get(frozenset(), 0)


def value(table, r, p):
    total = 0
    for state, x in table.items():
        for v in state:
            x = x * r[v] % p
        total += x
    return total % p


def on_line(table, r, slope, p):
    """The coefficients of the polynomial at r + y slope."""
    total = [0] * (len(slope) + 1)
    for state, x in table.items():
        product = [x % p]
        for v in state:
            a, b = r[v], slope.get(v, 0)
            product = [(a * low + b * high) % p for low, high in zip([*product, 0], [0, *product])]
        for k, y in enumerate(product[: len(total)]):
            total[k] = (total[k] + y) % p
    return total


class Prover(pm_verify.Check):
    """Answers the verifier's requests for messages; `edges` may be those of another graph."""

    def __init__(self, proof, edges):
        super().__init__(proof)
        self.said, self.edges = [], edges
        self.before, self.total = tables(proof, edges)

    def say(self, *numbers):
        line = " ".join(f"{x % self.p:031x}" for x in numbers)
        self.said.append(line)
        return self.draw(line)

    def prove(self):
        points = [{}]
        for (kind, *what), table in reversed(list(zip(self.proof.undo, self.before))):
            r = points.pop()
            if kind == "close":
                self.close(table, *what, r)
                points.append(r)
            elif kind == "join":
                left, right, both = what
                self.join(*table, both, r)
                points += [{v: r[v] for v in left}, {v: r[v] for v in right}]
        return self.said

    def close(self, table, u, group, was_open, last, r):
        p = self.p
        if last:
            r[u] = 1
        slope = {v: -self.edges[min(u, v), max(u, v)] * r[v] * r[v] * r[u] % p for v in was_open - {u}}
        if u in was_open:
            slope[u] = r[u]
        line = on_line(table, {**r, u: 0}, slope, p)
        t = self.say(line[0], *line[2:])
        for v, d in slope.items():
            r[v] = ((0 if v == u else r[v]) + t * d) % p
        for v in {*group, u} - was_open:
            del r[v]

    def join(self, left, right, both, r):
        done = set()
        for v in both:
            sums = [0, 0, 0]
            for s, x in left.items():
                for t, y in right.items():
                    if s & t & set(both) - done - {v}:
                        continue
                    z = x * y
                    for w in (*s, *(t - s), *(t & s & done)):
                        z = z * (1 if w == v else r[w]) % self.p
                    sums[(v in s) + (v in t)] += z
            r[v] = self.say(sums[1], sums[2])
            done.add(v)
        self.say(value(left, r, self.p), value(right, r, self.p))


def text(head, messages):
    return "\n".join([*head, f"messages {len(messages)}", *messages]) + "\n"


def head_of(n, edges, steps, number, tight):
    lines = ["permatch-proof 3", f"graph {n}", "ask perfect", "scale 1", f"edges {len(edges)}"]
    lines += [f"{u} {v} {w}" for (u, v), w in sorted(edges.items())] + ["values 1", str(number), *(f"tight {v}" for v in tight), f"steps {len(steps)}"]
    return lines + [" ".join(map(str, step)) for step in steps]


def random_steps(n, edges):
    """Two tables that close some vertices each, joined, and the vertices that are left."""
    order = random.sample(range(1, n + 1), n)
    parts, steps, done = [order[: n // 3], order[n // 3 : 2 * n // 3]], [], set()
    for k, part in enumerate(parts):
        steps.append(("n",))
        for v in part:  # what the other part may have open stays open
            near = {w for ends in edges if v in ends for w in ends}
            if not near & set(parts[1 - k]):
                steps.append(("c", v))
                done.add(v)
    return [*steps, ("j",), *(("c", v) for v in order if v not in done)]


def parsed(path, content):
    with open(path, "w") as file:
        file.write(content)
    return pm_verify.Proof(path)


def messages_for(path, head, count, edges):
    """Messages of the prover that believes in `edges`, whatever number the head claims."""
    proof = parsed(path, text(head, ["0"] * count))
    return Prover(proof, edges).prove()


def count_messages(edges, steps):
    count, tables, closed = 0, [], set()
    for letter, *ends in steps:
        if letter == "n":
            tables.append(set())
        elif letter == "j":
            right = tables.pop()
            count += len(tables[-1] & right) + 1
            tables[-1] |= right
        else:
            ahead = {w for pair in edges if ends[0] in pair for w in pair} - {*ends} - closed
            count += max(1, (len(ahead) + 5) // 6)
            closed.add(ends[0])
            tables[-1] = (tables[-1] | ahead) - {*ends}
    return count


class Case:
    """A random graph with an honest proof."""

    def __init__(self, path):
        n = random.choice((4, 6, 8, 10))
        pairs = [(u, v) for u in range(1, n + 1) for v in range(u + 1, n + 1)]
        self.n, self.path = n, path
        self.edges = {ends: random.choice((1, 1, 2, -3)) for ends in random.sample(pairs, random.randint(n // 2, len(pairs) - 1))}
        self.tight = []
        if random.random() < 0.4:  # a vertex with one neighbour is a tight set
            u = random.randint(1, n)
            self.edges = {ends: w for k, (ends, w) in enumerate(self.edges.items())
                          if u not in ends or ends == min(e for e in self.edges if u in e)}
            self.tight = [u] if any(u in ends for ends in self.edges) else []
        self.steps = random_steps(n, self.edges)
        needed = [{*ends} - {u} for u in self.tight for ends in self.edges if u in ends]
        used = {ends: w for ends, w in self.edges.items() if not any(v & {*ends} and u not in ends for u, v in zip(self.tight, needed))}
        self.count = count_messages(self.edges, self.steps)
        tight, self.tight = self.tight, []
        self.number = self.number_of(self.edges)  # with all edges
        self.tight, self.count = tight, count_messages(used, self.steps)
        self.head = self.claim(self.number)
        checker = Prover(parsed(path, text(self.head, ["0"] * self.count)), self.edges)
        self.p = checker.p
        self.messages = checker.prove()

    def number_of(self, edges):
        return tables(parsed(self.path, text(self.claim(0), ["0"] * self.count)), edges)[1]

    def claim(self, number):
        return head_of(self.n, self.edges, self.steps, number, self.tight)

    def forge(self, kind):
        if kind == 0:
            lines = [*self.head, f"messages {self.count}", *self.messages]
            k = random.randrange(1, len(lines))
            at = random.choice([i for i, letter in enumerate(lines[k]) if letter in "0123456789abcdef"] or [0])
            old = lines[k][at]
            lines[k] = lines[k][:at] + random.choice("123456789".replace(old, "")) + lines[k][at + 1:]
            return "\n".join(lines) + "\n"
        if kind == 1:
            head = self.claim(self.number + random.choice((1, -1, 2, 10**20)))
            messages = messages_for(self.path, head, self.count, self.edges)
            k = random.randrange(len(messages))  # what comes before is honest; from here on anything goes
            messages[k:] = [" ".join(f"{random.getrandbits(122):031x}" for _ in line.split()) for line in messages[k:]]
            return text(head, messages)
        if kind == 2:
            edges = {**self.edges, random.choice(list(self.edges)): random.choice((0, 5, 7))}
            number = self.number_of(edges)
            if number == self.number:
                return None
            head = self.claim(number)
            return text(head, messages_for(self.path, head, self.count, edges))
        if kind == 3:
            head = self.claim(self.number + random.choice((1, -1, 3)) * self.p)
            return text(head, random.choice((self.messages, messages_for(self.path, head, self.count, self.edges))))
        head = self.claim(self.number + 1)
        messages = random.choice((self.messages, self.messages[::-1], self.messages[1:] + self.messages[:1]))
        return text(head, messages)


def is_true(path):
    """True if the values are right: all covers are enumerated, with the vertices from the first to the last."""
    proof, known = pm_verify.Proof(path), {}
    near = {v: [] for v in range(1, proof.vertices + 1)}
    for (u, v), (a, b) in proof.edges.items():
        near[u].append((v, a, b))

    def covers(left):
        """{number of edges: (real, imaginary)} for a set of vertices, as a tuple."""
        if not left:
            return {0: (1, 0)}
        if left not in known:
            u, rest, total = left[0], left[1:], {}
            ways = [(rest, 0, 1, 0)] if proof.may_stay(u) else []
            ways += [(tuple(w for w in rest if w != v), 1, a, b) for v, a, b in near[u] if v in left]
            for after, edges, a, b in ways:
                for k, (x, y) in covers(after).items():
                    real, imaginary = total.get(k + edges, (0, 0))
                    total[k + edges] = real + a * x - b * y, imaginary + a * y + b * x
            known[left] = total
        return known[left]

    found = covers(tuple(near))
    if proof.ask != "sizes":
        found = {0: tuple(map(sum, zip((0, 0), *found.values())))}
    most = max([len(proof.values) - 1, *found])
    return all((proof.values[k] if k < len(proof.values) else (0, 0)) == found.get(k, (0, 0)) for k in range(most + 1))


def verdict(command, path):
    return subprocess.run([*command, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode


def here(path):
    sys.stderr = open(os.devnull, "w")
    sys.stdout, old = sys.stderr, sys.stdout
    try:
        return pm_verify.main([path])
    finally:
        sys.stdout, sys.stderr = old, sys.__stderr__


def main(count, folder, *verifiers):
    path = os.path.join(folder, "forged")
    judges = [here] + [lambda name, command=v.split(): verdict(command, name) for v in verifiers]
    accepted, tried, odd, refused_honest, still = [0] * len(judges), [0] * len(KINDS), 0, 0, 0
    while sum(tried) < int(count):
        case = Case(path)
        parsed(path, text(case.head, case.messages))
        refused_honest += sum(judge(path) != 0 for judge in judges)
        for kind in range(len(KINDS)):
            forged = case.forge(kind)
            if forged is None or forged == text(case.head, case.messages):
                continue
            with open(path, "w") as file:
                file.write(forged)
            tried[kind] += 1
            statuses = [judge(path) for judge in judges]
            true = 0 in statuses and is_true(path)
            still += true
            accepted = [a + (s == 0 and not true) for a, s in zip(accepted, statuses)]
            odd += len(set(statuses)) > 1 or statuses[0] not in (0, 1, 5)
    print(f"honest refused {refused_honest}, accepted {' '.join(map(str, accepted))}, different verdicts {odd}")
    print(", ".join(f"{n} {kind}" for n, kind in zip(tried, KINDS)), f"; {still} prove something true", file=sys.stderr)


def changed(lines):
    """Proof lines with one to three changes."""
    for _ in range(random.randint(1, 3)):
        k, other = random.randrange(len(lines)), random.choice(lines)
        at, kind = random.randrange(len(lines[k]) + 1), random.randrange(6)
        if kind < 2:
            lines[k] = lines[k][:at] + random.choice("0123456789abcdef -,xnoecj#\n") + lines[k][at + kind :]
        elif kind == 2 and len(lines) > 1:
            del lines[k]
        elif kind == 3:
            lines.insert(k, other)
        elif kind == 4:
            lines[k] = random.choice(("9" * 18, "-", " ", "1 ")) + lines[k]
        else:
            lines[k] = other[:at] + lines[k][at:]
    return "\n".join(lines) + "\n"


def change(count, folder, *proofs):
    path, true, false, odd = os.path.join(folder, "changed"), 0, 0, 0
    for proof in proofs:
        with open(proof) as file:
            honest = file.read()
        for _ in range(int(count)):
            content = changed(honest.split("\n")[:-1])
            if content == honest:
                continue
            with open(path, "w") as file:
                file.write(content)
            status = here(path)
            odd += status not in (0, 1, 5)
            if status == 0:
                true, false = true + is_true(path), false + (not is_true(path))
    print(f"accepted of something false {false}, odd {odd}")
    print(f"{true} prove something true", file=sys.stderr)


def nearly_planar():
    """The lines of a graph: a grid without some edges, and a few other edges, its vertices in random order."""
    rows, columns = random.randint(2, 4), 4
    n = rows * columns
    edges = {(v, v + 1) for v in range(n) if (v + 1) % columns} | {(v, v + columns) for v in range(n - columns)}
    edges = {ends for ends in edges if random.random() < 0.9}
    edges |= {tuple(sorted(random.sample(range(n), 2))) for _ in range(random.randint(2, 7))}
    name, most = random.sample(range(1, n + 1), n), random.choice((1, 9, 10**20))
    return "".join(f"{name[u]} {name[v]} {random.randint(1, most)}\n" for u, v in edges)


def leaves_of(lines, at, factor, weights):
    """[(first line, line behind, what its value counts)] of the leaves from this line on."""
    word = lines[at].split()
    if word[0] == "branch":
        absent = leaves_of(lines, at + 1, factor, weights)
        return absent + leaves_of(lines, absent[-1][1], factor * weights[int(word[1]), int(word[2])][0], weights)
    if word[0] == "barrier":
        return [(at, at + 1, factor)]
    pairs = at + 2 + int(lines[at + 1].split()[1])
    return [(at, pairs + 1 + int(lines[pairs].split()[1]), factor)]


def forge_leaves(lines, proof):
    """Proofs with another leaf, whose values add up to the claim where they can."""
    claim, first = proof.leaves - 1, leaves_of(lines, proof.leaves, 1, proof.edges)
    (at, end, factor), (other, behind, _) = random.choice(first), random.choice(first)
    if lines[at].startswith("value"):
        value, more = int(lines[at].split()[1]), random.choice((1, 2, 10**30))
        yield "another value", {at: [f"value {value + more}"], claim: [str(int(lines[claim]) + factor * more)]}
        empty = {k: [] for k in range(at, end)}
        yield "a barrier", {**empty, at: ["barrier" + random.choice(("", " 1", " 2 3"))], claim: [str(int(lines[claim]) - factor * value)]}
    yield "a leaf less", {k: [] for k in range(at, end)}
    yield "a leaf twice", {at: lines[at:end] + [lines[at]]}
    if at < other:
        yield "leaves exchanged", {**{k: [] for k in [*range(at, end), *range(other, behind)]}, at: lines[other:behind], other: lines[at:end]}


def leaves(count, folder, program, *verifiers):
    graph, path = os.path.join(folder, "leaves.el"), os.path.join(folder, "leaves.proof")
    judges = [here] + [lambda name, command=v.split(): verdict(command, name) for v in verifiers]
    branched, refused, accepted, odd, tried, true = 0, 0, 0, 0, {}, 0
    for _ in range(int(count)):
        with open(graph, "w") as file:
            file.write(nearly_planar())
        subprocess.run([program, "--format=el", f"--prove={path}", graph], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        refused += any(judge(path) != 0 for judge in judges) or not is_true(path)
        proof = pm_verify.Proof(path)
        if proof.leaves is None or not proof.lines[proof.leaves].startswith("branch"):
            continue
        branched += 1
        for kind, changes in forge_leaves(proof.lines[:-1], proof):
            with open(path, "w") as file:
                file.writelines(line + "\n" for k, old in enumerate(proof.lines[:-1]) for line in changes.get(k, [old]))
            statuses = [judge(path) for judge in judges]
            tried[kind] = tried.get(kind, 0) + 1
            odd += len(set(statuses)) > 1 or statuses[0] not in (0, 1, 5)
            still = 0 in statuses and is_true(path)
            true, accepted = true + still, accepted + (0 in statuses and not still)
    print(f"honest refused {refused}, accepted {accepted}, different verdicts {odd}, enough branches {branched > int(count) // 20}")
    print(branched, "branched,", ", ".join(f"{n} {kind}" for kind, n in tried.items()), f"; {true} prove something true", file=sys.stderr)


random.seed(int(os.environ.get("PM_SEED", "7")))
mode = {"change": change, "leaves": leaves}.get(sys.argv[1])
(mode or main)(*sys.argv[2 if mode else 1:])
