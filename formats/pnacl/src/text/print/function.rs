//! Instructions whose statements are special, the forward declaration and the count of basic blocks.

use super::operands::result;
use super::{Context, Form, Said, instruction, types};
use crate::tables::{BinaryOp, CastOp, Predicate};
use crate::text::code;
use crate::text::state::{Type, Value};
use crate::text::statement::Statement;

pub(super) fn statement(context: Context<'_>, record: u32, operands: &[u64], out: &mut Statement) -> Said {
    match (record, operands) {
        (code::BLOCKS, &[count]) => {
            out.word("blocks").space().word(count).word(';');
            Some(())
        }
        (code::RETURN, operands) => ret(context, operands, out),
        (code::BRANCH, &[target]) => {
            out.word("br").space().begin();
            label(target, out);
            out.word(';').end();
            Some(())
        }
        (code::BRANCH, &[then, otherwise, condition]) => branch(context, [then, otherwise], condition, out),
        (code::UNREACHABLE, []) => {
            out.word("unreachable").word(';');
            Some(())
        }
        (code::DECLARE, &[index, id]) => declare(context, index, id, out),
        (code::CALL, &[convention, callee, ref arguments @ ..]) => call(context, convention, callee, arguments, out),
        (code::CALL_INDIRECT, &[convention, callee, id, ref arguments @ ..]) => {
            call_indirect(context, convention, callee, id, arguments, out)
        }
        (code::BINARY, &[a, b, op]) => binary(context, a, b, op, out),
        (code::CAST, &[value, id, op]) => cast(context, value, id, op, out),
        (code::PHI, [id, incoming @ ..]) => phi(context, *id, incoming, out),
        (code::COMPARE, &[a, b, predicate]) => compare(context, a, b, predicate, out),
        // A record whose form differs from its row's has no statement either, only its numbers.
        _ => instruction::statement(context, record, operands, out),
    }
}

fn label(block: u64, out: &mut Statement) {
    out.word("label").space().word(format_args!("%b{block}"));
}

fn ret(context: Context<'_>, operands: &[u64], out: &mut Statement) -> Said {
    out.word("ret").space();
    match *operands {
        [] => {
            out.word("void");
        }
        [value] => context.typed(context.relative(value)?, out)?,
        _ => return None,
    }
    out.word(';');
    Some(())
}

fn branch(context: Context<'_>, targets: [u64; 2], condition: u64, out: &mut Statement) -> Said {
    out.word("br").space().begin();
    context.typed(context.relative(condition)?, out)?;
    out.word(',').end().space().begin();
    label(targets[0], out);
    out.word(',').end().space().begin();
    label(targets[1], out);
    out.word(';').end();
    Some(())
}

fn declare(context: Context<'_>, index: u64, id: u64, out: &mut Statement) -> Said {
    out.word("declare").space().begin();
    types::by_id(context, id, out)?;
    out.space();
    context.value(u32::try_from(index).ok()?, out)?;
    out.word(';').end();
    Some(())
}

/// Prints the call word for the calling convention: bit 0 marks a tail call, the others are 0.
fn call_word(convention: u64, out: &mut Statement) -> Said {
    if convention & 1 == 1 {
        out.word("tail").space();
    }
    out.word("call").space();
    (convention <= 1).then_some(())
}

fn call(context: Context<'_>, convention: u64, callee: u64, arguments: &[u64], out: &mut Statement) -> Said {
    let shape = context.state.called(callee)?;
    if shape != Type::Void {
        result(context, out)?;
    }
    call_word(convention, out)?;
    types::shape(shape, out);
    called(context, context.relative(callee)?, arguments, out)
}

fn call_indirect(context: Context<'_>, convention: u64, callee: u64, id: u64, arguments: &[u64], out: &mut Statement) -> Said {
    let callee = context.relative(callee)?;
    if context.state.types.get(id)? != Type::Void {
        result(context, out)?;
    }
    call_word(convention, out)?;
    // Otherwise an indirect call of a function's name would have the text of a direct call.
    if context.form == Form::Exact && matches!(context.state.value(callee), Some(Value::Function(_))) {
        out.word("indirect").space();
    }
    types::by_id(context, id, out)?;
    called(context, callee, arguments, out)
}

/// Prints the callee and the arguments.
fn called(context: Context<'_>, callee: u32, arguments: &[u64], out: &mut Statement) -> Said {
    out.space().begin();
    context.value(callee, out)?;
    out.open('(').begin();
    for (position, &argument) in arguments.iter().enumerate() {
        if position > 0 {
            out.word(',').end().space().begin();
        }
        context.typed(context.relative(argument)?, out)?;
    }
    out.close(')').word(';').end().end();
    Some(())
}

fn binary(context: Context<'_>, a: u64, b: u64, op: u64, out: &mut Statement) -> Said {
    let (a, b) = (context.relative(a)?, context.relative(b)?);
    let op = BinaryOp::from_code(op)?;
    let name = match context.type_of(a)?.element() {
        Type::Float | Type::Double => op.float_name()?,
        Type::Integer(_) => op.name(),
        _ => return None,
    };
    result(context, out)?;
    out.word(name).space();
    context.typed(a, out)?;
    out.word(',').space();
    context.value(b, out)?;
    out.word(';');
    Some(())
}

fn cast(context: Context<'_>, value: u64, id: u64, op: u64, out: &mut Statement) -> Said {
    result(context, out)?;
    out.word(CastOp::from_code(op)?.name()).space();
    context.typed(context.relative(value)?, out)?;
    out.space().word("to").space();
    types::by_id(context, id, out)?;
    out.word(';');
    Some(())
}

fn phi(context: Context<'_>, id: u64, incoming: &[u64], out: &mut Statement) -> Said {
    if incoming.len() % 2 == 1 {
        return None;
    }
    out.word(context.state.function.as_ref()?.next_instruction()).space().word('=').begin().space().word("phi").space();
    types::by_id(context, id, out)?;
    for (position, pair) in incoming.chunks_exact(2).enumerate() {
        if position > 0 {
            out.word(',');
        }
        out.end().space().begin().open('[');
        context.value(context.relative_rotated(pair[0])?, out)?;
        out.word(',').space().word(format_args!("%b{}", pair[1])).close(']');
    }
    out.word(';').end();
    Some(())
}

fn compare(context: Context<'_>, a: u64, b: u64, predicate: u64, out: &mut Statement) -> Said {
    let (a, b) = (context.relative(a)?, context.relative(b)?);
    let predicate = Predicate::from_code(predicate)?;
    let name = match context.type_of(a)?.element() {
        Type::Integer(_) if predicate.is_integer() => "icmp",
        Type::Float | Type::Double if !predicate.is_integer() => "fcmp",
        _ => return None,
    };
    result(context, out)?;
    out.begin().word(name).space().word(predicate.name()).end().space().begin();
    context.typed(a, out)?;
    out.word(',').end().space().begin();
    context.value(b, out)?;
    out.word(';').end();
    Some(())
}
