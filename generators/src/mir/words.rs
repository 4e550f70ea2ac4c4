//! Names and other text.

use super::build::Build;
use super::forms::Shape;

/// Characters of names that need no quotes, but for digits, which would make two names one.
const PLAIN: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.$-";
/// Characters of names that need quotes. llc writes a comma without them in the flow style of stack objects, and cannot read it then.
const QUOTED: &[u8] = b" !#%&'()*+,/:;<=>?@[]^`{|}~";
/// Characters that are escaped in quotes: two that mean something there, and two of several bytes.
const ESCAPED: [char; 4] = ['"', '\\', '\u{e9}', '\u{3bf}'];

impl Build<'_, '_> {
    /// A name of its own: a few characters and a number that no other has. It may need quotes where the place allows them, as names do too
    /// that begin with a digit.
    pub(super) fn name(&mut self, prefix: &str, quotes: bool) -> String {
        let mut name = String::new();
        if quotes && self.wants(Shape::DigitName, 16) {
            name.push_str(&self.choices.below(10).to_string());
        }
        name.push_str(prefix);
        if quotes && self.wants(Shape::QuotedName, 24) {
            for _ in 0..=self.choices.below(4) {
                let is_escaped = self.choices.chance(64);
                name.push(if is_escaped {
                    ESCAPED[self.choices.below(ESCAPED.len())]
                } else {
                    char::from(QUOTED[self.choices.below(QUOTED.len())])
                });
            }
        } else if self.choices.chance(64) {
            // Behind a dot, the names of registers have the index of a part.
            let length = if quotes { PLAIN.len() } else { PLAIN.len() - 3 };
            name.push(char::from(PLAIN[self.choices.below(length)]));
        }
        self.names += 1;
        name.push_str(&self.names.to_string());
        name
    }
}
