//! The checks of the machine verifier for single generic opcodes, in addition to their types.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::lines::{Item, Line};
use super::registers::Sort;
use super::types;
use crate::tables::Version;
use crate::{Element, FloatKind, OperandKind, Type};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, operands: &[Item<'_>]) {
    let ty = |number: usize| body.type_of(operands.get(number));
    let number = |number: usize| operands.get(number).and_then(Item::immediate);
    let other = |number: usize| operands.get(number).and_then(Item::other);
    let name = line.opcode();
    let wrong = match name {
        "G_CONSTANT" => constant(context, ty(0), other(1)),
        "G_FCONSTANT" => float_constant(context, ty(0), other(1)),
        "G_VSCALE" => match other(1) {
            Some(OperandKind::Integer(value)) if &*value.digits == "0" => Some((RuleId::GenericImmediate, "the factor is zero")),
            Some(OperandKind::Integer(_)) => None,
            _ => Some((RuleId::GenericConstant, "the factor is no integer constant")),
        },
        "G_STEP_VECTOR" => step(ty(0), other(1)),
        "G_SEXT_INREG" | "G_ASSERT_SEXT" | "G_ASSERT_ZEXT" => width(context, ty(1), number(2)),
        "G_ASSERT_ALIGN" => out_of(number(2), 1, i64::MAX, "the alignment is less than 1"),
        "G_IS_FPCLASS" => out_of(number(2), 0, 1023, "no set of floating-point classes"),
        "G_UBSANTRAP" => out_of(number(0), -128, 127, "the kind has more than 8 bits"),
        "G_PREFETCH" => out_of(number(1), 0, 1, "reading and writing are 0 and 1")
            .or_else(|| out_of(number(2), 0, 3, "locality is 0 to 3"))
            .or_else(|| out_of(number(3), 0, 1, "the kind of cache is 0 or 1")),
        "G_DYN_STACKALLOC" => number(2).is_none().then_some((RuleId::GenericImmediate, "the alignment is no number")),
        "G_JUMP_TABLE" | "G_BRJT" => {
            (!matches!(other(1), Some(OperandKind::JumpTable(_)))).then_some((RuleId::GenericOperand, "there is no jump table"))
        }
        "G_CONSTANT_POOL" => {
            (!matches!(other(1), Some(OperandKind::Constant { .. }))).then_some((RuleId::GenericOperand, "there is no constant"))
        }
        "G_INTRINSIC" | "G_INTRINSIC_W_SIDE_EFFECTS" | "G_INTRINSIC_CONVERGENT" | "G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS" => {
            let first = operands.iter().find(|item| item.register().is_none_or(|register| !register.is_definition));
            let is_named = first.and_then(Item::other).is_some_and(|kind| matches!(kind, OperandKind::Intrinsic(_)));
            (!is_named).then_some((RuleId::GenericOperand, "it does not begin with an intrinsic"))
        }
        "G_PTRAUTH_GLOBAL_VALUE" => {
            let is_pointer = matches!(ty(1), Some(Type::Single(Element::Pointer(_))));
            (!is_pointer).then_some((RuleId::GenericPointer, "the address is no pointer"))
        }
        "G_EXTRACT" => range(context, ty(1), ty(0), number(2)),
        "G_INSERT" => range(context, ty(0), ty(2), number(3)),
        "G_EXTRACT_SUBVECTOR" => subvector(context, ty(1), ty(0), number(2)),
        "G_INSERT_SUBVECTOR" => subvector(context, ty(0), ty(2), number(3)),
        "G_SHUFFLE_VECTOR" => shuffle(context, ty(0), ty(1), other(3)),
        _ => None,
    };
    if let Some((rule, message)) = wrong {
        context.add_instruction(rule, line.site, format_args!("{name}: {message}"));
    }
    if matches!(name, "G_ASSERT_SEXT" | "G_ASSERT_ZEXT") {
        check_hint(context, body, line, operands);
    }
}

