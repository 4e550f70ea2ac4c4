//! Parts of a body as messages quote them: as spelled in bodies.

use crate::{IrValue, Register, Type};
use std::fmt;

/// A name or a number, as spelled after its sigil.
impl fmt::Display for IrValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        spelled(f, |out| super::name::value(self, out))
    }
}

/// With its sigil: `$eax`, `%0` or `$noreg`.
impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        spelled(f, |out| super::register::name(self, out))
    }
}

/// As spelled in bodies: `s32`, `p0` or `<2 x s8>`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        spelled(f, |out| super::types::low_level_type(*self, out))
    }
}

fn spelled(f: &mut fmt::Formatter<'_>, write: impl FnOnce(&mut String)) -> fmt::Result {
    let mut out = String::new();
    write(&mut out);
    f.pad(&out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Element;

    #[test]
    fn parts_are_quoted_as_they_are_spelled() {
        assert_eq!(IrValue::Named("a b".into()).to_string(), "\"a b\"");
        assert_eq!(IrValue::Numbered(7).to_string(), "7");
        assert_eq!(
            [Register::None, Register::Virtual(3), Register::Physical("eax".into())].map(|it| it.to_string()),
            ["$noreg", "%3", "$eax"]
        );
        assert_eq!(Type::Single(Element::Scalar(32)).to_string(), "s32");
    }
}
