"""The rows of one release, in names: what the helper and Target.td state about it.

The rows of a target are a dictionary by section. Registers, classes, sub-register indices, banks and masks are `Row`s, in LLVM's order;
an opcode is its name and its signature. No row contains a number of LLVM.
"""

from collections import namedtuple

# Bits of MCInstrDesc::Flags that are kept, with their letters. Bits that only a register allocator's heuristics or an encoder uses are left
# out.
PROPERTIES = {
    0: "g", 1: "v", 3: "p", 4: "m", 5: "r", 7: "k", 8: "b", 9: "t", 10: "j", 11: "i", 12: "c", 13: "n", 14: "y", 15: "d", 16: "e",
    18: "f", 19: "l", 20: "s", 21: "x", 22: "q", 23: "u", 24: "h", 25: "o", 26: "a", 27: "w", 29: "z", 30: "1", 33: "2", 34: "3",
    35: "4", 36: "5", 38: "6", 39: "7",
}

# The highest bit of the flags, the letter of opcodes whose address llc checks, and the kind of operand that tells that there is one.
FORM, CHECKED_ADDRESS, SCALE = 63, "8", "S"

# MCOI::OperandType, and the types that targets add from 13 on: enum OperandType in AArch64MCTargetDesc.h and X86BaseInfo.h. A release
# appends types, and renumbers none. Types 15 to 18 of AArch64 are those of shifted registers and their shifts, and of immediates; the
# machine verifier knows the types of every target alone, so it accepts anything there.
FIRST_TYPE, FIRST_IMMEDIATE = 6, 12
KINDS = {0: "u", 1: "i", 2: "r", 3: "m", 4: "j", **{FIRST_TYPE + n: f"t{n}" for n in range(6)}, FIRST_IMMEDIATE: "n0"}
TARGET_KINDS = {"x86": {13: "o", 14: "c"}, "aarch64": {13: "z", 14: "l", **{kind: "u" for kind in range(15, 19)}}}
# Base, scale, index, displacement and segment.
ADDRESS = "ASIDG"

# Operand definitions of Target.td that are not typed operands.
NAMED_KINDS = {"unknown": "u", "i8imm": "i", "i32imm": "i", "i64imm": "i", "ptr_rc": "a"}

# A row: its name, the words that are the same in every release that has it, and lists of elements. An element is a tuple of references,
# each a letter (r register, c class, i sub-register index) and a name, or None.
Row = namedtuple("Row", "name words lists")
# Operands are (kind, class or None, marks); registers are names.
Signature = namedtuple("Signature", "results operands reads writes properties")


class Contradiction(Exception):
    pass


def properties(bits):
    return "".join(sorted(letter for bit, letter in PROPERTIES.items() if int(bits) >> bit & 1))


class Facts:
    """The helper's output about one target: the lines by their first word."""

    def __init__(self, text):
        self.lines = {}
        for line in text.splitlines():
            kind, *fields = line.split("\t")
            self.lines.setdefault(kind, []).append(fields)
        self.registers = {row[0]: name for name, row in zip(unique(self["register"]), self["register"])}
        self.classes = {row[0]: name for name, row in zip(unique(self["class"]), self["class"])}
        self.indices = {row[0]: row[1] for row in self["index"]}

    def __getitem__(self, kind):
        return self.lines.get(kind, [])

    def common(self):
        return int(self["common"][0][0])


def unique(rows, place=1):
    """MIR spells these names in lower case."""
    lower = [row[place].lower() for row in rows]
    if len(set(lower)) != len(lower):
        raise Contradiction("names differ in case alone")
    return lower


# The opcodes of every target.

def operands_of(record, field):
    """Returns name and definition of each operand of a dag; a variable list has no name and is left out."""
    return [(name, value["def"]) for value, name in record[field]["args"] if value.get("def") != "variable_ops"]


def typed_kind(records, definition):
    if definition in NAMED_KINDS:
        return NAMED_KINDS[definition]
    record = records[definition]
    kind = record["OperandType"].removeprefix("OPERAND_GENERIC_")
    if kind.startswith("IMM_"):
        return "n" + kind.removeprefix("IMM_")
    return ("p" if record["IsPointer"] else "t") + kind


