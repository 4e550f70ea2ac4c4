//! The first difference between two files.

use irsmith_mir::{Block, File, Function, FunctionKey, Instruction};

use crate::Difference;

/// Returns the first difference between two files; `None` if they are equal.
pub fn file_difference(before: &File, after: &File) -> Option<Difference> {
    if before.ir != after.ir {
        return Some(Difference::between("embedded module", &before.ir, &after.ir));
    }
    if let Some((a, b)) = before.functions.iter().zip(&after.functions).find(|(a, b)| a != b) {
        return Some(function_difference(a, b));
    }
    let (a, b) = (before.functions.len(), after.functions.len());
    (a != b).then(|| Difference::between("functions", &a, &b))
}

/// Compares fields of one name, in order, and returns the first that differ under the given spellings.
macro_rules! first_of {
    ($a:ident $b:ident: $($field:ident $name:literal),* $(,)?) => {
        $(if $a.$field != $b.$field {
            return Difference::between($name, &$a.$field, &$b.$field);
        })*
    };
}

fn function_difference(a: &Function, b: &Function) -> Difference {
    let of_key = |key: FunctionKey| Difference::between(key.name(), a.show(key), b.show(key));
    match FunctionKey::ALL.iter().copied().find(|key| a.differs(b, *key)) {
        Some(key @ (FunctionKey::Name | FunctionKey::Alignment)) => of_key(key),
        _ if a.flags != b.flags => Difference::between("flags", &a.flags, &b.flags),
        Some(FunctionKey::Blocks) | None => blocks_difference(a, b),
        Some(key) => of_key(key),
    }
}

fn blocks_difference(a: &Function, b: &Function) -> Difference {
    match a.blocks.iter().zip(&b.blocks).find(|(a, b)| a != b) {
        Some((a, b)) => block_difference(a, b),
        None => Difference::between("blocks", &a.blocks.len(), &b.blocks.len()),
    }
}

fn block_difference(a: &Block, b: &Block) -> Difference {
    first_of!(a b: number "block number", name "block name", attributes "block attributes", successors "successors",
        live_ins "block liveins");
    match a.instructions.iter().zip(&b.instructions).find(|(a, b)| a != b) {
        Some((a, b)) => instruction_difference(a, b),
        None => Difference::between("instructions", &a.instructions.len(), &b.instructions.len()),
    }
}

/// There are many opcodes, and one fault shows in all of them: the part that differs is reported instead.
fn instruction_difference(a: &Instruction, b: &Instruction) -> Difference {
    first_of!(a b: opcode "opcode", flags "instruction flags", results "results", suffixes "suffixes", memory "memory operands",
        bundle "bundle");
    match a.operands.iter().zip(&b.operands).find(|(a, b)| a != b) {
        Some((a, b)) => Difference::between(format!("operand {}", a.kind.name()), a, b),
        None => Difference::between("operands", &a.operands, &b.operands),
    }
}
