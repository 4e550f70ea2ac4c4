//! Records which rows of the tables were executed.

use crate::values::TYPES;
use irsmith_pnacl::interpret::{Bits, Observer, Place};
use irsmith_pnacl::tables::{BinaryOp, CastOp, INSTRUCTIONS, INTRINSICS, Predicate};
use irsmith_pnacl::{Instruction, Module, ValueType, ValueTypes};
use std::collections::{BTreeSet, HashSet};
use std::sync::Mutex;

/// The rows that all tests have executed so far.
static EXECUTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Records the executed instructions of a module; adds them to those of all tests when dropped.
pub(crate) struct Coverage<'m> {
    module: &'m Module,
    places: HashSet<Place>,
}

impl<'m> Coverage<'m> {
    pub(crate) fn of(module: &'m Module) -> Self {
        Self { module, places: HashSet::new() }
    }
}

impl Observer for Coverage<'_> {
    fn instruction(&mut self, place: Place, _: Option<Bits>) {
        self.places.insert(place);
    }
}

impl Drop for Coverage<'_> {
    fn drop(&mut self) {
        let mut rows = BTreeSet::new();
        let mut current = None;
        let mut places: Vec<Place> = self.places.drain().collect();
        places.sort_unstable();
        for place in places {
            if current.as_ref().is_none_or(|(function, _)| *function != place.function) {
                current = Some((place.function, ValueTypes::of(self.module, place.function)));
            }
            let Some((_, types)) = &current else { continue };
            let body = self.module.functions[place.function as usize].body.as_ref().unwrap();
            let instruction = &body.instructions[place.instruction as usize];
            rows.insert(INSTRUCTIONS[instruction.row()].name.to_owned());
            rows.extend(row(self.module, instruction, types));
        }
        // The lock is poisoned if a test failed.
        EXECUTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(&mut rows);
    }
}

fn binary(op: BinaryOp, ty: ValueType) -> String {
    format!("{op:?} {ty}")
}

fn cast(op: CastOp, from: ValueType, to: ValueType) -> String {
    format!("{op:?} {from} to {to}")
}

fn compare(predicate: Predicate, ty: ValueType) -> String {
    format!("{predicate:?} {ty}")
}

/// Returns the row of an instruction, beyond that of its kind.
fn row(module: &Module, instruction: &Instruction, types: &ValueTypes) -> Option<String> {
    let ty = |value| types.get(value);
    Some(match instruction {
        Instruction::Binary { a, op, .. } => binary(*op, ty(*a)),
        Instruction::Cast { value, ty: to, op } => cast(*op, ty(*value), module.value_type(*to)),
        Instruction::Compare { a, predicate, .. } => compare(*predicate, ty(*a)),
        Instruction::Select { a, condition, .. } => format!("select {} by {}", ty(*a), ty(*condition)),
        Instruction::Phi { ty, .. } => format!("phi {}", module.value_type(*ty)),
        Instruction::Load { ty, .. } => format!("load {}", module.value_type(*ty)),
        Instruction::Store { value, .. } => format!("store {}", ty(*value)),
        Instruction::ExtractElement { vector, .. } => format!("extract {}", ty(*vector)),
        Instruction::InsertElement { vector, .. } => format!("insert {}", ty(*vector)),
        Instruction::Call { callee, .. } => String::from_utf8_lossy(module.name_of(*callee)?).into_owned(),
        _ => return None,
    })
}

/// Returns every row that a valid program can execute.
fn rows() -> BTreeSet<String> {
    let mut rows = BTreeSet::new();
    rows.extend(INSTRUCTIONS.iter().map(|row| row.name.to_owned()).filter(|name| name != "Declare"));
    rows.extend(INTRINSICS.iter().map(|row| row.name.to_owned()));
    for ty in TYPES {
        for &op in BinaryOp::ALL {
            let exists = if ty.is_float() { op.float_name().is_some() } else { !ty.is_i1() || op.allows_i1() };
            rows.extend(exists.then(|| binary(op, ty)));
        }
        for &predicate in Predicate::ALL {
            let exists = if predicate.is_integer() { ty.is_integer() && !ty.is_i1() } else { ty.is_float() };
            rows.extend(exists.then(|| compare(predicate, ty)));
        }
        for to in TYPES {
            rows.extend(CastOp::ALL.iter().filter(|op| op.accepts(ty, to)).map(|&op| cast(op, ty, to)));
        }
        rows.extend([format!("select {ty} by i1"), format!("phi {ty}")]);
        if ty.is_vector() {
            rows.extend([format!("select {ty} by {}", ty.comparison()), format!("extract {ty}"), format!("insert {ty}")]);
        }
        if !ty.is_i1() {
            rows.extend([format!("load {ty}"), format!("store {ty}")]);
        }
    }
    rows
}

/// Every row of instructions, operations, conversions, predicates and intrinsics, with every type, is executed.
#[test]
fn every_row_is_executed() {
    crate::arithmetic::all();
    crate::lanes::all();
    crate::memory::all();
    crate::intrinsics::all();
    crate::control::all();
    let executed = EXECUTED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let missing: Vec<String> = rows().into_iter().filter(|row| !executed.contains(row)).collect();
    assert!(missing.is_empty(), "never executed: {missing:?}");
    assert!(rows().len() > 400, "{}", rows().len());
}

/// Returns an observer for programs that are built elsewhere.
pub(crate) fn observer(module: &Module) -> Coverage<'_> {
    Coverage::of(module)
}
