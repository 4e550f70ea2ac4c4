"""Programs of other people, in the versions whose output the corpus contains."""

import functools
import shutil
import subprocess

# For each program, the text in the output of `--version` that identifies the expected version, and the Debian package.
VERSIONS = {
    "llc-14": ("version 14.0.6", "llvm-14"),
    "llc-16": ("version 16.0.6", "llvm-16"),
    "llc-19": ("version 19.1.7", "llvm-19"),
    "llvm-as-15": ("version 15.0.6", "llvm-15"),
    "llvm-spirv-15": ("version 15.0.6", "llvm-spirv-15"),
    "spirv-as": ("v2023.1 ", "spirv-tools"),
    "spirv-dis": ("v2023.1 ", "spirv-tools"),
    "spirv-val": ("v2023.1 ", "spirv-tools"),
    "llvm-bcanalyzer": ("version 14.0.6", "llvm"),
    "lli": ("version 14.0.6", "llvm"),
}


class Missing(Exception):
    """A program is not installed, or installed in a different version."""


@functools.cache
def path(name):
    """Returns the path of a program; raises Missing if it is not installed in the expected version."""
    version, package = VERSIONS[name]
    found = shutil.which(name)
    if found is None:
        raise Missing(f"{name} is not installed (package {package})")
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    if version not in said:
        raise Missing(f"{name} is not of {version.strip()}")
    return found


def run(name, *arguments, data=b""):
    """Runs a program; returns its status, its standard output and its standard error."""
    done = subprocess.run([path(name), *arguments], input=data, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def written(name, *arguments, data=b""):
    """Returns the standard output of a program, which must succeed."""
    status, out, err = run(name, *arguments, data=data)
    if status != 0:
        raise SystemExit(f"ci/conformance: {name} {' '.join(arguments)} ended with {status}\n{err[-2000:]}")
    return out
