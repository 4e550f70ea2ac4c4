//! The debug state, implemented literally from the specification and from the choices that [`irsmith_debuginfo::interpret::state`]
//! documents.
//!
//! No state is kept between instructions: each query searches back through the function. That is slow, but nothing can be kept too long or
//! dropped too early.

use irsmith_debuginfo::{Id, Ids, Info, Instruction, Module, tables};
use spirv::Op;
use std::collections::BTreeMap;
use std::ops::Range;

/// The maximal number of levels of inlining: a cyclic chain must end somewhere.
const MOST_LEVELS: usize = 64;

/// The state at an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Holding {
    /// The active scope.
    pub(super) scope: Option<Id>,
    /// Where its code was inlined, as line and scope, the innermost first.
    pub(super) inlining: Vec<(u32, Id)>,
    /// The bindings of variables, in the order of their instructions.
    pub(super) bindings: Vec<Said>,
}

/// The origin of an instruction.
pub(super) struct Origin {
    /// The active scope.
    pub(super) scope: Option<Id>,
    /// Where its code was inlined, as line and scope, the innermost first.
    pub(super) inlining: Vec<(u32, Id)>,
    /// The operands of the last OpLine of the block, unless an OpNoLine follows it.
    pub(super) line: Option<[u32; 3]>,
}

/// A binding of a variable by a DebugDeclare or DebugValue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// The position of the instruction.
    pub(super) at: usize,
    /// Whether it is a DebugValue.
    pub(super) is_value: bool,
    /// The DebugLocalVariable, and the DebugInlinedAt where it was inlined.
    pub(super) variable: (Id, Option<Id>),
    /// The location or value, if known.
    pub(super) operand: Option<Id>,
    /// The part of the variable.
    pub(super) indexes: Ids,
    /// The DebugExpression, if known.
    pub(super) expression: Option<Id>,
    /// Offset and number of the bits that it covers, if not all.
    pub(super) bits: Option<(u32, u32)>,
}

/// A debug instruction with an invalid operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused;

/// A module, and the positions of its definitions.
pub(super) struct Definition<'m> {
    module: &'m Module,
    positions: BTreeMap<Id, usize>,
}

