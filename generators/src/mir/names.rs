//! Names and other text.

use super::draw::Draw;
use super::forms::Shape;

/// Characters of names that need no quotes, except digits, which could make two names equal.
const PLAIN: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.$-";
/// Characters of names that need quotes. llc writes a comma without quotes in the flow style of stack objects, and then cannot read it.
const QUOTED: &[u8] = b" !#%&'()*+,/:;<=>?@[]^`{|}~";
/// Characters that are escaped in quotes: two with a special meaning, and two of several bytes.
const ESCAPED: [char; 4] = ['"', '\\', '\u{e9}', '\u{3bf}'];

/// The names of a file; all are distinct.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// How many there are.
    count: u32,
}

impl Names {
    /// Makes a unique name: a few characters and a unique number. It may need quotes where the place allows them, as names that begin with
    /// a digit do.
    pub(super) fn fresh(&mut self, draw: &mut Draw<'_, '_>, prefix: &str, quotes: bool) -> String {
        let mut name = String::new();
        if quotes && draw.wants(Shape::DigitName, 16) {
            name.push_str(&draw.below(10).to_string());
        }
        name.push_str(prefix);
        if quotes && draw.wants(Shape::QuotedName, 24) {
            for _ in 0..=draw.below(4) {
                let is_escaped = draw.chance(64);
                name.push(if is_escaped { ESCAPED[draw.below(ESCAPED.len())] } else { char::from(QUOTED[draw.below(QUOTED.len())]) });
            }
        } else if draw.chance(64) {
            // In names of registers, an index of a part follows a dot.
            let length = if quotes { PLAIN.len() } else { PLAIN.len() - 3 };
            name.push(char::from(PLAIN[draw.below(length)]));
        }
        self.count += 1;
        name.push_str(&self.count.to_string());
        name
    }
}

/// Makes the name of a symbol that nothing defines.
pub(super) fn symbol(draw: &mut Draw<'_, '_>) -> Box<str> {
    ["memcpy", "a", "_ZN1aC2Ev", "a b", "$x", "__stack_chk_fail", "1a", r"a\b"][draw.below(8)].into()
}

/// Makes the name of an MC symbol. llc prints these without quotes, so few should need them: such a function cannot be read again.
pub(super) fn mc_symbol(draw: &mut Draw<'_, '_>) -> &'static str {
    if draw.wants(Shape::QuotedSymbol, 12) {
        return ["a b", r"a\b"][draw.below(2)];
    }
    [".Ltmp0", "a", "$x", "1a"][draw.below(4)]
}