type Wrong = Option<(RuleId, &'static str)>;

fn out_of(value: Option<i64>, least: i64, most: i64, message: &'static str) -> Wrong {
    value.is_none_or(|value| !(least..=most).contains(&value)).then_some((RuleId::GenericImmediate, message))
}

fn constant(context: &Context<'_>, ty: Option<Type>, value: Option<&OperandKind>) -> Wrong {
    let Some(OperandKind::Integer(value)) = value else { return Some((RuleId::GenericConstant, "the value is no integer constant")) };
    let size = types::bits(ty.filter(|ty| !types::is_vector(*ty))?, context.pointers)?;
    (size != u64::from(value.bits)).then_some((RuleId::GenericConstant, "the value has another width than the register"))
}

/// Checks the step of a vector of multiples: above 0, and as wide as the elements.
fn step(ty: Option<Type>, value: Option<&OperandKind>) -> Wrong {
    let Some(OperandKind::Integer(value)) = value else { return Some((RuleId::GenericConstant, "the step is no integer constant")) };
    if value.digits.starts_with('-') || &*value.digits == "0" {
        return Some((RuleId::GenericImmediate, "the step is not above 0"));
    }
    let Element::Scalar(bits) = types::element(ty?) else { return None };
    (u32::from(bits) != value.bits).then_some((RuleId::GenericConstant, "the step has another width than the elements"))
}

fn float_constant(context: &Context<'_>, ty: Option<Type>, value: Option<&OperandKind>) -> Wrong {
    let Some(OperandKind::Float(value)) = value else { return Some((RuleId::GenericConstant, "the value is no floating-point constant")) };
    let bits = match value.kind {
        FloatKind::Half | FloatKind::Bfloat => 16,
        FloatKind::Float => 32,
        FloatKind::Double => 64,
        FloatKind::X86Fp80 => 80,
        FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
    };
    let size = types::bits(ty.filter(|ty| !types::is_vector(*ty))?, context.pointers)?;
    (size != bits).then_some((RuleId::GenericConstant, "the value has another width than the register"))
}

/// Checks a number of low bits: at least one, and not all.
fn width(context: &Context<'_>, ty: Option<Type>, bits: Option<i64>) -> Wrong {
    let Some(bits) = bits else { return Some((RuleId::GenericImmediate, "the size is no number")) };
    let Ok(bits) = u64::try_from(bits) else { return Some((RuleId::GenericImmediate, "the size is below 1")) };
    let wide = types::scalar_bits(ty?, context.pointers).is_some_and(|size| bits >= size);
    (bits == 0 || wide).then_some((RuleId::GenericImmediate, "the size is 0, or no less than that of the elements"))
}

/// Checks a part at an offset in bits.
fn range(context: &Context<'_>, whole: Option<Type>, part: Option<Type>, offset: Option<i64>) -> Wrong {
    let Some(offset) = offset else { return Some((RuleId::GenericImmediate, "the offset is no number")) };
    let (whole, part) = (types::bits(whole?, context.pointers)?, types::bits(part?, context.pointers)?);
    let inside = u64::try_from(offset).ok().and_then(|offset| offset.checked_add(part)).is_some_and(|end| end <= whole);
    (!inside).then_some((RuleId::GenericImmediate, "the part goes beyond the whole"))
}

/// Checks a vector at an index in another vector.
fn subvector(context: &Context<'_>, whole: Option<Type>, part: Option<Type>, index: Option<i64>) -> Wrong {
    let Some(index) = index else { return Some((RuleId::GenericImmediate, "the index is no number")) };
    let (Some((whole, is_long)), Some((part, is_short))) = (types::lanes(whole?), types::lanes(part?)) else {
        return Some((RuleId::GenericVector, "both are vectors"));
    };
    // A part of fixed length in a scalable vector has a meaning, which LLVM 22 denies; the verifiers up to LLVM 19 check neither.
    match (is_long, is_short) {
        (true, false) => {
            let denies = context.dialect.release == Version(22);
            return denies.then_some((RuleId::GenericVector, "only the whole is scalable"));
        }
        (false, true) => {
            let rule = if context.dialect.release <= Version::TABLES { RuleId::GenericMeaning } else { RuleId::GenericVector };
            return Some((rule, "only the part is scalable"));
        }
        _ => {}
    }
    let (whole, part) = (i64::from(whole), i64::from(part));
    // The verifiers up to LLVM 19 have the operands of the division swapped, and check nothing else.
    let is_swapped = context.dialect.release <= Version::TABLES;
    if is_swapped && index != 0 && part % index != 0 {
        return Some((RuleId::GenericImmediate, "the part is no multiple of the index"));
    }
    let fits = index >= 0 && index % part.max(1) == 0 && index.checked_add(part).is_some_and(|end| end <= whole);
    let rule = if is_swapped { RuleId::GenericMeaning } else { RuleId::GenericImmediate };
    (!fits).then_some((rule, "the index is no multiple of the part, or the part goes beyond the whole"))
}

/// Checks that a mask has a lane for each element of the result; scalars are vectors of one, which LLVM 22 and later do not read.
fn shuffle(context: &Context<'_>, result: Option<Type>, source: Option<Type>, mask: Option<&OperandKind>) -> Wrong {
    let Some(OperandKind::ShuffleMask(mask)) = mask else { return Some((RuleId::GenericMask, "there is no mask")) };
    let count = |ty| types::lanes(ty).map_or(1, |(count, _)| usize::from(count));
    let (result, source) = (count(result?), count(source?));
    if mask.len() != result {
        return Some((RuleId::GenericMask, "the mask is not as long as the result"));
    }
    if mask.len() < 2 && context.dialect.release >= Version(22) {
        return Some((RuleId::GenericMask, "the mask has one element"));
    }
    let beyond = mask.iter().flatten().any(|lane| usize::try_from(*lane).is_ok_and(|lane| lane >= 2 * source));
    beyond.then_some((RuleId::GenericMask, "a lane is beyond the sources"))
}

fn check_hint(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, operands: &[Item<'_>]) {
    let sort =
        |number: usize| operands.get(number).and_then(Item::register).and_then(|register| body.of(&register)).map(|known| known.sort);
    let (Some(result), Some(source)) = (sort(0), sort(1)) else { return };
    let message = match (result, source) {
        (Sort::Bank(result), Sort::Bank(source)) if result.name != source.name => "the banks differ",
        (Sort::Bank(_), Sort::Generic) => "only the result has a bank",
        (Sort::Class(result), Sort::Class(source)) if result != source => "the classes differ",
        (Sort::Class(_), Sort::Generic | Sort::Bank(_)) => "only the result has a class",
        _ => return,
    };
    context.add_instruction(RuleId::GenericHint, line.site, format_args!("{message}"));
}
