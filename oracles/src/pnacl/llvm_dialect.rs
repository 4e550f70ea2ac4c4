//! Where PNaCl bitstreams go beyond LLVM's, so that LLVM's readers cannot be compared.

use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::{AbbreviationOperand, ItemKind, Scalar};

/// Returns why readers of LLVM bitstreams cannot be run on a stream, if they cannot.
pub(super) fn beyond_llvm(stream: &Stream) -> Option<&'static str> {
    for abbreviation in stream.abbreviations() {
        if let [AbbreviationOperand::Array(_)] = abbreviation.operands[..] {
            return Some("llvm-has-no-code-in-array");
        }
        // LLVM reads an element of no bits as the literal 0.
        let is_literal = |operand: &AbbreviationOperand| {
            matches!(operand, AbbreviationOperand::Array(Scalar::Literal(_) | Scalar::Fixed(0) | Scalar::Vbr(0)))
        };
        if abbreviation.operands.iter().any(is_literal) {
            return Some("llvm-has-no-literal-arrays");
        }
    }
    if !stream.header.bytes().len().is_multiple_of(4) {
        return Some("llvm-wants-whole-words");
    }
    odd_blocks(stream)
}

/// The code of an abbreviations block that begins a section (SETBID).
const SECTION: u32 = 1;

/// Codes of an abbreviations block that give a block or its records a name in LLVM, by which it prints them (BLOCKNAME, SETRECORDNAME).
const NAMES: [u32; 2] = [2, 3];

/// LLVM joins several abbreviations blocks where PNaCl ignores all but the first; in such a block, LLVM supports no blocks and no
/// definitions before the first section, reads names, and takes 32 bits of the id that begins a section. It requires widths of 2 to 32 bits
/// for abbreviation ids.
fn odd_blocks(stream: &Stream) -> Option<&'static str> {
    let mut abbreviation_blocks = 0;
    let mut open = Vec::new();
    let mut in_section = false;
    for item in stream.items() {
        match item.kind {
            ItemKind::Enter { width, .. } if !(2..=32).contains(&width) => return Some("llvm-has-no-such-width"),
            ItemKind::Enter { .. } if open.last() == Some(&0) => return Some("llvm-has-no-block-in-abbreviations"),
            ItemKind::Enter { block, .. } => {
                abbreviation_blocks += u32::from(block == 0);
                open.push(block);
            }
            ItemKind::End => drop(open.pop()),
            ItemKind::Define(_) if open.last() == Some(&0) && !in_section => return Some("llvm-has-no-definition-before-section"),
            ItemKind::Record(ref record) if open.last() == Some(&0) && NAMES.contains(&record.code) => return Some("llvm-names-blocks"),
            ItemKind::Record(ref record) if open.last() == Some(&0) => {
                let block = stream.operands(record).first().filter(|_| record.code == SECTION);
                if block.is_some_and(|block| u32::try_from(*block).is_err()) {
                    return Some("llvm-cuts-block-ids");
                }
                in_section = true;
            }
            ItemKind::Record(_) | ItemKind::Define(_) => {}
        }
    }
    (abbreviation_blocks > 1).then_some("llvm-merges-abbreviation-blocks")
}

#[cfg(test)]
mod tests {
    use super::beyond_llvm;
    use irsmith_pnacl::Stream;
    use irsmith_pnacl::stream::{Abbreviation, AbbreviationOperand, Scalar, UNABBREV_RECORD};

    /// The record is one of the abbreviations block that selects a block, or names it.
    #[test]
    fn names_of_blocks_are_beyond_what_is_compared() {
        let reason = |code, block| {
            let mut stream = Stream::new();
            stream.enter(8, 2);
            stream.enter(0, 2);
            stream.record(UNABBREV_RECORD, 1, &[block]);
            stream.record(UNABBREV_RECORD, code, &[0]);
            stream.end();
            stream.end();
            beyond_llvm(&stream)
        };
        let names = Some("llvm-names-blocks");
        assert_eq!([1, 2, 3, 4].map(|code| reason(code, 14)), [None, names, names, None]);
        assert_eq!(reason(1, (1 << 32) + 14), Some("llvm-cuts-block-ids"));
    }

    #[test]
    fn elements_of_no_bits_are_literals() {
        let reason = |element| {
            let mut stream = Stream::new();
            let operands = [AbbreviationOperand::Scalar(Scalar::Vbr(6)), AbbreviationOperand::Array(element)].into_iter().collect();
            stream.define(Abbreviation { operands });
            beyond_llvm(&stream)
        };
        for element in [Scalar::Literal(1), Scalar::Fixed(0), Scalar::Vbr(0)] {
            assert_eq!(reason(element), Some("llvm-has-no-literal-arrays"), "{element:?}");
        }
        for element in [Scalar::Fixed(1), Scalar::Vbr(2), Scalar::Char6] {
            assert_eq!(reason(element), None, "{element:?}");
        }
    }
}
