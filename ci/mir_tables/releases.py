"""The observed releases of LLVM: where their headers, libraries and programs are, and what they print."""

import json
import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TRIPLES = {"x86": "x86_64-unknown-linux-gnu", "aarch64": "aarch64-unknown-linux-gnu"}
# Releases of Debian's packages llvm-N and llvm-N-dev, and those that ci/install-oracles unpacks into the cache folder.
DEBIAN = [14, 16, 19]
UNPACKED = [22, 23]
OBSERVED = DEBIAN + UNPACKED


class Missing(Exception):
    """A release is not installed."""


def run(*command, libraries=None):
    environment = dict(os.environ, LD_LIBRARY_PATH=str(libraries)) if libraries else None
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


class Release:
    """What is needed of a release: how the helper is compiled, and the program that reads TableGen files."""

    def __init__(self, number, version, include, compiler, tblgen, libraries):
        self.number, self.version, self.include = number, version, Path(include)
        self.compiler, self.tblgen, self.libraries = compiler, tblgen, libraries

    def compile_helper(self, folder):
        helper = Path(folder) / f"helper-{self.number}"
        source = ROOT / "ci" / "mir-tables.cpp"
        options, libraries = self.compiler
        run("g++", *options, "-fno-rtti", str(source), "-o", str(helper), *libraries)
        return helper

    def print_targets(self):
        """Returns the helper's output for each target."""
        with tempfile.TemporaryDirectory() as folder:
            helper = self.compile_helper(folder)
            return {name: run(str(helper), triple, libraries=self.libraries) for name, triple in TRIPLES.items()}

    def records(self):
        """Returns the records of llvm/Target/Target.td."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "all.td"
            source.write_text('include "llvm/Target/Target.td"\n')
            target = self.include / "llvm" / "Target" / "Target.td"
            patched = Path(folder) / "llvm" / "Target" / "Target.td"
            patched.parent.mkdir(parents=True)
            # llvm-tblgen 22 reads the file of 23 as well, except for one operator in the class of subtarget features, which are not used.
            patched.write_text(target.read_text().replace("!sort(f, i, f.Name)", "i"))
            command = [str(self.tblgen), "--dump-json", "-I", folder, "-I", str(self.include), str(source)]
            return json.loads(run(*command, libraries=self.libraries))


def debian(number):
    config = f"llvm-config-{number}"
    try:
        words = lambda *flags: run(config, *flags).split()
        include = words("--includedir")[0]
        if not (Path(include) / "llvm" / "Target" / "Target.td").exists():
            raise Missing(f"llvm-{number}-dev is not installed")
        # Headers of newer releases have attributes that the compiler does not know.
        compiler = ([*words("--cxxflags"), "-w"], words("--ldflags", "--libs"))
        return Release(number, words("--version")[0], include, compiler, f"llvm-tblgen-{number}", None)
    except FileNotFoundError:
        raise Missing(f"{config} is not installed") from None


def unpacked(number, cache):
    """Returns a release of the cache folder; 23 has no shared library for AArch64, and no llvm-tblgen."""
    programs = next(cache.glob("llvm-22.*/llvm"), None)
    headers = next(cache.glob(f"headers-{number}.*"), None)
    if programs is None or headers is None:
        raise Missing(f"LLVM {number} is not in {cache}: run ci/install-oracles --headers")
    prefix = headers / ("llvm" if number == 22 else "mlc_llvm_static/static")
    tblgen = programs / "bin" / "llvm-tblgen"
    tblgen.chmod(tblgen.stat().st_mode | 0o111)
    options = [f"-I{prefix / 'include'}", "-std=c++17", "-fno-exceptions", "-O1", "-w"]
    if number == 22:
        libraries = [f"-L{programs / 'lib'}", "-lLLVM"]
    else:
        archives = sorted(str(path) for path in (prefix / "lib").glob("libLLVM*.a"))
        libraries = ["-Wl,--gc-sections", "-Wl,--start-group", *archives, "-Wl,--end-group", "-lz", "-lzstd", "-lpthread", "-ldl"]
    return Release(number, version_of(prefix), prefix / "include", (options, libraries), tblgen, programs / "lib")


def version_of(prefix):
    text = (prefix / "include" / "llvm" / "Config" / "llvm-config.h").read_text()
    lines = [line.split() for line in text.splitlines()]
    return next(words[2].strip('"') for words in lines if words[:2] == ["#define", "LLVM_VERSION_STRING"])


def default_cache():
    """Returns the cache folder of ci/install-oracles."""
    own = os.environ.get("IRSMITH_TOOLS")
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(own) if own else Path(base) / "irsmith" / "tools"


def release(number, cache):
    return debian(number) if number in DEBIAN else unpacked(number, cache)
