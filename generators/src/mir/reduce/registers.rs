//! Reductions of the list of registers: a definition in a block says the class itself.

use crate::mir::edit::{each_instruction_mut, each_register_mut};
use irsmith_mir::{Class, File, Function, Register};
use std::collections::BTreeSet;
use std::ops::Range;

/// Returns the registers in the list of a function that a block defines without a class.
fn listed(function: &Function) -> BTreeSet<u32> {
    let mut defined = BTreeSet::new();
    each_instruction_mut(&mut function.clone(), &mut |instruction| {
        each_register_mut(instruction, &mut |is_result, operand| {
            if let (true, Register::Virtual(number), Class::None) = (is_result, &operand.register, &operand.class) {
                defined.insert(*number);
            }
        });
    });
    function.registers.iter().map(|entry| entry.id).filter(|number| defined.contains(number)).collect()
}

pub(super) fn count(file: &File) -> usize {
    file.functions.iter().map(|function| listed(function).len()).sum()
}

/// Moves the classes of registers from the list to their definitions.
pub(super) fn inline(file: &mut File, range: Range<usize>) {
    let mut next = 0;
    for function in &mut file.functions {
        let numbers: BTreeSet<u32> = listed(function)
            .into_iter()
            .filter(|_| {
                next += 1;
                range.contains(&(next - 1))
            })
            .collect();
        let entries: Vec<_> = function.registers.extract_if(.., |entry| numbers.contains(&entry.id)).collect();
        each_instruction_mut(function, &mut |instruction| {
            each_register_mut(instruction, &mut |is_result, operand| {
                let Register::Virtual(number) = operand.register else { return };
                if let (true, Class::None, Some(entry)) = (is_result, &operand.class, entries.iter().find(|entry| entry.id == number)) {
                    operand.class = if entry.class == "_" { Class::Generic } else { Class::Named(entry.class.clone()) };
                }
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::Limits;

    #[test]
    fn a_class_stands_at_the_definition() {
        let text = "---\nname: f\nregisters:\n  - { id: 0, class: gpr }\n  - { id: 1, class: _ }\n  - { id: 2, class: gr32 }\nbody: |\n  bb.0:\n    \
                    %0(p0) = G_IMPLICIT_DEF\n    %1(s32) = G_LOAD %0 :: (load (s32))\n...\n";
        let mut file = File::read(text.as_bytes(), &Limits::default()).unwrap();
        // Nothing defines the third.
        assert_eq!(count(&file), 2);
        inline(&mut file, 0..1);
        let written = file.write();
        assert!(written.contains("%0:gpr(p0) = G_IMPLICIT_DEF") && written.contains("%1(s32) = G_LOAD %0"), "{written}");
        inline(&mut file, 0..1);
        let written = file.write();
        assert!(written.contains("%1:_(s32) = G_LOAD %0") && written.contains("id: 2") && !written.contains("id: 1"), "{written}");
    }
}
