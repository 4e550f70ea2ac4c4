//! Our verdict beside that of `spirv-val`, where it is installed: on the data modules, on the cases of every rule, and on modules of which
//! one word was changed or one instruction removed. Every difference belongs to a class with a reason.

use super::assembler::assemble;
use super::base;
use super::cases::{CASES, VALID};
use irsmith_debuginfo::stream::HEADER_WORDS;
use irsmith_debuginfo::validate::{
    self,
    RuleId::{self, *},
};
use irsmith_debuginfo::{Dialect, Instruction, Limits, Module, Stream};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, Stdio};

/// The version whose messages the classes quote.
const VERSION: &str = "SPIRV-Tools v2023.1";

/// What spirv-val refuses and we accept: a reason, and pieces of its messages. The first row that fits counts.
const LAXER: &[(&str, &[&str])] = &[
    ("it knows no operations beyond the set's own", &["debug operation operand"]),
    (
        "it wants basic types under pointers, qualifiers and names, and an unsigned type of a variable that counts",
        &["must be a result id of DebugTypeBasic", "Component Count must be"],
    ),
    (
        "in OpenCL.DebugInfo.100 it lets neither DebugInfoNone stand for what was removed, nor a template for its target, nor a \
         discriminator for its block",
        &["expected operand"],
    ),
    ("its grammar is older than ours, and knows extensions", &["Invalid source language", "requires one of these extensions"]),
    ("capabilities are judged for storage classes of debug types only", &["requires one of these capabilities"]),
    ("linkage is not judged", &["LinkageAttributes"]),
    ("dominance is not judged", &["does not dominate"]),
    (
        "types of core instructions are not judged",
        &[
            "is not a type",
            "cannot be a type",
            "is not a function",
            "Expected int scalar",
            "expected Result Type",
            "Invalid number of bits",
            "Invalid use of function type",
            "does not match the Function Type",
            "ignedness",
            "OpReturn can only",
            "on OpVariable",
        ],
    ),
];

/// What we refuse and spirv-val accepts: a reason, the only set that it is true of, and the rules.
const STRICTER: &[(&str, Option<Dialect>, &[RuleId])] = &[
    (
        "of DebugInfo it knows words, ids, order and sections, but not what operands mean",
        Some(Dialect::DebugInfo),
        &[
            ResultType,
            OperandName,
            OperandText,
            OperandSource,
            OperandSize,
            OperandOffset,
            OperandCountOf,
            OperandEnumerator,
            OperandInitializer,
            OperandTemplateValue,
            OperandType,
            OperandReturnType,
            OperandFunctionType,
            OperandComposite,
            OperandMember,
            OperandStaticMember,
            OperandScope,
            OperandNarrowScope,
            OperandTemplateTarget,
            OperandTemplateParameter,
            OperandPackedParameter,
            OperandGlobal,
            OperandFunction,
            OperandDeclaration,
            OperandInlinedAt,
            OperandLocalVariable,
            OperandVariable,
            OperandValue,
            OperandIndex,
            OperandExpression,
            OperandOperation,
            OperandMacro,
            ArrayCounts,
            VectorCount,
            OperationLiterals,
        ],
    ),
    ("it does not count the words of enumerators in pairs", Some(Dialect::DebugInfo), &[DebugOperands]),
    (
        "of OpenCL.DebugInfo.100 it has no checks for imported entities, pointers to members and the like",
        Some(Dialect::OpenCl),
        &[OperandName, OperandSource, OperandScope, OperandEntity, OperandComposite],
    ),
    ("the type of a function may be any type", Some(Dialect::OpenCl), &[OperandFunctionType]),
    ("it does not know opaque types", None, &[OpaqueMembers, OpaqueName]),
    ("it does not compare composite types with their members", None, &[MemberParent, InheritanceChild, InheritanceUnion, TypeContained]),
    ("a parameter may have number 0", None, &[ArgumentNumber]),
    ("the four of function bodies may stand outside of blocks", None, &[BlockPlacement]),
    ("a group of decorations may name debug instructions", None, &[DebugUsed]),
    ("debug instructions may stand among types", None, &[DebugInterleaved]),
];

/// What spirv-val says: nothing, or its first line.
fn spirv_val(bytes: &[u8]) -> Result<(), String> {
    let mut command = Command::new("spirv-val");
    let mut child = command.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // It may stop reading at the first word that it does not like.
    let _ = child.stdin.take().unwrap().write_all(bytes);
    let output = child.wait_with_output().unwrap();
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    Err(text.lines().next().unwrap_or("").to_owned())
}

