//! Checks of the instructions of `NonSemantic.Shader.DebugInfo`, which stay words.

use super::context::{Context, Described};
use super::literals::has;
use super::roles::{Core, NONE, NOTHING, Names, VARIABLES, is};
use super::{Part, RuleId, debug, operations, roles};
use crate::tables::{
    Count, Enumeration, Flags, InstructionRow, Kind, Layout, Role, SHADER_SETS, ShaderOp, ShaderOperand, ShaderRole, ShaderRow,
};
use crate::{CompositeTag, CoreInstruction, Encoding, Id, ImportedEntityTag, Instruction, Literals, OperationCode, Qualifier, grammar};
use grammar::OperandKind;
use spirv::Op;

/// The layout whose enumerants and operations are those of the set.
const LAYOUT: Layout = Layout::OpenCl;
/// FlagUnknownPhysicalLayout, which only this set has.
const UNKNOWN_LAYOUT: u32 = 1 << 17;
/// IdentifierPossibleDuplicates, the only flag of build identifiers.
const POSSIBLE_DUPLICATES: u64 = 1;
/// Digits of a build identifier, at least.
const DIGITS: usize = 32;

/// Types of the other sets, parameters of templates, which SPIRV-Tools accept as types too, and types that only this set has.
const TYPES: u128 = roles::TYPES
    | bits(&[
        ShaderOp::TypeTemplateParameter,
        ShaderOp::TypeTemplateTemplateParameter,
        ShaderOp::TypeMatrix,
        ShaderOp::TypeVectorIdEXT,
        ShaderOp::TypeCooperativeMatrixKHR,
    ]);

/// Returns the bits of these instructions.
const fn bits(ops: &[ShaderOp]) -> u128 {
    let (mut bits, mut at) = (0, 0);
    while at < ops.len() {
        bits |= 1 << ops[at].number();
        at += 1;
    }
    bits
}

/// Returns what an operand of a role may name, in this instruction.
fn names(role: ShaderRole, op: ShaderOp) -> Option<Names> {
    let own = |rule, core, debug, text| Names { rule, core, debug, text };
    let role = match role {
        ShaderRole::Shared(role) => role,
        ShaderRole::Constant(_) => return Some(own(RuleId::OperandNumber, &[Core::Number], NOTHING, "an integer OpConstant of 32 bits")),
        ShaderRole::AnyConstant => {
            return Some(own(RuleId::OperandNumber, &[Core::AnyNumber], NOTHING, "a constant integer of 32 bits"));
        }
        ShaderRole::Dimension => {
            return Some(own(RuleId::OperandCountOf, &[Core::AnyUnsigned], NOTHING, "an unsigned constant integer of 32 bits"));
        }
        ShaderRole::Initializer => return Some(own(RuleId::OperandInitializer, &[Core::AnyConstant], NOTHING, "a constant")),
        ShaderRole::Boolean => return Some(own(RuleId::OperandBoolean, &[Core::Boolean], NOTHING, "OpConstantTrue or OpConstantFalse")),
        ShaderRole::DebugFunction => {
            return Some(own(RuleId::OperandDebugFunction, &[], NONE | bits(&[ShaderOp::Function]), "a DebugFunction"));
        }
        ShaderRole::Unit => {
            return Some(own(RuleId::OperandUnit, &[], NONE | bits(&[ShaderOp::CompilationUnit]), "a DebugCompilationUnit"));
        }
        ShaderRole::Vector => return Some(own(RuleId::OperandVector, &[], NONE | bits(&[ShaderOp::TypeVector]), "a DebugTypeVector")),
    };
    let shared = roles::names(role, InstructionRow::find(LAYOUT, op.number()).map(|row| row.op), LAYOUT)?;
    Some(match role {
        // The newest revision says "constant instruction".
        Role::Size if matches!(op, ShaderOp::TypeBasic | ShaderOp::TypeEnum) => {
            Names { core: &[Core::Sized], text: "an integer OpConstant of 32 or 64 bits", ..shared }
        }
        Role::Size => Names { core: &[Core::AnySized], text: "a constant integer of 32 or 64 bits", ..shared },
        Role::Offset => Names { core: &[Core::AnyInteger], text: "a constant integer", ..shared },
        Role::Value => Names { core: &[Core::AnyInteger], text: "a constant integer or DebugInfoNone", ..shared },
        Role::Count => Names { core: &[Core::AnySized], text: "a constant integer of 32 or 64 bits, or a variable", ..shared },
        Role::Type | Role::ReturnType => Names { debug: TYPES, ..shared },
        Role::Global => Names {
            debug: shared.debug | bits(&[ShaderOp::Expression]),
            text: "an OpVariable, a constant, a DebugExpression or DebugInfoNone",
            ..shared
        },
        Role::Function => Names { debug: NOTHING, text: "an OpFunction", ..shared },
        // SPIRV-Tools also accept an index that a variable of the source program holds.
        Role::Index => Names { debug: VARIABLES, text: "an integer or a variable", ..shared },
        _ => shared,
    })
}