impl<'m> Definition<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        let mut positions = BTreeMap::new();
        for (at, result) in module.instructions.iter().map(Instruction::result).enumerate() {
            result.map(|result| positions.entry(result).or_insert(at));
        }
        Self { module, positions }
    }

    /// Returns the functions: each from its OpFunction to its OpFunctionEnd or, if that is missing, to the next function or the end.
    pub(super) fn functions(&self) -> Vec<Range<usize>> {
        let count = self.module.instructions.len();
        let starts = (0..count).filter(|&at| self.is(at, &[Op::Function]));
        let end = |start| match (start + 1..count).find(|&at| self.is(at, &[Op::Function, Op::FunctionEnd])) {
            Some(at) if self.is(at, &[Op::FunctionEnd]) => at + 1,
            other => other.unwrap_or(count),
        };
        starts.map(|start| start..end(start)).collect()
    }

    /// Returns all bindings of variables in the function, and the positions of the instructions that must be rejected.
    pub(super) fn said(&self, function: &Range<usize>) -> (Vec<Said>, Vec<usize>) {
        let (mut said, mut refused) = (Vec::new(), Vec::new());
        for at in function.clone() {
            match self.binding(function, at) {
                Ok(binding) => said.extend(binding),
                Err(Refused) => refused.push(at),
            }
            if let Some(&Info::Scope { inlined_at, .. }) = self.debug(at)
                && self.chain(inlined_at).is_err()
            {
                refused.push(at);
            }
        }
        (said, refused)
    }

    /// Returns the state at an instruction of a function with these bindings.
    pub(super) fn holding(&self, function: &Range<usize>, said: &[Said], at: usize) -> Holding {
        let (scope, inlined_at) = self.scope(function, at);
        let before = || said.iter().filter(move |said| said.at <= at);
        let is_ended = |old: &Said| {
            let block_ended = old.is_value && (old.at..at).any(|at| self.ends_block(at));
            block_ended || before().any(|new| new.at > old.at && (old.is_value || !new.is_value) && self.share_a_bit(old, new))
        };
        let alive: Vec<&Said> = before().filter(|said| !is_ended(said)).collect();
        let is_hidden = |declare: &Said| {
            let mut values = alive.iter().filter(|value| value.is_value && value.variable == declare.variable);
            !declare.is_value && values.any(|value| value.indexes.is_empty() && (value.bits == declare.bits || value.bits.is_none()))
        };
        let bindings = alive.iter().filter(|said| !is_hidden(said)).map(|&said| said.clone()).collect();
        Holding { scope, inlining: self.chain(inlined_at).unwrap_or_default(), bindings }
    }

    pub(super) fn origin(&self, function: &Range<usize>, at: usize) -> Origin {
        let (scope, inlined_at) = self.scope(function, at);
        let about_lines = |at: &usize| self.ends_block(*at) || self.is(*at, &[Op::Line, Op::NoLine]);
        let line = (function.start..at).rev().find(about_lines).filter(|&at| self.is(at, &[Op::Line]));
        let line = line.and_then(|at| self.module.instructions[at].core()?.words.as_slice().try_into().ok());
        Origin { scope, inlining: self.chain(inlined_at).unwrap_or_default(), line }
    }

    /// Returns the scope of the last DebugScope of the block, unless a DebugNoScope follows it, and where its code was inlined.
    fn scope(&self, function: &Range<usize>, at: usize) -> (Option<Id>, Option<Id>) {
        for before in (function.start..=at).rev() {
            match self.debug(before) {
                _ if before < at && self.ends_block(before) => break,
                Some(Info::NoScope {}) => break,
                Some(&Info::Scope { scope, inlined_at }) if self.chain(inlined_at).is_ok() => {
                    return if self.is_none(scope) { (None, None) } else { (Some(scope), self.known(inlined_at)) };
                }
                Some(Info::Scope { .. }) => break,
                _ => {}
            }
        }
        (None, None)
    }

    /// Returns the levels of inlining, the innermost first.
    fn chain(&self, inlined_at: Option<Id>) -> Result<Vec<(u32, Id)>, Refused> {
        let (mut levels, mut next) = (Vec::new(), self.known(inlined_at));
        while let Some(id) = next {
            match self.info(id) {
                Some(&Info::InlinedAt { line, scope, inlined }) if levels.len() < MOST_LEVELS => {
                    levels.push((line, scope));
                    next = self.known(inlined);
                }
                _ => return Err(Refused),
            }
        }
        Ok(levels)
    }

    /// Returns the binding that the instruction at a position makes.
    fn binding(&self, function: &Range<usize>, at: usize) -> Result<Option<Said>, Refused> {
        let (is_value, local, operand, expression, indexes) = match self.debug(at) {
            Some(Info::Declare { local, variable, expression }) => (false, *local, *variable, *expression, Ids::new()),
            Some(Info::Value { local, value, expression, indexes }) => (true, *local, *value, *expression, indexes.clone()),
            _ => return Ok(None),
        };
        if self.is_none(local) {
            return Ok(None);
        }
        let (local, inlined_at) = match self.info(local) {
            Some(&Info::InlinedVariable { variable, inlined }) => (variable, self.known(Some(inlined))),
            _ => (local, self.scope(function, at).1),
        };
        self.chain(inlined_at)?;
        let Some(Info::LocalVariable { .. }) = self.info(local) else { return Err(Refused) };
        let expression = Some(expression).filter(|&id| matches!(self.info(id), Some(Info::Expression { .. })));
        let bits = expression.and_then(|id| self.fragment(id));
        let said = Said { at, is_value, variable: (local, inlined_at), operand: self.known(Some(operand)), indexes, expression, bits };
        Ok(Some(said).filter(|said| said.bits.is_none_or(|(_, size)| size > 0)))
    }

    /// Returns offset and size of the Fragment (an operation) that ends an expression.
    fn fragment(&self, expression: Id) -> Option<(u32, u32)> {
        let Some(Info::Expression { operations }) = self.info(expression) else { return None };
        match self.info(*operations.last()?)? {
            Info::Operation { operation, operands } if operation.op() == Some(tables::Op::Fragment) => match **operands {
                [offset, size] => Some((offset, size)),
                _ => None,
            },
            _ => None,
        }
    }

    fn debug(&self, at: usize) -> Option<&'m Info> {
        self.module.instructions[at].debug().map(|debug| &debug.info)
    }

    fn info(&self, id: Id) -> Option<&'m Info> {
        self.debug(*self.positions.get(&id)?)
    }

    fn is_none(&self, id: Id) -> bool {
        self.info(id) == Some(&Info::InfoNone {})
    }

    /// Returns the id, unless it is DebugInfoNone.
    fn known(&self, id: Option<Id>) -> Option<Id> {
        id.filter(|&id| !self.is_none(id))
    }

    fn is(&self, at: usize, ops: &[Op]) -> bool {
        self.module.instructions[at].core().is_some_and(|core| ops.iter().any(|&op| core.is(op)))
    }

    /// Returns whether the instruction ends its block (SPIR-V, *Block Termination Instruction*).
    fn ends_block(&self, at: usize) -> bool {
        const ENDS: [Op; 11] = [
            Op::Branch,
            Op::BranchConditional,
            Op::Switch,
            Op::Return,
            Op::ReturnValue,
            Op::Kill,
            Op::Unreachable,
            Op::TerminateInvocation,
            Op::IgnoreIntersectionKHR,
            Op::TerminateRayKHR,
            Op::EmitMeshTasksEXT,
        ];
        self.is(at, &ENDS)
    }

    /// Returns whether both bind the same variable, with at least one common bit as far as is known.
    fn share_a_bit(&self, one: &Said, other: &Said) -> bool {
        if one.variable != other.variable {
            return false;
        }
        for (&one, &other) in one.indexes.iter().zip(&other.indexes) {
            match (self.number(one), self.number(other)) {
                (Some(one), Some(other)) if one == other => {}
                (Some(_), Some(_)) => return false,
                // Any element may be meant.
                _ => return true,
            }
        }
        let bits = |said: &Said| said.bits.map_or(0..u64::MAX, |(offset, size)| offset.into()..u64::from(offset) + u64::from(size));
        let (one_bits, other_bits) = (bits(one), bits(other));
        // One of two parts of different depth contains the other, but among which of its bits is unknown.
        one.indexes.len() != other.indexes.len() || one_bits.start.max(other_bits.start) < one_bits.end.min(other_bits.end)
    }

    /// Returns the bits of an integer constant.
    fn number(&self, id: Id) -> Option<u64> {
        let at = *self.positions.get(&id)?;
        let constant = self.module.instructions[at].core().filter(|core| core.is(Op::Constant))?;
        let words = constant.words.get(2..).filter(|words| !words.is_empty())?;
        Some(words.iter().take(2).rev().fold(0, |bits, &word| bits << 32 | u64::from(word)))
    }
}
