"""A copy of the sources with faults in it, behind switches, and commands that run there."""

import fcntl
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "target" / "faults"
TREE = WORK / "tree"
TARGET = WORK / "target"
# The module of switches in each crate that has faults.
SWITCHES = """//! Which planted fault is enabled.

/// Whether it is the fault of this number.
pub(crate) fn is_planted(number: u32) -> bool {
    static ENABLED: std::sync::LazyLock<Option<u32>> = std::sync::LazyLock::new(|| std::env::var("IRSMITH_FAULT").ok()?.parse().ok());
    *ENABLED == Some(number)
}
"""


def fail(why):
    print(f"ci/faults: {why}", file=sys.stderr)
    sys.exit(2)


def lock():
    """Keeps other runs of the script out of the folder, as long as this process runs: they would exchange the sources and the command."""
    WORK.mkdir(parents=True, exist_ok=True)
    held = (WORK / "lock").open("w")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        fail(f"another run uses {WORK}")
    return held


def known_sources():
    """Returns the files that git knows, by name."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    return {name: (ROOT / name).read_bytes() for name in listed if name and (ROOT / name).is_file()}


def with_switches(sources, files):
    """Adds the module of switches to the crates of these files."""
    for crate in sorted({file.partition("/src/")[0] for file in files}):
        sources[f"{crate}/src/planted.rs"] = SWITCHES.encode()
        sources[f"{crate}/src/lib.rs"] += b"\nmod planted;\n"


def write_tree(sources):
    """Writes a tree of these files; unchanged files keep their times, so that cargo rebuilds little."""
    for name, text in sources.items():
        copy = TREE / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.exists() or copy.read_bytes() != text:
            copy.write_bytes(text)
    for path in sorted(TREE.rglob("*"), reverse=True):
        if path.is_file() and str(path.relative_to(TREE)) not in sources:
            path.unlink()


def enabled(number):
    """Returns the condition that a fault is enabled, as Rust."""
    return f"crate::planted::is_planted({number})"


def run_in_tree(command, number="", timeout=None, cwd=TREE):
    """Runs a command with the fault of this number enabled; a command that takes too long has no return code."""
    environment = dict(os.environ, CARGO_TARGET_DIR=str(TARGET), IRSMITH_FAULT=str(number))
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    # A process group of its own, so that workers and tests end with the command.
    with subprocess.Popen(command, cwd=cwd, env=environment, text=True, errors="replace", start_new_session=True, **streams) as process:
        try:
            stdout, stderr = process.communicate(timeout=timeout)
            code = process.returncode
        except subprocess.TimeoutExpired:
            code = None
        finally:
            if process.poll() is None or timeout:
                end_group(process.pid)
        if code is None:
            stdout, stderr = process.communicate()
    return subprocess.CompletedProcess(command, code, stdout, stderr)


def end_group(group):
    try:
        os.killpg(group, 9)
    except ProcessLookupError:
        pass


def errors(stderr):
    """Returns what a compiler says from its first error on: warnings may be many."""
    begin = max(stderr.find("\nerror"), 0)
    return stderr[begin:begin + 4000]


def command():
    """Returns the path of the command in the tree's target folder: there it builds the worker of the tree."""
    return TARGET / "release" / "irsmith"


def target_of_sources():
    """Returns the target folder of the sources themselves, in which their dependencies may be built."""
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).absolute()


def use_command_without_faults(cranelift):
    """Puts a command that is built from the sources themselves where `command` is: the one that IRSMITH names, or else a new build."""
    irsmith = os.environ.get("IRSMITH")
    if not irsmith:
        features = ["--features", "cranelift"] if cranelift else []
        built = subprocess.run(["cargo", "build", "--locked", "--release", "-p", "irsmith", *features], cwd=ROOT, capture_output=True, text=True)
        if built.returncode != 0:
            fail(f"the command does not build\n{errors(built.stderr)}")
        irsmith = target_of_sources() / "release" / "irsmith"
    command().parent.mkdir(parents=True, exist_ok=True)
    # Commands run there, also if no fault is planted.
    TREE.mkdir(parents=True, exist_ok=True)
    # A folder with this file is a target folder of cargo.
    (TARGET / ".rustc_info.json").touch()
    draft = command().with_name("irsmith-draft")
    shutil.copy2(irsmith, draft)
    draft.rename(command())


def fuzz(name, number, targets, options, timeout=None):
    """Lets `irsmith fuzz` run targets with a fault enabled; returns the process, and its findings in the order of their files."""
    findings = WORK / "findings" / name
    shutil.rmtree(findings, ignore_errors=True)
    run = run_in_tree([str(command()), "fuzz", *targets, "--sources", str(TREE), "--findings", str(findings), *options], number, timeout)
    return run, [tomllib.loads(path.read_text()) for path in sorted(findings.glob("*/*/finding.toml"))]
