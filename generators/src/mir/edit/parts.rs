//! Which parts of the embedded IR module name which others, as far as names in the text show it.

use super::module::{Piece, name_length, pieces};
use irsmith_mir::ir::IrUse;
use irsmith_mir::{File, IrValue};
use std::collections::HashMap;

/// The pieces of a module, and what they name.
pub(in crate::mir) struct Parts {
    /// The pieces, in the order of the text.
    pub(in crate::mir) pieces: Vec<Piece>,
    /// The piece of each name, with its sigil and without quotes.
    of: HashMap<String, usize>,
    /// For each piece, the others that it names.
    named: Vec<Vec<usize>>,
    /// For each piece, whether it is a definition.
    is_definition: Vec<bool>,
}

impl Parts {
    pub(in crate::mir) fn of(text: &str) -> Self {
        let pieces = pieces(text);
        let texts = || pieces.iter().map(|piece| &text[piece.range.clone()]);
        let of: HashMap<String, usize> = (0..).zip(texts()).filter_map(|(at, text)| Some((defined(text)?, at))).collect();
        let others = |(at, text): (usize, &str)| {
            let mut named: Vec<usize> = names(text).filter_map(|name| of.get(&name).copied()).filter(|&other| other != at).collect();
            // A global is in the group of its own name if it names no other.
            if text.contains(" comdat") {
                named.extend(defined(text).and_then(|name| of.get(&name.replacen('@', "$", 1)).copied()));
            }
            named
        };
        let named = (0..).zip(texts()).map(others).collect();
        let is_definition = texts().map(|text| text.starts_with("define")).collect();
        Self { pieces, of, named, is_definition }
    }

    /// Returns, for each piece, whether the functions of the file need it: they name it, or one that they need does. What has no name is
    /// needed, except for comments.
    pub(in crate::mir) fn needed(&self, file: &File, text: &str) -> Vec<bool> {
        let mut roots: Vec<String> = Vec::new();
        for function in &file.functions {
            roots.push(format!("@{}", function.name));
            function.ir_uses(&mut |part| match part {
                IrUse::Global(value) => roots.push(global(value)),
                IrUse::GlobalName(name) => roots.push(format!("@{name}")),
                IrUse::Block { function: Some(function), .. } => roots.push(global(function)),
                IrUse::Node(number) => roots.push(format!("!{number}")),
                IrUse::Text(text) => roots.extend(names(text)),
                IrUse::Block { function: None, .. } | IrUse::Label(_) | IrUse::Value(_) | IrUse::Alloca(_) => {}
            });
        }
        let has_no_name = |at: &usize| {
            let text = &text[self.pieces[*at].range.clone()];
            defined(text).is_none() && !text.starts_with(';')
        };
        let named = roots.iter().filter_map(|name| self.of.get(name).copied());
        closure(&self.named, named.chain((0..self.pieces.len()).filter(has_no_name)))
    }

    /// Returns, for each piece, whether it is one of these, or names one of them, or one that does. Definitions are not, unless they are
    /// among these.
    pub(in crate::mir) fn with_users(&self, these: impl Iterator<Item = usize>) -> Vec<bool> {
        let mut users = vec![Vec::new(); self.pieces.len()];
        for (user, named) in self.named.iter().enumerate().filter(|(user, _)| !self.is_definition[*user]) {
            named.iter().for_each(|&named| users[named].push(user));
        }
        closure(&users, these)
    }
}

/// Marks what can be reached from some nodes.
fn closure(edges: &[Vec<usize>], from: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut is_reached = vec![false; edges.len()];
    let mut stack: Vec<usize> = from.collect();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut is_reached[node], true) {
            stack.extend(&edges[node]);
        }
    }
    is_reached
}

fn global(value: &IrValue) -> String {
    match value {
        IrValue::Named(name) => format!("@{name}"),
        IrValue::Numbered(number) => format!("@{number}"),
    }
}

/// Returns the name that a piece defines, with its sigil and without quotes.
fn defined(piece: &str) -> Option<String> {
    let is_function = piece.starts_with("define") || piece.starts_with("declare");
    let text = if is_function { &piece[piece.find('@')?..] } else { piece.strip_prefix("attributes ").unwrap_or(piece) };
    let name = names(text).next().filter(|_| text.starts_with(['@', '%', '!', '$', '#']))?;
    (is_function || piece.contains('=')).then_some(name)
}

/// Returns the names in a text, with their sigils and without quotes. Words in quotes can look like names.
fn names(text: &str) -> impl Iterator<Item = String> {
    let at_sigils = text.match_indices(['@', '%', '!', '$', '#']);
    at_sigils.filter_map(|(at, sigil)| {
        let name = &text[at + 1..][..name_length(&text[at + 1..])];
        (!name.is_empty()).then(|| format!("{sigil}{}", name.trim_matches('"')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_mir::Limits;

    const FILE: &str = "--- |
  source_filename = \"a\"
  $g = comdat any
  %t = type { i32 }
  @g = constant %t { i32 1 }, comdat
  @h = constant ptr @g
  ; a comment
  define void @f() #0 {
    ret void
  }
  declare void @\"c d\"(ptr) #1
  attributes #0 = { nounwind }
  attributes #1 = { cold }
  !named = !{!0}
  !0 = !{!1}
  !1 = !{!\"a\"}
...
---
name: f
body: |
  bb.0:
    RET 0, !0
...
";

    #[test]
    fn what_functions_name_is_needed_and_what_that_names() {
        let file = File::read(FILE.as_bytes(), &Limits::default()).unwrap();
        let text = &file.ir.as_ref().unwrap().text;
        let parts = Parts::of(text);
        let first_words = |is: Vec<bool>| -> Vec<&str> {
            let chosen = parts.pieces.iter().zip(is).filter(|(_, is)| *is);
            chosen.map(|(piece, _)| text[piece.range.clone()].split(['(', '=']).next().unwrap().trim()).collect()
        };
        assert_eq!(first_words(parts.needed(&file, text)), ["source_filename", "define void @f", "attributes #0", "!0", "!1"]);
        let users = |name: &str| first_words(parts.with_users(parts.of.get(name).copied().into_iter()));
        assert_eq!(users("%t"), ["%t", "@g", "@h"]);
        assert_eq!(users("$g"), ["$g", "@g", "@h"]);
        assert_eq!(users("#0"), ["attributes #0"]);
        assert_eq!(users("!1"), ["!named", "!0", "!1"]);
        assert_eq!(users("#1"), ["declare void @\"c d\"", "attributes #1"]);
    }
}