def ties(record):
    """`$supersrc = $dst` as a mapping from the name of the use to that of the result."""
    constraint = record["Constraints"].replace(" ", "")
    if not constraint:
        return {}
    use, result = constraint.split("=")
    return {use.removeprefix("$"): result.removeprefix("$")}


def common_operands(records, name):
    record = records[name]
    results, uses = operands_of(record, "OutOperandList"), operands_of(record, "InOperandList")
    names = [operand for operand, _ in results + uses]
    tied = ties(record)
    texts = []
    for operand, definition in results + uses:
        text = f"{operand}:{typed_kind(records, definition)}"
        if operand in tied:
            text += f"={names.index(tied[operand])}"
        texts.append(text)
    cut = len(results)
    return ",".join(texts[:cut]) or "-", ",".join(texts[cut:]) or "-"


def machine_kind(text):
    """Returns the kind of the MC interface for `text` of Target.td: the interface has no pointers and no names."""
    kind = text.split(":")[1].split("=")[0]
    if kind in "uia":
        return {"u": "0", "i": "1", "a": "0p"}[kind]
    return str(int(kind[1]) + (FIRST_IMMEDIATE if kind[0] == "n" else FIRST_TYPE))


def check_common(name, results, uses, fields):
    """Compares the facts of both sources about an opcode of every target."""
    texts = [text for field in (results, uses) if field != "-" for text in field.split(",")]
    expected = [machine_kind(text) for text in texts]
    # The class of pointers is looked up until LLVM 20, later it is one of the target, which may depend on the mode.
    found = [("0p" if "p" in word or "c" in word else word.split("=")[0]) for word in fields[4].split()]
    defs = 0 if results == "-" else len(results.split(","))
    if expected != found or defs != int(fields[2]):
        raise Contradiction(f"{name}: Target.td says {results} {uses}, the library {fields}")


def common_rows(records, facts):
    """Returns the words of the opcodes of every target, by name."""
    names = {fields[1]: fields for fields in facts["opcode"][: facts.common()]}
    if set(names) != set(records["!instanceof"]["StandardPseudoInstruction"]):
        raise Contradiction("the opcodes of every target differ")
    rows = {}
    for name in sorted(names):
        results, uses = common_operands(records, name)
        check_common(name, results, uses, names[name])
        rows[name] = (results, uses, properties(names[name][3]) or "-")
    return rows


# The tables of one target.

def index_rows(facts):
    # 65,535 and -1 both mean that there is no range.
    whole = lambda text: text if 0 <= int(text) < 65535 else "-"
    return [Row(name, (whole(bits), whole(offset), f"{int(lanes):x}"), ()) for _, name, bits, offset, lanes in facts["index"]]


def unit_names(facts):
    """Names each register unit after the register that has the fewest units with it, the first of several."""
    best = {}
    for number, *_, units, _ in facts["register"]:
        units = units.split()
        for unit in units:
            if unit not in best or len(units) < best[unit][0]:
                best[unit] = (len(units), facts.registers[number])
    names = {unit: name for unit, (_, name) in best.items()}
    if len(set(names.values())) != len(names):
        raise Contradiction("two register units have one name")
    return names


def register_rows(facts):
    rows, units_of = [], unit_names(facts)
    for number, _, dwarf, flags, units, parts in facts["register"]:
        units = frozenset((("r", units_of[unit]),) for unit in units.split())
        pairs = [part.split(":") for part in parts.split()]
        parts = frozenset((("i", facts.indices[index]), ("r", facts.registers[part])) for index, part in pairs)
        rows.append(Row(facts.registers[number], (dwarf if int(dwarf) >= 0 else "-", flags or "-"), (units, parts)))
    return rows


def class_rows(facts):
    rows = []
    for number, _, bits, spill, alignment, flags, lanes, members, subclasses, parts in facts["class"]:
        members = frozenset((("r", facts.registers[member]),) for member in members.split())
        subclasses = frozenset((("c", facts.classes[subclass]),) for subclass in subclasses.split())
        elements = set()
        for index, narrowed, part in (part.split(":") for part in parts.split()):
            narrower = None if narrowed == number else ("c", facts.classes[narrowed])
            elements.add((("i", facts.indices[index]), narrower, None if part == "-1" else ("c", facts.classes[part])))
        words = (bits, spill, alignment, flags or "-", f"{int(lanes):x}")
        rows.append(Row(facts.classes[number], words, (members, subclasses, frozenset(elements))))
    return rows


