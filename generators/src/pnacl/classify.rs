//! Which row an instruction is.

use super::forms::{SWITCH_KINDS, forms};
use super::kinds::{KINDS, Kind};
use super::rows::{Family, terminator};
use irsmith_pnacl::tables::INTRINSICS;
use irsmith_pnacl::{Alignment, Instruction, Module, TypeId, Value, ValueKind, ValueType, ValueTypes};
use std::sync::LazyLock;

/// Not a form.
const NONE: u16 = u16::MAX;

/// Forms by what they are about, so that classifying a body takes no search.
struct Forms {
    binary: [[u16; KINDS]; 13],
    compare: [[u16; KINDS]; 64],
    cast: [[[u16; KINDS]; KINDS]; 16],
    memory: [[u16; 32]; KINDS],
}

static FORMS: LazyLock<Box<Forms>> = LazyLock::new(|| {
    let mut table = Box::new(Forms {
        binary: [[NONE; KINDS]; 13],
        compare: [[NONE; KINDS]; 64],
        cast: [[[NONE; KINDS]; KINDS]; 16],
        memory: [[NONE; 32]; KINDS],
    });
    for (form, (op, kind)) in forms().binary.iter().enumerate() {
        table.binary[*op as usize][kind.index()] = form as u16;
    }
    for (form, (predicate, kind)) in forms().compare.iter().enumerate() {
        table.compare[*predicate as usize][kind.index()] = form as u16;
    }
    for (form, (op, from, to)) in forms().cast.iter().enumerate() {
        table.cast[*op as usize][from.index()][to.index()] = form as u16;
    }
    for (form, (kind, alignment)) in forms().memory.iter().enumerate() {
        table.memory[kind.index()][*alignment as usize] = form as u16;
    }
    table
});

/// The row of each instruction of a function, by its place in the body; `None` for forward declarations that nothing is executed of, and
/// for what no valid module has.
///
/// With the places that an execution visited, this tells which rows were executed.
pub fn rows_of(module: &Module, function: u32) -> Vec<Option<u16>> {
    let Some(body) = module.functions.get(function as usize).and_then(|function| function.body.as_ref()) else { return Vec::new() };
    let classifier = Classifier { module, types: ValueTypes::of(module, function) };
    body.instructions.iter().map(|instruction| classifier.row(instruction)).collect()
}

struct Classifier<'a> {
    module: &'a Module,
    types: ValueTypes,
}

