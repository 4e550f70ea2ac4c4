//! The outer tokens of a module.

use super::lexer::{Depth, Lexer, Token};
use super::name::{spelled, value};
use super::{IrFunction, IrNames, IrNode};
use crate::IrValue;

/// Returns the names in a module's text.
pub(super) fn module(text: &str) -> IrNames {
    let mut names = IrNames { taken: text.split("blockaddress").skip(1).filter_map(taken).collect(), ..IrNames::default() };
    let (mut lexer, mut depth) = (Lexer::new(text), Depth::default());
    while let Some(token) = lexer.next() {
        let is_outside = depth.is_outside(&token);
        match token {
            _ if !is_outside => {}
            Token::Word(word @ ("define" | "declare")) => names.functions.extend(IrFunction::read(&mut lexer, word == "define")),
            Token::Word("triple") if lexer.eat('=') => {
                if let Some(Token::Text(triple)) = lexer.next() {
                    names.triple = triple.to_owned();
                }
            }
            Token::Named(b'@', global) if lexer.eat('=') => names.globals.push(value(global)),
            Token::Node(number) if lexer.eat('=') => names.metadata.extend(IrNode::read(number, &mut lexer)),
            _ => {}
        }
    }
    names
}

/// Returns the function and the block after `blockaddress`.
fn taken(text: &str) -> Option<(IrValue, IrValue)> {
    let (function, rest) = spelled(text.trim_start().strip_prefix('(')?.trim_start().strip_prefix('@')?)?;
    let (block, _) = spelled(rest.trim_start().strip_prefix(',')?.trim_start().strip_prefix('%')?)?;
    Some((value(function), value(block)))
}
