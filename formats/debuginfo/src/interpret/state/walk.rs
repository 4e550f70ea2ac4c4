//! The pass over a module that records changes.

use super::chain::Checked;
use super::index::Index;
use super::problem::{Problem, ProblemKind};
use super::{ActiveScope, Binding, State};
use crate::{Id, Info, Instruction, Module};
use rspirv::grammar::reflect::is_block_terminator;
use spirv::Op;
use std::ops::Range;

/// The debug states of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct States {
    /// The functions in order.
    pub functions: Vec<FunctionStates>,
    /// Debug instructions that were rejected.
    pub problems: Vec<Problem>,
}

/// The debug states of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionStates {
    /// The positions of its instructions in the module, from OpFunction to OpFunctionEnd.
    pub instructions: Range<usize>,
    /// The changes, by position. A change is effective from its position on; before the first nothing is known.
    pub changes: Vec<(usize, Change)>,
}

/// A change before an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another scope is active, or none.
    Scope(Option<ActiveScope>),
    /// A variable has a new binding; this ends other bindings.
    Bind(Binding),
    /// A block ended: no scope is active, and no DebugValue is valid.
    BlockEnd,
}

impl FunctionStates {
    /// Returns the state at the instruction at a position.
    pub fn at(&self, position: usize) -> State {
        let mut state = State::default();
        self.changes.iter().take_while(|change| change.0 <= position).for_each(|change| state.apply(&change.1));
        state
    }

    /// Calls `f` on every instruction of the function in order, with its position and the state there.
    pub fn walk(&self, mut f: impl FnMut(usize, &State)) {
        let mut state = State::default();
        let mut changes = self.changes.iter().peekable();
        for position in self.instructions.clone() {
            while let Some(change) = changes.next_if(|change| change.0 <= position) {
                state.apply(&change.1);
            }
            f(position, &state);
        }
    }
}

impl States {
    /// Computes the states of a module. Debug instructions outside of functions change nothing; a function without an end extends to the
    /// next one, or to the module's end.
    pub fn new(module: &Module) -> Self {
        let mut walk =
            Walk { index: Index::new(module), checked: Checked::default(), states: Self::default(), active: None, inside: false };
        for (at, instruction) in module.instructions.iter().enumerate() {
            match instruction {
                Instruction::Core(core) => walk.core(at, core.opcode),
                Instruction::Debug(debug) if walk.inside => walk.debug(at, &debug.info),
                Instruction::Debug(_) => {}
            }
        }
        walk.end(module.instructions.len());
        walk.states
    }
}

/// A pass in progress.
struct Walk<'m> {
    index: Index<'m>,
    checked: Checked,
    states: States,
    /// The inlining of the active scope's code.
    active: Option<Id>,
    /// Whether inside a function.
    inside: bool,
}

impl Walk<'_> {
    fn core(&mut self, at: usize, opcode: u16) {
        match Op::from_u32(opcode.into()) {
            Some(Op::Function) => {
                self.end(at);
                self.states.functions.push(FunctionStates { instructions: at..at, changes: Vec::new() });
                self.inside = true;
            }
            Some(Op::FunctionEnd) => self.end(at + 1),
            Some(op) if self.inside && is_block_terminator(op) => {
                self.change(at + 1, Change::BlockEnd);
                self.active = None;
            }
            _ => {}
        }
    }

    /// Ends the current function.
    fn end(&mut self, end: usize) {
        if std::mem::take(&mut self.inside)
            && let Some(function) = self.states.functions.last_mut()
        {
            function.instructions.end = end;
        }
        self.active = None;
    }

    fn debug(&mut self, at: usize, info: &Info) {
        let change = match info {
            Info::Scope { scope, inlined_at } => self.scope(*scope, *inlined_at).map(|active| Some(Change::Scope(active))),
            Info::NoScope {} => Ok(Some(Change::Scope(None))),
            _ => Binding::of(&self.index, &mut self.checked, at, info, self.active).map(|binding| binding.map(Change::Bind)),
        };
        let change = change.unwrap_or_else(|kind| {
            self.states.problems.push(Problem { at, kind });
            matches!(info, Info::Scope { .. }).then_some(Change::Scope(None))
        });
        if let Some(Change::Scope(active)) = change {
            self.active = active.and_then(|active| active.inlined_at);
        }
        if let Some(change) = change {
            self.change(at, change);
        }
    }

    fn scope(&mut self, scope: Id, inlined_at: Option<Id>) -> Result<Option<ActiveScope>, ProblemKind> {
        let inlined_at = self.checked.check(&self.index, inlined_at)?;
        Ok((!self.index.is_none(scope)).then_some(ActiveScope { scope, inlined_at }))
    }

    fn change(&mut self, at: usize, change: Change) {
        if let Some(function) = self.states.functions.last_mut() {
            function.changes.push((at, change));
        }
    }
}
