//! Rules of the order of a file's parts, each broken by a file of its own. All operands are numbers, so that no text decides what they mean.

use super::RuleTest;
use irsmith_pnacl::text::assemble;
use irsmith_pnacl::validate::RuleId::{self, *};
use irsmith_pnacl::{Limits, Module};

const TYPES: &str = "types { count 4; @t0 = void; @t1 = i32; @t2 = void (i32); @t3 = i32 (i32); }";
const START: &str = "record <8, 2, 0, 0, 0>;";
const HELPER: &str = "record <8, 3, 0, 0, 3>;";
const GLOBAL: &str = "globals { count 1; record <0, 1, 0>; record <2, 4>; }";
const NO_GLOBALS: &str = "globals { count 0; }";
/// Names `_start` the value with the index before the comma.
const NAME: &str = "95, 115, 116, 97, 114, 116>; }";

/// A file: its name, the rules that it breaks, and its parts after the types.
type Row = (&'static str, &'static [RuleId], &'static [&'static str]);

const RETURN: &str = "block(12) { record <1, 1>; record <10>; }";
/// Returns the parameter.
const IDENTITY: &str = "block(12) { record <1, 1>; record <10, 1>; }";
const NAME_0: &str = "valuesymtab { record <1, 0, ";
const NAME_1: &str = "valuesymtab { record <1, 1, ";

const ROWS: &[Row] = &[
    ("parts in order", &[], &[START, NO_GLOBALS, NAME_0, NAME, RETURN]),
    (
        "a constants block after an instruction",
        &[ConstantsLate],
        &[
            START,
            NO_GLOBALS,
            NAME_0,
            NAME,
            "block(12) { record <1, 1>; record <2, 1, 1, 0>; constants { record <1, 1>; record <4, 2>; } record <2, 3, 3, 0>; record <10>; }",
        ],
    ),
    (
        "a use of the result before late constants",
        &[ConstantsLate, ValueNumbering],
        &[
            START,
            NO_GLOBALS,
            NAME_0,
            NAME,
            "block(12) { record <1, 1>; record <2, 1, 1, 0>; constants { record <1, 1>; record <4, 2>; } record <2, 3, 2, 0>; record <10>; }",
        ],
    ),
    (
        "a use of a late constant",
        &[ConstantsLate, ValueNumbering],
        &[
            START,
            NO_GLOBALS,
            NAME_0,
            NAME,
            "block(12) { record <1, 1>; record <2, 1, 1, 0>; constants { record <1, 1>; record <4, 2>; } record <2, 3, 1, 0>; record <10>; }",
        ],
    ),
    (
        "a result after late constants",
        &[ConstantsLate],
        &[
            START,
            NO_GLOBALS,
            NAME_0,
            NAME,
            "block(12) { record <1, 1>; record <2, 1, 1, 0>; constants { record <1, 1>; record <4, 2>; } record <2, 3, 3, 0>;
            record <2, 1, 1, 0>; record <10>; }",
        ],
    ),
    (
        "late constants without a result before them",
        &[ConstantsLate],
        &[
            START,
            NO_GLOBALS,
            NAME_0,
            NAME,
            "block(12) { record <1, 2>; record <11, 1>; constants { record <1, 1>; record <4, 2>; } record <2, 1, 2, 0>; record <10>; }",
        ],
    ),
    (
        "constants after a forward declaration",
        &[ValueNumbering],
        &[
            START,
            NO_GLOBALS,
            NAME_0,
            NAME,
            "block(12) { record <1, 1>; record <43, 3, 1>; constants { record <1, 1>; record <4, 2>; } record <2, 1, 1, 0>; record <10>; }",
        ],
    ),
    (
        "constants after a declared and defined value",
        &[ConstantsLate],
        &[
            START,
            NO_GLOBALS,
            NAME_0,
            NAME,
            "block(12) { record <1, 1>; record <43, 2, 1>; record <2, 1, 1, 0>; constants { record <1, 1>; record <4, 2>; } record <10>; }",
        ],
    ),
    ("a name after early globals", &[GlobalsEarly], &[GLOBAL, START, NAME_1, NAME, RETURN]),
    (
        "an intrinsic's name after early globals",
        &[GlobalsEarly, ValueNumbering, IntrinsicUnknown],
        &[
            GLOBAL,
            START,
            HELPER,
            "valuesymtab { record <1, 1, 95, 115, 116, 97, 114, 116>; record <1, 2, 108, 108, 118, 109, 46>; }",
            RETURN,
            IDENTITY,
        ],
    ),
    (
        "a call after early globals",
        &[GlobalsEarly, ValueNumbering],
        &[GLOBAL, START, HELPER, NAME_1, NAME, "block(12) { record <1, 1>; record <34, 0, 2, 1>; record <10>; }", IDENTITY],
    ),
    (
        "early globals and a call of the last function",
        &[GlobalsEarly, ValueNumbering],
        &[START, GLOBAL, HELPER, NAME_0, NAME, "block(12) { record <1, 1>; record <34, 0, 2, 1>; record <10>; }", IDENTITY],
    ),
    ("globals after bodies", &[AddressesLate], &[START, NAME_0, NAME, RETURN, GLOBAL]),
    (
        "an address before late globals",
        &[AddressesLate, ValueNumbering],
        &[START, HELPER, NAME_0, NAME, "block(12) { record <1, 1>; record <34, 0, 2, 1>; record <10>; }", IDENTITY, GLOBAL],
    ),
    (
        "a declaration before late globals",
        &[AddressesLate, ValueNumbering],
        &[START, NAME_0, NAME, "block(12) { record <1, 1>; record <43, 2, 1>; record <2, 1, 1, 0>; record <10>; }", GLOBAL],
    ),
    (
        "an address after late globals",
        &[AddressesLate],
        &[START, HELPER, NAME_0, NAME, RETURN, GLOBAL, "block(12) { record <1, 1>; record <2, 2, 1, 0>; record <10, 1>; }"],
    ),
    ("a function after the only body", &[GlobalsEarly, AddressesLate], &[START, NO_GLOBALS, NAME_0, NAME, RETURN, HELPER, IDENTITY]),
    (
        "a function between bodies",
        &[GlobalsEarly, AddressesLate, BodyOrder],
        &[START, HELPER, NO_GLOBALS, NAME_0, NAME, RETURN, "record <8, 2, 0, 0, 3>;", IDENTITY, RETURN],
    ),
    (
        "a relocation to a later function",
        &[GlobalsEarly, ValueNumbering],
        &["globals { count 1; record <0, 1, 0>; record <4, 1>; }", START, NAME_1, NAME, RETURN],
    ),
];

