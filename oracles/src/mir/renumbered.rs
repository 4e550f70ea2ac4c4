//! The numbers of registers, blocks, frame objects and the like do not matter: with other numbers a file breaks the same rules.

use super::codec::Text;
use super::{Case, Oracle};
use crate::codec::Trip;
use crate::roundtrip::is_equal;
use crate::{Check, Family, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::transform::{Space, numbers};
use irsmith_mir::{File, Function};
use std::collections::{BTreeMap, BTreeSet};

/// The oracle.
pub const RENUMBERED: Oracle = Oracle {
    name: "mir-renumbered",
    family: Family::Metamorphic,
    about: "with registers, blocks, frame objects, constants and jump tables renumbered, in another order or far apart, a file reads back \
            equal and breaks the same rules equally often",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// The first of the two largest numbers, which are not ids: keys of LLVM's hash maps.
const RESERVED: u32 = u32::MAX - 1;

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x6e75_6d62_6572_7320;

fn check(case: &Case) -> Outcome {
    let file = case.file_or_skip()?;
    let bytes = case.choices(SALT);
    let mut bytes = Unstructured::new(&bytes);
    let mut choices = Choices::new(&mut bytes);
    let mut renumbered = file.clone();
    let maps: Vec<Renumbering> = renumbered.functions.iter_mut().map(|function| Renumbering::drawn(function, &mut choices)).collect();
    renumbered.functions.iter_mut().zip(&maps).for_each(|(function, map)| map.apply(function));
    judge(case, file, &renumbered, &maps)
}

fn judge(case: &Case, file: &File, renumbered: &File, maps: &[Renumbering]) -> Outcome {
    let mut back = Trip::of(&Text, renumbered)?.again;
    back.functions.iter_mut().zip(maps).for_each(|(function, map)| map.inverse().apply(function));
    is_equal(&Text, file, &back)?;
    Ok(case.rule_counts(file)?.are_kept(&case.rule_counts(renumbered)?)?)
}

/// The new number of each number of a function: no duplicates within a space.
struct Renumbering(BTreeMap<(Space, u32), u32>);

impl Renumbering {
    /// Draws another order of the numbers of each space; for half of the spaces other numbers, far apart.
    fn drawn(function: &mut Function, choices: &mut Choices<'_, '_>) -> Self {
        let mut used: BTreeMap<Space, BTreeSet<u32>> = BTreeMap::new();
        numbers(function, &mut |number| {
            used.entry(number.space).or_default().insert(*number.value);
        });
        let mut map = BTreeMap::new();
        for (space, old) in used {
            // Zero means that an instruction has no number, and the numbers that are not valid ids break a rule everywhere.
            let is_id = |&number: &u32| (space != Space::DebugInstruction || number > 0) && number < RESERVED;
            let old: Vec<u32> = old.into_iter().filter(is_id).collect();
            let mut new = if choices.chance(128) { old.clone() } else { sparse(old.len(), choices) };
            for last in (1..new.len()).rev() {
                new.swap(last, choices.below(last + 1));
            }
            map.extend(old.into_iter().zip(new).map(|(old, new)| ((space, old), new)));
        }
        Self(map)
    }

    fn inverse(&self) -> Self {
        Self(self.0.iter().map(|((space, old), new)| ((*space, *new), *old)).collect())
    }

    fn apply(&self, function: &mut Function) {
        numbers(function, &mut |number| {
            if let Some(new) = self.0.get(&(number.space, *number.value)) {
                *number.value = *new;
            }
        });
    }
}

/// Returns this many numbers, ascending and evenly spaced, the last of them at or near the maximum. None is zero.
fn sparse(count: usize, choices: &mut Choices<'_, '_>) -> Vec<u32> {
    let count = count as u32;
    let step = ((RESERVED - 1) / count.max(1)).max(1);
    let top = RESERVED - 1 - choices.up_to(step.min(3) - 1);
    (0..count).rev().map(|place| top - place * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoPass;

    const TEXT: &str = "name: f
registers:
  - { id: 0, class: gr32 }
frameInfo:
  stackProtector: '%stack.3'
stack:
  - { id: 3, size: 4 }
body: |
  bb.0:
    %0 = MOV32ri 1
    JMP_1 %bb.7
  bb.7:
    RET64 implicit %0
";

    #[test]
    fn numbers_change_and_the_verdict_stays() {
        let case = Case::new(TEXT.as_bytes());
        assert_eq!(check(&case), Ok(()));
        let file = case.file().unwrap();
        let mut changed = BTreeSet::new();
        for seed in 0..32u64 {
            let bytes = irsmith_generators::bytes_of_seed(seed);
            let mut function = file.functions[0].clone();
            let map = Renumbering::drawn(&mut function, &mut Choices::new(&mut Unstructured::new(&bytes)));
            map.apply(&mut function);
            changed.extend([function.registers[0].id, function.stack[0].id, function.blocks[1].number]);
            assert_eq!(function.frame.stack_protector, format!("%stack.{}", function.stack[0].id));
            map.inverse().apply(&mut function);
            assert_eq!(function, file.functions[0]);
        }
        assert!(changed.len() > 4, "{changed:?}");
    }

    #[test]
    fn numbers_far_apart_are_different() {
        for count in [0, 1, 2, 7, 70_000] {
            let bytes = irsmith_generators::bytes_of_seed(count as u64);
            let new = sparse(count, &mut Choices::new(&mut Unstructured::new(&bytes)));
            assert_eq!(new.len(), count);
            assert!(new.windows(2).all(|pair| pair[0] < pair[1]) && !new.contains(&0));
        }
    }

    /// A place that the renumbering misses simulates a validator that depends on the numbers.
    #[test]
    fn a_number_that_is_not_renamed_everywhere_is_found() {
        let case = Case::new(TEXT.as_bytes());
        let file = case.file().unwrap();
        let map = Renumbering([((Space::Block, 7), 9)].into());
        let mut renumbered = file.clone();
        map.apply(&mut renumbered.functions[0]);
        assert_eq!(judge(&case, file, &renumbered, std::slice::from_ref(&map)), Ok(()));
        let mut forgotten = renumbered.clone();
        forgotten.functions[0].blocks[1].number = 7;
        let Err(NoPass::Fail(fault)) = judge(&case, file, &forgotten, std::slice::from_ref(&map)) else { panic!("not found") };
        assert_eq!(fault.property, "rules-changed");
    }
}
