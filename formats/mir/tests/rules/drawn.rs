//! Compares the validator with each installed release of llc on instructions whose types are drawn: some fit together, most do not.
//!
//! Every generic opcode without a block, object or list among its operands is drawn. `IRSMITH_DRAWN_TYPES="SEED COUNT"` draws others, `COUNT`
//! for each opcode.

use super::agreement::refusal;
use super::{RELEASES, llc};
use irsmith_mir::tables::{Opcode, Properties, SlotKind, Tail, Version, common_opcodes_of};
use irsmith_mir::validate::{self, Options};
use irsmith_mir::{Dialect, File, Limits};
use std::collections::BTreeMap;

/// Types of every shape, and of sizes that meet in the rules. Releases before 19 read no scalable vectors.
const TYPES: [&str; 20] = [
    "s1",
    "s8",
    "s16",
    "s32",
    "s64",
    "s80",
    "s128",
    "p0",
    "p1",
    "p270",
    "<2 x s1>",
    "<4 x s1>",
    "<4 x s16>",
    "<2 x s32>",
    "<4 x s32>",
    "<2 x s64>",
    "<2 x p0>",
    "<vscale x 2 x s32>",
    "<vscale x 4 x s32>",
    "<vscale x 2 x p0>",
];

/// The number of types that every release reads.
const FIXED: usize = 17;

/// Numbers that a seed determines (Knuth's MMIX generator).
struct Draws(u64);

impl Draws {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }
}

/// Returns the memory operands that an opcode wants.
fn memory(row: &Opcode) -> &'static str {
    match row.name {
        "G_MEMCPY" | "G_MEMMOVE" | "G_MEMCPY_INLINE" => " :: (store (s8)), (load (s8))",
        "G_MEMSET" | "G_MEMSET_INLINE" | "G_BZERO" => " :: (store (s8))",
        name if name.starts_with("G_ATOMIC_CMPXCHG") => " :: (load store seq_cst seq_cst (s32))",
        name if name.starts_with("G_ATOMIC") => " :: (load store seq_cst (s32))",
        name if name.contains("LOAD") => " :: (load (s32))",
        name if name.contains("STORE") => " :: (store (s32))",
        _ => "",
    }
}

/// Returns the text of an operand that is no register; `None` for kinds that need more than the instruction.
fn other(row: &Opcode, kind: SlotKind, draws: &mut Draws) -> Option<&'static str> {
    Some(match kind {
        // The offset of a part, and the words of a prefetch, may be 0; widths, alignments and scales may be 1.
        SlotKind::Number | SlotKind::Immediate if ["EXTRACT", "INSERT", "PREFETCH"].iter().any(|part| row.name.contains(part)) => "0",
        SlotKind::Number | SlotKind::Immediate => "1",
        SlotKind::IntegerPredicate => "intpred(eq)",
        SlotKind::FloatPredicate => "floatpred(oeq)",
        SlotKind::ShuffleMask => "shufflemask(0, 1)",
        SlotKind::IntegerConstant => ["i32 1", "i64 1"][draws.below(2)],
        SlotKind::FloatConstant => ["half 1.0", "float 1.0", "double 1.0"][draws.below(3)],
        _ => return None,
    })
}

/// Draws the text of a function with an instruction of an opcode; `None` if one of its operands needs more.
fn draw(row: &Opcode, pool: &[&str], ends: &str, draws: &mut Draws) -> Option<String> {
    // Half of the types are the same, so that many rules hold and one does not.
    let base = pool[draws.below(pool.len())];
    let mut types = vec![base; row.types()];
    for ty in &mut types {
        if draws.below(2) == 0 {
            *ty = pool[draws.below(pool.len())];
        }
    }
    let (mut results, mut uses) = (row.result_slots().to_vec(), row.use_slots().to_vec());
    match row.tail {
        Tail::None => {}
        Tail::Results(_) => results.push(*results.last()?),
        Tail::Uses([_]) => uses.push(*uses.last()?),
        _ => return None,
    }
    let (mut definitions, mut operands) = (String::new(), Vec::new());
    for (number, slot) in uses.iter().enumerate() {
        match slot.kind.type_number() {
            Some(ty) => {
                let ty = types[usize::from(ty)];
                definitions += &format!("    %{number}:_({ty}) = G_IMPLICIT_DEF\n");
                operands.push(format!("%{number}({ty})"));
            }
            None => operands.push(other(row, slot.kind, draws)?.to_owned()),
        }
    }
    let mut names = Vec::new();
    for (number, slot) in (uses.len()..).zip(&results) {
        names.push(format!("%{number}:_({})", types[usize::from(slot.kind.type_number()?)]));
    }
    let equals = if names.is_empty() { "" } else { " = " };
    let line = format!("    {}{equals}{} {}{}\n", names.join(", "), row.name, operands.join(", "), memory(row));
    Some(format!("---\nname: f\ntracksRegLiveness: true\nbody: |\n  bb.0:\n{definitions}{line}    {ends}\n...\n"))
}

