"""Draws mutations by a seed, and plants those that compile."""

import hashlib
import json
import random
import re
import subprocess

from . import layers, tree

# Drawn beside those asked for, because many do not compile.
SPARE = 1.2
# The mutations that did not compile in earlier runs, so that the compiler is not asked again.
NOT_COMPILING = tree.WORK / "not-compiling.json"
# Checks until the rest compiles: the compiler names errors of types only after those of names, and those of borrows after both.
ROUNDS = 24


class Planted:
    """Mutations that are planted in the sources, each behind the switch of its number."""

    def __init__(self, sources):
        self.sources = sources
        self.mutations = []
        # Words `const` of functions that contain a mutation, or that such a function calls: file and range.
        self.variable = {}
        # For each file, the places of the planted text: start, end, number of the mutation or none.
        self.places = {}

    def files(self):
        return sorted({mutation["file"] for mutation in self.mutations} | {file for file, _ in self.variable})

    def texts(self):
        """Returns the changed files, and remembers what stands where in them."""
        changed = {}
        self.places = {}
        for file in self.files():
            text = self.sources[file]
            edits = [(m["start"], m["end"], m["new"].replace("ENABLED", tree.enabled(m["number"])).encode(), m["number"]) for m in self.mutations if m["file"] == file]
            edits += [(start, end, b"", None) for (name, start), end in self.variable.items() if name == file]
            pieces, places, at, length = [], [], 0, 0
            for start, end, new, number in sorted(edits, key=lambda edit: edit[:2]):
                pieces += [text[at:start], new]
                length += start - at
                places.append((length, length + len(new), number))
                length, at = length + len(new), end
            changed[file] = b"".join([*pieces, text[at:]])
            self.places[file] = places
        return changed

    def plant(self):
        """Writes the tree with every mutation that is left."""
        sources = dict(self.sources)
        sources.update(self.texts())
        tree.with_switches(sources, [f"{crate}/src/lib.rs" for crate in layers.CRATES])
        # The worker is built anew for each draw, and runs for minutes: little optimisation is faster in all.
        sources["Cargo.toml"] += "".join(f"\n[profile.release.package.{name}]\nopt-level = 1\n" for name in layers.PACKAGES).encode()
        tree.write_tree(sources)


def mutations(sources):
    """Returns every mutation of the layers, as ci/mutations lists them."""
    built = subprocess.run(["cargo", "build", "--locked", "-p", "irsmith-mutations", "--message-format=json"], cwd=tree.ROOT, capture_output=True, text=True)
    if built.returncode != 0:
        tree.fail(f"ci/mutations does not build\n{tree.errors(built.stderr)}")
    artifacts = [json.loads(line) for line in built.stdout.splitlines() if line.startswith("{")]
    program = next(artifact["executable"] for artifact in artifacts if artifact.get("executable"))
    found = []
    for crate in layers.CRATES:
        files = sorted(name for name in sources if name.startswith(f"{crate}/src/") and name.endswith(".rs") and not name.endswith("/tests.rs"))
        listed = subprocess.run([program, *files], cwd=tree.ROOT, capture_output=True, text=True)
        if listed.returncode != 0:
            tree.fail(listed.stderr)
        found += [json.loads(line) for line in listed.stdout.splitlines()]
    return [mutation for mutation in found if layers.layer_of(mutation["file"])]


