//! Registers as operands and results (reference, *Register Operands*).

use super::{number, types};
use crate::{Class, Register, RegisterFlags, RegisterOperand, RegisterQualifier};

/// Names of registers that are read as another operand if a period follows at once. llc prints them without the blank, and does not read
/// what it printed.
const PREFIXES: [&str; 4] = ["ir", "ir-block", "subreg", "bb"];

/// Appends a register with its flags and qualifiers.
pub(super) fn operand(operand: &RegisterOperand, out: &mut String) {
    let mut flags = operand.flags.0;
    while let Some(word) = RegisterFlags::NAMES.get(flags.trailing_zeros() as usize) {
        out.push_str(word);
        out.push(' ');
        flags &= flags - 1;
    }
    name(&operand.register, out);
    if let Some(subregister) = &operand.subregister {
        if matches!(&operand.register, Register::Named(name) if PREFIXES.contains(&name.as_str())) {
            out.push(' ');
        }
        out.push('.');
        out.push_str(subregister);
    }
    match &operand.class {
        Class::None => {}
        Class::Generic => out.push_str(":_"),
        Class::Named(class) => {
            out.push(':');
            out.push_str(class);
        }
    }
    match operand.qualifier {
        RegisterQualifier::None => {}
        RegisterQualifier::Type(kind) => {
            out.push('(');
            types::low_level_type(kind, out);
            out.push(')');
        }
        RegisterQualifier::TiedTo(definition) => {
            out.push_str("(tied-def ");
            number(definition, out);
            out.push(')');
        }
    }
}

/// Appends only the register.
pub(super) fn name(register: &Register, out: &mut String) {
    match register {
        Register::None => out.push_str("$noreg"),
        Register::Physical(name) => {
            out.push('$');
            out.push_str(name);
        }
        Register::Virtual(id) => {
            out.push('%');
            number(*id, out);
        }
        Register::Named(name) => {
            out.push('%');
            out.push_str(name);
        }
    }
}
