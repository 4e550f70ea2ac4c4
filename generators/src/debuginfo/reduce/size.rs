//! The size of a module, which every reduction decreases.

use irsmith_debuginfo::tables::{Kind, Layout};
use irsmith_debuginfo::{ByteOrder, Header, Info, Instruction, Module};
use std::collections::BTreeSet;

/// Cost of an instruction in addition to its words.
const INSTRUCTION: u64 = 32;
/// Cost of a word: more than the 32 bits of a literal, so that removing a word always decreases the size.
const WORD: u64 = 64;
/// Cost of a debug instruction other than DebugInfoNone.
const INFORMATION: u32 = 16;

/// Returns the size of a module. Words have the largest weight, then the contents of debug instructions: the bits of their literals, and
/// the ids that are not DebugInfoNone. Last comes the difference of the header from the usual one.
pub fn size(module: &Module) -> u64 {
    let debugs = module.instructions.iter().filter_map(Instruction::debug);
    let nones: BTreeSet<u32> = debugs.filter(|debug| debug.info == Info::InfoNone {}).map(|debug| debug.result.0).collect();
    header(&module.header) + module.instructions.iter().map(|each| instruction(each, &nones)).sum::<u64>()
}

fn header(header: &Header) -> u64 {
    let usual = Header::default();
    let odd = [header.order != ByteOrder::Little, header.version != usual.version, header.generator != 0, header.schema != 0];
    odd.iter().map(|&odd| u64::from(odd)).sum::<u64>() + u64::from(header.bound)
}

fn instruction(instruction: &Instruction, nones: &BTreeSet<u32>) -> u64 {
    let (words, says) = match instruction {
        Instruction::Core(core) => (1 + core.words.len(), 0),
        Instruction::Debug(debug) => {
            let (mut words, mut says) = (5, if debug.info == (Info::InfoNone {}) { 0 } else { INFORMATION });
            debug.info.for_each_word(Layout::Specified, |_, kind, word| {
                words += 1;
                says += if kind == Kind::Id { u32::from(!nones.contains(&word)) } else { u32::BITS - word.leading_zeros() };
            });
            (words, says)
        }
    };
    INSTRUCTION + WORD * words as u64 + u64::from(says)
}
