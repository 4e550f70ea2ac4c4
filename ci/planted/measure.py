"""Looks for one planted mutation: by fuzzing, and by the tests of its crate."""

import json
import pathlib
import time

from . import layers, tree

# First cases of each target, seeds and a few generated ones: most faults need no more.
FIRST_RUNS = 192
# Cases of a target that starts processes for them.
TOOL_RUNS = 384
# Seconds of one search, beyond which the fault itself has stopped the command.
LONGEST = 3600
# A test program takes this many times its usual time, and seconds, before it counts as failed.
SLOWER, PATIENCE = 10, 60

# Packages whose dependencies take minutes to build: their tests use the build of the command.
RELEASED = {"irsmith-cranelift"}


def fuzz(number, name, targets, options, known):
    """Returns the first finding that no run without a fault makes: its oracle, property, target and execution; otherwise `None`."""
    slow = [target for target in targets if layers.starts_programs(target)]
    fast = [target for target in targets if target not in slow]
    searches = [(tuple(chosen), min(limit, options.runs)) for chosen, limit in [(fast, FIRST_RUNS), (fast, options.runs), (slow, TOOL_RUNS)] if chosen]
    for chosen, runs in dict.fromkeys(searches):
        common = ["--runs", str(runs), "--seed", str(options.seed), "--jobs", str(options.jobs), "--engine", options.engine, "--no-minimize"]
        run, found = tree.fuzz(name, number, chosen, common, LONGEST)
        found = [finding for finding in found if finding["id"] not in known and finding["execution"]]
        if found:
            first = min(found, key=lambda finding: (finding["execution"], finding["target"]))
            return {key: first[key] for key in ("oracle", "property", "element", "target", "execution", "id")}
        if run.returncode not in (0, 1):
            last = run.stderr.strip().splitlines()[-1:] or [""]
            return {"oracle": "the command itself", "property": f"exit status {run.returncode}", "element": last[0][:200], "target": "-", "execution": 0, "id": "-"}
    return None


def baseline(targets, options):
    """Returns the identities of what is found without a fault."""
    fast = [target for target in targets if not layers.starts_programs(target)]
    slow = [target for target in targets if target not in fast]
    known = {}
    for chosen, limit in [(fast, options.runs), (slow, TOOL_RUNS)]:
        if chosen:
            common = ["--runs", str(min(limit, options.runs)), "--seed", str(options.seed), "--jobs", str(options.jobs), "--engine", options.engine, "--no-minimize"]
            run, found = tree.fuzz("none-drawn", "", chosen, common)
            if run.returncode not in (0, 1):
                tree.fail(f"the run without a fault ended with {run.returncode}\n{run.stderr[-2000:]}")
            known.update({finding["id"]: finding["signature"] for finding in found})
    return known


class Tests:
    """The test programs of some packages, in the order of the time they take; one that fails without a fault is left out."""

    def __init__(self, packages, report):
        self.programs = {package: [] for package in packages}
        for package in packages:
            profile = ["--release"] if package in RELEASED else []
            built = tree.run_in_tree(["cargo", "test", "--locked", "--no-run", "--message-format=json", "-p", package, *profile])
            messages = [json.loads(line) for line in built.stdout.splitlines() if line.startswith("{")]
            if built.returncode != 0:
                errors = [message["message"]["rendered"] for message in messages if message.get("message", {}).get("level") == "error"]
                tree.fail(f"the tests of {package} do not build\n" + "".join(errors)[:2000] + built.stderr[-2000:])
            for message in messages:
                if message.get("executable") and message["profile"]["test"]:
                    folder = pathlib.Path(message["manifest_path"]).parent
                    self.add(package, message["target"]["name"], message["executable"], folder, report)
        for programs in self.programs.values():
            programs.sort(key=lambda program: program["seconds"])

    def add(self, package, name, path, folder, report):
        started = time.monotonic()
        run = tree.run_in_tree([path, "--quiet"], timeout=LONGEST, cwd=folder)
        program = {"name": name, "path": path, "folder": folder, "seconds": time.monotonic() - started, "left out": []}
        if run.returncode != 0:
            failed = failures(run.stdout)
            report(f"without a fault, tests of {package} fail in {name}: {' '.join(failed) or run.returncode}")
            if not failed:
                return
            program["left out"] = [argument for test in failed for argument in ("--skip", test)]
        self.programs[package].append(program)

    def find(self, package, number):
        """Returns the first test that fails with a fault: its program and name."""
        for program in self.programs[package]:
            limit = PATIENCE + SLOWER * program["seconds"]
            run = tree.run_in_tree([program["path"], "--quiet", *program["left out"]], number, limit, program["folder"])
            if run.returncode != 0:
                failed = failures(run.stdout)
                return {"program": program["name"], "test": failed[0] if failed else f"exit status {run.returncode}"}
        return None


def failures(output):
    """Returns the names of the failed tests, from the list at the end of a test program's output."""
    names = []
    for line in reversed(output.splitlines()):
        if line.strip() == "failures:":
            break
        if line.startswith("    ") and line.strip():
            names.append(line.strip())
    return names[::-1]
