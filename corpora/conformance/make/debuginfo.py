"""SPIR-V: modules assembled by spirv-as from text that we wrote, and translated by llvm-spirv from LLVM IR that we wrote."""

import re
import tempfile
from pathlib import Path

from make.tools import run, written

# A text is the source of a module for each set: `{S ...}` is for `DebugInfo`, `{O ...}` for `OpenCL.DebugInfo.100`; a lone `@` is the
# operand Source, which is the OpString in the first and a DebugSource in the second. So both layouts are written by hand.
SETS = {"debuginfo": ("S", "%file"), "opencl-100": ("O", "%source")}
# The options of each translation.
TRANSLATIONS = {
    "loop": ["--spirv-debug-info-version=ocl-100"],
    "loop-legacy": ["--spirv-debug-info-version=legacy"],
    "records": ["--spirv-debug-info-version=ocl-100"],
    "records-legacy": ["--spirv-debug-info-version=legacy"],
    "operations": ["--spirv-debug-info-version=ocl-100", "--spirv-allow-extra-diexpressions"],
}


def make(folder):
    """Makes the files from the inputs; returns their names below `folder`, and their bytes."""
    modules = {}
    for path in sorted((folder / "inputs").glob("*.spvasm.in")):
        text, name = path.read_text(), path.name.removesuffix(".spvasm.in")
        for kind, (mark, source) in SETS.items():
            modules[f"{kind}/{name}"] = assemble(of_set(text, mark, source))
    for name, options in TRANSLATIONS.items():
        modules[f"translator-100/{name}"] = translate((folder / "inputs" / f"{name.removesuffix('-legacy')}.ll").read_bytes(), options)
    for name, text in broken(folder):
        modules[f"broken/{name}"] = assemble(text)
    files, rows = {}, ["# module\tspirv-val"]
    for name, module in modules.items():
        files[f"{name}.spv"] = module
        rows.append(f"{name}\t{verdict(module)}")
        if name.startswith("broken/"):
            continue
        for suffix, options in (("spvasm", []), ("dis", ["--raw-id"])):
            status, text, _ = run("spirv-dis", *options, "-", data=module)
            if status == 0:
                files[f"{name}.{suffix}"] = text
    files["verdicts.tsv"] = ("\n".join(rows) + "\n").encode()
    return files


def of_set(text, mark, source):
    """Returns the text for one set."""
    text = re.sub(r"\{([SO]) ([^{}]*)\}", lambda part: part[2] if part[1] == mark else "", text)
    return text.replace(" @ ", f" {source} ")


def broken(folder):
    """Yields modules with a fault each, from lines `name: input, old text => new text`."""
    for line in (folder / "inputs" / "broken.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, change = line.split(": ", 1)
            source, change = change.split(", ", 1)
            old, new = change.split(" => ")
            text = of_set((folder / "inputs" / f"{source}.spvasm.in").read_text(), *SETS["opencl-100"])
            if text.count(old) != 1:
                raise SystemExit(f"ci/conformance: {name}: {old!r} stands {text.count(old)} times in {source}")
            yield name, text.replace(old, new)


def assemble(text):
    return written("spirv-as", "--target-env", "spv1.4", "-o", "-", "-", data=text.encode())


def translate(text, options):
    bitcode = written("llvm-as-15", "-o", "-", "-", data=text)
    with tempfile.TemporaryDirectory() as scratch:
        # The module contains the file name, so it must be the same each time.
        path = Path(scratch) / "input.bc"
        path.write_bytes(bitcode)
        written("llvm-spirv-15", *options, str(path), "-o", str(path.with_suffix(".spv")))
        return path.with_suffix(".spv").read_bytes()


def verdict(module):
    status, out, err = run("spirv-val", "-", data=module)
    return "ok" if status == 0 else (err + out.decode(errors="replace")).splitlines()[0]
