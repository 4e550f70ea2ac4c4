"""The rows of all observed releases in one text, and back; formats/mir/src/tables/data/README.md describes the lines.

A name has a number, which counts the names of a section in the order of the lines. A row of several releases is one line if the releases
state the same about everything that they have: an element of a list that names something that a release lacks is skipped there.
"""

from .rows import Contradiction, Row, Signature

# Sections with numbers, and the letters of references to them.
NUMBERED = {"indices": "i", "registers": "r", "classes": "c"}
# What stands between the references of an element, by section and list.
ROWS = ["indices", "registers", "classes", "banks", "masks"]
FLAGS = ["direct-flags", "bitmask-flags", "target-indices", "memory-flags"]


def merged_order(orders):
    """Returns all names: those of the last release in its order, the others behind what they follow in theirs."""
    result = []
    for order in reversed(orders):
        known, place = set(result), 0
        for name in order:
            if name in known:
                place = result.index(name) + 1
            else:
                result.insert(place, name)
                place += 1
    return result


def ranges(numbers):
    """`3 4 5 9` becomes `3-5,9`; the order is kept."""
    parts = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in parts) or "-"


def numbers(text):
    result = []
    for part in [] if text == "-" else text.split(","):
        first, _, last = part.partition("-")
        result += range(int(first), int(last or first) + 1)
    return result


def runs(releases, observed):
    """Returns the sets of consecutive observed releases."""
    result = []
    for release in sorted(releases):
        if result and observed.index(result[-1][-1]) + 1 == observed.index(release):
            result[-1].append(release)
        else:
            result.append([release])
    return result


class Lines:
    """The lines of a section. A line `@14-19` gives the releases of the lines after it; a section begins with all."""

    def __init__(self, name, observed):
        self.lines, self.mark = [f"[{name}]"], f"@{observed[0]}-{observed[-1]}"

    def add(self, run, line):
        mark = f"@{run[0]}-{run[-1]}" if len(run) > 1 else f"@{run[0]}"
        if mark != self.mark:
            self.lines.append(mark)
            self.mark = mark
        self.lines.append(line)


class Numbering:
    """The numbers of the names of a target, and what each release has."""

    def __init__(self, tables, observed):
        self.names, self.has = {}, {release: {} for release in observed}
        for section, letter in NUMBERED.items():
            orders = [[row.name for row in tables[release][section]] for release in observed]
            self.names[letter] = merged_order(orders)
            for release, order in zip(observed, orders):
                self.has[release][letter] = set(order)
        self.number = {letter: {name: place for place, name in enumerate(names, 1)} for letter, names in self.names.items()}

    def known(self, release, element):
        return all(part is None or part[1] in self.has[release][part[0]] for part in element)

    def of(self, reference):
        return self.number[reference[0]][reference[1]]

    def restricted(self, release, elements):
        return frozenset(element for element in elements if self.known(release, element))


def combined(group, release, row, numbering):
    """Returns the row of a group of releases with one more, or None if one line cannot be for all."""
    releases, old = group
    if old.words != row.words:
        return None
    lists = tuple(a | b for a, b in zip(old.lists, row.lists))
    for other, own in [*((other, old_row) for other, old_row in releases.items()), (release, row)]:
        if tuple(numbering.restricted(other, elements) for elements in lists) != own.lists:
            return None
    return {**releases, release: row}, old._replace(lists=lists)


def list_text(elements, numbering):
    """Returns a list of references; parts of registers as `index:register`, those of classes as `index<narrowed:class`."""
    if all(len(element) == 1 for element in elements):
        return ranges(sorted(numbering.of(element[0]) for element in elements))
    texts = []
    for element in sorted(elements, key=lambda element: [numbering.of(part) if part else 0 for part in element]):
        if len(element) == 2:
            texts.append(f"{numbering.of(element[0])}:{numbering.of(element[1])}")
        else:
            index, narrowed, part = element
            text = str(numbering.of(index))
            text += f"<{numbering.of(narrowed)}" if narrowed else ""
            texts.append(text + (f":{numbering.of(part)}" if part else ""))
    return ",".join(texts)


