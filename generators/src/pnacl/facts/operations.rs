//! The operation of an instruction, as far as rows distinguish instructions.

use super::super::kinds::Kind;
use irsmith_pnacl::tables::{BinaryOp, CastOp, IntrinsicId, Predicate, intrinsic};
use irsmith_pnacl::{Alignment, Instruction, Module, TypeId, Value, ValueKind, ValueType, ValueTypes};

/// The operation of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Operation {
    Binary(BinaryOp, Kind),
    Compare(Predicate, Kind),
    /// From one kind to another.
    Cast(CastOp, Kind, Kind),
    Select {
        kind: Kind,
        by_lanes: bool,
    },
    Extract(Kind),
    Insert(Kind),
    Alloca(Alignment),
    Load(Kind, Alignment),
    Store(Kind, Alignment),
    /// A call of a defined function by name.
    Call {
        tail: bool,
        valued: bool,
    },
    CallIndirect {
        tail: bool,
        valued: bool,
    },
    Intrinsic(IntrinsicId),
    Phi(Kind),
    /// With a value of this kind, if it has a value.
    Return(Option<Kind>),
    Branch,
    BranchIf,
    Switch(Kind, CaseCount),
    Unreachable,
}

/// The number of cases of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum CaseCount {
    None,
    One,
    /// Two to six.
    Several,
    Many,
}

impl CaseCount {
    pub(in super::super) const ALL: [Self; 4] = [Self::None, Self::One, Self::Several, Self::Many];

    const fn of(cases: usize) -> Self {
        match cases {
            0 => Self::None,
            1 => Self::One,
            2..=6 => Self::Several,
            _ => Self::Many,
        }
    }
}

/// Returns the operation of each instruction of a function, by its place in the body; `None` for forward declarations, which are not
/// executed, and for instructions that no valid module has.
pub(in super::super) fn operations(module: &Module, function: u32) -> Vec<Option<Operation>> {
    let Some(body) = module.functions.get(function as usize).and_then(|function| function.body.as_ref()) else { return Vec::new() };
    let classifier = Classifier { module, types: ValueTypes::of(module, function) };
    body.instructions.iter().map(|instruction| classifier.operation(instruction)).collect()
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

    fn is_valued(&self, result: TypeId) -> bool {
        self.module.value_type(result) != ValueType::VOID
    }

    fn operation(&self, instruction: &Instruction) -> Option<Operation> {
        Some(match *instruction {
            Instruction::Declare { .. } => return None,
            Instruction::Binary { a, op, .. } => Operation::Binary(op, self.kind(a)?),
            Instruction::Compare { a, predicate, .. } => Operation::Compare(predicate, self.kind(a)?),
            Instruction::Cast { value, ty, op } => Operation::Cast(op, self.kind(value)?, self.kind_of(ty)?),
            Instruction::Select { a, condition, .. } => {
                Operation::Select { kind: self.kind(a)?, by_lanes: self.kind(condition)? != Kind::I1 }
            }
            Instruction::ExtractElement { vector, .. } => Operation::Extract(self.kind(vector)?),
            Instruction::InsertElement { vector, .. } => Operation::Insert(self.kind(vector)?),
            Instruction::Alloca { alignment, .. } => Operation::Alloca(alignment),
            Instruction::Load { ty, alignment, .. } => Operation::Load(self.kind_of(ty)?, alignment),
            Instruction::Store { value, alignment, .. } => Operation::Store(self.kind(value)?, alignment),
            Instruction::Phi { ty, .. } => Operation::Phi(self.kind_of(ty)?),
            Instruction::Call { tail, callee, .. } => self.call(tail, callee)?,
            Instruction::CallIndirect { tail, result, .. } => Operation::CallIndirect { tail, valued: self.is_valued(result) },
            Instruction::Ret { value: None } => Operation::Return(None),
            Instruction::Ret { value: Some(value) } => Operation::Return(Some(self.kind(value)?)),
            Instruction::Branch { .. } => Operation::Branch,
            Instruction::BranchIf { .. } => Operation::BranchIf,
            Instruction::Switch { ty, ref cases, .. } => Operation::Switch(self.kind_of(ty)?, CaseCount::of(cases.len())),
            Instruction::Unreachable {} => Operation::Unreachable,
        })
    }

    fn call(&self, tail: bool, callee: Value) -> Option<Operation> {
        let function = self.module.functions.get(callee.index() as usize).filter(|_| callee.kind() == ValueKind::Function)?;
        if function.body.is_none() {
            return Some(Operation::Intrinsic(intrinsic(self.module.name_of(callee)?)?.id));
        }
        let result = self.module.signature(function.ty)?.result;
        Some(Operation::Call { tail, valued: self.is_valued(result) })
    }
}
