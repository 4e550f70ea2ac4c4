//! Makes what only `NonSemantic.Shader.DebugInfo` has. What needs something that the module lacks makes nothing.

use super::parts::Parts;
use crate::Choices;
use irsmith_debuginfo::Instruction;
use irsmith_debuginfo::tables::ShaderOp;
use spirv::Op;

/// FlagUnknownPhysicalLayout.
const UNKNOWN_LAYOUT: u32 = 1 << 17;
/// Digits of build identifiers.
const DIGITS: &[u8] = b"0123456789abcdef";

/// Draws one of these instructions, and returns its result.
fn pick(parts: &Parts, choices: &mut Choices<'_, '_>, op: ShaderOp) -> Option<u32> {
    choices.pick(&parts.places(op)).map(|&at| parts.debug[at].words[1])
}

/// Continues the text of a source, which gets one if it has none.
pub(super) fn continued(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    let Some(&at) = choices.pick(&parts.places(ShaderOp::Source)) else { return };
    if parts.debug[at].words.len() == 5 {
        let text = parts.string("void f();\n");
        parts.debug[at].words.push(text);
    }
    for count in 1..=1 + choices.below(2) {
        let text = parts.string("int x;\n");
        let continued = parts.instruction(ShaderOp::SourceContinued, &[text]);
        parts.debug.insert(at + count, continued);
    }
}

/// Adds lines to blocks.
pub(super) fn lines(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    for _ in 0..1 + choices.below(4) {
        let Some(source) = pick(parts, choices, ShaderOp::Source) else { return };
        let (line, column) = (choices.below(200) as u32, choices.below(80) as u32);
        let (lines, columns) = (choices.below(3) as u32, choices.below(20) as u32);
        // Behind the first line a column may be any.
        let last = if lines == 0 { column + columns } else { columns };
        let operands = [line, line + lines, column, last].map(|value| parts.constant(value));
        insert(parts, choices, ShaderOp::Line, &[&[source], operands.as_slice()].concat());
    }
}

/// Ends the effect of lines.
pub(super) fn no_lines(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    for _ in 0..1 + choices.below(2) {
        insert(parts, choices, ShaderOp::NoLine, &[]);
    }
}

/// Inserts an instruction at some place in a block at which it may stand.
fn insert(parts: &mut Parts, choices: &mut Choices<'_, '_>, op: ShaderOp, operands: &[u32]) {
    let mut places = Vec::new();
    // Whether the beginning of a block, or its end, has been read.
    let (mut begins, mut ends) = (true, true);
    for (at, instruction) in parts.bodies.iter().enumerate() {
        let Some(core) = instruction.core() else { continue };
        match Op::from_u32(core.opcode.into()) {
            Some(Op::Label) => (begins, ends) = (true, false),
            Some(Op::Phi | Op::Variable | Op::Line | Op::NoLine) if begins => {}
            _ if ends => {}
            op => {
                begins = false;
                places.push(at);
                ends = matches!(
                    op,
                    Some(
                        Op::SelectionMerge
                            | Op::LoopMerge
                            | Op::Branch
                            | Op::BranchConditional
                            | Op::Switch
                            | Op::Return
                            | Op::ReturnValue
                            | Op::Kill
                            | Op::Unreachable
                    )
                );
            }
        }
    }
    if let Some(&at) = choices.pick(&places) {
        let core = parts.instruction(op, operands);
        parts.bodies.insert(at, Instruction::Core(core));
    }
}

/// Identifies the build.
pub(super) fn identifier(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    let length = *choices.pick(&[32, 64]).unwrap_or(&32);
    let text: String = (0..length).map(|_| char::from(*choices.pick(DIGITS).unwrap_or(&b'0'))).collect();
    let (text, flags) = (parts.string(&text), parts.constant(choices.below(2) as u32));
    parts.add(ShaderOp::BuildIdentifier, &[text, flags]);
}

/// States where debug information is stored.
pub(super) fn storage_path(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    let text = parts.string(choices.pick(&["/debug/a.spv", "a.spv", ""]).unwrap_or(&""));
    parts.add(ShaderOp::StoragePath, &[text]);
}

/// Describes an entry point.
pub(super) fn entry_point(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    let (function, unit) = (pick(parts, choices, ShaderOp::Function), pick(parts, choices, ShaderOp::CompilationUnit));
    let (Some(function), Some(unit)) = (function, unit) else { return };
    let (signature, arguments) = (parts.string("irsmith"), parts.string(choices.pick(&["-O0 -g", ""]).unwrap_or(&"")));
    parts.add(ShaderOp::EntryPoint, &[function, unit, signature, arguments]);
}

/// Makes a matrix of a vector that there is.
pub(super) fn matrix(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    let Some(vector) = pick(parts, choices, ShaderOp::TypeVector) else { return };
    let (count, columns) = (parts.constant(2 + choices.below(3) as u32), parts.boolean(choices.chance(128)));
    let matrix = parts.add(ShaderOp::TypeMatrix, &[vector, count, columns]);
    take(parts, choices, matrix);
}

/// Makes a vector with a number of elements that a constant states.
pub(super) fn vector(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    let Some(component) = pick(parts, choices, ShaderOp::TypeBasic) else { return };
    let count = parts.constant(1 + choices.below(16) as u32);
    parts.use_newer();
    let vector = parts.add(ShaderOp::TypeVectorIdEXT, &[component, count]);
    take(parts, choices, vector);
}

/// Makes a cooperative matrix.
pub(super) fn cooperative_matrix(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    let Some(component) = pick(parts, choices, ShaderOp::TypeBasic) else { return };
    let draws = [2 + choices.below(2), 1 + choices.below(16), 1 + choices.below(16), choices.below(3)];
    let [scope, rows, columns, usage] = draws.map(|value| parts.constant(value as u32));
    parts.use_newer();
    let matrix = parts.add(ShaderOp::TypeCooperativeMatrixKHR, &[component, scope, rows, columns, usage]);
    take(parts, choices, matrix);
}

/// Gives a basic type the encoding of a special float.
pub(super) fn float_encoding(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    let Some(&at) = choices.pick(&parts.places(ShaderOp::TypeBasic)) else { return };
    let encoding = parts.constant(choices.below(4) as u32);
    parts.use_newer();
    parts.debug[at].words.push(encoding);
}

/// States that the layout of a type is not known.
pub(super) fn unknown_layout(parts: &mut Parts, choices: &mut Choices<'_, '_>) {
    let Some(&at) = choices.pick(&parts.places(ShaderOp::TypeBasic)) else { return };
    let flags = parts.constant(UNKNOWN_LAYOUT);
    parts.debug[at].words[7] = flags;
}

/// Lets a type of functions name a type, for half of the types.
fn take(parts: &mut Parts, choices: &mut Choices<'_, '_>, ty: u32) {
    if choices.chance(128) {
        let (flags, void) = (parts.constant(0), parts.void.0);
        parts.add(ShaderOp::TypeFunction, &[flags, void, ty]);
    }
}