/// Checks an instruction, if it belongs to the set.
pub(super) fn check(context: &mut Context<'_>, index: usize, core: &CoreInstruction) {
    let Some(row) = context.shader_row(core) else { return };
    debug::check_result_type(context, index, Id(core.words[0]));
    let operands = &core.words[4..];
    for (ordinal, &word) in operands.iter().enumerate() {
        if let Some(operand) = row.operand(ordinal) {
            check_operand(context, index, row, ordinal, operand, Id(word));
        }
    }
    if !row.allows(operands.len()) {
        // The core grammar has the first version, and has counted its operands.
        if context.shader_set(core) != Some(SHADER_SETS[0]) {
            context.add(RuleId::DebugOperands, index, format_args!("it does not have {} operands", operands.len()));
        }
        return;
    }
    match row.op {
        ShaderOp::Line => check_line(context, index, operands),
        ShaderOp::Operation => check_operation(context, index, operands),
        ShaderOp::SourceContinued => check_continued(context, index),
        ShaderOp::BuildIdentifier => check_identifier(context, index, operands),
        ShaderOp::TypeArray if operands.len() == 1 => {
            context.add(RuleId::ArrayCounts, index, format_args!("the array has no component count"));
        }
        ShaderOp::TypeVector if context.constant(Id(operands[1])) == Some(0) => {
            context.add(RuleId::VectorCount, index, format_args!("a vector of no elements"));
        }
        ShaderOp::TypeComposite => check_opaque(context, index, operands),
        _ => {}
    }
}

fn check_operand(context: &mut Context<'_>, index: usize, row: &ShaderRow, ordinal: usize, operand: &ShaderOperand, id: Id) {
    let first = row.operands.len() - 1;
    let is_name = operand.count == Count::Pairs && (ordinal - first) % 2 == 1;
    let role = if is_name { ShaderRole::Shared(Role::Name) } else { operand.role };
    let repeats = matches!(operand.count, Count::Many | Count::Pairs);
    let part = Part::Operand { site: context.site(index), field: operand.name, item: repeats.then(|| ordinal - first) };
    let (Some(names), Some(named)) = (names(role, row.op), context.instruction(id)) else { return };
    let shader = named.core().and_then(|core| context.shader_row(core));
    let fits = match shader {
        Some(row) => names.debug >> row.number & 1 != 0,
        None => names.core.iter().any(|&core| is(context, id, core)),
    };
    if !fits {
        let described = shader.map_or_else(|| Described(Some(named)).to_string(), |row| row.name.to_owned());
        context.report.add(names.rule, part, format_args!("{id} is {described}, not {}", names.text));
    } else if role == ShaderRole::Shared(Role::Scope) && shader.is_some_and(|row| row.op == ShaderOp::LexicalBlockDiscriminator) {
        context.report.add(RuleId::DiscriminatorScope, part, format_args!("{id} is a discriminator"));
    } else if let ShaderRole::Constant(kind) = role
        && let Some(value) = context.constant(id)
    {
        check_value(context, part, kind, value as u32);
    }
}

