//! Statements: which there are, how often, and of which form.

use super::super::forms::forms;
use super::super::lanes::Maker;
use super::super::rows::{Family, Tag, rows};
use super::super::rowset::RowSet;
use super::Program;
use std::ops::Range;
use std::sync::LazyLock;

/// A kind of statement.
pub(super) struct Statement {
    pub(super) family: Family,
    /// How often, relative to the others.
    pub(super) weight: u16,
    make: fn(&mut Program<'_, '_>, usize) -> bool,
}

/// Statements. Operations come before memory: most of the rows are theirs.
pub(super) static STATEMENTS: &[Statement] = &[
    Statement { family: Family::Binary, weight: 44, make: |program, form| program.binary(form) },
    Statement { family: Family::Compare, weight: 20, make: |program, form| program.compare(form) },
    Statement { family: Family::Cast, weight: 40, make: |program, form| program.cast(form) },
    Statement { family: Family::Select, weight: 12, make: |program, form| program.select(form) },
    Statement { family: Family::Extract, weight: 8, make: |program, form| program.extract(form) },
    Statement { family: Family::Insert, weight: 8, make: |program, form| program.insert(form) },
    Statement { family: Family::Alloca, weight: 5, make: |program, form| program.alloca(form) },
    Statement { family: Family::Load, weight: 14, make: |program, form| program.load(form) },
    Statement { family: Family::Store, weight: 14, make: |program, form| program.store(form) },
    Statement { family: Family::Call, weight: 7, make: |program, form| program.call(form) },
    Statement { family: Family::CallIndirect, weight: 5, make: |program, form| program.call_indirect(form) },
    Statement { family: Family::Intrinsic, weight: 26, make: |program, form| program.intrinsic(form) },
];

/// Ranges of forms that share an operation or predicate, family by family. The operation is drawn first: of 14 conversions, not of 196
/// pairs of types, where `bitcast` would take most draws and `fptrunc` one.
static GROUPS: LazyLock<[Vec<Range<usize>>; 3]> = LazyLock::new(|| {
    [
        groups(forms().binary.iter().map(|form| form.0 as u64)),
        groups(forms().compare.iter().map(|form| form.0 as u64)),
        groups(forms().cast.iter().map(|form| form.0 as u64)),
    ]
});

fn groups(keys: impl Iterator<Item = u64>) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut last = None;
    for (place, key) in keys.enumerate() {
        match groups.last_mut() {
            Some(group) if last == Some(key) => group.end = place + 1,
            _ => groups.push(place..place + 1),
        }
        last = Some(key);
    }
    groups
}

impl Program<'_, '_> {
    pub(super) fn statement(&mut self) {
        let draw = usize::from(self.build.choices.byte());
        let Some(&place) = self.pick.get(draw) else { return };
        let statement = &STATEMENTS[usize::from(place)];
        if let Some(form) = self.form(statement.family) {
            (statement.make)(self, form);
        }
    }

    /// A form of a family that is on: first the operation, then its types.
    fn form(&mut self, family: Family) -> Option<usize> {
        let ids = family.ids();
        let all = 0..ids.len();
        let range = match family {
            Family::Binary | Family::Compare | Family::Cast => {
                let groups = &GROUPS[family as usize - Family::Binary as usize];
                groups[self.build.choices.below(groups.len())].clone()
            }
            _ => all.clone(),
        };
        for range in [range, all] {
            let start = self.wider(family, &range) as u16;
            let rows = &self.build.config.rows;
            let first = ids.start + range.start as u16;
            if let Some(id) = rows.next_from(first, range.len() as u16, start) {
                return Some(usize::from(id - ids.start));
            }
        }
        None
    }

    /// A place in a range of forms. Of two draws the one with the wider operand counts in half of the cases: wide types have the most
    /// values that go wrong, and are as few as the narrow ones.
    fn wider(&mut self, family: Family, range: &Range<usize>) -> usize {
        let first = self.build.choices.below(range.len());
        let kind = |place: usize| match family {
            Family::Binary => forms().binary.get(range.start + place).map(|form| form.1),
            Family::Cast => forms().cast.get(range.start + place).map(|form| form.1),
            _ => None,
        };
        let bits = |place: usize| kind(place).map_or(0, |kind| kind.ty().scalar_bits());
        if bits(first) == 0 || self.build.choices.chance(128) {
            return first;
        }
        let second = self.build.choices.below(range.len());
        if bits(second) > bits(first) { second } else { first }
    }
}

/// Whether vectors may be made where another kind will do.
pub(super) fn wants_vectors(set: &RowSet) -> bool {
    rows().iter().any(|row| row.tags.contains(&Tag::Vector) && set.contains(row.id))
}
