//! The names of a function: its arguments, blocks and values.

use super::lexer::{Depth, Lexer, Token};
use super::name::value;
use crate::IrValue;

/// A function of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrFunction {
    /// `@name`, or `@0` for a function without a name.
    pub name: IrValue,
    /// Whether it has a body.
    pub is_defined: bool,
    /// The function that `personality` names, which handles exceptions.
    pub personality: Option<IrValue>,
    /// The arguments. As in LLVM, unnamed arguments have the first numbers; unnamed blocks and instructions follow, in one sequence.
    pub arguments: Vec<IrValue>,
    /// The blocks. A block without a label also has a number.
    pub blocks: Vec<IrValue>,
    /// Results of instructions whose names are spelled, `%name = ...`.
    pub values: Vec<IrValue>,
    /// Results of `alloca`, which name stack objects.
    pub allocas: Vec<IrValue>,
}

/// The state of a scan of a body.
#[derive(Default)]
struct Counter {
    /// The number of the next unnamed value.
    next: u32,
    /// Whether the next instruction begins a block, with or without a label.
    block_ended: bool,
}

impl Counter {
    /// Updates the count after a value; a numbered value sets it, as LLVM requires.
    fn pass(&mut self, value: &IrValue) {
        if let IrValue::Numbered(number) = value {
            self.next = number.saturating_add(1);
        }
    }
}

/// Instructions that end a block.
const TERMINATORS: &[&str] =
    &["ret", "br", "switch", "indirectbr", "invoke", "callbr", "resume", "unreachable", "cleanupret", "catchret", "catchswitch"];

/// Words that begin other instructions without a result or whose result has no name.
const OTHERS: &[&str] =
    &["store", "fence", "call", "tail", "musttail", "notail", "load", "cmpxchg", "atomicrmw", "va_arg", "landingpad", "freeze"];

impl IrFunction {
    /// Makes one in which nothing has a name yet.
    pub const fn new(name: IrValue, is_defined: bool) -> Self {
        Self { name, is_defined, personality: None, arguments: Vec::new(), blocks: Vec::new(), values: Vec::new(), allocas: Vec::new() }
    }

    /// Reads the function after `define` or `declare`.
    pub(super) fn read(lexer: &mut Lexer<'_>, is_defined: bool) -> Option<Self> {
        let name = lexer.find_map(|token| if let Token::Named(b'@', name) = token { Some(value(name)) } else { None })?;
        let mut function = Self::new(name, is_defined);
        let mut counter = Counter { next: 0, block_ended: true };
        function.arguments(lexer, &mut counter)?;
        if is_defined && function.attributes(lexer) {
            function.body(lexer, &mut counter);
        }
        Some(function)
    }

    /// Reads what stands between the arguments and the brace of the body; returns whether there is one.
    fn attributes(&mut self, lexer: &mut Lexer<'_>) -> bool {
        let (mut depth, mut is_personality) = (Depth::default(), false);
        // How many braces may still belong to the data before a function: `prefix { i32 } { i32 1 }`, `prologue %named { i32 1 }`.
        let mut braces_of_data = 0;
        for token in lexer {
            let is_outermost = depth.is_outermost();
            match token {
                Token::Mark(b'{') if is_outermost && braces_of_data == 0 => return true,
                Token::Mark(b'{') if is_outermost => braces_of_data -= 1,
                Token::Word("prefix" | "prologue") if is_outermost => braces_of_data = 2,
                Token::Named(b'%', _) if is_outermost && braces_of_data == 2 => braces_of_data = 1,
                _ if is_outermost => braces_of_data = 0,
                _ => {}
            }
            let is_outside = depth.is_outside(&token);
            match token {
                Token::Word("personality") if is_outside => is_personality = true,
                // Old releases convert it: `i8* bitcast (i32 (...)* @f to i8*)`.
                Token::Named(b'@', name) if is_personality => {
                    self.personality.get_or_insert_with(|| value(name));
                }
                _ => {}
            }
        }
        false
    }

    /// Reads the arguments in parentheses. The name of an argument is its last token, and not its first, which is a type.
    fn arguments(&mut self, lexer: &mut Lexer<'_>, counter: &mut Counter) -> Option<()> {
        if !matches!(lexer.next()?, Token::Mark(b'(')) {
            return None;
        }
        let mut depth = Depth::default();
        let (mut is_begun, mut name) = (false, None);
        for token in lexer {
            let is_outside = depth.is_outside(&token);
            let is_end = matches!(token, Token::Mark(b')')) && depth.is_below();
            if is_end || is_outside && matches!(token, Token::Mark(b',')) {
                if std::mem::take(&mut is_begun) {
                    let argument = name.take().map_or(IrValue::Numbered(counter.next), value);
                    counter.pass(&argument);
                    self.arguments.push(argument);
                }
                if is_end {
                    return Some(());
                }
                continue;
            }
            if matches!(token, Token::Word("...")) {
                continue;
            }
            name = match token {
                Token::Named(b'%', name) if is_outside && is_begun => Some(name),
                _ => None,
            };
            is_begun = true;
        }
        None
    }

    /// Reads the instructions between braces.
    fn body(&mut self, lexer: &mut Lexer<'_>, counter: &mut Counter) {
        let mut depth = Depth::default();
        // Whether the next word is the opcode of an instruction whose result was named.
        let mut has_result = false;
        while let Some(token) = lexer.next() {
            let is_outside = depth.is_outside(&token);
            if depth.is_below() {
                return;
            }
            match token {
                _ if !is_outside => {}
                Token::Label(label) => self.block(value(label), counter),
                Token::Named(b'%', name) if lexer.eat('=') => {
                    self.instruction(counter);
                    let value = value(name);
                    counter.pass(&value);
                    has_result = true;
                    self.values.push(value);
                }
                // A word before a parenthesis is a constant, or an attribute of a type.
                Token::Word(word) if has_result || !lexer.rest().starts_with('(') => {
                    let is_terminator = TERMINATORS.contains(&word);
                    if !has_result && (is_terminator || OTHERS.contains(&word)) {
                        self.instruction(counter);
                    }
                    if has_result && word == "alloca" {
                        self.allocas.extend(self.values.last().cloned());
                    }
                    has_result = false;
                    counter.block_ended |= is_terminator;
                }
                _ => {}
            }
        }
    }

    /// Begins a block.
    fn block(&mut self, block: IrValue, counter: &mut Counter) {
        counter.pass(&block);
        self.blocks.push(block);
        counter.block_ended = false;
    }

    /// Handles an instruction: an unlabelled instruction after the end of a block begins another block.
    fn instruction(&mut self, counter: &mut Counter) {
        if counter.block_ended {
            self.block(IrValue::Numbered(counter.next), counter);
        }
    }
}
