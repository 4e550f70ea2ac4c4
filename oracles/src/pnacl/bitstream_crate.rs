//! Checks that an independent reader of LLVM bitstreams, the crate `llvm-bitstream`, reads the same records.
//!
//! After its header a PNaCl file is an LLVM bitstream. The crate does not use our tables, so this finds a fault that our reader and writer
//! share.

use super::difference::element_at;
use super::llvm_dialect::beyond_llvm;
use super::{Case, NO_MODULE, Oracle, UNREADABLE};
use crate::{Check, Failure, Family, Needs, Signature, Verdict};
use irsmith_generators::pnacl::rewrite_abbreviations_as_llvm;
use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::{AbbreviationOperand, ItemKind, Scalar};
use llvm_bitstream::Bitstream;
use llvm_bitstream::parser::StreamEntry;
use std::panic::catch_unwind;

/// The oracle.
pub const BITSTREAM_CRATE: Oracle = Oracle {
    name: "bitstream-crate",
    family: Family::Agreement,
    about: "the crate llvm-bitstream reads the same blocks, codes and operands",
    floor: 75,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// The magic number that replaces the header; the crate does not check it.
const MAGIC: &[u8; 4] = b"BC\xc0\xde";

/// The same comparison for the writer's output with other abbreviations: forms that the standard ones lack.
pub const BITSTREAM_CRATE_REWRITTEN: Oracle = Oracle {
    name: "bitstream-crate-rewritten",
    family: Family::Agreement,
    about: "the crate llvm-bitstream reads the same records when they are written with other abbreviations",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check_rewritten),
};

fn check(case: &Case) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    judge(BITSTREAM_CRATE.name, case, stream, case.bytes())
}

fn check_rewritten(case: &Case) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    let rewritten = rewrite_abbreviations_as_llvm(stream, &mut arbitrary::Unstructured::new(&case.choices(1)));
    match rewritten.write() {
        Ok(bytes) => judge(BITSTREAM_CRATE_REWRITTEN.name, case, &rewritten, &bytes),
        Err(error) => Verdict::fail(BITSTREAM_CRATE_REWRITTEN.name, "cannot-write", "stream", error.to_string()),
    }
}

/// Checks that the crate reads the content of `stream` from `bytes`.
fn judge(oracle: &'static str, case: &Case, stream: &Stream, bytes: &[u8]) -> Verdict {
    if let Some(reason) = beyond_the_crate(stream) {
        return Verdict::Skip(reason);
    }
    let mut llvm = MAGIC.to_vec();
    llvm.extend_from_slice(&bytes[stream.header.bytes().len()..]);
    match catch_unwind(|| entries(llvm)) {
        // It assumes well-formed input and panics on other input; this is known.
        Err(_) => Verdict::Skip("crate-panicked"),
        // A stream that is not a module need not be a bitstream to other readers.
        Ok(Err(_)) if case.module_or_skip().is_err() => Verdict::Skip(NO_MODULE),
        Ok(Err(error)) => {
            fail(oracle, "refused", "stream".into(), format!("we read {} items; the crate says: {error}", stream.items().len()))
        }
        Ok(Ok(theirs)) => compare(oracle, stream, &theirs),
    }
}

fn fail(oracle: &'static str, property: &'static str, element: String, evidence: String) -> Verdict {
    let mut signature = Signature::new(oracle, property, element);
    signature.implementations.push("llvm-bitstream".into());
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}

/// Returns what the crate is known not to support although PNaCl allows it.
fn beyond_the_crate(stream: &Stream) -> Option<&'static str> {
    let empty = |operand: &AbbreviationOperand| match *operand {
        AbbreviationOperand::Array(scalar) | AbbreviationOperand::Scalar(scalar) => matches!(scalar, Scalar::Fixed(0) | Scalar::Vbr(0 | 1)),
    };
    let mut operands = stream.abbreviations().iter().flat_map(|abbreviation| &abbreviation.operands);
    if operands.any(empty) { Some("crate-has-no-zero-width") } else { beyond_llvm(stream) }
}

/// A block enter, its end, or a record: its code, then its operands.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    Enter(u64),
    End,
    Record(Vec<u64>),
}

fn entries(bytes: Vec<u8>) -> Result<Vec<Entry>, String> {
    let stream = Bitstream::from_raw(bytes).map_err(|error| error.to_string())?;
    stream
        .map(|entry| {
            Ok(match entry.map_err(|error| error.to_string())? {
                StreamEntry::EndBlock => Entry::End,
                StreamEntry::SubBlock(block) => Entry::Enter(block.block_id),
                StreamEntry::Record(record) => {
                    let mut values = vec![record.code];
                    values.extend_from_slice(&record.fields);
                    Entry::Record(values)
                }
            })
        })
        .collect()
}

fn compare(oracle: &'static str, stream: &Stream, theirs: &[Entry]) -> Verdict {
    let mut theirs = theirs.iter();
    // The crate does not return definitions and the abbreviations block.
    for (index, item) in stream.content() {
        let ours = match &item.kind {
            ItemKind::Enter { block, .. } => Entry::Enter(u64::from(*block)),
            ItemKind::Record(record) => {
                let mut values = vec![u64::from(record.code)];
                values.extend_from_slice(stream.operands(record));
                Entry::Record(values)
            }
            ItemKind::End | ItemKind::Define(_) => Entry::End,
        };
        let their = theirs.next();
        if their != Some(&ours) {
            let evidence = format!("item {index}, at {}\n  ours:   {ours:?}\n  theirs: {their:?}", item.at());
            return fail(oracle, "records-differ", element_at(stream, index), evidence);
        }
    }
    match theirs.next() {
        None => Verdict::Pass,
        Some(entry) => fail(oracle, "records-differ", "end of stream".into(), format!("the crate reads on: {entry:?}")),
    }
}