def bank_rows(facts):
    rows = []
    for name, (_, _, bits, classes) in zip(unique(facts["bank"]), facts["bank"]):
        rows.append(Row(name, (bits,), (frozenset((("c", facts.classes[number]),) for number in classes.split()),)))
    return rows


def mask_rows(facts):
    rows = []
    for name, (_, registers) in zip(unique(facts["mask"], 0), facts["mask"]):
        rows.append(Row(name, (), (frozenset((("r", facts.registers[number]),) for number in registers.split()),)))
    return sorted(rows)


def operand(word, kinds, facts):
    """`2c35=0e` of the helper becomes a kind as a letter, the name of class 35, and `=0e`."""
    digits = len(word) - len(word.lstrip("0123456789"))
    kind, rest = kinds[int(word[:digits])], word[digits:]
    if rest[:1] not in ("c", "p"):
        return kind, None, rest
    after = rest[1:].lstrip("0123456789")
    number = rest[1 : len(rest) - len(after)]
    return kind, facts.classes[number], after + ("p" if rest.startswith("p") else "")


def addresses(operands):
    """Gives separate kinds to the five operands of an X86 address: base, scale, index, displacement, segment."""
    for start in range(len(operands) - 4):
        five = operands[start : start + 5]
        if [of is not None for _, of, _ in five] == [True, False, True, False, True] and five[4][1:] == ("segment_reg", ""):
            operands[start : start + 5] = [(letter, *rest) for letter, (_, *rest) in zip(ADDRESS, five)]
    return tuple(operands)


def opcode_rows(facts, kinds):
    rows = {}
    for _, name, defs, bits, operands, uses, results in facts["opcode"][facts.common():]:
        operands = addresses([operand(word, kinds, facts) for word in operands.split()])
        implicit = [tuple(facts.registers[number] for number in field.split()) for field in (uses, results)]
        letters = properties(bits)
        if int(bits) >> FORM & 1 and any(kind == SCALE for kind, *_ in operands):
            letters = "".join(sorted(letters + CHECKED_ADDRESS))
        rows[name] = Signature(int(defs), operands, *implicit, letters or "-")
    return rows


def target_rows(name, facts):
    guard = next(fields[4] for fields in facts["opcode"] if fields[1] == "LOAD_STACK_GUARD")
    return {
        "pointer": facts.classes[guard.strip().lstrip("0123456789")[1:]],
        "indices": index_rows(facts),
        "registers": register_rows(facts),
        "classes": class_rows(facts),
        "banks": bank_rows(facts),
        "masks": mask_rows(facts),
        "direct-flags": [Row(flag, (), ()) for _, flag in facts["direct"]],
        "bitmask-flags": [Row(flag, (), ()) for _, flag in facts["bitmask"]],
        "target-indices": [Row(index, (), ()) for _, index in facts["target-index"]],
        "memory-flags": [Row(flag, (), ()) for _, flag in facts["memory-flag"]],
        "opcodes": opcode_rows(facts, KINDS | TARGET_KINDS[name]),
    }


def rows_of(release):
    """Returns the rows of a release: `common`, and each target."""
    facts = {name: Facts(text) for name, text in release.print_targets().items()}
    records = release.records()
    result = {name: target_rows(name, target) for name, target in facts.items()}
    result["common"] = common_rows(records, facts["x86"])
    if result["common"] != common_rows(records, facts["aarch64"]):
        raise Contradiction("the targets have different properties of the opcodes of every target")
    return result


def with_meta(rows, newer):
    """Adds the property of emitting nothing to the rows of LLVM 14, which has no bit for it, from the rows of the release after it."""
    merged = lambda old, new: "".join(sorted(set(old.replace("-", "")) | (set(new) & {"m"}))) or "-"
    for name, words in rows["common"].items():
        if name in newer["common"]:
            rows["common"][name] = (*words[:2], merged(words[2], newer["common"][name][2]))
    for target in ("x86", "aarch64"):
        for name, signature in rows[target]["opcodes"].items():
            if name in newer[target]["opcodes"]:
                properties_ = merged(signature.properties, newer[target]["opcodes"][name].properties)
                rows[target]["opcodes"][name] = signature._replace(properties=properties_)
    return rows
