//! Checks the rules about types on every generic instruction of real files.

use super::words::{functions, operands_of};
use irsmith_mir::tables::{Opcode, Properties, SlotKind, Tail, TypeRule, common_opcode, common_opcodes};
use irsmith_mir::{Element, Type};
use irsmith_testdata::Data;
use std::collections::{BTreeMap, BTreeSet};

irsmith_testdata::data_tests! {
    own: [real_instructions_fulfil_the_rules],
    outside: [real_instructions_fulfil_the_rules],
}

/// Files whose generic instructions are invalid on purpose.
const SKIPPED: &[&str] = &["verifier", "invalid"];

/// Rules that a file breaks, with the reason.
const EXPLAINED: &[(&str, TypeRule, &str)] = &[
    ("gisel-AArch64__combine-extract-vec-elt.mir", TypeRule::LaneIndex(2), "of LLVM 16, which took indices of any width"),
    ("gisel-AMDGPU__inst-select-sextload-local.mir", TypeRule::IndexOf(1, 0), "pointers of this address space have 32 bits"),
];

fn element(text: &str) -> Option<Element> {
    let digits = text.get(1..)?;
    match text.get(..1)? {
        "s" => digits.parse().ok().map(Element::Scalar),
        "p" => digits.parse().ok().map(Element::Pointer),
        _ => None,
    }
}

/// Returns the type of a text such as `<4 x s32>`.
fn parse(text: &str) -> Option<Type> {
    let Some(inside) = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) else { return element(text).map(Type::Single) };
    let (scalable, inside) = inside.strip_prefix("vscale x ").map_or((false, inside), |rest| (true, rest));
    let (count, of) = inside.split_once(" x ")?;
    Some(Type::Vector { count: count.parse().ok()?, scalable, element: element(of)? })
}

/// Returns the name and the type of a register operand such as `%0:_(s32)`.
fn typed(operand: &str) -> Option<(&str, Option<Type>)> {
    let start = operand.find('%')?;
    let name = &operand[start..];
    let end = name[1..].find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').map_or(name.len(), |end| end + 1);
    let ty = operand.split_once('(').and_then(|(_, rest)| parse(rest.strip_suffix(')')?));
    Some((&name[..end], ty))
}

/// Returns the types of an instruction by their number in the row, and the number of operands of the tail's type.
fn types_of(row: &Opcode, results: &[&str], uses: &[&str], known: &BTreeMap<&str, Type>) -> Option<(Vec<Type>, usize)> {
    let mut slots: Vec<SlotKind> = row.result_slots().iter().map(|slot| slot.kind).collect();
    slots.resize(results.len(), if let Tail::Results(kind) = row.tail { kind } else { SlotKind::Any });
    slots.extend(row.use_slots().iter().map(|slot| slot.kind));
    if let Tail::Uses(kinds) = row.tail {
        slots.extend(kinds.iter().cycle().take(uses.len().saturating_sub(row.use_slots().len())));
    }
    let mut types = vec![None; row.types()];
    let mut counted = 0;
    for (slot, operand) in slots.iter().zip(results.iter().chain(uses)) {
        let Some(number) = slot.type_number() else { continue };
        let (name, ty) = typed(operand)?;
        let ty = ty.or_else(|| known.get(name).copied())?;
        let place = types.get_mut(usize::from(number))?;
        assert!(place.is_none_or(|found| found == ty), "{}: {operand} is not of type {place:?}", row.name);
        *place = Some(ty);
        counted += usize::from(matches!(row.tail, Tail::Results(kind) | Tail::Uses(&[kind]) if kind == *slot));
    }
    Some((types.into_iter().collect::<Option<_>>()?, counted))
}

/// A generic instruction: its row, its types and the number of operands that its tail counts.
struct Instruction<'a> {
    line: &'a str,
    row: &'static Opcode,
    types: Vec<Type>,
    count: usize,
}

