//! The crate `rspirv` parses the same words, identifies the same words as ids, and assembles them again.
//!
//! Its loader rejects debug instructions outside functions, but its parser accepts them. The parser treats all operands of extended
//! instructions as ids; its tables say which really are.

mod again;

use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Failure, Family, Needs, Signature, Verdict};
use again::Again;
use irsmith_debuginfo::text::disassemble;
use irsmith_debuginfo::transform::rename;
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{Id, Module, Stream, grammar};
use rspirv::binary::{DecodeError, ParseState, parse_words};
use rspirv::grammar::{Instruction, OperandQuantifier};
use spirv::Op;

/// The oracle.
pub const RSPIRV: Oracle = Oracle {
    name: "debuginfo-rspirv",
    family: Family::Agreement,
    about: "the crate rspirv parses the same instructions, takes the same words for ids, and assembles the same words",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let (Ok(stream), Some(module)) = (case.stream(), case.module()) else { return Verdict::Skip(UNREADABLE) };
    // Other operations it takes for ones that constants have, and panics on numbers among their operands.
    if operations(stream).any(|row| row.is_none()) {
        return Verdict::Skip("unlisted-operation");
    }
    let is_valid = is_valid(module);
    let mut again = Again::new(stream.header());
    let same = match parse_words(stream.words(), &mut again) {
        Ok(()) => compare("words-changed", stream, &again.words),
        // It accepts what its grammar contains; any mutation can leave that.
        Err(ParseState::OpcodeUnknown(..)) => return Verdict::Skip("rspirv-lacks-the-instruction"),
        Err(ParseState::TypeUnsupported(..)) => return Verdict::Skip("rspirv-lacks-the-type"),
        // Only rspirv rejects this.
        Err(ParseState::OperandError(DecodeError::DecodeStringFailed(..))) => return Verdict::Skip("string-not-utf-8"),
        Err(_)
            if operations(stream).flatten().any(|row| row.operands.iter().any(|operand| operand.quantifier != OperandQuantifier::One)) =>
        {
            return Verdict::Skip("rspirv-takes-each-operand-once");
        }
        Err(_) if !is_valid => return Verdict::Skip("rspirv-refused"),
        Err(state) => Err(fail("refused", "module".into(), format!("{state:?}"))),
    };
    let same = same.and_then(|()| compare_strings(stream, &again));
    let same = same.and_then(|()| if is_valid { compare_ids(module, stream, &again.complemented) } else { Ok(()) });
    same.err().unwrap_or(Verdict::Pass)
}

/// Returns the rows of the instructions that OpSpecConstantOp computes; none for those that it may not.
fn operations(stream: &Stream) -> impl Iterator<Item = Option<&'static Instruction<'static>>> {
    let all = stream.instructions().filter(|raw| raw.opcode == Op::SpecConstantOp as u16);
    all.map(|raw| raw.words.get(2).and_then(|&number| grammar::operation(number)))
}

/// Searches our text for the strings that rspirv has found, in order. Bytes after the end of a string, which rspirv drops, prevent a text
/// of the string.
fn compare_strings(stream: &Stream, again: &Again) -> Result<(), Verdict> {
    if stream.words() != again.words {
        return Ok(());
    }
    let text = disassemble(stream);
    let mut rest = text.as_str();
    for string in &again.strings {
        let quoted = format!("\"{}\"", string.replace('\\', "\\\\").replace('"', "\\\""));
        match rest.split_once(&quoted) {
            Some((_, behind)) => rest = behind,
            None => return Err(fail("string-not-printed", "text".into(), quoted)),
        }
    }
    Ok(())
}

/// Inverts the bits of the words that we identify as ids. Only words of a valid module can be compared so: other operands of debug
/// instructions have no kind.
fn compare_ids(module: &Module, stream: &Stream, theirs: &[u32]) -> Result<(), Verdict> {
    let mut complemented = module.clone();
    let renamed = rename(&mut complemented, |id| Some(Id(!id.0)));
    renamed.map_err(|error| fail("ids-unknown", "module".into(), error.to_string()))?;
    complemented.header.bound = stream.header().bound;
    let ours = complemented.to_stream().map_err(|error| fail("cannot-write", "module".into(), error.to_string()))?;
    compare("ids-differ", &ours, theirs)
}

fn compare(property: &'static str, ours: &Stream, theirs: &[u32]) -> Result<(), Verdict> {
    let words = || ours.words().iter().copied().zip(theirs.iter().copied());
    if ours.words().len() == theirs.len() && words().all(same_word) {
        return Ok(());
    }
    let at = words().take_while(|&pair| same_word(pair)).count();
    let instruction = ours.instructions().take_while(|raw| raw.at <= at).last();
    let element = instruction.and_then(|raw| grammar::row(raw.opcode)).map_or("header".into(), |row| format!("Op{}", row.opname));
    let evidence = format!("word {at}\n  ours:   {:x?}\n  rspirv: {:x?}", ours.words().get(at), theirs.get(at));
    Err(fail(property, element, evidence))
}

/// Returns whether words are equal, except for bytes after the end of a string, which rspirv replaces by zeros.
fn same_word((ours, theirs): (u32, u32)) -> bool {
    let end = ours.to_le_bytes().iter().position(|&byte| byte == 0).map_or(u32::BITS, |at| 8 * at as u32);
    ours == theirs || theirs == ours & !u32::MAX.checked_shl(end).unwrap_or(0)
}

fn fail(property: &'static str, element: String, evidence: String) -> Verdict {
    let signature = Signature { implementations: vec!["rspirv".into()], ..Signature::new(RSPIRV.name, property, element) };
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::Limits;
    use irsmith_debuginfo::text::assemble;

    fn verdict(operation: &str) -> Verdict {
        let head = "OpCapability Kernel OpCapability Linkage OpMemoryModel Logical OpenCL %u = OpTypeInt 32 0 %c = OpConstant %u 1";
        let bytes = assemble(&format!("{head} %d = OpSpecConstantOp %u {operation}")).unwrap().write();
        assert!(Stream::read(&bytes, &Limits::default()).is_ok());
        check(&Case::from(&bytes[..]))
    }

    #[test]
    fn operations_of_constants_are_compared_as_far_as_rspirv_knows_them() {
        assert_eq!(verdict("IAdd %c %c"), Verdict::Pass);
        assert_eq!(verdict("CompositeExtract %c 0"), Verdict::Pass);
        assert_eq!(verdict("CompositeExtract %c 0 0"), Verdict::Skip("rspirv-takes-each-operand-once"));
        // OpConstant, on which rspirv panics, and OpConstantComposite.
        assert_eq!(verdict("!43 !5"), Verdict::Skip("unlisted-operation"));
        assert_eq!(verdict("!44 !2 !2"), Verdict::Skip("unlisted-operation"));
    }
}
