//! The debug states of a module without ids, for comparison with another module's.

use super::index::Index;
use super::path::Paths;
use super::{Binding, BindingKind, FunctionStates, State, States};
use crate::{CoreInstruction, Id, Info, Instruction, Module, grammar};
use spirv::Op;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// The changes in each function, line by line. Two modules whose lines are equal have the same scopes, inlining and variables at the
/// counted instructions, whatever their ids and dialects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canonical {
    /// The lines of each function. Each begins with the index of the first counted instruction at which it is valid.
    pub functions: Vec<Vec<String>>,
}

impl States {
    /// Returns the states of this module at the instructions outside of debug sets for which `counts` returns true, by position.
    /// Instructions that were added to one of two modules, or will be removed, must be excluded in both. OpLine and OpNoLine never count.
    ///
    /// A scope is named by the content of it and of the scopes around it, a value by its instruction and the order in which the function's
    /// lines name values, a constant by its type and words. The work is the number of changes times the number of simultaneous bindings.
    pub fn canonical(&self, module: &Module, counts: impl Fn(usize) -> bool) -> Canonical {
        let index = Index::new(module);
        let counts = |position: usize| {
            let core = module.instructions.get(position).and_then(Instruction::core);
            core.is_some_and(|core| !core.is(Op::Line) && !core.is(Op::NoLine)) && counts(position)
        };
        let mut paths = Paths::new(&index);
        let functions = self.functions.iter().map(|function| Writer::new(&index, &mut paths).function(function, &counts)).collect();
        Canonical { functions }
    }
}

/// The initial scope of each function.
const NO_SCOPE: &str = "no scope";

struct Writer<'w, 'i, 'm> {
    index: &'i Index<'m>,
    paths: &'w mut Paths<'i, 'm>,
    lines: Vec<String>,
    /// The order in which values are named.
    values: HashMap<Id, usize>,
    scope: String,
    /// The current bindings, by position.
    bindings: BTreeMap<usize, String>,
}

impl<'w, 'i, 'm> Writer<'w, 'i, 'm> {
    fn new(index: &'i Index<'m>, paths: &'w mut Paths<'i, 'm>) -> Self {
        Self { index, paths, lines: Vec::new(), values: HashMap::new(), scope: NO_SCOPE.to_owned(), bindings: BTreeMap::new() }
    }

    fn function(mut self, function: &FunctionStates, counts: &impl Fn(usize) -> bool) -> Vec<String> {
        let mut state = State::default();
        let mut changes = function.changes.iter().peekable();
        let mut changed = false;
        for (number, position) in function.instructions.clone().filter(|&position| counts(position)).enumerate() {
            while let Some(change) = changes.next_if(|change| change.0 <= position) {
                state.apply(&change.1);
                changed = true;
            }
            if std::mem::take(&mut changed) {
                self.differences(number, &state);
            }
        }
        self.lines
    }

    fn differences(&mut self, number: usize, state: &State) {
        let scope = match state.scope {
            Some(active) => format!("scope [{}]{}", self.paths.path(active.scope), self.paths.inlining(active.inlined_at)),
            None => NO_SCOPE.to_owned(),
        };
        if scope != self.scope {
            self.lines.push(format!("{number} {scope}"));
            self.scope = scope;
        }
        let holding: BTreeMap<usize, &Binding> = state.bindings().map(|binding| (binding.at, binding)).collect();
        let ended: Vec<usize> = self.bindings.keys().copied().filter(|at| !holding.contains_key(at)).collect();
        for text in ended.iter().filter_map(|at| self.bindings.remove(at)) {
            self.lines.push(format!("{number} end of {text}"));
        }
        for (at, binding) in holding {
            if !self.bindings.contains_key(&at) {
                let text = self.binding(binding);
                self.lines.push(format!("{number} {text}"));
                self.bindings.insert(at, text);
            }
        }
    }

    fn binding(&mut self, binding: &Binding) -> String {
        let kind = match binding.kind {
            BindingKind::Declare => "declare",
            BindingKind::Value => "value",
        };
        let variable = self.paths.path(binding.variable.local);
        let mut text = format!("{kind} [{variable}]{}", self.paths.inlining(binding.variable.inlined_at));
        for &id in &binding.indexes {
            let index = self.value(id);
            // Writing to a string cannot fail.
            let _ = write!(text, " at {index}");
        }
        let _ = write!(text, " = {}", binding.operand.map_or_else(|| "unknown".to_owned(), |id| self.value(id)));
        match binding.expression {
            Some(expression) => self.expression(expression, &mut text),
            None => text.push_str(" unknown expression"),
        }
        text
    }

    fn value(&mut self, id: Id) -> String {
        let instruction = self.index.instruction(id);
        let name = match instruction {
            Some(Instruction::Core(core)) => grammar::row(core.opcode).map_or("?", |row| row.opname),
            Some(Instruction::Debug(debug)) => debug.info.row().name,
            None => "nothing",
        };
        if let Some(core) = instruction.and_then(Instruction::core).filter(|core| core.is(Op::Constant)) {
            return format!("{name}{} {:?}", self.number_type(core), &core.words[core.words.len().min(2)..]);
        }
        let number = self.values.len();
        format!("{name} #{}", self.values.entry(id).or_insert(number))
    }

    /// Returns the type of a constant: its instruction, width and signedness.
    fn number_type(&self, constant: &CoreInstruction) -> String {
        let ty = constant.id(0).and_then(|id| self.index.instruction(id)).and_then(Instruction::core);
        let row = ty.and_then(|ty| Some((grammar::row(ty.opcode)?.opname, ty.words.get(1..)?)));
        row.map_or_else(String::new, |(name, words)| format!(" {name} {words:?}"))
    }

    fn expression(&self, expression: Id, text: &mut String) {
        let Some(Info::Expression { operations }) = self.index.info(expression) else { return };
        for &id in operations {
            match self.index.info(id) {
                Some(Info::Operation { operation, operands }) => {
                    let name = operation.row().map_or("?", |row| row.name);
                    let _ = write!(text, "; {name}({}) {operands:?}", operation.0);
                }
                _ => text.push_str("; no operation"),
            }
        }
    }
}
