//! Edges of the words of core instructions.

use super::{At, Edge, breaks, keeps, string, with_string};
use crate::debuginfo::breakers::draft::Draft;
use irsmith_debuginfo::{CoreInstruction, Instruction};
use spirv::Op;

pub(super) const EDGES: &[Edge] = &[
    breaks("instruction-unknown", "inserts an instruction without a name", |draft| {
        let at = draft.in_block()?;
        let opcode = draft.pick(&[u16::MAX, 0x7fff, 13, 447])?;
        draft.model.instructions.insert(at, Instruction::Core(CoreInstruction { opcode, words: irsmith_debuginfo::Words::new() }));
        Some(At::Instruction(at))
    }),
    breaks("instruction-unknown", "calls an instruction that an extended set lacks", |draft| extended(draft, 9999, 1)),
    breaks("operand-count", "calls an extended instruction without its operand", |draft| extended(draft, ROUND, 0)),
    breaks("operand-count", "calls an extended instruction with two operands for one", |draft| extended(draft, ROUND, 2)),
    keeps("calls an extended instruction", |draft| extended(draft, ROUND, 1)),
    breaks("operand-count", "gives an OpNop an operand", |draft| {
        let at = draft.in_block()?;
        draft.put(at, Op::Nop, [0])
    }),
    keeps("inserts an OpNop into a block", |draft| {
        let at = draft.in_block()?;
        draft.put(at, Op::Nop, [])
    }),
    breaks("operand-count", "leaves an OpName without its string", |draft| {
        let (at, void) = (draft.core(Op::Name)?, draft.void()?);
        draft.put(at, Op::Name, [void])
    }),
    breaks("operand-count", "leaves a string without its end", |draft| {
        let (at, id) = (draft.core(Op::String)?, draft.fresh()?);
        draft.put(at, Op::String, [id, u32::from_le_bytes(*b"abcd")])
    }),
    breaks("operand-count", "puts a word behind a string", |draft| {
        let (at, id) = (draft.core(Op::String)?, draft.fresh()?);
        let words = with_string(&[id], "a");
        draft.put(at, Op::String, words.into_iter().chain([0]))
    }),
    keeps("inserts a string of any length", |draft| {
        let (at, id) = (draft.core(Op::String)?, draft.fresh()?);
        let text = "abcdefghi";
        let length = draft.choices.below(text.len());
        draft.put(at, Op::String, with_string(&[id], &text[..length]))
    }),
    breaks("operand-count", "takes an operand of the memory model away", |draft| {
        let at = draft.core(Op::MemoryModel)?;
        draft.words_mut(at)?.truncate(1);
        Some(At::Instruction(at))
    }),
    breaks("enumerant-unknown", "declares a capability that does not exist", |draft| draft.put(0, Op::Capability, [0x3fff])),
    breaks("enumerant-unknown", "sets an unknown bit of the control of a function", |draft| {
        let at = draft.core(Op::Function)?;
        *draft.words_mut(at)?.get_mut(2)? |= 1 << 30;
        Some(At::Instruction(at))
    }),
    breaks("number-type", "gives a constant the type void", |draft| {
        let (at, id, void) = (draft.globals_end()?, draft.fresh()?, draft.void()?);
        draft.put(at, Op::Constant, [void, id, 0])
    }),
    breaks("number-bits", "sets a bit of a constant that its narrow type does not have", |draft| {
        let (signed, word) = draft.pick(&[(0, 0x100), (0, u32::MAX), (1, 0x80), (1, 0xff), (1, 0xffff_ff7f)])?;
        byte(draft, signed, word)
    }),
    keeps("makes a constant of a narrow type, with copies of its sign", |draft| {
        let (signed, word) = draft.pick(&[(0, 0), (0, 0xff), (1, 0x7f), (1, u32::MAX), (1, 0xffff_ff80)])?;
        byte(draft, signed, word)
    }),
    breaks("core-operand", "makes a string a type", |draft| {
        let (at, id, text) = (draft.globals_end()?, draft.fresh()?, draft.result_of(Op::String)?);
        draft.put(at, Op::Undef, [text, id])
    }),
    breaks("core-operand", "copies a type", |draft| {
        let (at, id, ty) = (draft.in_block()?, draft.fresh()?, draft.scalar()?);
        draft.put(at, Op::CopyObject, [ty, id, ty])
    }),
    breaks("core-operand", "copies a label", |draft| {
        let (label, id, ty) = (draft.core(Op::Label)?, draft.fresh()?, draft.scalar()?);
        let label_id = draft.model.instructions[label].result()?.0;
        // Behind the label, in its block, unless phis and variables follow.
        let next = draft.core_at(label + 1).is_none_or(|next| !next.is(Op::Phi) && !next.is(Op::Variable));
        if next { draft.put(label + 1, Op::CopyObject, [ty, id, label_id]) } else { None }
    }),
    keeps("makes an undefined value of a type", |draft| {
        let (at, id, ty) = (draft.globals_end()?, draft.fresh()?, draft.scalar()?);
        draft.put(at, Op::Undef, [ty, id])
    }),
    keeps("makes a vector type of 2, 3, 4, 8 or 16 components", |draft| vector(draft, &[2, 3, 4, 8, 16])),
    breaks("vector-size", "makes a vector type of another size", |draft| vector(draft, &[0, 1, 5, 6, 7, 9, 15, 17, 32, u32::MAX])),
    keeps("makes a vector type of any size where a capability allows it", |draft| {
        draft.insert(0, Op::Capability, [spirv::Capability::LongVectorEXT as u32])?;
        vector(draft, &[1, 5, 7, 9, 17, u32::MAX])
    }),
    breaks("set-import", "calls an instruction of a type", |draft| {
        let (at, id, void) = (draft.in_block()?, draft.fresh()?, draft.void()?);
        draft.put(at, Op::ExtInst, [void, id, void, 1])
    }),
];

/// Round of GLSL.std.450.
const ROUND: u32 = 1;

/// Imports a set, and calls an instruction of it with so many operands.
fn extended(draft: &mut Draft<'_, '_>, number: u32, operands: usize) -> Option<At> {
    let import = draft.core(Op::ExtInstImport)?;
    let set = draft.fresh()?;
    draft.insert(import, Op::ExtInstImport, std::iter::once(set).chain(string("GLSL.std.450")))?;
    // A constant, which every block may name.
    let constant = draft.core(Op::Constant)?;
    let constant = draft.core_at(constant)?;
    let &[ty, value, ..] = constant.words.as_slice() else { return None };
    let (at, id) = (draft.in_block()?, draft.fresh()?);
    draft.put(at, Op::ExtInst, [ty, id, set, number].into_iter().chain(std::iter::repeat_n(value, operands)))
}

/// Makes a constant of a type of eight bits.
fn byte(draft: &mut Draft<'_, '_>, signed: u32, word: u32) -> Option<At> {
    let (at, ty, id) = (draft.globals_end()?, draft.fresh()?, draft.fresh()?);
    draft.insert(at, Op::TypeInt, [ty, 8, signed])?;
    draft.put(at + 1, Op::Constant, [ty, id, word])
}

fn vector(draft: &mut Draft<'_, '_>, sizes: &[u32]) -> Option<At> {
    let (at, id, ty, size) = (draft.globals_end()?, draft.fresh()?, draft.scalar()?, draft.pick(sizes)?);
    draft.put(at, Op::TypeVector, [id, ty, size])
}
