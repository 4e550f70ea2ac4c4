//! Fixed-point multiplication and division (LangRef, *Fixed Point Arithmetic Intrinsics*), in 128 bits.

use irsmith_mir::Instruction;

use super::lanes::signed;

/// An opcode: `G_SMULFIX`, `G_UDIVFIXSAT` and so on.
#[derive(Clone, Copy)]
pub(super) struct FixedPoint {
    is_signed: bool,
    divides: bool,
    saturates: bool,
    /// The number of bits behind the point.
    scale: u32,
}

/// The numbers between which an exact result is, which are the same if it is one, and whether one of them does not fit.
#[derive(Clone, Copy)]
pub(super) struct Rounded {
    /// The number below, or the nearest that fits.
    pub(super) floor: u128,
    pub(super) ceiling: u128,
    pub(super) overflows: bool,
}

/// The widest numbers that are judged: a dividend of this width and its scale have 120 bits.
const WIDEST: u32 = 60;

impl FixedPoint {
    /// Returns the opcode of an instruction; `None` if it is another one, or states no scale.
    pub(super) fn of(instruction: &Instruction, scale: Option<i64>) -> Option<Self> {
        let rest = instruction.opcode.as_str().strip_prefix("G_")?;
        let (is_signed, rest) = rest.strip_prefix('S').map(|rest| (true, rest)).or_else(|| Some((false, rest.strip_prefix('U')?)))?;
        let (divides, rest) =
            rest.strip_prefix("DIVFIX").map(|rest| (true, rest)).or_else(|| Some((false, rest.strip_prefix("MULFIX")?)))?;
        let saturates = match rest {
            "" => false,
            "SAT" => true,
            _ => return None,
        };
        Some(Self { is_signed, divides, saturates, scale: u32::try_from(scale?).ok()? })
    }

    /// Returns whether the operation is undefined for a divisor of 0.
    pub(super) const fn divides(self) -> bool {
        self.divides
    }

    /// Returns the result; `None` if it is not judged, or divided by 0.
    pub(super) fn result(self, width: u32, a: u128, b: u128) -> Option<Rounded> {
        if width > WIDEST || self.scale > width {
            return None;
        }
        let number = |bits: u128| if self.is_signed { signed(width, bits) } else { bits as i128 };
        let (dividend, divisor) =
            if self.divides { (number(a) << self.scale, number(b)) } else { (number(a) * number(b), 1 << self.scale) };
        if divisor == 0 {
            return None;
        }
        let (rest, truncated) = (dividend % divisor, dividend / divisor);
        let floor = truncated - i128::from(rest != 0 && (rest < 0) != (divisor < 0));
        let ceiling = floor + i128::from(rest != 0);
        let most = (1 << if self.is_signed { width - 1 } else { width }) - 1;
        let least = if self.is_signed { -most - 1 } else { 0 };
        let overflows = !self.saturates && (floor < least || ceiling > most);
        let [floor, ceiling] = [floor, ceiling].map(|whole| whole.clamp(least, most) as u128);
        Some(Rounded { floor, ceiling, overflows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::Name;

    #[test]
    fn results_are_those_of_the_manual() {
        // The examples of LangRef, in numbers of 4 bits.
        for (opcode, scale, [a, b], [floor, ceiling], overflows) in [
            ("G_SMULFIX", 0, [3, 2], [6, 6], false),
            ("G_SMULFIX", 1, [3, 2], [3, 3], false),
            ("G_SMULFIX", 1, [3, -2], [-3, -3], false),
            ("G_SMULFIX", 1, [3, 3], [4, 5], false),
            ("G_SMULFIXSAT", 0, [7, 2], [7, 7], false),
            ("G_SMULFIX", 0, [7, 2], [7, 7], true),
            ("G_UMULFIX", 0, [7, 2], [14, 14], false),
            ("G_UMULFIXSAT", 0, [8, 2], [15, 15], false),
            ("G_SDIVFIX", 0, [6, 2], [3, 3], false),
            ("G_SDIVFIX", 0, [6, 4], [1, 2], false),
            ("G_SDIVFIX", 1, [3, -2], [-3, -3], false),
            ("G_SDIVFIXSAT", 1, [-8, -1], [7, 7], false),
            ("G_SDIVFIX", 1, [-5, 4], [-3, -2], false),
            ("G_UDIVFIX", 4, [1, 1], [15, 15], true),
        ] {
            let instruction = Instruction { opcode: Name::from_static_str(opcode), ..Instruction::default() };
            let result = FixedPoint::of(&instruction, Some(scale)).unwrap().result(4, a as u128 & 15, b as u128 & 15).unwrap();
            let given = [result.floor, result.ceiling].map(|number| number & 15);
            assert_eq!((given, result.overflows), ([floor as u128 & 15, ceiling as u128 & 15], overflows), "{opcode} {scale} {a} {b}");
        }
        let instruction = Instruction { opcode: Name::from_static_str("G_SMULH"), ..Instruction::default() };
        assert!(FixedPoint::of(&instruction, Some(0)).is_none());
    }
}
