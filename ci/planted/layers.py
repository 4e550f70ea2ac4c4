"""The layers of the sources that faults are drawn from, and the targets that hunt for them."""

import json

from . import tree

# Folders of crates, in the order of the draw.
CRATES = ["formats/rules", "formats/pnacl", "formats/debuginfo", "formats/mir", "oracles", "oracles/cranelift"]
# The packages that the worker is built from.
PACKAGES = ["irsmith-rules", "irsmith-pnacl", "irsmith-debuginfo", "irsmith-mir", "irsmith-generators", "irsmith-oracles", "irsmith-fuzz"]
# Layers by the beginning of a file's name; the first that fits counts. `None`: no faults are drawn there.
LAYERS = [
    ("formats/rules/src/", "rules"),
    ("formats/pnacl/src/text/", "pnacl text"),
    ("formats/pnacl/src/validate/", "pnacl validator"),
    ("formats/pnacl/src/interpret/", "pnacl interpreter"),
    ("formats/pnacl/src/runtime/", "pnacl runtime"),
    ("formats/pnacl/src/write/", "pnacl writer"),
    ("formats/pnacl/src/stream/write", "pnacl writer"),
    ("formats/pnacl/src/stream/plan", "pnacl writer"),
    ("formats/pnacl/src/bits/writer", "pnacl writer"),
    ("formats/pnacl/src/read/", "pnacl reader"),
    ("formats/pnacl/src/stream/", "pnacl reader"),
    ("formats/pnacl/src/bits/", "pnacl reader"),
    ("formats/pnacl/src/", "pnacl model"),
    ("formats/debuginfo/src/text/", "debuginfo text"),
    ("formats/debuginfo/src/validate/", "debuginfo validator"),
    ("formats/debuginfo/src/interpret/expression/", "debuginfo expressions"),
    ("formats/debuginfo/src/interpret/", "debuginfo state"),
    ("formats/debuginfo/src/convert/", "debuginfo dialects"),
    ("formats/debuginfo/src/transform/", "debuginfo dialects"),
    ("formats/debuginfo/src/read/", "debuginfo codec"),
    ("formats/debuginfo/src/write/", "debuginfo codec"),
    ("formats/debuginfo/src/stream/", "debuginfo codec"),
    ("formats/debuginfo/src/", "debuginfo model"),
    ("formats/mir/src/read/lexer", "mir lexer"),
    ("formats/mir/src/read/token", "mir lexer"),
    ("formats/mir/src/read/bytes", "mir lexer"),
    ("formats/mir/src/read/container/", "mir container"),
    ("formats/mir/src/write/container/", "mir container"),
    ("formats/mir/src/read/", "mir reader"),
    ("formats/mir/src/write/", "mir writer"),
    ("formats/mir/src/validate/", "mir validator"),
    ("formats/mir/src/interpret/", "mir interpreter"),
    ("formats/mir/src/ir/", "mir ir"),
    ("formats/mir/src/", "mir model"),
    ("oracles/src/pnacl/execution/llvm/", "lowering to llvm"),
    ("oracles/src/pnacl/execution/cranelift", "lowering to cranelift"),
    ("oracles/src/pnacl/execution/mir", "lowering to mir"),
    ("oracles/src/pnacl/execution/", "lowering to wasm"),
    ("oracles/cranelift/src/", "lowering to cranelift"),
    ("oracles/src/", None),
]
# Layers whose faults only some targets can detect; of other layers, every target of the format that starts no process.
TARGETS = {
    "rules": ["pnacl_validate", "debuginfo_validate", "mir_validate"],
    "lowering to wasm": ["pnacl_exec"],
    "lowering to cranelift": ["pnacl_exec_native"],
    "lowering to llvm": ["pnacl_exec_llvm"],
    "lowering to mir": ["pnacl_mir_interpreted"],
    "mir interpreter": ["pnacl_mir_interpreted", "mir_exec"],
}


def layer_of(file):
    return next((layer for start, layer in LAYERS if file.startswith(start)), None)


def crate_of(file):
    return file.partition("/src/")[0]


def package_of(file):
    """Returns the package whose tests look for a fault in this file."""
    return {"oracles/cranelift": "irsmith-cranelift", "oracles": "irsmith-oracles"}.get(crate_of(file)) or f"irsmith-{crate_of(file).rpartition('/')[2]}"


def targets_of(layer):
    """Returns the targets that hunt for a fault in this layer."""
    format = layer.partition(" ")[0]
    return TARGETS.get(layer) or [target for target in in_process() if target.startswith(f"{format}_")]


def in_process():
    """Returns the targets that start no process for a case, and can check something in this build."""
    return [target["target"] for target in listed() if not target["starts_programs"] and target["missing"] is None]


def starts_programs(name):
    """Returns whether a target starts programs."""
    return any(target["target"] == name and target["starts_programs"] for target in listed())


def listed():
    """Returns the targets as `irsmith targets` lists them."""
    if not LISTED:
        targets = tree.run_in_tree([str(tree.command()), "targets", "--json"])
        if targets.returncode != 0:
            tree.fail(f"the targets cannot be listed\n{targets.stderr[-2000:]}")
        LISTED.extend(json.loads(line) for line in targets.stdout.splitlines())
    return LISTED


LISTED = []