const VERSION: &str = "version 1;";
const NO_ABBREVIATIONS: &str = "abbreviations { }";

/// Files with all their parts.
const WHOLE: &[Row] = &[
    (
        "local abbreviations before the version",
        &[],
        &["%a0 = abbrev <1, fixed(2)>;", "version 1; <%a0>", NO_ABBREVIATIONS, TYPES, START, NO_GLOBALS, NAME_0, NAME, RETURN],
    ),
    ("a version behind the abbreviations", &[VersionLate], &[NO_ABBREVIATIONS, VERSION, TYPES, START, NO_GLOBALS, NAME_0, NAME, RETURN]),
    ("a version behind the types", &[VersionLate], &[TYPES, VERSION, START, NO_GLOBALS, NAME_0, NAME, RETURN]),
    ("a version at the end", &[VersionLate], &[NO_ABBREVIATIONS, TYPES, START, NO_GLOBALS, NAME_0, NAME, RETURN, VERSION]),
    ("a second version", &[VersionRepeated], &[VERSION, VERSION, NO_ABBREVIATIONS, TYPES, START, NO_GLOBALS, NAME_0, NAME, RETURN]),
    (
        "a second version behind a function",
        &[VersionRepeated],
        &[VERSION, NO_ABBREVIATIONS, TYPES, START, VERSION, NO_GLOBALS, NAME_0, NAME, RETURN],
    ),
    ("no abbreviations", &[], &[VERSION, TYPES, START, NO_GLOBALS, NAME_0, NAME, RETURN]),
    ("abbreviations behind the types", &[AbbreviationsLate], &[VERSION, TYPES, NO_ABBREVIATIONS, START, NO_GLOBALS, NAME_0, NAME, RETURN]),
    ("abbreviations behind a function", &[AbbreviationsLate], &[VERSION, TYPES, START, NO_ABBREVIATIONS, NO_GLOBALS, NAME_0, NAME, RETURN]),
    (
        "version and abbreviations behind the types",
        &[VersionLate, AbbreviationsLate],
        &[TYPES, NO_ABBREVIATIONS, VERSION, START, NO_GLOBALS, NAME_0, NAME, RETURN],
    ),
    (
        "other abbreviations behind the types",
        &[AbbreviationsBlock],
        &[VERSION, NO_ABBREVIATIONS, TYPES, NO_ABBREVIATIONS, START, NO_GLOBALS, NAME_0, NAME, RETURN],
    ),
];

/// Returns the name, the rules and the text of each file.
fn texts() -> impl Iterator<Item = (&'static str, &'static [RuleId], String)> {
    let begun =
        ROWS.iter().map(|(name, rules, parts)| (*name, *rules, format!("{VERSION} {NO_ABBREVIATIONS} {TYPES} {}", parts.join(" "))));
    let whole = WHOLE.iter().map(|(name, rules, parts)| (*name, *rules, parts.join(" ")));
    begun.chain(whole).map(|(name, rules, parts)| (name, rules, format!("module {{ {parts} }}")))
}

pub(crate) fn cases() -> Vec<RuleTest> {
    let judge = |(name, expected, text): (&'static str, &[RuleId], String)| {
        let bytes = assemble(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        RuleTest::of_file(name, expected, &bytes, &Limits::default())
    };
    texts().map(judge).collect()
}

/// The rules decide nothing about what is read.
#[test]
fn files_in_another_order_are_read() {
    for (name, _, text) in texts() {
        assert!(Module::read(&assemble(&text).unwrap(), &Limits::default()).is_ok(), "{name}");
    }
}
