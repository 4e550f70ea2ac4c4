//! Flags of floating-point instructions (LangRef, *Fast-Math Flags*): `nnan` and `ninf` make poison, `nsz` leaves the sign of a zero open.

use irsmith_mir::{Instruction, InstructionFlags};

use super::floats::{is_nan, number};

const NNAN: InstructionFlags = InstructionFlags::named("nnan");
const NINF: InstructionFlags = InstructionFlags::named("ninf");
const NSZ: InstructionFlags = InstructionFlags::named("nsz");

/// The flags that are judged. The others permit results that are not exact.
pub(super) const FLAGS: [InstructionFlags; 3] = [NNAN, NINF, NSZ];

/// Opcodes whose flags are judged.
pub(super) const OPCODES: &[&str] = &[
    "G_FADD",
    "G_FSUB",
    "G_FMUL",
    "G_FDIV",
    "G_FSQRT",
    "G_FNEG",
    "G_FABS",
    "G_FCEIL",
    "G_FFLOOR",
    "G_FRINT",
    "G_FNEARBYINT",
    "G_INTRINSIC_TRUNC",
    "G_INTRINSIC_ROUND",
    "G_INTRINSIC_ROUNDEVEN",
    "G_FMINNUM",
    "G_FMAXNUM",
    "G_FMINIMUM",
    "G_FMAXIMUM",
    "G_FPEXT",
    "G_FPTRUNC",
    "G_FCMP",
];

/// Returns whether the flags make poison of a lane; `None` if that is not judged. `widths` are those of the first operand and of the result.
pub(super) fn is_poison(instruction: &Instruction, widths: (u32, u32), operands: &[u128]) -> Option<bool> {
    let known = FLAGS.into_iter().fold(0, |known, flag| known | flag.0);
    if instruction.flags.0 & !known != 0 || ![16, 32, 64].contains(&widths.0) {
        return None;
    }
    let (nnan, ninf) = (instruction.flags.contains(NNAN), instruction.flags.contains(NINF));
    let any = |f: &dyn Fn(u128) -> bool| operands.iter().any(|bits| f(*bits));
    let has_nan = any(&|bits| is_nan(widths.0, bits));
    let is_infinite = |bits| number(widths.0, bits).is_some_and(f64::is_infinite);
    if nnan && has_nan || ninf && any(&is_infinite) {
        return Some(true);
    }
    if !nnan && !ninf || instruction.opcode.as_str() == "G_FCMP" {
        return Some(false);
    }
    if has_nan {
        // What a NaN becomes is not infinite, but what a minimum makes of it may be.
        return None;
    }
    let result = result(instruction.opcode.as_str(), widths, operands)?;
    Some(nnan && result.is_nan() || ninf && result.is_infinite())
}

/// Returns a result that is NaN, infinite or a number as that of the instruction is; `None` if that is not known.
fn result(opcode: &str, (from, to): (u32, u32), operands: &[u128]) -> Option<f64> {
    let numbers: Option<Vec<f64>> = operands.iter().map(|bits| number(from, *bits)).collect();
    let numbers = numbers?;
    let a = *numbers.first()?;
    let rounded = |result: f64| match from {
        32 => Some(f64::from(result as f32)),
        64 => Some(result),
        _ => None,
    };
    match (opcode, numbers.get(1)) {
        // The exact sum, product and quotient of two floats, rounded to 64 bits and then to 32, overflows as if it were rounded once.
        ("G_FADD", Some(b)) => rounded(a + b),
        ("G_FSUB", Some(b)) => rounded(a - b),
        ("G_FMUL", Some(b)) => rounded(a * b),
        ("G_FDIV", Some(b)) => rounded(a / b),
        ("G_FSQRT", _) => Some(a.sqrt()),
        ("G_FPTRUNC", _) => (to == 32).then(|| f64::from(a as f32)),
        // One of the operands, or a number near it.
        (_, None) => Some(a),
        (_, Some(b)) => (a.is_finite() && b.is_finite()).then_some(0.0),
    }
}

/// Returns whether `nsz` leaves the sign of a result open: that of a zero, and that of an infinity which is a quotient by zero.
pub(super) fn has_open_sign(instruction: &Instruction, (from, to): (u32, u32), operands: &[u128], result: u128) -> bool {
    let opcode = instruction.opcode.as_str();
    if !OPCODES.contains(&opcode) || opcode == "G_FCMP" || !instruction.flags.contains(NSZ) {
        return false;
    }
    let is_infinite = number(to, result).is_some_and(f64::is_infinite);
    let is_quotient = opcode == "G_FDIV" && is_infinite && operands.iter().any(|bits| number(from, *bits) == Some(0.0));
    is_quotient || number(to, result) == Some(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::{Instruction, Name};

    #[test]
    fn flags_make_poison_and_open_signs() {
        let with = |opcode: &'static str, flag: &str| Instruction {
            opcode: Name::from_static_str(opcode),
            flags: InstructionFlags::of(flag).unwrap(),
            ..Instruction::default()
        };
        let bits = |number: f64| u128::from(number.to_bits());
        let (nan, infinity) = (bits(f64::NAN), bits(f64::INFINITY));
        for (opcode, flag, operands, expected) in [
            ("G_FADD", "nnan", [nan, bits(1.0)], Some(true)),
            ("G_FADD", "nnan", [infinity, bits(f64::NEG_INFINITY)], Some(true)),
            ("G_FADD", "nnan", [infinity, bits(1.0)], Some(false)),
            ("G_FADD", "ninf", [infinity, bits(1.0)], Some(true)),
            ("G_FMUL", "ninf", [bits(f64::MAX), bits(2.0)], Some(true)),
            ("G_FMUL", "ninf", [bits(f64::MAX), bits(1.0)], Some(false)),
            ("G_FDIV", "nnan", [0, 0], Some(true)),
            ("G_FMINNUM", "ninf", [nan, bits(1.0)], None),
            ("G_FCMP", "nnan", [nan, bits(1.0)], Some(true)),
            ("G_FADD", "contract", [bits(1.0), bits(1.0)], None),
        ] {
            assert_eq!(is_poison(&with(opcode, flag), (64, 64), &operands), expected, "{flag} {opcode}");
        }
        let open = |opcode, operands: [u128; 2], result| has_open_sign(&with(opcode, "nsz"), (64, 64), &operands, result);
        assert!(open("G_FADD", [bits(1.0), bits(-1.0)], 0));
        assert!(open("G_FDIV", [bits(1.0), 0], infinity));
        assert!(!open("G_FADD", [infinity, 0], infinity));
        assert!(!open("G_FADD", [bits(1.0), bits(1.0)], bits(2.0)));
    }
}
