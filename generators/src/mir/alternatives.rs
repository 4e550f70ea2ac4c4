//! Other forms of a small file: orders, types, classes and plainer instructions that may do as well. Of those that do, the minimizer keeps
//! the one that comes first, so that many cases of one fault end in one file.

use super::edit::{each_instruction_mut, instruction_mut, instructions, register, register_mut, replace_type, spelled, types};
use super::reduce::renumber;
use irsmith_mir::{
    Class, Element, File, FloatPredicate, Function, Instruction, IntegerPredicate, Limits, OperandKind, Register, RegisterOperand,
    RegisterQualifier, Type,
};
use std::collections::BTreeSet;

/// Returns other forms of a file. They read back, and may be invalid.
pub fn alternatives(file: &File) -> Vec<File> {
    let mut forms = alone(file);
    let mut add = |change: &dyn Fn(&mut File)| {
        let mut form = file.clone();
        change(&mut form);
        let all = 0..form.functions.len();
        renumber(&mut form, all);
        forms.extend(spelled(&form).filter(|form| form != file));
    };
    add(&unqualify);
    for (place, row) in instructions(file) {
        let change = |form: &mut File, to: &dyn Fn(&mut Instruction)| instruction_mut(form, place).into_iter().for_each(to);
        add(&|form| change(form, &undefine));
        PREDICATES.iter().for_each(|plain| add(&|form| change(form, &|row| compare_plainly(row, plain))));
        add(&|form| change(form, &declassify));
        add(&|form| change(form, &take_word));
        for part in 0..row.results.len() + row.operands.len() {
            if matches!(register(row, part), Some(RegisterOperand { register: Register::Physical(_), .. })) {
                REGISTERS.iter().for_each(|name| add(&|form| change(form, &|row| rename(row, part, name))));
            }
        }
    }
    for (index, function) in file.functions.iter().enumerate() {
        if index > 0 {
            add(&|form| form.functions.swap(index - 1, index));
        }
        for ty in types(function) {
            OTHERS.iter().filter(|other| **other != ty).for_each(|other| add(&|form| replace_type(&mut form.functions[index], ty, *other)));
        }
        add(&|form| address_plainly(&mut form.functions[index]));
        for (place, block) in function.blocks.iter().enumerate() {
            (1..block.instructions.len()).for_each(|at| add(&|form| form.functions[index].blocks[place].instructions.swap(at - 1, at)));
        }
    }
    // Without the numbers from 0 on, which the failure may not have.
    for (index, function) in file.functions.iter().enumerate() {
        for (place, block) in function.blocks.iter().enumerate().filter(|(_, block)| block.number > 1) {
            let mut form = file.clone();
            form.functions[index].blocks[place].number = if block.number < 10 { block.number - 1 } else { block.number / 10 };
            forms.extend(spelled(&form));
        }
    }
    forms
}

/// Makes all pointers those of the first address space, and all integers as wide as these.
fn address_plainly(function: &mut Function) {
    for ty in types(function) {
        match ty {
            Type::Single(Element::Pointer(1..)) => replace_type(function, ty, Type::pointer(0)),
            Type::Single(Element::Scalar(_)) => replace_type(function, ty, Type::scalar(64)),
            _ => {}
        }
    }
}

/// The types that a type may become.
const OTHERS: [Type; 6] = [Type::scalar(1), Type::scalar(8), Type::scalar(16), Type::scalar(32), Type::scalar(64), Type::pointer(0)];

/// The physical registers that one may become.
const REGISTERS: [&str; 3] = ["al", "b0", "w0"];

/// Makes an instruction with one virtual register as its result define that without a value.
fn undefine(row: &mut Instruction) {
    if let [RegisterOperand { register: Register::Virtual(_), qualifier, .. }] = row.results.as_slice() {
        let opcode = if matches!(qualifier, RegisterQualifier::Type(_)) { "G_IMPLICIT_DEF" } else { "IMPLICIT_DEF" };
        *row = Instruction { opcode: opcode.into(), results: row.results.clone(), ..Instruction::default() };
    }
}

/// The predicates of integers and of floats that one may become. The first comes before all others.
const PREDICATES: [(IntegerPredicate, FloatPredicate); 2] =
    [(IntegerPredicate::NotEqual, FloatPredicate::OrderedGreaterOrEqual), (IntegerPredicate::Equal, FloatPredicate::OrderedEqual)];

