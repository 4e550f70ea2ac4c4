"""`ci/faults --draw SEED -n N`: draws N faults, and measures which are found by fuzzing, which by tests."""

import json
import subprocess
import sys
import tomllib

from . import draw, layers, measure, report, tree

# Faults that change nothing, with the argument for each, by the text of their sources.
EQUIVALENT = tree.ROOT / "ci" / "equivalent-faults.toml"


def main(options):
    note(f"drawing {options.n} faults by seed {options.draw}")
    sources = tree.known_sources()
    every = draw.mutations(sources)
    argued = {(entry["file"], entry["about"]) for entry in tomllib.loads(EQUIVALENT.read_text()).get("fault", [])}
    every = [mutation for mutation in every if (mutation["file"], mutation["about"]) not in argued]
    if options.where:
        every = [mutation for mutation in every if layers.layer_of(mutation["file"]) in options.where.split(",")]
    faults = draw.planted(sources, every, options.draw, options.n, note)
    for fault in faults:
        fault["layer"] = layers.layer_of(fault["file"])
    if options.check:
        for fault in faults:
            print(f"{fault['number']}: {place(fault)}: {fault['about']}")
        return
    note("building the command")
    tree.use_command_without_faults(any("cranelift" in fault["layer"] for fault in faults))
    targets = sorted({target for fault in faults for target in layers.targets_of(fault["layer"])})
    note(f"running {', '.join(targets)} without a fault")
    known = measure.baseline(targets, options)
    for signature in known.values():
        note(f"found without a fault, and not counted: {signature}")
    tests = None
    if not options.no_tests:
        note("building the tests")
        tests = measure.Tests(sorted({layers.package_of(fault["file"]) for fault in faults}), note)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree.ROOT, capture_output=True, text=True).stdout.strip()
    results = tree.WORK / f"drawn-{options.draw}.jsonl"
    print("| fault | in | operator | found by fuzzing | executions | found by tests |\n|---|---|---|---|---|---|", flush=True)
    with results.open("w") as lines:
        for fault in faults:
            measured(fault, options, known, tests)
            lines.write(json.dumps({"seed": options.draw, "commit": commit, **fault}) + "\n")
            lines.flush()
            print(row(fault), flush=True)
    print_report(faults)
    with (tree.WORK / "history.jsonl").open("a") as history:
        history.write(json.dumps(summary(faults, options, commit)) + "\n")
    print(report.last_line(faults, tests is not None))


def measured(fault, options, known, tests):
    name = f"drawn-{options.draw}-{fault['number']}"
    fault["fuzz"] = measure.fuzz(fault["number"], name, layers.targets_of(fault["layer"]), options, known)
    fault["tests"] = tests.find(layers.package_of(fault["file"]), fault["number"]) if tests else None


def place(fault):
    return f"{fault['file']}:{fault['line']} ({fault['function']})"


def cell(text):
    return text.replace("|", "\\|")


def row(fault):
    found, failed = fault["fuzz"], fault["tests"]
    by_fuzz = f"{found['oracle']} ({found['property']})" if found else "**not found**"
    by_tests = f"{failed['program']}: {failed['test']}" if failed else "**not found**"
    executions = found["execution"] if found else "-"
    return f"| {cell(place(fault))}: {cell(fault['about'][:200])} | {fault['layer']} | {fault['operator']} | {cell(by_fuzz)} | {executions} | {by_tests} |"


def print_report(faults):
    print("\n" + report.table("layer", lambda fault: fault["layer"], faults))
    print("\n" + report.table("operator", lambda fault: fault["operator"], faults))
    print("\n" + report.matrix(faults))
    missed = [fault for fault in faults if not report.by_either(fault)]
    print(f"\n{len(missed)} faults are not found, possibly because they change nothing:\n" if missed else "\neach fault is found")
    for fault in missed:
        print(f"- {place(fault)}: {fault['about']}")
    print()


def summary(faults, options, commit):
    layers_of = sorted({fault["layer"] for fault in faults})
    rates = {layer: [sum(map(report.by_fuzz, group)), len(group)] for layer in layers_of for group in [[fault for fault in faults if fault["layer"] == layer]]}
    return {
        "seed": options.draw,
        "commit": commit,
        "runs": options.runs,
        "faults": len(faults),
        "fuzz": report.count(faults, report.by_fuzz),
        # Nothing if the tests were not run.
        "tests": None if options.no_tests else report.count(faults, report.by_tests),
        "either": report.count(faults, report.by_either),
        "layers": rates,
    }


def note(text):
    print(f"ci/faults: {text}", file=sys.stderr, flush=True)
