"""PNaCl: the records that llvm-bcanalyzer reads from modules, and the results of lli for functions that are written twice."""

import re
import tempfile
from pathlib import Path

from make.tools import run, written

# With an unknown magic number, llvm-bcanalyzer does not apply LLVM's tables: blocks and codes are printed as numbers.
MAGIC = b"PEXE"
HEADER = 16
# Modules whose records are stored: the seeds of fuzzing that are programs or have abbreviations of every kind.
MODULES = ["program-*.pexe", "rows-0*.pexe"]


def make(folder):
    """Makes the files from the inputs; returns their names below `folder`, and their bytes."""
    results = written("lli", str(folder / "functions.ll"))
    files = {"results.tsv": b"# function\targuments\tresult, as an unsigned number\n" + results}
    seeds = folder.parent.parent / "pnacl" / "seeds"
    for path in sorted(path for pattern in MODULES for path in seeds.glob(pattern)):
        text = records(path.read_bytes())
        if text is not None:
            files[f"records/{path.stem}.txt"] = text
    return files


def records(module):
    """Returns the records that llvm-bcanalyzer reads: `CODE,OPERANDS;`, 65535 with block and width to enter a block, 65534 to leave it.

    None for a module that it cannot read: PNaCl has fields of no bits, LLVM has not."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "module"
        path.write_bytes(MAGIC + module[HEADER:])
        status, dump, _ = run("llvm-bcanalyzer", "-dump", "-disable-histogram", str(path))
    if status != 0:
        return None
    lines = []
    for line in map(str.strip, dump.decode().splitlines()):
        enter = re.match(r"<UnknownBlock(\d+) .*BlockCodeSize=(\d+)", line)
        record = re.match(r"<UnknownCode(\d+)(.*?)/>", line)
        if enter:
            lines.append(f"65535,{enter[1]},{enter[2]};")
        elif line.startswith("</UnknownBlock"):
            lines.append("65534;")
        elif record:
            # Operands above 2^63 are printed as negative numbers.
            operands = [int(value) % 2**64 for value in re.findall(r"op\d+=(-?\d+)", record[2])]
            lines.append(",".join(map(str, [int(record[1]), *operands])) + ";")
    return ("\n".join(lines) + "\n").encode()
