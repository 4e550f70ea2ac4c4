//! Files for a release: keys and names of IR blocks that it does not read are omitted, and the losses are returned.

use super::container::Losses;
use crate::dialect::{Dialect, Loss};
use crate::tables::{Target, Version, function_info};
use crate::{File, Function, IrValue, Style, Yaml, body};
use std::collections::HashSet;

/// The first release that spells the bits of floating-point numbers with `f0x`.
const FLOAT_BITS: Version = Version(23);

/// The word of [`crate::dialect::CONSTRUCTS`] for a block that names its IR block among its attributes.
const NAMED_IR_BLOCK: &str = "ir-block";

impl File {
    /// Returns the file for a release without keys and names of IR blocks that it does not read, and the losses. Other constructs of a body
    /// that the release does not have stay, and are also returned.
    pub fn write_for(&self, style: Style, dialect: Dialect) -> (String, Vec<Loss>) {
        let target = self.triple().and_then(|triple| Target::of_triple(&triple));
        let later = dialect.missing_words(target);
        let mut lost = Vec::new();
        let mut out = String::new();
        self.write_module(dialect.release, &mut out);
        for function in &self.functions {
            lost.extend(write_function(function, target, dialect, &later, style, &mut out));
        }
        (out, lost)
    }
}

impl Dialect {
    /// Returns what a function has that the release does not read.
    pub fn losses(self, function: &Function, target: Option<Target>) -> Vec<Loss> {
        write_function(function, target, self, &self.missing_words(target), Style::Simplified, &mut String::new())
    }
}

/// Writes a function for a release, and returns the losses; `later` are the words of bodies that the release does not read.
fn write_function(
    function: &Function,
    target: Option<Target>,
    dialect: Dialect,
    later: &HashSet<&str>,
    style: Style,
    out: &mut String,
) -> Vec<Loss> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || "_.$-".contains(character);
    // Bits of floating-point numbers are words without a row.
    let is_later = |word: &str| later.contains(word) || (word.starts_with("f0x") && dialect.release < FLOAT_BITS);
    let (function, words) = without_later_facts(function, target, dialect, later);
    let losses = Losses::new(dialect);
    super::container::write_function(&function, style, Some(&losses), out);
    let loss = |word: String, is_left_out| Loss { function: function.name.clone(), word, is_left_out };
    let mut lost: Vec<Loss> = words.into_iter().map(|word| loss(word, true)).collect();
    lost.extend(losses.take().into_iter().map(|(word, is_left_out)| loss(word.to_owned(), is_left_out)));
    let text = body::print(&function.blocks);
    let mut unknown: Vec<&str> = text.split(|character| !is_part(character)).filter(|word| is_later(word)).collect();
    unknown.sort_unstable();
    unknown.dedup();
    lost.extend(unknown.into_iter().map(|word| loss(word.to_owned(), false)));
    lost
}

/// Returns the function without target facts and names of IR blocks that a release does not read, and the lost ones that are not defaults.
fn without_later_facts(function: &Function, target: Option<Target>, dialect: Dialect, later: &HashSet<&str>) -> (Function, Vec<String>) {
    let (mut function, mut lost) = (function.clone(), Vec::new());
    if let (Some(Yaml::Mapping { entries, .. }), Some(target)) = (&mut function.info, target) {
        let rows = function_info(target);
        entries.retain(|(key, value)| match rows.key(key) {
            Some((_, row)) if !dialect.reads_key(rows, row) => {
                if !row.is_default(value) {
                    lost.push(key.clone());
                }
                false
            }
            _ => true,
        });
    }
    if later.contains(NAMED_IR_BLOCK) {
        let blocks = function.blocks.iter_mut().map(|block| &mut block.attributes.ir_block);
        let named = blocks.filter_map(|block| block.take_if(|block| matches!(block, IrValue::Named(_)))).count();
        lost.extend((named != 0).then(|| NAMED_IR_BLOCK.to_owned()));
    }
    (function, lost)
}
