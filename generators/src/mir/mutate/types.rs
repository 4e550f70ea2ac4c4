//! Mutations of virtual registers: types and classes, changed everywhere, and numbers or names.

use super::Mutant;
use crate::Choices;
use crate::mir::edit::{Known, Place, each_instruction_mut, each_register_mut, functions, known, replace_type, types};
use irsmith_mir::{Class, Element, File, Function, Register, RegisterOperand, RegisterQualifier, Type};

pub(super) fn places(file: &File) -> Vec<Place> {
    functions(file).flat_map(|place| (0..types(&file.functions[place.function]).len()).map(move |part| Place { part, ..place })).collect()
}

/// Changes a type to another of its kind everywhere: more or fewer bits or elements, another address space.
pub(super) fn change_type(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let function = &mut mutant.file.functions[place.function];
    let Some(from) = types(function).into_iter().nth(place.part) else { return };
    replace_type(function, from, other_type(from, &mut mutant.choices));
}

fn other_type(from: Type, choices: &mut Choices<'_, '_>) -> Type {
    let bits = [1, 7, 8, 16, 24, 32, 33, 48, 64, 80, 96, 128, 256][choices.below(13)];
    match from {
        Type::Single(Element::Scalar(_)) => Type::scalar(bits),
        Type::Single(Element::Pointer(_)) => Type::pointer([0, 1, 3, 5, 270, 0xff_ffff][choices.below(6)]),
        Type::Vector { count, scalable, element } => match choices.below(3) {
            0 => Type::Vector { count: [2, 3, 4, 8, 16, 64][choices.below(6)], scalable, element },
            1 => Type::Vector { count, scalable: !scalable, element },
            _ => Type::Vector { count, scalable, element: Element::Scalar(bits) },
        },
    }
}

pub(super) fn typed(file: &File) -> Vec<Place> {
    parts(file, Known::is_generic)
}

/// Changes the type of one register wherever it is stated: to a type that the function has, or to another of its kind. What defines and
/// uses the register stays, so that its types mostly do not fit together any more.
pub(super) fn change_type_of_register(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let function = &mut mutant.file.functions[place.function];
    let mut typed = known(function).into_iter().filter_map(|(register, known)| Some((register, known.ty?)));
    let Some((register, from)) = typed.nth(place.part) else { return };
    let present: Vec<Type> = types(function).into_iter().filter(|ty| *ty != from).collect();
    let to = match mutant.choices.pick(&present) {
        Some(to) if mutant.choices.chance(192) => *to,
        _ => other_type(from, &mut mutant.choices),
    };
    each_mention_mut(function, &register, &mut |_, operand| {
        if matches!(operand.qualifier, RegisterQualifier::Type(_)) {
            operand.qualifier = RegisterQualifier::Type(to);
        }
    });
}

/// Calls `f` with each operand that is this register, and whether it is a result.
fn each_mention_mut(function: &mut Function, register: &Register, f: &mut dyn FnMut(bool, &mut RegisterOperand)) {
    each_instruction_mut(function, &mut |instruction| {
        each_register_mut(instruction, &mut |is_result, operand| {
            if operand.register == *register {
                f(is_result, operand);
            }
        });
    });
}

fn virtuals(function: &Function, keep: impl Fn(&Known) -> bool) -> Vec<Register> {
    known(function).into_iter().filter(|(_, known)| keep(known)).map(|(register, _)| register).collect()
}

fn has_class(known: &Known) -> bool {
    matches!(known.class, Class::Named(_))
}

fn parts(file: &File, keep: impl Fn(&Known) -> bool + Copy) -> Vec<Place> {
    functions(file)
        .flat_map(|place| (0..virtuals(&file.functions[place.function], keep).len()).map(move |part| Place { part, ..place }))
        .collect()
}

pub(super) fn classes(file: &File) -> Vec<Place> {
    parts(file, has_class)
}

/// Changes the class of a register everywhere: to a subclass or superclass, or another bank.
pub(super) fn change_class(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(machine) = mutant.machine else { return };
    let function = &mut mutant.file.functions[place.function];
    let Some(register) = virtuals(function, has_class).into_iter().nth(place.part) else { return };
    let known = known(function);
    let Some(Known { class: Class::Named(old), .. }) = known.get(&register) else { return };
    let others: Vec<&str> = match machine.class(old) {
        Some(id) => {
            let row = machine.class_row(id);
            let related = machine.classes().iter().filter(|other| {
                let within = |a: &irsmith_mir::tables::ClassRow, b: &irsmith_mir::tables::ClassRow| {
                    a.members.iter().all(|member| b.contains(*member))
                };
                other.allocatable && other.name != row.name && !other.members.is_empty() && (within(other, row) || within(row, other))
            });
            related.map(|other| other.name).collect()
        }
        None => machine.banks().iter().map(|bank| bank.name).collect(),
    };
    let Some(class) = mutant.choices.pick(&others).copied() else { return };
    for entry in function.registers.iter_mut().filter(|entry| Register::Virtual(entry.id) == register) {
        entry.class = class.into();
    }
    each_mention_mut(function, &register, &mut |_, operand| {
        if operand.class != Class::None {
            operand.class = Class::Named(class.into());
        }
    });
}

pub(super) fn all(file: &File) -> Vec<Place> {
    parts(file, |_| true)
}

/// Turns a numbered register into a named one, or the other way round; the class from the container moves to where the register is written.
pub(super) fn rename(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let function = &mut mutant.file.functions[place.function];
    let known = known(function);
    let Some((old, what)) = known.iter().nth(place.part) else { return };
    let number = crate::mir::edit::next_number(function, irsmith_mir::transform::Space::Register);
    let new = match (old, number) {
        (Register::Virtual(number), _) => Register::Named(format!("{}{number}", ["v", "_", "A_", "reg"][mutant.choices.below(4)]).into()),
        (_, Some(number)) => Register::Virtual(number),
        _ => return,
    };
    let definition = what.definition(new.clone());
    function.registers.retain(|entry| Register::Virtual(entry.id) != *old);
    function
        .live_ins
        .iter_mut()
        .filter_map(|live_in| live_in.copy.as_mut())
        .filter(|copy| *copy == old)
        .for_each(|copy| *copy = new.clone());
    each_mention_mut(function, old, &mut |is_result, operand| {
        operand.register = new.clone();
        if is_result {
            operand.class = definition.class.clone();
        }
    });
}
