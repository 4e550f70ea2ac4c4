//! Debug instructions described by their content, not by their ids.

use super::chain::{LEVELS, levels};
use super::index::Index;
use crate::tables::{Kind, Layout, Role};
use crate::{Id, Info, grammar};
use spirv::Op;
use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;

/// Texts of scopes and variables, each made once.
pub(super) struct Paths<'i, 'm> {
    index: &'i Index<'m>,
    known: HashMap<Id, Rc<str>>,
}

impl<'i, 'm> Paths<'i, 'm> {
    pub(super) fn new(index: &'i Index<'m>) -> Self {
        Self { index, known: HashMap::new() }
    }

    /// Returns a scope or variable after all scopes around it. Of more than [`LEVELS`] the outer ones are left out, so that a cyclic scope
    /// has a text too.
    pub(super) fn path(&mut self, id: Id) -> Rc<str> {
        if let Some(path) = self.known.get(&id) {
            return path.clone();
        }
        let mut parts = Vec::new();
        let mut next = Some(id);
        while let Some(info) = next.and_then(|id| self.index.info(id)) {
            if parts.len() == LEVELS {
                parts.push("...".to_owned());
                break;
            }
            parts.push(self.part(info));
            next = parent(info);
        }
        parts.reverse();
        let path: Rc<str> = parts.join(" / ").into();
        self.known.insert(id, path.clone());
        path
    }

    /// Returns the places of inlining, innermost first.
    pub(super) fn inlining(&mut self, inlined_at: Option<Id>) -> String {
        let mut text = String::new();
        for level in levels(self.index, inlined_at).0 {
            let scope = self.path(level.scope);
            // Writing to a string cannot fail.
            let _ = write!(text, " inlined at line {} of [{scope}]", level.line);
        }
        text
    }

    /// Returns the content of an instruction that all dialects have: its name, strings and numbers.
    fn part(&self, info: &Info) -> String {
        let mut text = info.row().name.to_owned();
        info.for_each_word(Layout::Specified, |role, kind, word| match (role, kind) {
            (Role::Name | Role::File | Role::Text, Kind::Id) => _ = write!(text, " {:?}", self.string(Id(word))),
            (Role::Source, Kind::Id) => _ = write!(text, " in {:?}", self.string(Id(word))),
            (Role::Line | Role::Column | Role::Literal, Kind::Literal) => _ = write!(text, " {word}"),
            _ => {}
        });
        text
    }

    /// Returns the text of an OpString, or of the file that a DebugSource names.
    pub(super) fn string(&self, id: Id) -> String {
        let id = match self.index.info(id) {
            Some(Info::Source { file, .. }) => *file,
            _ => id,
        };
        let core = self.index.instruction(id).and_then(|instruction| instruction.core()).filter(|core| core.is(Op::String));
        core.and_then(|core| grammar::string(core.words.get(1..)?))
            // Bytes that are no text stay distinct from one another.
            .map(|(bytes, _)| String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().escape_ascii().to_string()))
            .unwrap_or_default()
    }
}

/// Returns the scope around a scope or variable.
fn parent(info: &Info) -> Option<Id> {
    let mut parent = None;
    info.for_each_id(|role, id| {
        if matches!(role, Role::Scope | Role::NarrowScope) {
            parent = Some(id);
        }
    });
    parent
}
