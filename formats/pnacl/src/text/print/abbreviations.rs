//! Abbreviation definitions, the sections of the abbreviations block, and the abbreviations that records use.

use super::{Context, Form, Said};
use crate::stream::{Abbreviation, AbbreviationOperand, FIRST_ABBREVIATION, Scalar, Scopes};
use crate::tables::{BlockKind, abbreviation};
use crate::text::statement::Statement;

/// Prints a record of the abbreviations block.
pub(super) fn section(code: u32, operands: &[u64], out: &mut Statement) -> Said {
    let (abbreviation::SET_BLOCK, &[block]) = (code, operands) else { return None };
    u32::try_from(block).ok()?;
    match BlockKind::from_code(block) {
        Some(kind) if kind != BlockKind::Abbreviations => out.word(kind.name()),
        _ => out.word("block").open('(').word(block).close(')'),
    };
    out.word(':');
    Some(())
}

/// Prints the definition of the next abbreviation here.
pub(super) fn definition(context: Context<'_>, abbreviation: &Abbreviation, out: &mut Statement) {
    let Context { state, form } = context;
    let scopes = &state.scopes;
    match scopes.section_len() {
        Some(index) => out.word(format_args!("@a{index}")),
        None => out.word(format_args!("%a{}", scopes.local_len())),
    };
    out.space().word('=').space().word("abbrev").space();
    out.begin().open('<');
    for (position, operand) in abbreviation.operands.iter().enumerate() {
        if position > 0 {
            out.word(',').end().space().begin();
        }
        match operand {
            AbbreviationOperand::Scalar(encoding) => scalar(form.shown(*encoding), out),
            AbbreviationOperand::Array(element) => {
                out.word("array").begin().open('(');
                scalar(form.shown(*element), out);
                out.close(')').end();
            }
        }
    }
    out.close('>').end().word(';');
}

fn scalar(scalar: Scalar, out: &mut Statement) {
    let (name, width) = match scalar {
        Scalar::Literal(value) => {
            out.word(value);
            return;
        }
        Scalar::Char6 => {
            out.word("char6");
            return;
        }
        Scalar::Fixed(width) => ("fixed", width),
        Scalar::Vbr(width) => ("vbr", width),
    };
    out.begin().word(name).open('(').word(width).close(')').end();
}

impl Form {
    /// Returns an encoding as printed: the disassembler treats one of no bits as the literal 0.
    fn shown(self, encoding: Scalar) -> Scalar {
        match encoding {
            Scalar::Fixed(0) | Scalar::Vbr(0) if self == Self::Listed => Scalar::Literal(0),
            encoding => encoding,
        }
    }
}

/// Returns the operands of a definition as listings show them: their count, then for each 1 and the literal, or 0, the encoding, and its
/// width.
///
/// In listings of the disassembler a width of 0 appears twice.
pub(super) fn operands(abbreviation: &Abbreviation, form: Form) -> Vec<u64> {
    let mut out = vec![abbreviation.wire_operands()];
    for operand in &abbreviation.operands {
        let scalar = match operand {
            AbbreviationOperand::Scalar(scalar) => *scalar,
            AbbreviationOperand::Array(element) => {
                out.extend([0, 3]);
                *element
            }
        };
        match scalar {
            Scalar::Literal(value) => out.extend([1, value]),
            Scalar::Fixed(width) => out.extend([0, 1, u64::from(width)]),
            Scalar::Vbr(width) => out.extend([0, 2, u64::from(width)]),
            Scalar::Char6 => out.extend([0, 4]),
        }
        if form.shown(scalar) != scalar {
            out.push(0);
        }
    }
    out
}

/// Appends the name of the abbreviation that a record uses, if any.
pub(super) fn used(scopes: &Scopes, id: u32, out: &mut Statement) {
    let Some(index) = id.checked_sub(FIRST_ABBREVIATION) else { return };
    let globals = scopes.global_len() as u32;
    out.space().begin().open('<');
    match index.checked_sub(globals) {
        Some(local) => out.word(format_args!("%a{local}")),
        None => out.word(format_args!("@a{index}")),
    };
    out.close('>').end();
}