fn check_value(context: &mut Context<'_>, part: Part, kind: Kind, value: u32) {
    let known = match kind {
        Kind::Encoding => has::<Encoding>(LAYOUT, value),
        Kind::CompositeTag => has::<CompositeTag>(LAYOUT, value),
        Kind::Qualifier => has::<Qualifier>(LAYOUT, value),
        Kind::ImportedEntityTag => has::<ImportedEntityTag>(LAYOUT, value),
        Kind::SourceLanguage => grammar::enumerant(OperandKind::SourceLanguage, value).is_some(),
        Kind::StorageClass => grammar::enumerant(OperandKind::StorageClass, value).is_some(),
        Kind::Flags => {
            let known = Flags::names(LAYOUT).iter().fold(UNKNOWN_LAYOUT, |mask, name| mask | name.0);
            if value & !known != 0 {
                context.report.add(RuleId::DebugFlags, part, format_args!("{:#x} are no flags of the set", value & !known));
            }
            return;
        }
        Kind::OperationCode | Kind::Id | Kind::Literal => true,
    };
    if !known {
        context.report.add(RuleId::DebugEnumerant, part, format_args!("{value} is no {kind:?} of the set"));
    }
}

/// Checks the lines and columns of a DebugLine, as far as they are constants.
fn check_line(context: &mut Context<'_>, index: usize, operands: &[u32]) {
    let number =
        |at: usize| operands.get(at).map(|&id| Id(id)).filter(|&id| is(context, id, Core::Number)).and_then(|id| context.constant(id));
    let (Some(from), Some(to)) = (number(1), number(2)) else { return };
    if to < from {
        context.add(RuleId::LineRange, index, format_args!("it ends in line {to}, before line {from}"));
        return;
    }
    if let (true, Some(from), Some(to)) = (from == to, number(3), number(4))
        && to < from
    {
        context.add(RuleId::LineRange, index, format_args!("it ends in column {to}, before column {from}"));
    }
}

/// Checks an operation like those of the other sets, if all its operands are constants.
fn check_operation(context: &mut Context<'_>, index: usize, operands: &[u32]) {
    let values: Option<Literals> = operands.iter().map(|&id| Some(context.constant(Id(id))? as u32)).collect();
    if let Some([code, literals @ ..]) = values.as_deref() {
        operations::check(context, index, LAYOUT, OperationCode(*code), literals);
    }
}

/// A text is continued directly behind it.
fn check_continued(context: &mut Context<'_>, index: usize) {
    let before = index.checked_sub(1).and_then(|before| context.module.instructions[before].core());
    let continues = before.is_some_and(|core| match context.shader_row(core).map(|row| row.op) {
        Some(ShaderOp::Source) => core.words.len() == 6,
        Some(ShaderOp::SourceContinued) => true,
        _ => false,
    });
    if !continues {
        context.add(RuleId::SourceContinued, index, format_args!("no text precedes it"));
    }
}

/// A composite type of unknown size has no members. Its name may be mangled in any way.
fn check_opaque(context: &mut Context<'_>, index: usize, operands: &[u32]) {
    const SIZE: usize = 7;
    const MEMBERS: usize = 9;
    let size = context.instruction(Id(operands[SIZE])).and_then(Instruction::core);
    let is_opaque = size.and_then(|size| context.shader_row(size)).is_some_and(|row| row.op == ShaderOp::InfoNone);
    let members = operands.len() - MEMBERS;
    if is_opaque && members > 0 {
        context.add(RuleId::OpaqueMembers, index, format_args!("a type without a size has {members} members"));
    }
}

fn check_identifier(context: &mut Context<'_>, index: usize, operands: &[u32]) {
    let flags = operands.get(1).map(|&id| Id(id)).filter(|&id| is(context, id, Core::Number)).and_then(|id| context.constant(id));
    if let Some(beyond) = flags.map(|flags| flags & !POSSIBLE_DUPLICATES).filter(|&beyond| beyond != 0) {
        let part = Part::Operand { site: context.site(index), field: "Flags", item: None };
        context.report.add(RuleId::DebugFlags, part, format_args!("{beyond:#x} are no flags of the set"));
    }
    let text = operands.first().and_then(|&id| context.instruction(Id(id))).and_then(Instruction::core);
    let Some((text, _)) = text.filter(|core| core.is(Op::String)).and_then(|core| grammar::string(&core.words[1..])) else { return };
    if text.len() < DIGITS || !text.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        let text = String::from_utf8_lossy(&text);
        context.add(RuleId::BuildIdentifier, index, format_args!("{text:?}"));
    }
}
