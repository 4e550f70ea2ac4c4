"""Machine IR: the output of three releases of llc for LLVM IR that we wrote, and their verdicts on texts that we wrote."""

import re
from concurrent.futures import ThreadPoolExecutor

from make.tools import run, written

RELEASES = ["llc-14", "llc-16", "llc-19"]
TRIPLES = {
    "x86_64": "x86_64-unknown-linux-gnu",
    "aarch64": "aarch64-unknown-linux-gnu",
    "riscv64": "riscv64-unknown-linux-gnu",
    "armv7": "armv7-unknown-linux-gnueabi",
}
# The level of optimisation, and the pass after which llc stops and prints.
GLOBAL = [("O0", "irtranslator"), ("O0", "legalizer")]
CLASSIC = [("O2", "finalize-isel"), ("O0", "regallocfast"), ("O2", "greedy"), ("O2", "prologepilog")]
# Inputs, targets and releases, and the passes with which each is compiled. llc-19 compiles most inputs for the two targets with tables.
PLANS = [
    (["calls", "debug", "floats", "integers", "memory"], ["x86_64", "aarch64"], ["llc-19"], GLOBAL + CLASSIC),
    (["debug"], ["x86_64", "aarch64"], ["llc-14", "llc-16"], [GLOBAL[0], CLASSIC[0], CLASSIC[3]]),
    (["debug"], ["riscv64", "armv7"], ["llc-16", "llc-19"], [CLASSIC[0], CLASSIC[3]]),
]


def make(folder):
    """Makes the files from the inputs; returns their names below `folder`, and their bytes."""
    files = {f"compiled/{name}": text for name, text in compiled(folder)}
    files |= features(folder)
    files |= whole_files(folder)
    return files


def compiled(folder):
    jobs = [
        (source, target, release, level, stage)
        for sources, targets, releases, stages in PLANS
        for source in sources
        for target in targets
        for release in releases
        for level, stage in stages
    ]
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda job: compile_one(folder, *job), jobs))


def compile_one(folder, source, target, release, level, stage):
    options = [f"-{level}", f"-mtriple={TRIPLES[target]}", f"-stop-after={stage}", "-simplify-mir", "-o", "-", *spelling(release)]
    if (level, stage) in GLOBAL:
        # The other selector compiles functions that GlobalISel does not support: such functions are printed empty.
        options += ["-global-isel", "-global-isel-abort=2"]
    text = written(release, *options, data=(folder / "inputs" / f"{source}.ll").read_bytes())
    return f"{source}.{target}.{level}.{stage}.{release.replace('-', '')}.mir", text


def spelling(release):
    """Returns the options with which a release reads pointers without types."""
    return ["-opaque-pointers"] if release == "llc-14" else []


def features(folder):
    """Returns the verdict of each release on each construct, and the output of llc-19 for those that it accepts."""
    frame = (folder / "features-frame.mir").read_text()
    before = frame[: frame.index("@BODY@")].count("\n")
    rows, prints = ["# construct\tllc-14\tllc-16\tllc-19; lines count from the first of the construct"], []
    for name, lines in constructs((folder / "features.txt").read_text()):
        text = frame.replace("@BODY@", "\n".join(f"  {line}" for line in lines))
        said = [say(release, [], text, before) for release in RELEASES]
        rows.append("\t".join([name, *(verdict for verdict, _ in said)]))
        if said[-1][0] == "ok":
            body = said[-1][1].split("\nbody:             |\n", 1)[1].rsplit("\n...", 1)[0]
            prints.append(f"= {name}\n" + "".join(f"{line.removeprefix('  ')}\n" for line in body.split("\n") if line.strip()))
    return {"features.tsv": ("\n".join(rows) + "\n").encode(), "features-printed.txt": "".join(prints).encode()}


def constructs(text):
    """Returns the name and the lines of each construct."""
    found = []
    for line in text.splitlines():
        if line.startswith("= "):
            found.append((line[2:], []))
        elif not line.startswith("#"):
            found[-1][1].append(line)
    return found


def whole_files(folder):
    """Returns the verdict of each release on the files that we wrote, and the output of llc-19 for those that it accepts."""
    rows, files = ["# file\tllc-14\tllc-16\tllc-19"], {}
    for path in sorted((folder / "written").glob("*.mir")):
        text = path.read_text()
        options = re.search(r"# RUN: (?:not )?llc (.*)", text)[1].split()
        said = [say(release, options, text, 0) for release in RELEASES]
        rows.append("\t".join([path.name, *(verdict for verdict, _ in said)]))
        if said[-1][0] == "ok":
            files[f"printed/{path.name}"] = said[-1][1].encode()
    files["written.tsv"] = ("\n".join(rows) + "\n").encode()
    return files


def say(release, options, text, before):
    """Returns the verdict of a release on a text (`ok`, `LINE:COLUMN: MESSAGE`, or a message without a position), and its output."""
    arguments = ["-x", "mir", "-run-pass=none", "-o", "-", *spelling(release), *options, "-"]
    status, out, err = run(release, *arguments, data=text.encode())
    if status == 0:
        return "ok", out.decode()
    place = re.search(r"(?:<stdin>|YAML):(\d+):(\d+): (?:error: )?(.*)", err)
    if place:
        return f"{int(place[1]) - before}:{place[2]}: {place[3]}", None
    verifier = re.search(r"\*\*\* (Bad machine code: .*?) \*\*\*", err)
    if verifier:
        return verifier[1], None
    message = re.search(r"(?:error: )+(?:<stdin>: |<unknown>:0: )?(.*)", err)
    return message[1] if message else f"ended with {status}", None