impl Classifier<'_> {
    fn kind(&self, value: Value) -> Option<Kind> {
        Kind::of(self.types.get(value))
    }

    fn kind_of(&self, ty: TypeId) -> Option<Kind> {
        Kind::of(self.module.value_type(ty))
    }

    fn row(&self, instruction: &Instruction) -> Option<u16> {
        let (family, form) = self.form(instruction)?;
        (form != usize::from(NONE)).then(|| family.ids().start + form as u16).filter(|id| family.ids().contains(id))
    }

    fn form(&self, instruction: &Instruction) -> Option<(Family, usize)> {
        let alignment = |alignment: &Alignment| alignment.encoding() as usize;
        Some(match instruction {
            Instruction::Declare { .. } => return None,
            Instruction::Binary { a, op, .. } => (Family::Binary, FORMS.binary[*op as usize][self.kind(*a)?.index()].into()),
            Instruction::Compare { a, predicate, .. } => {
                (Family::Compare, FORMS.compare[*predicate as usize][self.kind(*a)?.index()].into())
            }
            Instruction::Cast { value, ty, op } => {
                (Family::Cast, FORMS.cast[*op as usize][self.kind(*value)?.index()][self.kind_of(*ty)?.index()].into())
            }
            Instruction::Select { a, condition, .. } => {
                let wanted = (self.kind(*a)?, self.kind(*condition)? != Kind::I1);
                (Family::Select, forms().select.iter().position(|form| *form == wanted)?)
            }
            Instruction::ExtractElement { vector, .. } => (Family::Extract, self.vector(*vector)?),
            Instruction::InsertElement { vector, .. } => (Family::Insert, self.vector(*vector)?),
            Instruction::Alloca { alignment: stated, .. } => (Family::Alloca, alignment(stated)),
            Instruction::Load { ty, alignment: stated, .. } => {
                (Family::Load, FORMS.memory[self.kind_of(*ty)?.index()][alignment(stated)].into())
            }
            Instruction::Store { value, alignment: stated, .. } => {
                (Family::Store, FORMS.memory[self.kind(*value)?.index()][alignment(stated)].into())
            }
            Instruction::Phi { ty, .. } => (Family::Phi, self.kind_of(*ty)?.index()),
            Instruction::Call { tail, callee, .. } => self.call(*tail, *callee)?,
            Instruction::CallIndirect { tail, result, .. } => {
                (Family::CallIndirect, call_form(*tail, self.module.value_type(*result) != ValueType::VOID))
            }
            terminator => (Family::Terminator, self.terminator(terminator)?),
        })
    }

    fn vector(&self, value: Value) -> Option<usize> {
        let kind = self.kind(value)?;
        forms().vectors.iter().position(|known| *known == kind)
    }

    fn call(&self, tail: bool, callee: Value) -> Option<(Family, usize)> {
        let function = self.module.functions.get(callee.index() as usize).filter(|_| callee.kind() == ValueKind::Function)?;
        if function.body.is_none() {
            let name = self.module.name_of(callee)?;
            return Some((Family::Intrinsic, INTRINSICS.iter().position(|row| row.name.as_bytes() == name)?));
        }
        let result = self.module.signature(function.ty)?.result;
        Some((Family::Call, call_form(tail, self.module.value_type(result) != ValueType::VOID)))
    }

    fn terminator(&self, instruction: &Instruction) -> Option<usize> {
        Some(match instruction {
            Instruction::Ret { value: None } => terminator::RET_VOID,
            Instruction::Ret { value: Some(value) } => {
                let kind = self.kind(*value)?;
                terminator::RET_VALUE + Kind::SIGNATURE.iter().position(|known| *known == kind)?
            }
            Instruction::Branch { .. } => terminator::BRANCH,
            Instruction::BranchIf { .. } => terminator::BRANCH_IF,
            Instruction::Switch { ty, cases, .. } => {
                let kind = self.kind_of(*ty)?;
                terminator::switch(SWITCH_KINDS.iter().position(|known| *known == kind)?, cases.len())
            }
            Instruction::Unreachable {} => terminator::UNREACHABLE,
            _ => return None,
        })
    }
}

/// Bit 0: tail; bit 1: with a result.
fn call_form(tail: bool, valued: bool) -> usize {
    usize::from(tail) | usize::from(valued) << 1
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Generator, rows};
    use super::*;
    use crate::bytes_of_seed;
    use arbitrary::Unstructured;
    use std::collections::BTreeMap;

    #[test]
    fn rows_are_those_that_the_generator_counted() {
        let mut generator = Generator::default();
        let mut counts = BTreeMap::new();
        for seed in 0..300 {
            let module = generator.generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::default());
            for function in 0..module.functions.len() as u32 {
                for row in rows_of(&module, function).into_iter().flatten() {
                    *counts.entry(row).or_insert(0_u64) += 1;
                }
            }
        }
        let families = [
            Family::Binary,
            Family::Compare,
            Family::Cast,
            Family::Select,
            Family::Extract,
            Family::Insert,
            Family::Alloca,
            Family::Load,
            Family::Store,
            Family::Call,
            Family::CallIndirect,
            Family::Intrinsic,
            Family::Phi,
            Family::Terminator,
        ];
        for id in families.into_iter().flat_map(Family::ids) {
            let found = counts.get(&id).copied().unwrap_or(0);
            assert_eq!(found, generator.histogram().count(id), "{}", rows()[usize::from(id)].name);
        }
    }
}
