//! Reductions of functions, their names, and their numbers.

use crate::mir::edit::{Piece, functions, names_global, number_names, pieces};
use irsmith_mir::transform::{Space, numbers};
use irsmith_mir::{Block, File, Function, OperandKind, Pointer};
use std::collections::BTreeMap;
use std::ops::Range;

pub(super) fn count(file: &File) -> usize {
    functions(file).count()
}

/// Removes functions, and their definitions in the module if nothing else names them: llc compiles a definition that no function of the file
/// replaces, and dies of one that is only a stub.
pub(super) fn remove(file: &mut File, range: Range<usize>) {
    let removed: Vec<Function> = file.functions.drain(range).collect();
    let Some(ir) = &mut file.ir else { return };
    for Function { name, .. } in removed {
        let text = |piece: &Piece| &ir.text[piece.range.clone()];
        let defines = |piece: &Piece| text(piece).starts_with("define") && names_global(text(piece), &name);
        let Some(piece) = pieces(&ir.text).into_iter().find(defines) else { continue };
        let without = [&ir.text[..piece.range.start], &ir.text[piece.range.end..]].concat();
        let is_used = file.functions.iter().any(|other| names_global(&irsmith_mir::body::print(&other.blocks), &name));
        if !is_used && !names_global(&without, &name) {
            ir.text = without;
        }
    }
}

/// Reduces a function to its name, its boolean keys and one empty block.
pub(super) fn empty(file: &mut File, range: Range<usize>) {
    for function in &mut file.functions[range] {
        let blocks = vec![Block::default()];
        *function = Function { name: std::mem::take(&mut function.name), flags: function.flags, blocks, ..Function::default() };
    }
}

/// Counts functions whose name is longer than one character, and named registers.
pub(super) fn count_names(file: &File) -> usize {
    let mut count = 0;
    names(&mut file.clone(), &mut |_, _| count += 1);
    count
}

/// Shortens names to unused short ones; names of functions only if there is no module, which would contain the name too.
pub(super) fn shorten_names(file: &mut File, range: Range<usize>) {
    let mut next = 0;
    names(file, &mut |name, short| {
        if range.contains(&next) {
            *name = short;
        }
        next += 1;
    });
}

fn names(file: &mut File, f: &mut dyn FnMut(&mut String, String)) {
    if file.ir.is_none() {
        for index in 0..file.functions.len() {
            let short = letter(index);
            if file.functions[index].name.len() > short.len() && file.functions.iter().all(|function| function.name != short) {
                f(&mut file.functions[index].name, short);
            }
        }
    }
    for function in &mut file.functions {
        for block in &mut function.blocks {
            for instruction in &mut block.instructions {
                for operand in &mut instruction.operands {
                    if let OperandKind::ExternalSymbol { name, .. } = &mut operand.kind
                        && name.len() > 1
                    {
                        let mut text = name.to_string();
                        f(&mut text, "a".into());
                        *name = text.into();
                    }
                }
                for memory in &mut instruction.memory {
                    if let Some(Pointer::CallEntrySymbol(name) | Pointer::Custom(name)) = &mut memory.pointer
                        && name.len() > 1
                    {
                        let mut text = name.to_string();
                        f(&mut text, "a".into());
                        *name = text.into();
                    }
                }
            }
        }
    }
}

/// `a` to `z`, then `a26` and so on.
fn letter(index: usize) -> String {
    match u8::try_from(index) {
        Ok(small @ 0..26) => char::from(b'a' + small).into(),
        _ => format!("a{index}"),
    }
}

/// Renumbers registers, blocks and entries in the order of their first occurrence, and gives numbers to named registers.
pub(in crate::mir) fn renumber(file: &mut File, range: Range<usize>) {
    for function in &mut file.functions[range] {
        number_names(function);
        let mut fresh: BTreeMap<(Space, u32), u32> = BTreeMap::new();
        let mut next: BTreeMap<Space, u32> = BTreeMap::new();
        numbers(function, &mut |number| {
            // Debug instruction numbers count from 1; 0 means none.
            let first = u32::from(number.space == Space::DebugInstruction);
            if number.space == Space::DebugInstruction && *number.value == 0 {
                return;
            }
            *number.value = *fresh.entry((number.space, *number.value)).or_insert_with(|| {
                let next = next.entry(number.space).or_insert(first);
                *next += 1;
                *next - 1
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::Limits;

    #[test]
    fn a_definition_goes_with_its_function_unless_it_is_named() {
        let text = |body: &str| {
            let define = |name: &str| format!("  define void @{name}() {{ unreachable }}\n");
            let function = |name: &str, body: &str| format!("---\nname: {name}\nbody: |\n  bb.0:\n{body}    RET 0\n...\n");
            format!("--- |\n{}{}...\n{}{}", define("f"), define("f1"), function("f", ""), function("f1", body))
        };
        for (body, left) in [("", false), ("    CALL64pcrel32 @f\n", true)] {
            let mut file = File::read(text(body).as_bytes(), &Limits::default()).unwrap();
            remove(&mut file, 0..1);
            assert_eq!((file.functions.len(), file.ir.unwrap().text.contains("@f()")), (1, left));
        }
    }
}
