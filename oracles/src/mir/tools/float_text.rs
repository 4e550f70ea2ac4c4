//! Floating-point numbers in several notations: decimal, as the bits of a `double`, and in the hexadecimal digits of their own type.

use irsmith_mir::interpret::literal_bits;
use irsmith_mir::{FloatImmediate, FloatKind};

/// Returns whether two operands are the same number of the same type.
pub(super) fn is_same_number(own: &FloatImmediate, theirs: &FloatImmediate) -> bool {
    own.kind == theirs.kind && is_same_literal(own.kind, &own.literal, &theirs.literal)
}

fn is_same_literal(kind: FloatKind, own: &str, theirs: &str) -> bool {
    match [own, theirs].map(|literal| literal_bits(kind, literal)) {
        [Some(own), Some(theirs)] => own == theirs,
        // Of a pair of doubles, whose bits are not known, only the notation is compared.
        _ if kind == FloatKind::PpcFp128 => own == theirs || own.starts_with("0x") != theirs.starts_with("0x"),
        _ => own == theirs,
    }
}

/// Returns whether a word is an integer in hexadecimal digits, such as `u0x1F`.
fn is_hexadecimal_integer(word: &str) -> bool {
    word.strip_prefix(['u', 's']).is_some_and(|rest| rest.starts_with("0x"))
}

/// Returns whether two constants of the IR differ at most in the notation of their numbers. Of integers in two notations the values are
/// not compared.
pub(super) fn is_same_constant(own: &str, theirs: &str) -> bool {
    const ENDS: [char; 10] = [' ', ',', '<', '>', '[', ']', '{', '}', '(', ')'];
    let [own, theirs] = [own, theirs].map(|text| text.split_inclusive(ENDS).collect::<Vec<_>>());
    let mut kind = None;
    own.len() == theirs.len()
        && own.into_iter().zip(theirs).all(|(own, theirs)| {
            let [(own, own_end), (theirs, end)] = [own, theirs].map(|word| {
                let text = word.trim_end_matches(ENDS);
                (text, &word[text.len()..])
            });
            let is_same_word = || own == theirs || is_hexadecimal_integer(own) != is_hexadecimal_integer(theirs);
            let is_same = own_end == end && kind.map_or_else(is_same_word, |kind| is_same_literal(kind, own, theirs));
            kind = FloatKind::ALL.into_iter().find(|kind| kind.name() == own);
            is_same
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_same_in_every_notation() {
        for (own, theirs, same) in [
            ("half 1.0", "half 0xH3C00", true),
            ("half 1.0", "half 0xH3C01", false),
            ("bfloat 0xR8000", "bfloat -0.000000e+00", true),
            ("bfloat 0xR8000", "bfloat 0.000000e+00", false),
            ("fp128 0xL00000000000000003FFF000000000000", "fp128 1.000000e+00", true),
            ("double 0x3FF0000000000000", "double 1.0", true),
            ("i32 1", "i32 1", true),
            ("i32 1", "i32 2", false),
            ("<2 x half> <half 0xH3C00, half 0xH4000>", "<2 x half> <half 1.0, half 2.0>", true),
            ("<2 x half> <half 0xH3C00, half 0xH4000>", "<2 x half> <half 1.0, half 3.0>", false),
            ("<2 x half> <half 1.0, half 2.0>", "{ half, half } { half 1.0, half 2.0 }", false),
            ("float 1.0", "double 1.0", false),
            ("ppc_fp128 1.0", "ppc_fp128 0xM3FF00000000000000000000000000000", true),
            ("i32 u0x10", "i32 16", true),
        ] {
            assert_eq!(is_same_constant(own, theirs), same, "{own} | {theirs}");
        }
    }
}
