//! The types block, and references to types.

use super::{Context, Form, Said};
use crate::tables::type_code;
use crate::text::state::{Signature, Type};
use crate::text::statement::Statement;

/// A function type with more parameters is always referred to by its id, so that text does not grow faster than the file.
const PARAMETERS_SHOWN: usize = 256;

pub(super) fn statement(context: Context<'_>, code: u32, operands: &[u64], out: &mut Statement) -> Said {
    if let (type_code::COUNT, &[count]) = (code, operands) {
        out.word("count").space().word(count).word(';');
        return Some(());
    }
    out.word(format_args!("@t{}", context.state.types.len())).space().word('=').space();
    match (code, operands) {
        (type_code::VOID, []) => shape(Type::Void, out),
        (type_code::FLOAT, []) => shape(Type::Float, out),
        (type_code::DOUBLE, []) => shape(Type::Double, out),
        (type_code::INTEGER, &[bits]) => shape(Type::Integer(bits), out),
        (type_code::VECTOR, &[count, element]) => vector(context, count, element, out),
        (type_code::FUNCTION, [variadic @ (0 | 1), result, parameters @ ..]) => {
            out.begin();
            signature(context, *variadic == 1, *result, parameters, Shown::Type, out);
            out.word(';').end();
            return Some(());
        }
        _ => return None,
    }
    out.word(';');
    Some(())
}

fn vector(context: Context<'_>, count: u64, element: u64, out: &mut Statement) {
    out.begin().open('<').word(count).space().word('x').space();
    match context.state.types.get(element).and_then(Type::as_element) {
        Some(_) => component(context, element, out),
        // Only vectors of numbers have a text, and they cannot be nested.
        None => {
            out.word(format_args!("@t{element}"));
        }
    }
    out.close('>').end();
}

/// Prints a type by its shape.
pub(in crate::text) fn shape(shape: Type, out: &mut Statement) {
    match shape {
        Type::Void => out.word("void"),
        Type::Float => out.word("float"),
        Type::Double => out.word("double"),
        Type::Integer(bits) => out.word(format_args!("i{bits}")),
        Type::Vector(count, element) => {
            out.begin().open('<').word(count).space().word('x').space();
            self::shape(element.to_type(), out);
            out.close('>').end()
        }
        Type::Id(id) => out.word(format_args!("@t{id}")),
    };
}

/// Prints a type that a record names by its id; `None` if there is no such type.
pub(super) fn by_id(context: Context<'_>, id: u64, out: &mut Statement) -> Said {
    context.state.types.get(id)?;
    component(context, id, out);
    Some(())
}

/// Prints a type that another type names by its id, whether or not it exists.
fn component(context: Context<'_>, id: u64, out: &mut Statement) {
    let types = &context.state.types;
    match types.get(id) {
        Some(found) if context.form == Form::Listed || types.is_first(id) => shape(found, out),
        _ => {
            out.word(format_args!("@t{id}"));
        }
    }
}

/// The forms of a function type.
enum Shown {
    Type,
    /// With the function's index after the result type.
    Function(u32),
    /// The same, and a name for each parameter.
    Body(u32),
}

fn signature(context: Context<'_>, variadic: bool, result: u64, parameters: &[u64], shown: Shown, out: &mut Statement) {
    out.begin();
    component(context, result, out);
    out.space().begin();
    if !parameters.is_empty() {
        out.begin();
    }
    if let Shown::Function(function) | Shown::Body(function) = shown {
        out.word(format_args!("@f{function}"));
    }
    out.open('(').end();
    for (index, &parameter) in parameters.iter().enumerate() {
        if index > 0 {
            out.word(',').end().space();
        }
        out.begin();
        component(context, parameter, out);
        if let Shown::Body(_) = shown {
            out.space().word(format_args!("%p{index}"));
        }
    }
    if variadic {
        if !parameters.is_empty() {
            out.word(',').end().space();
        }
        out.begin().word("...");
    }
    if variadic || !parameters.is_empty() {
        out.end();
    }
    out.close(')').end();
    if !parameters.is_empty() {
        out.end();
    }
}

/// Prints a function with its signature: spelled out if the text means this type, otherwise as the type's id.
pub(super) fn named_signature(context: Context<'_>, function: u32, id: u32, body: bool, out: &mut Statement) {
    let spelled = context.state.types.signature(id).filter(|signature| is_spelled(context, id, signature));
    let Some(found) = spelled else {
        out.word(format_args!("@t{id}")).space().word(format_args!("@f{function}"));
        return;
    };
    let parameters: Vec<u64> = found.parameters.iter().map(|&id| u64::from(id)).collect();
    let shown = if body { Shown::Body(function) } else { Shown::Function(function) };
    signature(context, found.variadic, u64::from(found.result), &parameters, shown, out);
}

fn is_spelled(context: Context<'_>, id: u32, signature: &Signature) -> bool {
    let first = context.form == Form::Listed || context.state.types.id_of_signature(signature) == Some(id);
    first && signature.parameters.len() <= PARAMETERS_SHOWN
}