/// Returns the generic instruction of a line if all its types are known.
fn instruction<'a>(line: &'a str, known: &BTreeMap<&str, Type>) -> Option<Instruction<'a>> {
    let (results, rest) = line.split_once(" = ").unwrap_or(("", line));
    let rest = &rest[rest.find("G_")?..];
    let (name, uses) = rest.split_once(' ').unwrap_or((rest, ""));
    let row = common_opcode(name).filter(|row| row.is(Properties::GENERIC))?;
    let (results, uses) = (operands_of(results), operands_of(uses));
    let (types, count) = types_of(row, &results, &uses, known).filter(|_| uses.len() >= row.use_slots().len())?;
    Some(Instruction { line, row, types, count })
}

/// Returns the generic instructions of a file.
fn instructions(text: &str) -> Vec<Instruction<'_>> {
    let mut found = Vec::new();
    for lines in functions(text) {
        let results = lines.iter().filter_map(|line| line.split_once(" = ")).flat_map(|(results, _)| operands_of(results));
        let known: BTreeMap<&str, Type> = results.filter_map(typed).filter_map(|(name, ty)| Some((name, ty?))).collect();
        found.extend(lines.iter().filter_map(|line| instruction(line, &known)));
    }
    found
}

fn real_instructions_fulfil_the_rules(data: &Data) {
    let (mut compared, mut explained) = (0, 0);
    let mut opcodes = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in data.machine_ir() {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        if SKIPPED.iter().any(|part| file.contains(part)) {
            continue;
        }
        let text = String::from_utf8_lossy(&irsmith_testdata::read(&path)).into_owned();
        for Instruction { line, row, types, count } in instructions(&text) {
            compared += 1;
            opcodes.insert(row.name);
            for rule in row.rules.all().filter(|rule| !rule.holds(&types, count, &|_| 64)) {
                match EXPLAINED.iter().find(|(known, of, _)| *known == file && *of == rule) {
                    Some(_) => explained += 1,
                    None => wrong.push(format!("{file}: {line}: {rule:?}")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let (least, kinds) = data.choose((1_000, 80), (3_500, 100));
    assert!(compared > least && opcodes.len() >= kinds, "{compared} instructions of {} opcodes", opcodes.len());
    assert_eq!(explained, data.choose(0, 11));
}

#[test]
fn rules_tell_types_apart() {
    let of = |texts: &[&str]| texts.iter().map(|text| parse(text).unwrap()).collect::<Vec<_>>();
    // Rule, types, number of operands; whether the rule holds.
    let rows: &[(TypeRule, &[&str], usize, bool)] = &[
        (TypeRule::Integer(0), &["s7"], 1, true),
        (TypeRule::Integer(0), &["<2 x p0>"], 1, false),
        (TypeRule::Float(0), &["<4 x s16>"], 1, true),
        (TypeRule::Float(0), &["s24"], 1, false),
        (TypeRule::Boolean(0), &["p0"], 1, false),
        (TypeRule::BytePairs(0), &["s48"], 1, true),
        (TypeRule::BytePairs(0), &["s8"], 1, false),
        (TypeRule::Pointers(0), &["<2 x p1>"], 1, true),
        (TypeRule::Pointers(0), &["s64"], 1, false),
        (TypeRule::Single(0), &["<2 x s1>"], 1, false),
        (TypeRule::Vector(0), &["s1"], 1, false),
        (TypeRule::Scalable(0), &["<vscale x 2 x s8>"], 1, true),
        (TypeRule::Scalable(0), &["<2 x s8>"], 1, false),
        (TypeRule::Fixed(0), &["<vscale x 2 x s8>"], 1, false),
        (TypeRule::Fixed(0), &["s8"], 1, true),
        (TypeRule::TwoBits(0), &["s1"], 1, false),
        (TypeRule::LaneIndex(0), &["s32"], 1, false),
        (TypeRule::SameLanes(0, 1), &["<2 x s8>", "<2 x p0>"], 1, true),
        (TypeRule::SameLanes(0, 1), &["<2 x s8>", "<vscale x 2 x s8>"], 1, false),
        (TypeRule::SameLanes(0, 1), &["s8", "<2 x s8>"], 1, false),
        (TypeRule::LanesOrOne(0, 1), &["s1", "<2 x s8>"], 1, true),
        (TypeRule::LanesOrOne(0, 1), &["<2 x s1>", "s8"], 1, false),
        (TypeRule::Different(0, 1), &["s8", "s8"], 1, false),
        (TypeRule::SameBits(0, 1), &["<2 x s32>", "s64"], 1, true),
        (TypeRule::SameBits(0, 1), &["p0", "s64"], 1, false),
        (TypeRule::MoreBits(0, 1), &["s64", "s64"], 1, false),
        (TypeRule::Wider(0, 1), &["<2 x s16>", "<2 x s8>"], 1, true),
        (TypeRule::Within(0, 1), &["<2 x s16>", "s16"], 1, true),
        (TypeRule::Within(0, 1), &["<2 x s16>", "s8"], 1, false),
        (TypeRule::SameBits(0, 1), &["<2 x p0>", "<4 x s32>"], 1, true),
        (TypeRule::SameBits(0, 1), &["p0", "s64"], 1, false),
        (TypeRule::Wider(0, 1), &["<4 x s8>", "<2 x s8>"], 1, false),
        (TypeRule::IndexOf(0, 1), &["s32", "p0"], 1, false),
        (TypeRule::ElementOf(0, 1), &["p0", "<2 x p0>"], 1, true),
        (TypeRule::ElementOf(0, 1), &["s16", "<2 x s8>"], 1, false),
        (TypeRule::SameElement(0, 1), &["<2 x s8>", "<4 x s8>"], 1, true),
        (TypeRule::SameElement(0, 1), &["<2 x s8>", "<2 x s16>"], 1, false),
        (TypeRule::Sum(0, 1), &["s64", "s16"], 4, true),
        (TypeRule::Sum(0, 1), &["s64", "s16"], 3, false),
        (TypeRule::Pieces(0, 1), &["<2 x s8>", "s32"], 2, false),
        (TypeRule::Pieces(0, 1), &["<2 x s8>", "<4 x s8>"], 2, true),
        (TypeRule::Gather(0, 1), &["<4 x s8>", "s8"], 4, true),
        (TypeRule::Gather(0, 1), &["<4 x s8>", "s8"], 5, false),
        (TypeRule::Concatenation(0, 1), &["<4 x s8>", "<2 x s8>"], 2, true),
        (TypeRule::Concatenation(0, 1), &["<2 x s8>", "<2 x s8>"], 1, false),
        (TypeRule::Wider(0, 1), &["s8"], 1, false),
    ];
    for (rule, types, count, holds) in rows {
        assert_eq!(rule.holds(&of(types), *count, &|_| 64), *holds, "{rule:?} of {types:?}");
    }
}

#[test]
fn rules_name_types_that_the_rows_have() {
    for row in common_opcodes().iter().filter(|row| row.is(Properties::GENERIC)) {
        let enough = vec![Type::scalar(64); row.types()];
        for rule in row.rules.all() {
            // A type number that the opcode does not have makes a rule fail whatever the types are.
            let scalars = matches!(rule, TypeRule::Integer(_) | TypeRule::Float(_) | TypeRule::Single(_) | TypeRule::SameLanes(..));
            assert!(!scalars || rule.holds(&enough, 1, &|_| 64), "{rule:?} of {}", row.name);
        }
    }
    let free: Vec<_> =
        common_opcodes().iter().filter(|row| row.types() > 0 && row.rules.all().next().is_none()).map(|row| row.name).collect();
    assert_eq!(free, ["G_CONSTANT_FOLD_BARRIER", "G_FREEZE", "G_IMPLICIT_DEF", "G_PHI", "G_READ_REGISTER", "G_WRITE_REGISTER"]);
}
