//! The binding of a DebugDeclare or DebugValue.

use super::chain::Checked;
use super::index::Index;
use super::problem::ProblemKind;
use crate::interpret::expression::Extent;
use crate::tables::Op;
use crate::{Id, Ids, Info};
use smallvec::SmallVec;

/// A variable at one place of inlining.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable {
    /// The DebugLocalVariable.
    pub local: Id,
    /// The DebugInlinedAt, if it was inlined.
    pub inlined_at: Option<Id>,
}

/// Whether a binding states a location or a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BindingKind {
    /// DebugDeclare: operand and expression state the variable's location.
    Declare,
    /// DebugValue: operand and expression state the variable's value.
    Value,
}

/// The location or value of a variable, or of a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The variable.
    pub variable: Variable,
    /// Location or value.
    pub kind: BindingKind,
    /// Position in the module of the DebugDeclare or DebugValue.
    pub at: usize,
    /// The OpVariable, or the value; none if unknown.
    pub operand: Option<Id>,
    /// The DebugExpression; none if unknown.
    pub expression: Option<Id>,
    /// The part of the variable, as the indexes of OpAccessChain; none for the whole variable.
    pub indexes: Ids,
    /// The numbers of these indexes, up to the first that is no constant.
    pub path: Path,
    /// The bits of that part, if not all.
    pub bits: Option<Extent>,
}

/// Constant indexes from a variable into a part of it. Paths that differ at an index lead to disjoint parts; the part at the end of a path
/// contains all parts to which longer paths lead.
pub type Path = SmallVec<[u64; 4]>;

impl Binding {
    /// Returns whether all indexes are known. Otherwise the binding may be about anything in the part at the end of its path.
    pub(super) fn is_exact(&self) -> bool {
        self.path.len() == self.indexes.len()
    }

    /// Returns the first bit of the part at the end of the path, and the one after the last.
    pub(super) fn range(&self) -> (u64, u64) {
        match self.bits.filter(|_| self.is_exact()) {
            Some(bits) => (bits.offset.into(), u64::from(bits.offset) + u64::from(bits.size)),
            None => (0, u64::MAX),
        }
    }

    /// Returns the binding of an instruction at a position, if it makes one and names a variable, in active code with this inlining.
    pub(super) fn of(
        index: &Index<'_>,
        checked: &mut Checked,
        at: usize,
        info: &Info,
        active: Option<Id>,
    ) -> Result<Option<Self>, ProblemKind> {
        let (kind, local, operand, expression, indexes) = match info {
            Info::Declare { local, variable, expression } => (BindingKind::Declare, *local, *variable, *expression, Ids::new()),
            Info::Value { local, value, expression, indexes } => (BindingKind::Value, *local, *value, *expression, indexes.clone()),
            _ => return Ok(None),
        };
        let known = |id| (!index.is_none(id)).then_some(id);
        if known(local).is_none() {
            return Ok(None);
        }
        let variable = variable(index, checked, local, active)?;
        let expression = known(expression).filter(|&id| matches!(index.info(id), Some(Info::Expression { .. })));
        let bits = expression.and_then(|id| fragment(index, id));
        if bits.is_some_and(|bits| bits.size == 0) {
            return Ok(None);
        }
        let path = indexes.iter().map_while(|&id| constant(index, id)).collect();
        Ok(Some(Self { variable, kind, at, operand: known(operand), expression, indexes, path, bits }))
    }
}

fn variable(index: &Index<'_>, checked: &mut Checked, local: Id, active: Option<Id>) -> Result<Variable, ProblemKind> {
    let (local, inlined_at) = match index.info(local) {
        Some(&Info::InlinedVariable { variable, inlined }) => (variable, checked.check(index, Some(inlined))?),
        _ => (local, active),
    };
    match index.info(local) {
        Some(Info::LocalVariable { .. }) => Ok(Variable { local, inlined_at }),
        _ => Err(ProblemKind::NotLocalVariable(local)),
    }
}

/// Returns the number of an OpConstant, as its lowest 64 bits.
fn constant(index: &Index<'_>, id: Id) -> Option<u64> {
    let core = index.instruction(id)?.core().filter(|core| core.is(spirv::Op::Constant))?;
    let &[_, _, low, ref high @ ..] = core.words.as_slice() else { return None };
    Some(u64::from(low) | u64::from(high.first().copied().unwrap_or(0)) << 32)
}

/// Returns the operands of the Fragment that ends an expression.
fn fragment(index: &Index<'_>, expression: Id) -> Option<Extent> {
    let Info::Expression { operations } = index.info(expression)? else { return None };
    match index.info(*operations.last()?)? {
        Info::Operation { operation, operands } if operation.op() == Some(Op::Fragment) && operands.len() == 2 => {
            Some(Extent { offset: operands[0], size: operands[1] })
        }
        _ => None,
    }
}