/// Gives a comparison one of the [`PREDICATES`].
fn compare_plainly(row: &mut Instruction, plain: &(IntegerPredicate, FloatPredicate)) {
    for operand in &mut row.operands {
        match &mut operand.kind {
            OperandKind::IntegerPredicate(predicate) => *predicate = plain.0,
            OperandKind::FloatPredicate(predicate) => *predicate = plain.1,
            _ => {}
        }
    }
}

/// Makes results those of a generic operation, of no bank or class.
fn declassify(row: &mut Instruction) {
    for result in row.results.iter_mut().filter(|result| matches!(result.register, Register::Virtual(_))) {
        result.class = Class::Generic;
        if !matches!(result.qualifier, RegisterQualifier::Type(_)) {
            result.qualifier = RegisterQualifier::Type(OTHERS[0]);
        }
    }
}

/// Makes the copy of a physical register one of 32 bits.
fn take_word(row: &mut Instruction) {
    if row.opcode == "COPY"
        && let [RegisterOperand { class, qualifier, register: Register::Virtual(_), .. }] = row.results.as_mut_slice()
        && let Some(operand) = row.operands.first_mut()
        && let OperandKind::Register(RegisterOperand { register: from @ Register::Physical(_), .. }) = &mut operand.kind
    {
        (*class, *qualifier) = (Class::Generic, RegisterQualifier::Type(Type::scalar(32)));
        *from = Register::Physical("w0".into());
    }
}

/// Puts a physical register into an operand.
fn rename(row: &mut Instruction, part: usize, name: &str) {
    if let Some(operand) = register_mut(row, part) {
        operand.register = Register::Physical(name.into());
    }
}

/// Drops the types and classes of uses: definitions have them.
fn unqualify(file: &mut File) {
    for function in &mut file.functions {
        each_instruction_mut(function, &mut |instruction| {
            for operand in &mut instruction.operands {
                if let OperandKind::Register(register) = &mut operand.kind
                    && matches!(register.register, Register::Virtual(_))
                {
                    register.class = Class::None;
                    if matches!(register.qualifier, RegisterQualifier::Type(_)) {
                        register.qualifier = RegisterQualifier::None;
                    }
                }
            }
        });
    }
}

/// Returns files of a generic operation alone, with undefined operands of one type: for each operation of the file, and for those that
/// have nothing but a memory operand.
fn alone(file: &File) -> Vec<File> {
    /// More results and uses than most operations have.
    const RESULTS: usize = 2;
    const USES: usize = 3;
    // An access may have lost its memory operand.
    let accesses = instructions(file).any(|(_, row)| !row.memory.is_empty() || matches!(row.opcode.as_str(), "G_LOAD" | "G_STORE"));
    let mut opcodes: BTreeSet<String> =
        instructions(file).map(|(_, row)| row.opcode.to_string()).filter(|opcode| opcode.starts_with("G_")).collect();
    if accesses {
        opcodes.extend(["G_LOAD".to_owned(), "G_STORE".to_owned()]);
    }
    let memories: &[&str] = if accesses { &["", " :: (load (TYPE))", " :: (store (TYPE))", " :: (load store (TYPE))"] } else { &[""] };
    let mut forms = Vec::new();
    for opcode in &opcodes {
        for ty in ["p0", "s1"] {
            for (results, uses) in (0..=RESULTS).flat_map(|results| (0..=USES).map(move |uses| (results, uses))) {
                for memory in memories {
                    let first = usize::from(uses > 0);
                    let definition = if uses > 0 { format!("    %0:_({ty}) = G_IMPLICIT_DEF\n") } else { String::new() };
                    let results: Vec<String> = (first..first + results).map(|number| format!("%{number}:_({ty})")).collect();
                    let equals = if results.is_empty() { "" } else { " = " };
                    let line =
                        format!("    {}{equals}{opcode} {}{}", results.join(", "), vec!["%0"; uses].join(", "), memory.replace("TYPE", ty));
                    let text = format!("---\nname: a\nbody: |\n  bb.0:\n{definition}{}\n...\n", line.trim_end());
                    forms.extend(File::read(text.as_bytes(), &Limits::default()).ok());
                }
            }
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_predicates_have_the_first_names() {
        // The order of cases of one size.
        let weight = |name: &str| (name.len(), name.bytes().map(u32::from).sum::<u32>());
        let (integer, float) = PREDICATES[0];
        assert!(IntegerPredicate::ALL.iter().all(|predicate| weight(integer.name()) <= weight(predicate.name())));
        assert!(FloatPredicate::ALL.iter().all(|predicate| weight(float.name()) <= weight(predicate.name())));
    }
}