def row_lines(section, tables, numbering, observed):
    rows = {release: {row.name: row for row in tables[release][section]} for release in observed}
    letter = NUMBERED.get(section)
    orders = [[row.name for row in tables[release][section]] for release in observed]
    names = numbering.names[letter] if letter else sorted(set().union(*orders)) if section == "masks" else merged_order(orders)
    lines = Lines(section, observed)
    for name in names:
        groups = []
        for release in observed:
            row = rows[release].get(name)
            if row is None:
                groups.append(None)
                continue
            more = combined(groups[-1], release, row, numbering) if groups and groups[-1] else None
            if more:
                groups[-1] = more
            else:
                groups.append(({release: row}, row))
        for releases, row in filter(None, groups):
            words = [row.name, *row.words, *(list_text(elements, numbering) for elements in row.lists)]
            lines.add(sorted(releases), " ".join(words))
    return lines.lines


def grouped_lines(name, values, observed):
    """Returns lines of a section with one line for each release, or several with the same."""
    lines = Lines(name, observed)
    releases_of = {}
    for release in observed:
        releases_of.setdefault(values[release], []).append(release)
    for value, releases in releases_of.items():
        for run in runs(releases, observed):
            lines.add(run, value)
    return lines.lines


def operand_text(operand, numbering):
    kind, of, marks = operand
    return kind + (str(numbering.number["c"][of]) if of else "") + marks


def signature_text(signature, numbering):
    operands = ",".join(operand_text(operand, numbering) for operand in signature.operands) or "-"
    registers = lambda names: ",".join(str(numbering.number["r"][name]) for name in names) or "-"
    return f"{signature.results} {operands} {registers(signature.reads)} {registers(signature.writes)} {signature.properties}"


def by_run(opcodes, observed):
    """Returns lines by the releases that have them: for each name and text, the runs of releases."""
    releases_of = {}
    for release in observed:
        for name, text in opcodes[release].items():
            releases_of.setdefault((name, text), []).append(release)
    return sorted((run, name, text) for (name, text), releases in releases_of.items() for run in runs(releases, observed))


def opcode_lines(tables, numbering, observed):
    texts = {
        release: {name: signature_text(signature, numbering) for name, signature in tables[release]["opcodes"].items()}
        for release in observed
    }
    signatures = sorted(set().union(*(of.values() for of in texts.values())))
    place = {signature: number for number, signature in enumerate(signatures)}
    lines = Lines("opcodes", observed)
    for run, name, text in by_run(texts, observed):
        lines.add(run, f"{name} {place[text]}")
    return ["[signatures]", *signatures, *lines.lines]


def target_lines(tables):
    observed = sorted(tables)
    numbering = Numbering(tables, observed)
    lines = grouped_lines("pointer", {release: str(numbering.number["c"][tables[release]["pointer"]]) for release in observed}, observed)
    for section, letter in NUMBERED.items():
        order = {
            release: ranges([numbering.number[letter][row.name] for row in tables[release][section]]) for release in observed
        }
        lines += grouped_lines(f"order-of-{section}", order, observed)
    for section in ROWS + FLAGS:
        lines += row_lines(section, tables, numbering, observed)
    return lines + opcode_lines(tables, numbering, observed)


def common_lines(tables):
    observed = sorted(tables)
    lines = Lines("opcodes", observed)
    for run, name, text in by_run({release: {name: " ".join(words) for name, words in tables[release].items()} for release in observed}, observed):
        lines.add(run, f"{name} {text}")
    return lines.lines


def texts_of(tables, versions):
    """Returns the files: name and text. `tables` has the rows of each release, `versions` their full names."""
    listed = ", ".join(versions[release] for release in sorted(tables))
    head = f"# Made by ci/mir-tables from LLVM {listed}; README.md beside it describes the lines."
    result = {"common.txt": [head, *common_lines({release: rows["common"] for release, rows in tables.items()})]}
    for target in ("x86", "aarch64"):
        result[f"{target}.txt"] = [head, *target_lines({release: rows[target] for release, rows in tables.items()})]
    return {name: "\n".join(lines) + "\n" for name, lines in result.items()}