/// Returns our error about a text in a release, if there is one.
fn our_error(text: &str, release: Version, triple: &str) -> Option<String> {
    let file = File::read(text.as_bytes(), &Limits::default()).map_err(|errors| errors[0].to_string());
    let options = Options { triple: Some(triple), dialect: Dialect::of_release(release), ..Options::default() };
    match file {
        Ok(file) => validate::validate(&file, options).iter().find(|violation| violation.is_error()).map(ToString::to_string),
        Err(error) => Some(error),
    }
}

/// Returns how the verdicts on a text differ. That llc dies at a scalable vector, without a word about it, is no verdict.
fn difference(text: &str, ours: Option<&String>, theirs: Option<&String>) -> Option<String> {
    match (ours, theirs) {
        (None, Some(said)) if !said.contains("Bad machine code") && text.contains("vscale") => None,
        (None, Some(said)) => {
            let message = said.lines().find(|line| line.contains("Bad machine code")).or_else(|| said.lines().next());
            Some(format!("only llc: {}\n{text}", message.unwrap_or("no message")))
        }
        (Some(error), None) => Some(format!("only we: {error}\n{text}")),
        _ => None,
    }
}

#[test]
fn drawn_types_are_judged_as_each_llc_does() {
    let asked = std::env::var("IRSMITH_DRAWN_TYPES").unwrap_or_default();
    let mut asked = asked.split_whitespace().map(|word| word.parse::<u64>().expect("a seed and a count are numbers"));
    let (seed, count) = (asked.next().unwrap_or(1), asked.next().unwrap_or(2));
    for (number, command) in RELEASES {
        let Some(command) = llc::installed(command) else { continue };
        let release = Version(number);
        // The LLVM 23 that is installed for tests has X86 only.
        let targets = [("x86_64-linux-gnu", "RET64"), ("i686-linux-gnu", "RET32"), ("aarch64-linux-gnu", "RET_ReallyLR")];
        let targets = &targets[..if number == 23 { 2 } else { 3 }];
        let pool = &TYPES[..if release < Version::TABLES { FIXED } else { TYPES.len() }];
        let mut draws = Draws(seed.wrapping_mul(u64::from(number)));
        let mut drawn = Vec::new();
        for row in common_opcodes_of(release).iter().filter(|row| row.is(Properties::GENERIC) && row.types() > 0) {
            for _ in 0..count {
                let (triple, ends) = targets[draws.below(targets.len())];
                drawn.extend(draw(row, pool, ends, &mut draws).map(|text| (text, triple)));
            }
        }
        let verdicts = llc::for_each(&drawn, |(text, triple)| {
            let options = [format!("-mtriple={triple}")];
            (our_error(text, release, triple), refusal(command, &options, text.as_bytes()))
        });
        let mut counts = BTreeMap::new();
        let mut wrong = String::new();
        for ((text, _), (ours, theirs)) in drawn.iter().zip(&verdicts) {
            *counts.entry(theirs.is_some()).or_insert(0_u64) += 1;
            wrong.extend(difference(text, ours.as_ref(), theirs.as_ref()));
        }
        eprintln!("{command}: {} accepted, {} refused", counts[&false], counts[&true]);
        assert!(wrong.is_empty(), "{command}\n{wrong}");
        assert!(counts[&false] > 30 * count && counts[&true] > 30 * count, "{command}: {counts:?}");
    }
}
