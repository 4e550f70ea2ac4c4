//! Each step of the canonical form removes what it is meant to remove, and nothing else.

use irsmith_mir::canonical::{self, STEPS};

/// For each step, a text that it changes and the result.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("module name", "--- |\n  ; ModuleID = 'a'\n  source_filename = \"b\"\n  ; other\n...\n", "--- |\n  ; other\n...\n"),
    (
        "target features",
        "  attributes #0 = { \"target-features\"=\"+a,+b\" \"x\"=\"y\" }\n",
        "  attributes #0 = { \"target-features\"=\"\" \"x\"=\"y\" }\n",
    ),
    ("addresses", "    DBG_PHI <0x55c76f747ba8>, 1, <0x>\n", "    DBG_PHI <0x>, 1, <0x>\n"),
    (
        "folds",
        "  - { id: 0, a: '<0x>', \n      b: 1 }\n  - { id: 1, a: 2, \n      b: 3 }\n",
        "  - { id: 0, a: '<0x>', b: 1 }\n  - { id: 1, a: 2, \n      b: 3 }\n",
    ),
    (
        "metadata order",
        "machineMetadataNodes:\n  - '!3 = !{}'\n  - '!2 = !{}'\nbody: |\n  - z\n  - a\n",
        "machineMetadataNodes:\n  - '!2 = !{}'\n  - '!3 = !{}'\nbody: |\n  - z\n  - a\n",
    ),
];

#[test]
fn each_step_does_its_own() {
    assert_eq!(STEPS.iter().map(|step| step.name).collect::<Vec<_>>(), EXAMPLES.iter().map(|(name, ..)| *name).collect::<Vec<_>>());
    for (step, (name, text, expected)) in STEPS.iter().zip(EXAMPLES) {
        assert_eq!((step.apply)(text), *expected, "{name}");
        assert_eq!(canonical::text(text), *expected, "another step than {name} changes its example");
        assert_eq!((step.apply)(expected), *expected, "{name} twice");
    }
}

#[test]
fn comments_are_dropped_in_bodies_alone() {
    let text = "--- |\n  c\"a /* b */\"\n...\n---\n    X 1 /* a */, &\"b /* c */\", 2 /* d */ /* e */\n    Y 1 /* open\n";
    let expected = "--- |\n  c\"a /* b */\"\n...\n---\n    X 1, &\"b /* c */\", 2\n    Y 1 /* open\n";
    assert_eq!(canonical::without_comments(text), expected);
}
