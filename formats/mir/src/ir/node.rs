//! Metadata nodes.

use super::lexer::{Lexer, Token};

/// A metadata node, `!0 = distinct !DISubprogram(...)` or `!1 = !{...}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrNode {
    /// The number.
    pub number: u32,
    /// The class of a specialized node, such as `DISubprogram`; empty for a list.
    pub class: Box<str>,
}

impl IrNode {
    /// Reads the node of a number, from after its `=`.
    pub(super) fn read(number: &str, lexer: &mut Lexer<'_>) -> Option<Self> {
        let number = number.parse().ok()?;
        // The contents of a list are left to the scan of the module.
        let mut ahead = lexer.clone();
        let first = ahead.next();
        let class = match first {
            Some(Token::Word("distinct")) => ahead.next(),
            _ => first,
        };
        let Some(Token::Node(class)) = class else { return Some(Self { number, class: Box::default() }) };
        *lexer = ahead;
        Some(Self { number, class: class.into() })
    }
}
