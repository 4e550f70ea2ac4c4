//! Physical registers that are parts of another one: what a read by one name gives after writes by others.
//!
//! Names and places are those of the processors' manuals. A write of 32 bits or more, and every write of a vector register, leaves the
//! bits of the whole register open that it does not name, because they share a register unit with it; X86 has names of 8 and 16 bits that
//! leave the others as they are.

use super::{Case, Oracle};
use crate::mir::UNREADABLE;
use crate::{Check, Family, Fault, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::interpret::{Budget, End, Int, Machine, Options, Program, Value};
use irsmith_mir::{File, Limits};

/// The oracle.
pub const REGISTERS_OVERLAP: Oracle = Oracle {
    name: "mir-registers-overlap",
    family: Family::Execution,
    about: "a physical register of X86-64 and AArch64 contains what was last written to the registers that it has bits in common with",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x6f76_6572_6c61_7073;
/// Whole registers of a case.
const REGISTERS: usize = 4;
/// The most writes to each.
const WRITES: usize = 4;

fn check(case: &Case) -> Outcome {
    case.file().map_err(|_| UNREADABLE)?;
    let bytes = case.choices(SALT);
    let mut bytes = Unstructured::new(&bytes);
    let choices = &mut Choices::new(&mut bytes);
    for _ in 0..REGISTERS {
        let whole = Whole::drawn(choices);
        let writes: Vec<(usize, Vec<bool>)> = (0..=choices.below(WRITES)).map(|_| whole.write(choices)).collect();
        judge(&whole, &writes)?;
    }
    Ok(())
}

/// A register that is no part of another one.
struct Whole {
    triple: &'static str,
    /// The instruction that returns.
    leave: &'static str,
    /// The names of its parts, with the first bit and the width of each; that of the whole register is the first.
    parts: Vec<(String, usize, usize)>,
    /// Whether names of 8 and 16 bits leave the other bits as they are.
    has_narrow: bool,
}

impl Whole {
    fn drawn(choices: &mut Choices<'_, '_>) -> Self {
        let part = |name: String, bits| (name, 0, bits);
        let vector = choices.chance(96);
        if choices.chance(128) {
            let number = choices.below(if vector { 32 } else { 29 });
            let kinds: &[(char, usize)] =
                if vector { &[('q', 128), ('d', 64), ('s', 32), ('h', 16), ('b', 8)] } else { &[('x', 64), ('w', 32)] };
            let parts = kinds.iter().map(|(letter, bits)| part(format!("{letter}{number}"), *bits)).collect();
            return Self { triple: "aarch64", leave: "RET_ReallyLR", parts, has_narrow: false };
        }
        let parts = if vector {
            let number = choices.below(32);
            [("zmm", 512), ("ymm", 256), ("xmm", 128)].map(|(kind, bits)| part(format!("{kind}{number}"), bits)).into()
        } else {
            match choices.pick(&["a", "b", "c", "d", "si", "di", "bp"]).copied().filter(|_| choices.chance(160)) {
                Some(letter) if letter.len() == 1 => vec![
                    part(format!("r{letter}x"), 64),
                    part(format!("e{letter}x"), 32),
                    part(format!("{letter}x"), 16),
                    part(format!("{letter}l"), 8),
                    (format!("{letter}h"), 8, 8),
                ],
                Some(letters) => vec![
                    part(format!("r{letters}"), 64),
                    part(format!("e{letters}"), 32),
                    part(letters.to_owned(), 16),
                    part(format!("{letters}l"), 8),
                ],
                None => {
                    let number = 8 + choices.below(8);
                    [("", 64), ("d", 32), ("w", 16), ("b", 8)].map(|(suffix, bits)| part(format!("r{number}{suffix}"), bits)).into()
                }
            }
        };
        Self { triple: "x86_64", leave: "RET64", parts, has_narrow: !vector }
    }

    /// Draws a part and the bits that are written to it, from the lowest one up.
    fn write(&self, choices: &mut Choices<'_, '_>) -> (usize, Vec<bool>) {
        let place = choices.below(self.parts.len());
        (place, (0..self.parts[place].2).map(|_| choices.chance(128)).collect())
    }

    /// Returns the bits after the writes; `None` for those that are open.
    fn after(&self, writes: &[(usize, Vec<bool>)]) -> Vec<Option<bool>> {
        let mut whole = vec![None; self.parts[0].2];
        for (place, bits) in writes {
            let (_, first, width) = self.parts[*place];
            if !self.has_narrow || width > 16 {
                whole.fill(None);
            }
            whole[first..first + width].iter_mut().zip(bits).for_each(|(bit, written)| *bit = Some(*written));
        }
        whole
    }

    /// Returns a function that writes its arguments, and returns what the register is by each of its names.
    fn text(&self, writes: &[(usize, Vec<bool>)]) -> String {
        let mut lines = Vec::new();
        for (number, (place, _)) in writes.iter().enumerate() {
            let (name, _, width) = &self.parts[*place];
            lines.push(format!("${name} = COPY %{number}:_(s{width})"));
        }
        let reads = writes.len()..writes.len() + self.parts.len();
        lines.extend(reads.clone().zip(&self.parts).map(|(number, (name, _, width))| format!("%{number}:_(s{width}) = COPY ${name}")));
        let returned: Vec<String> = reads.map(|number| format!("implicit %{number}")).collect();
        lines.push(format!("{} {}", self.leave, returned.join(", ")));
        format!("---\nname: f\nbody: |\n  bb.0:\n    {}\n...\n", lines.join("\n    "))
    }
}

/// Returns a number with these bits, from the lowest one up.
fn number(bits: &[bool]) -> Int {
    let word = |bits: &[bool]| bits.iter().zip(0..).fold(0, |word, (bit, place)| word | u64::from(*bit) << place);
    Int::from_words(bits.len() as u32, &bits.chunks(64).map(word).collect::<Vec<_>>())
}

/// Checks what the interpreter returns after writes.
fn judge(whole: &Whole, writes: &[(usize, Vec<bool>)]) -> Result<(), Fault> {
    let text = whole.text(writes);
    let element = || whole.parts[0].0.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let refused = |reason: &dyn std::fmt::Display| Fault::new("refused", element(), format!("{reason}\n{text}"));
    let file = File::read(text.as_bytes(), &Limits::default()).map_err(|errors| refused(&format_args!("{errors:?}")))?;
    let options = Options { open: true, triple: Some(whole.triple.to_owned()), ..Options::default() };
    let program = Program::new(&file, &options).map_err(|refusal| refused(&refusal))?;
    let signature = program.signature(0).map_err(|refusal| refused(&refusal))?;
    let arguments: Vec<Value> =
        signature.parameters.iter().zip(writes).map(|(parameter, (_, bits))| Value::new(parameter.ty, number(bits))).collect();
    let execution = Machine::new(&program).call(0, &arguments, &Budget::default());
    let values = match &execution.end {
        End::Return(values) if values.len() == whole.parts.len() => values,
        end => return Err(refused(&format_args!("{end:?}"))),
    };
    let after = whole.after(writes);
    for (value, (name, first, width)) in values.iter().zip(&whole.parts) {
        let open = |place: u32| value.undefined.bit(place) || value.poison.bit(place);
        let found: Vec<Option<bool>> = (0..value.bits.bits()).map(|place| (!open(place)).then(|| value.bits.bit(place))).collect();
        if found != after[*first..first + width] {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            return Err(Fault::new("value-differs", element(), format!("${name} is {value} after {}\n{text}", arguments.join(" and "))));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn parts_of_registers_are_what_was_written_last() {
        for seed in 0_u32..400 {
            let text = format!("---\nname: f\nbody: |\n  bb.0:\n    ; {seed}\n    RET64\n...\n");
            let verdict = REGISTERS_OVERLAP.verdict(&Case::new(text.as_bytes()));
            assert_eq!(verdict, Verdict::Pass, "{seed}");
        }
    }

    #[test]
    fn other_places_are_noticed() {
        let mut whole = Whole {
            triple: "x86_64",
            leave: "RET64",
            parts: vec![("rax".into(), 0, 64), ("eax".into(), 0, 32), ("ax".into(), 0, 16), ("ah".into(), 8, 8)],
            has_narrow: true,
        };
        let writes = [(0, vec![true; 64]), (3, vec![false; 8])];
        assert_eq!(judge(&whole, &writes), Ok(()));
        whole.parts[3].1 = 0;
        assert_eq!(judge(&whole, &writes).unwrap_err().property, "value-differs");
        whole.parts[3].0 = "zpl".into();
        assert_eq!(judge(&whole, &writes).unwrap_err().property, "refused");
    }
}
