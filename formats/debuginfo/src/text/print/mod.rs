//! Prints words as text.

mod debug;
mod header;
mod instruction;
mod operands;

use crate::Stream;
use crate::grammar::Context;

pub(super) fn print(stream: &Stream) -> String {
    // A word needs about six characters in real modules.
    let mut out = String::with_capacity(stream.words().len() * 8);
    header::print(&stream.header(), &mut out);
    let mut context = Context::default();
    for raw in stream.instructions() {
        instruction::print(&context, raw, &mut out);
        context.see(raw.opcode, raw.words);
    }
    out
}

/// Appends formatted text. Writing to a string cannot fail.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        use std::fmt::Write;
        let _ = write!($out, $($text)*);
    }};
}
use put;