/// The rules that a file breaks, warnings left out.
fn errors(bytes: &[u8]) -> BTreeSet<&'static str> {
    match validate::validate_file(bytes, &Limits::default()) {
        Ok(violations) => violations.iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id).collect(),
        Err(error) => BTreeSet::from([error.kind.rule().id]),
    }
}

/// The files that come of a module when an instruction is removed, or a word is counted up or names DebugInfoNone.
fn damaged(module: &Module) -> Vec<Vec<u8>> {
    let stream = module.to_stream().unwrap();
    let words = stream.words();
    let none = module.instructions.iter().find_map(Instruction::debug).unwrap().result.0;
    let mut files = Vec::new();
    let mut keep = |words: Vec<u32>| files.push(Stream::from_words(module.header.order, words).unwrap().write());
    for raw in stream.instructions() {
        let mut without = words.to_vec();
        without.drain(raw.at..=raw.at + raw.words.len());
        keep(without);
        // The name of a set decides on everything; spirv-val refuses names that it does not know.
        let is_import = raw.opcode == spirv::Op::ExtInstImport as u16;
        for at in (raw.at + 1..=raw.at + raw.words.len()).filter(|_| !is_import) {
            for value in [words[at].wrapping_add(1), none].into_iter().filter(|&value| value != words[at]) {
                let mut changed = words.to_vec();
                changed[at] = value;
                keep(changed);
            }
        }
    }
    assert!(files.len() > words.len() - HEADER_WORDS);
    files
}

fn inputs() -> Vec<Vec<u8>> {
    let folders = ["debuginfo/debuginfo", "debuginfo/opencl-100", "debuginfo/translator-100"];
    let mut inputs: Vec<Vec<u8>> =
        folders.iter().flat_map(|folder| irsmith_testdata::files(folder, "spv")).map(|path| irsmith_testdata::read(&path)).collect();
    inputs.extend(CASES.iter().chain(VALID).map(|case| assemble(&case.text()).write().unwrap()));
    for text in [base::SPECIFIED, base::OPENCL] {
        let module = assemble(text);
        inputs.push(module.write().unwrap());
        inputs.extend(damaged(&module));
    }
    inputs
}

#[test]
fn spirv_val_agrees_but_for_classes_with_a_reason() {
    let version = Command::new("spirv-val").arg("--version").output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if !version.as_ref().is_ok_and(|version| version.contains(VERSION)) {
        eprintln!("spirv-val of {VERSION} is not installed: verdicts are not compared ({version:?})");
        return;
    }
    let (mut accepted, mut refused, mut classes, mut unexplained) = (0, 0, BTreeMap::<_, usize>::new(), String::new());
    let mut rules_seen = BTreeSet::new();
    for bytes in inputs() {
        let (ours, theirs) = (errors(&bytes), spirv_val(&bytes));
        match (ours.is_empty(), theirs) {
            (true, Ok(())) => accepted += 1,
            (false, Err(_)) => refused += 1,
            (true, Err(message)) => match LAXER.iter().find(|class| class.1.iter().any(|piece| message.contains(piece))) {
                Some(class) => *classes.entry((false, class.0)).or_default() += 1,
                None => unexplained += &format!("only spirv-val refuses: {message}\n"),
            },
            (false, Ok(())) => {
                let set = Module::read(&bytes, &Limits::default()).unwrap().sets().iter().next().map(|set| set.1);
                let class = |rule: &str| {
                    STRICTER.iter().find(|class| (class.1.is_none() || class.1 == set) && class.2.iter().any(|id| id.rule().id == rule))
                };
                for rule in ours {
                    match class(rule) {
                        Some(class) => {
                            rules_seen.insert((class.0, rule));
                            *classes.entry((true, class.0)).or_default() += 1;
                        }
                        None => unexplained += &format!("only we refuse: {rule} in {set:?}\n"),
                    }
                }
            }
        }
    }
    println!("both accept {accepted}, both refuse {refused}");
    for ((stricter, class), count) in &classes {
        println!("{} {count}: {class}", if *stricter { "only we refuse" } else { "only spirv-val refuses" });
    }
    assert!(unexplained.is_empty(), "{unexplained}");
    let idle: Vec<&str> = LAXER.iter().map(|class| class.0).filter(|class| !classes.contains_key(&(false, class))).collect();
    assert!(idle.is_empty(), "classes without a case: {idle:?}");
    for (class, _, rules) in STRICTER {
        let idle: Vec<&str> = rules.iter().map(|id| id.rule().id).filter(|rule| !rules_seen.contains(&(*class, *rule))).collect();
        assert!(idle.is_empty(), "{class}: rules without a case: {idle:?}");
    }
    assert!(accepted > 400 && refused > 700, "{accepted} {refused}");
}
