//! Where instructions come from in the source program.

use super::chain::levels;
use super::index::Index;
use super::path::Paths;
use super::{ActiveScope, States};
use crate::{Id, Instruction, Module};
use rspirv::grammar::reflect::is_block_terminator;
use spirv::Op;
use std::fmt;
use std::rc::Rc;

/// Where an instruction of a block comes from, without ids, so that two modules can be compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    /// The active scope, by the content of it and of the scopes around it.
    pub scope: Option<Rc<str>>,
    /// The places where the scope was inlined, innermost first.
    pub inlined: Rc<[Site]>,
    /// What the last OpLine says. It ends with the block, and at an OpNoLine (SPIR-V 2.16, *Debug Instructions*).
    pub line: Option<Line>,
}

/// A place where code was inlined: a line, and the scope of the call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The line of the DebugInlinedAt.
    pub line: u32,
    /// The scope of the DebugInlinedAt.
    pub scope: Rc<str>,
}

/// The operands of an OpLine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line {
    /// The text of its OpString.
    pub file: Rc<str>,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.line {
            Some(Line { file, line, column }) => write!(f, "{file:?}:{line}:{column}")?,
            None => f.write_str("no line")?,
        }
        write!(f, ", in {}", self.scope.as_deref().unwrap_or("no scope"))?;
        self.inlined.iter().try_for_each(|Site { line, scope }| write!(f, ", inlined at line {line} in {scope}"))
    }
}

impl States {
    /// Returns the origin of each instruction in the functions of this module outside of debug sets, by position; OpLine and OpNoLine are
    /// left out.
    pub fn origins(&self, module: &Module) -> Vec<(usize, Origin)> {
        let index = Index::new(module);
        let mut paths = Paths::new(&index);
        let mut origins = Vec::new();
        for function in &self.functions {
            let mut origin = Origin::default();
            let mut scope = None;
            function.walk(|at, state| {
                if state.scope != scope {
                    scope = state.scope;
                    set_scope(&mut origin, scope, &index, &mut paths);
                }
                let Some(Instruction::Core(core)) = module.instructions.get(at) else { return };
                match Op::from_u32(core.opcode.into()) {
                    Some(Op::Line) => origin.line = line(&core.words, &paths),
                    Some(Op::NoLine) => origin.line = None,
                    op => {
                        origins.push((at, origin.clone()));
                        if op.is_some_and(is_block_terminator) {
                            origin.line = None;
                        }
                    }
                }
            });
        }
        origins
    }
}

fn set_scope(origin: &mut Origin, scope: Option<ActiveScope>, index: &Index<'_>, paths: &mut Paths<'_, '_>) {
    origin.scope = scope.map(|active| paths.path(active.scope));
    let levels = levels(index, scope.and_then(|active| active.inlined_at)).0;
    origin.inlined = levels.into_iter().map(|level| Site { line: level.line, scope: paths.path(level.scope) }).collect();
}

fn line(words: &[u32], paths: &Paths<'_, '_>) -> Option<Line> {
    let &[file, line, column] = words else { return None };
    Some(Line { file: paths.string(Id(file)).into(), line, column })
}