def draw(every, seed, count):
    """Draws mutations whose texts do not overlap: first a line, then an operator there, then a mutation, each with equal chances."""
    lines = {}
    for mutation in every:
        lines.setdefault((mutation["file"], mutation["line"]), {}).setdefault(mutation["operator"], []).append(mutation)
    # `random()` of a seed stays the same in every version of Python, which other methods do not promise.
    source = random.Random(seed)

    def one_of(choices):
        return choices[int(source.random() * len(choices))]

    places, drawn = sorted(lines), []
    while len(drawn) < min(count, len(places) // 4):
        operators = lines[one_of(places)]
        mutation = one_of(operators[one_of(sorted(operators))])
        if not any(overlap(mutation, other) for other in drawn):
            drawn.append(dict(mutation, number=len(drawn)))
    return drawn


def overlap(one, other):
    return one["file"] == other["file"] and one["start"] <= other["end"] and other["start"] <= one["end"]


def planted(sources, every, seed, count, report):
    """Plants `count` drawn mutations that compile, and returns the mutations in the order of the draw."""
    planted = Planted(sources)
    drawn = draw(every, seed, int(count * (1 + SPARE)) + 8)
    known = set(json.loads(NOT_COMPILING.read_text())) if NOT_COMPILING.exists() else set()
    planted.mutations = [mutation for mutation in drawn if key(sources, mutation) not in known]
    for mutation in planted.mutations:
        if mutation["constness"]:
            planted.variable[mutation["file"], mutation["constness"]["start"]] = constness_end(sources, mutation)
    for _ in range(ROUNDS):
        planted.plant()
        errors = compile_errors(planted.files())
        if not errors:
            left = planted.mutations[:count]
            if len(left) < count:
                report(f"only {len(left)} of {len(drawn)} drawn mutations compile")
            return left
        dropped = set()
        for error in errors:
            dropped |= blamed(planted, error)
        if not dropped:
            tree.fail("the sources do not compile, and no mutation explains it\n" + errors[0]["rendered"])
        report(f"{len(dropped)} of {len(planted.mutations)} mutations do not compile")
        known |= {key(sources, mutation) for mutation in planted.mutations if mutation["number"] in dropped}
        NOT_COMPILING.write_text(json.dumps(sorted(known)))
        planted.mutations = [mutation for mutation in planted.mutations if mutation["number"] not in dropped]
        starts = {(m["file"], m["constness"]["start"]) for m in planted.mutations if m["constness"]}
        planted.variable = {place: end for place, end in planted.variable.items() if place in starts}
    tree.fail(f"the sources do not compile after {ROUNDS} checks")


def key(sources, mutation):
    """Returns the identity of a mutation of a state of its file."""
    parts = [sources[mutation["file"]], *(str(mutation[part]).encode() for part in ("file", "start", "end", "new"))]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def constness_end(sources, mutation):
    """Returns the end of the word `const` with the blank after it."""
    end = mutation["constness"]["end"]
    return end + 1 if sources[mutation["file"]][end : end + 1] == b" " else end


def compile_errors(files):
    """Checks the crates of these files, and the crates between them and the lowerings; returns the errors that have a place."""
    selected = ["-p", "irsmith-oracles"]
    if any(file.startswith("oracles/cranelift/") for file in files):
        # Without the feature the crate is empty.
        selected += ["-p", "irsmith-cranelift", "--features", "irsmith-oracles/cranelift"]
    checked = tree.run_in_tree(["cargo", "check", "--locked", "--keep-going", *selected, "--message-format=json"])
    messages = [json.loads(line) for line in checked.stdout.splitlines() if line.startswith("{")]
    errors = [message["message"] for message in messages if message.get("reason") == "compiler-message" and message["message"]["level"] == "error"]
    errors = [error for error in errors if error["spans"]]
    if checked.returncode != 0 and not errors:
        tree.fail(f"the sources cannot be checked\n{tree.errors(checked.stderr)}")
    return errors


def blamed(planted, error):
    """Returns the numbers of the mutations that an error is about: those of its primary place, else of any of its places, else those of
    functions that it calls constant."""
    spans = list(error["spans"])
    for child in error["children"]:
        spans += child["spans"]
    spans = [span for outer in spans for span in expanded(outer)]
    for chosen in ([span for span in spans if span["is_primary"]], spans):
        found = {number for span in chosen for number in at(planted, span)}
        if found:
            return found
    # A match that lacks the arm of a mutation.
    if (error["code"] or {}).get("code") == "E0004":
        arms = {m["number"] for m in planted.mutations if m["operator"] == "arm"}
        after = [place for span in spans for place in planted.places.get(span["file_name"], []) if place[2] in arms and place[0] >= span["byte_start"]]
        if after:
            return {min(after)[2]}
    # A function that is no longer constant, called where it must be.
    names = set(re.findall(r"`(?:[\w:<>]*::)?(\w+)(?:::<.*>)?`", error["message"]))
    named = {m["number"] for m in planted.mutations if m["constness"] and m["function"].rpartition("::")[2] in names}
    if named:
        return named
    # The nearest mutation before the error, in the same file.
    for span in spans:
        before = [place for place in planted.places.get(span["file_name"], []) if place[0] <= span["byte_start"] and place[2] is not None]
        if before:
            return {max(before)[2]}
    return set()


def expanded(span):
    """Yields a place, and the places of the macros that it comes from."""
    while span:
        yield span
        span = span["expansion"] and span["expansion"]["span"]


def at(planted, span):
    return [
        number
        for start, end, number in planted.places.get(span["file_name"], [])
        if number is not None and start < max(span["byte_end"], span["byte_start"] + 1) and span["byte_start"] < end
    ]
