//! Files for a release: keys that it does not read are omitted, and the losses are returned.

use super::container::Losses;
use crate::dialect::{Dialect, Loss};
use crate::tables::{Target, function_info};
use crate::{File, Function, Style, Yaml, body};

impl File {
    /// Returns the file for a release without keys that it does not read, and the losses. Words of a body that the release does not
    /// know stay, and are also returned. For [`Dialect::DEFAULT`] nothing is lost and the text is that of [`File::write_in`].
    pub fn write_for(&self, style: Style, dialect: Dialect) -> (String, Vec<Loss>) {
        if dialect == Dialect::DEFAULT {
            return (self.write_in(style), Vec::new());
        }
        let target = self.triple().and_then(|triple| Target::of_triple(&triple));
        let later = dialect.missing_words(target);
        let is_part = |character: char| character.is_ascii_alphanumeric() || "_.$-".contains(character);
        let mut lost = Vec::new();
        let mut out = String::new();
        self.write_module(&mut out);
        for function in &self.functions {
            let (function, mut words) = without_later_facts(function, target, dialect);
            let losses = Losses::new(dialect.release);
            super::container::write_function(&function, style, Some(&losses), &mut out);
            words.extend(losses.take().into_iter().map(str::to_owned));
            let told = |word: String, is_left_out| Loss { function: function.name.clone(), word, is_left_out };
            lost.extend(words.into_iter().map(|word| told(word, true)));
            let text = body::print(&function.blocks);
            let mut unknown: Vec<&str> = text.split(|character| !is_part(character)).filter(|word| later.contains(word)).collect();
            unknown.sort_unstable();
            unknown.dedup();
            lost.extend(unknown.into_iter().map(|word| told(word.to_owned(), false)));
        }
        (out, lost)
    }
}

/// Returns the function without target facts that a release does not read, and the lost ones that are not defaults.
fn without_later_facts(function: &Function, target: Option<Target>, dialect: Dialect) -> (Function, Vec<String>) {
    let (mut function, mut lost) = (function.clone(), Vec::new());
    if let (Some(Yaml::Mapping { entries, .. }), Some(target)) = (&mut function.info, target) {
        let rows = function_info(target);
        entries.retain(|(key, value)| match rows.key(key) {
            Some((_, row)) if !row.is_read_by(dialect.release) => {
                if !row.is_default(value) {
                    lost.push(key.clone());
                }
                false
            }
            _ => true,
        });
    }
    (function, lost)
}
