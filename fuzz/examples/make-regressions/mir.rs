//! The regressions of Machine IR, as text.

use crate::Regression;

/// A row: name, outcome, rules, text, description.
type Row = (&'static str, &'static str, &'static [&'static str], &'static str, &'static str);

const ROWS: &[Row] = &[
    ("empty", "valid", &[], "", "A file of no documents: there is nothing in it that could be wrong."),
    (
        "empty-documents",
        "valid",
        &[],
        "---\n---\n...\n# a comment\n---\nname: f\nbody: |\n  bb.0:\n...\n---\n",
        "Documents of nothing before and behind a function: they say nothing, and neither does a block without instructions.",
    ),
    (
        "nul-byte",
        "unreadable",
        &["file-text"],
        "---\nname: f\0\n",
        "A NUL byte in a name: no character of YAML, and no end of the text either.",
    ),
    (
        "tab-indents",
        "unreadable",
        &["yaml-syntax"],
        "---\nname: f\nframeInfo:\n\thasCalls: true\n",
        "A tab where the indentation counts says nothing of how deep a key stands.",
    ),
    (
        "aliases",
        "unreadable",
        &["yaml-subset"],
        "---\nname: &a [ x, x ]\nstack: &b [ *a, *a, *a, *a ]\nconstants: [ *b, *b, *b, *b ]\n",
        "Anchors and aliases, each of which would double what the one before it holds: the first of them is refused.",
    ),
    (
        "deep-brackets",
        "unreadable",
        &["yaml-subset"],
        "---\nname: f\nmachineFunctionInfo: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n",
        "Brackets that open and open: refused where they nest deeper than any key needs, before their end is looked for.",
    ),
    (
        "key-twice",
        "unreadable",
        &["key-repeated"],
        "---\nname: f\nalignment: 4\nalignment: 8\n",
        "A key that stands twice: which of the two alignments is meant nobody knows.",
    ),
    (
        "errors-in-several-places",
        "unreadable",
        &["key-value", "body-syntax", "key-unknown"],
        "---\nname: f\nalignment: none\nbody: |\n  bb.0:\n    RET64 (\n...\n---\nname: g\nlegalised: true\n...\n",
        "One error does not hide the next, be it in the same function or in another one.",
    ),
    (
        "comment-without-end",
        "unreadable",
        &["body-syntax"],
        "---\nname: f\nbody: |\n  bb.0:\n    RET64 /* ... */\n    NOOP /*\n...\n",
        "A comment without its end ends with the body, and is reported where it begins.",
    ),
    (
        "block-2-32",
        "unreadable",
        &["number-range"],
        "---\nname: f\nbody: |\n  bb.4294967296:\n    RET64\n...\n",
        "A block number of 2^32: one more than fits.",
    ),
    (
        "largest-numbers",
        "invalid",
        &["id-reserved", "object-dead", "id-reserved", "id-reserved", "id-reserved"],
        "---\nname: f\nregisters:\n  - { id: 4294967295, class: gr32 }\nstack:\n  - { id: 4294967295, size: 18446744073709551615 }\nbody: |\n  bb.4294967295:\n    %4294967295 = MOV32rm %stack.4294967295, 1, $noreg, 2147483647, $noreg\n    RET64 implicit %4294967295\n...\n",
        "The largest numbers everywhere: nothing is made of such a size. llc 14 to 19 want tables of as many registers.",
    ),
    (
        "dead-object",
        "invalid",
        &["object-undefined"],
        "---\nname: f\nstack:\n  - { id: 0, size: 4 }\nbody: |\n  bb.0:\n    $eax = MOV32rm %stack.1, 1, $noreg, 0, $noreg\n    RET64 $eax\n...\n",
        "A stack object that has no entry.",
    ),
    (
        "half-a-phi",
        "invalid",
        &["phi-shape"],
        "---\nname: f\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    %0:gr32 = MOV32ri 1\n  bb.1:\n    %1:gr32 = PHI %0\n    RET64 implicit %1\n...\n",
        "A PHI whose register has no block: llc 19 crashes on it.",
    ),
    (
        "older-spellings",
        "valid",
        &[],
        "---\nname: f\nbody: |\n  bb.0 (address-taken):\n    $eax = MOV32rm $rdi, 1, _, 0, _ :: (load 4)\n    RET64 $eax\n...\n",
        "The reference spells no register as an underscore, the size of an access in bytes, and an address that is taken without saying whose.",
    ),
    (
        "names-in-quotes",
        "valid",
        &[],
        "--- |\n  target triple = \"x86_64-unknown-linux-gnu\"\n  @\"a \\22b\\22\" = global i8 0\n  define void @\"'f: #\"() {\n    ret void\n  }\n...\n---\nname: '''f: #'\nbody: |\n  bb.0:\n    $rax = MOV64ri @\"a \\22b\\22\"\n    RET64 $rax\n...\n",
        "Names with quotes, colons and number signs, in three languages with rules of their own.",
    ),
    (
        "wrapped-braces",
        "valid",
        &[],
        "---\nname: f\nstack:\n  - { id: 0,\n\n      size: 4, # a comment\n      name: '' }\nbody: |\n  bb.0:\n    RET64\n...\n",
        "A mapping in braces over several lines, with an empty one and a comment among them.",
    ),
    (
        "body-that-ends-early",
        "valid",
        &[],
        "---\nname: f\nbody: |\n\n    bb.0:\n      RET64\n\n\n",
        "A body with an empty line first, deeper than usual, and no end of the document behind it.",
    ),
    ("carriage-returns", "valid", &[], "---\r\nname: f\r\nbody: |\r\n  bb.0:\r\n    RET64\r\n...\r\n", "Lines that end as on Windows."),
];

/// Makes the cases of the format.
pub(crate) fn regressions() -> Vec<Regression> {
    let regression =
        |&(name, outcome, rules, text, about): &Row| Regression { name, about, outcome, rules, bytes: text.as_bytes().to_vec() };
    ROWS.iter().map(regression).collect()
}
