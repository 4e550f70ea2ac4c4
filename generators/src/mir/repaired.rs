//! Forms of a small file that llc may accept when it refuses the file.

use super::edit::{instructions, register, register_mut, spelled};
use super::reduce::renumber;
use irsmith_mir::validate::{Options, validate};
use irsmith_mir::{Block, Class, File, Function, Instruction, Operand, Register, RegisterOperand, RegisterQualifier, Type};
use std::collections::BTreeSet;

/// Returns each generic operation of the file alone, with undefined operands of types to which the validator has no objection.
pub fn repaired(file: &File) -> Vec<File> {
    /// Registers of an operation for which all combinations of types are tried, and forms of an operation.
    const REGISTERS: usize = 4;
    const FORMS: usize = 4;
    const TYPES: [Type; 4] = [Type::scalar(1), Type::scalar(32), Type::pointer(0), Type::scalar(64)];
    // Only the end of the block is missing.
    let is_plausible = |form: &File| validate(form, Options::default()).iter().all(|violation| violation.rule.id == "falls-off");
    let (mut forms, mut opcodes) = (Vec::new(), BTreeSet::new());
    // One of each is enough.
    for (_, row) in instructions(file).filter(|(_, row)| row.opcode.starts_with("G_") && opcodes.insert(row.opcode.clone())) {
        // Operands may be missing.
        let mut row = row.clone();
        loop {
            let parts = (0..row.results.len() + row.operands.len()).filter(|&part| register(&row, part).is_some()).count();
            if parts > REGISTERS {
                break;
            }
            let typed = (0..TYPES.len().pow(parts as u32)).map(|combination| {
                let digits = (0..parts as u32).map(|place| TYPES[combination / TYPES.len().pow(place) % TYPES.len()]);
                alone_of_types(&row, &digits.collect::<Vec<_>>())
            });
            let plausible: Vec<File> = typed.filter_map(|form| spelled(&form)).filter(is_plausible).take(FORMS).collect();
            if !plausible.is_empty() {
                forms.extend(plausible);
                break;
            }
            row.operands.push(Operand::default());
        }
    }
    forms
}

/// Returns a file of an operation alone, with registers of these types, results first; what it reads is undefined.
fn alone_of_types(row: &Instruction, types: &[Type]) -> File {
    let results = row.results.len();
    let mut row = row.clone();
    let mut definitions = Vec::new();
    for (number, ty) in types.iter().enumerate().rev() {
        let defined = RegisterOperand {
            class: Class::Generic,
            qualifier: RegisterQualifier::Type(*ty),
            register: Register::Virtual(number as u32),
            ..RegisterOperand::default()
        };
        if number >= results {
            let definition = Instruction { opcode: "G_IMPLICIT_DEF".into(), results: [defined].into(), ..Instruction::default() };
            definitions.push(definition);
        } else {
            row.results[number] = defined;
        }
    }
    let parts = results..results + row.operands.len();
    let mut number = results as u32;
    for part in parts {
        if let Some(operand) = register_mut(&mut row, part) {
            *operand = RegisterOperand { register: Register::Virtual(number), ..RegisterOperand::default() };
            number += 1;
        }
    }
    definitions.push(Instruction { suffixes: None, bundle: None, ..row });
    let block = Block { instructions: definitions, ..Block::default() };
    let function = Function { name: "a".into(), blocks: vec![block], ..Function::default() };
    let mut form = File { functions: vec![function], ..File::default() };
    renumber(&mut form, 0..1);
    form
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::{Limits, Style};

    #[test]
    fn an_operation_alone_gets_types_that_fit() {
        let text = "---\nname: f\nregisters:\n  - { id: 0, class: _ }\nbody: |\n  bb.0:\n    %1:_(p0) = nuw G_PTR_ADD %0\n    \
                    %2:_(s1) = G_ICMP intpred(eq), %1(p0), %1\n...\n";
        let forms = repaired(&File::read(text.as_bytes(), &Limits::default()).unwrap());
        let texts: Vec<String> = forms.iter().map(|form| form.write_in(Style::Simplified)).collect();
        let has = |lines: &[&str]| texts.iter().any(|text| lines.iter().all(|line| text.contains(line)));
        // The first lacks an operand.
        let compared = ["%0:_(s32) = G_IMPLICIT_DEF", "%1:_(s32) = G_IMPLICIT_DEF", "%2:_(s1) = G_ICMP intpred(eq), %1, %0"];
        let added = ["%0:_(s64) = G_IMPLICIT_DEF", "%1:_(p0) = G_IMPLICIT_DEF", "%2:_(p0) = nuw G_PTR_ADD %1, %0"];
        assert!(has(&compared) && has(&added), "{texts:#?}");
        assert!(texts.iter().all(|text| !text.contains("s32) = G_PTR_ADD")));
    }
}
