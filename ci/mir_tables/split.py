"""Reads the rows of one release back from the text of all: the inverse of `merged`, which checks it, and compares with it."""

from .merged import FLAGS, NUMBERED, ROWS, numbers
from .rows import Row, Signature


def sections(text):
    """Returns the lines of each section with the releases that they are for, as first and last."""
    result = {}
    for line in text.splitlines():
        if line.startswith("["):
            lines = result.setdefault(line[1:-1], [])
            mark = (0, 255)
        elif line.startswith("@"):
            first, _, last = line[1:].partition("-")
            mark = (int(first), int(last or first))
        elif not line.startswith("#"):
            lines.append((mark, line.split(" ")))
    return result


def held(lines, release):
    return [words for (first, last), words in lines if first <= release <= last]


class Names:
    """The names by number, and those that the release has, in its order."""

    def __init__(self, data, release):
        self.names, self.order = {}, {}
        for section, letter in NUMBERED.items():
            names = list(dict.fromkeys(words[0] for _, words in data[section]))
            self.names[letter] = names
            (order,) = held(data[f"order-of-{section}"], release)
            self.order[section] = [names[number - 1] for number in numbers(order[0])]
        self.has = {letter: set(self.order[section]) for section, letter in NUMBERED.items()}

    def reference(self, letter, number):
        return (letter, self.names[letter][int(number) - 1])

    def elements(self, text, parse):
        elements = [parse(part) for part in ([] if text == "-" else text.split(","))]
        known = lambda element: all(part is None or part[1] in self.has[part[0]] for part in element)
        return frozenset(filter(known, elements))

    def plain(self, text, letter):
        return frozenset((self.reference(letter, number),) for number in numbers(text) if self.names[letter][number - 1] in self.has[letter])

    def register_part(self, text):
        index, register = text.split(":")
        return (self.reference("i", index), self.reference("r", register))

    def class_part(self, text):
        text, _, of = text.partition(":")
        index, _, narrowed = text.partition("<")
        return (self.reference("i", index), narrowed and self.reference("c", narrowed) or None, of and self.reference("c", of) or None)


def row(section, words, names):
    if section == "registers":
        return Row(words[0], tuple(words[1:3]), (names.plain(words[3], "r"), names.elements(words[4], names.register_part)))
    if section == "classes":
        members, subclasses = names.plain(words[6], "r"), names.plain(words[7], "c")
        return Row(words[0], tuple(words[1:6]), (members, subclasses, names.elements(words[8], names.class_part)))
    if section == "banks":
        return Row(words[0], (words[1],), (names.plain(words[2], "c"),))
    if section == "masks":
        return Row(words[0], (), (names.plain(words[1], "r"),))
    return Row(words[0], tuple(words[1:]), ())


def operand(text, names):
    kind, rest = text[0], text[1:]
    if kind in "tpn":
        return text[:2], None, text[2:]
    marks = rest.lstrip("0123456789")
    number = rest[: len(rest) - len(marks)]
    return kind, names.names["c"][int(number) - 1] if number else None, marks


def signature(words, names):
    split = lambda text: [] if text == "-" else text.split(",")
    registers = lambda text: tuple(names.names["r"][int(number) - 1] for number in split(text))
    return Signature(int(words[0]), tuple(operand(text, names) for text in split(words[1])), registers(words[2]), registers(words[3]), words[4])


def target_rows(text, release):
    data = sections(text)
    names = Names(data, release)
    (pointer,) = held(data["pointer"], release)
    result = {"pointer": names.names["c"][int(pointer[0]) - 1]}
    for section in ROWS + FLAGS:
        rows = [row(section, words, names) for words in held(data[section], release)]
        if section in NUMBERED:
            places = {name: place for place, name in enumerate(names.order[section])}
            rows.sort(key=lambda row: places[row.name])
        result[section] = rows
    signatures = [signature(words, names) for _, words in data["signatures"]]
    result["opcodes"] = {name: signatures[int(number)] for name, number in held(data["opcodes"], release)}
    return result


def rows_of(texts, release):
    """Returns the rows of a release in the texts of the files."""
    common = {name: tuple(words) for name, *words in held(sections(texts["common.txt"])["opcodes"], release)}
    return {"common": common, **{target: target_rows(texts[f"{target}.txt"], release) for target in ("x86", "aarch64")}}


def version_of(texts, release):
    """Returns the version of a release that the head of the files names."""
    words = texts["common.txt"].splitlines()[0].replace(",", " ").replace(";", " ").split()
    return next((word for word in words if word.split(".")[0] == str(release)), None)
