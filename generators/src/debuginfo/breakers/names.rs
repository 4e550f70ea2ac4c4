//! What the ids of debug operands may name: written from the specification, not from the validator's table.

use super::draft::Draft;
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_debuginfo::tables::{Count, DebugOp, Kind, Layout, Role};
use irsmith_debuginfo::{CoreInstruction, Dialect, Id, Info, Instruction, Module};
use spirv::Op;

/// An operand that was made to name another instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// Index of the debug instruction.
    pub index: usize,
    /// Name of the field.
    pub field: &'static str,
    /// The rule about what the operand names.
    pub rule: &'static str,
    /// Whether it may name what it names now.
    pub may: bool,
    /// The kind of instruction that it names now.
    pub named: String,
}

/// Makes an operand of a debug instruction name another instruction of the module, of any kind: first a role is drawn, then a kind of
/// instruction. `None` if the module has no such operand.
pub fn rename(module: &mut Module, u: &mut Unstructured<'_>) -> Option<Renamed> {
    let mut draft = Draft { model: module, choices: Choices::new(u) };
    let (index, ordinal, role, field) = operand(&mut draft)?;
    let named = kind(&mut draft)?;
    let (op, layout) = {
        let debug = draft.model.instructions[index].debug()?;
        (debug.info.op(), draft.model.sets().dialect(debug.set).map(Dialect::layout)?)
    };
    let (rule, may) = may_name(draft.model, op, layout, role, &draft.model.instructions[named])?;
    let id = draft.model.instructions[named].result()?;
    let mut next = 0;
    draft.debug_mut(index)?.info.for_each_word_mut(|of, kind, word| {
        if of == role && kind == Kind::Id {
            if next == ordinal {
                *word = id.0;
            }
            next += 1;
        }
    });
    let named = match &draft.model.instructions[named] {
        Instruction::Core(core) => Op::from_u32(core.opcode.into()).map_or_else(|| core.opcode.to_string(), |op| format!("{op:?}")),
        Instruction::Debug(debug) => format!("{:?}", debug.info.op()),
    };
    Some(Renamed { index, field, rule, may, named })
}

/// An operand: its instruction, its ordinal among those of its role, and the name of its field.
type Operand = (usize, usize, &'static str);

/// Draws an operand: its instruction, its ordinal among those of its role, the role, and the name of its field.
fn operand(draft: &mut Draft<'_, '_>) -> Option<(usize, usize, Role, &'static str)> {
    let sets = draft.model.sets();
    let mut roles: Vec<(Role, Vec<Operand>)> = Vec::new();
    for (index, debug) in crate::debuginfo::edit::debugs(draft.model) {
        let Some(layout) = sets.dialect(debug.set).map(Dialect::layout) else { continue };
        for field in debug.info.row().fields(layout).filter(|field| field.kind == Kind::Id && field.role != Role::Literal) {
            let at = roles.iter().position(|(role, _)| *role == field.role).unwrap_or_else(|| {
                roles.push((field.role, Vec::new()));
                roles.len() - 1
            });
            // Fields of one role in one instruction are told apart by their ordinals only if they do not repeat.
            let fields: Vec<&str> =
                debug.info.row().fields(layout).filter(|other| other.role == field.role).map(|field| field.name).collect();
            let mut count = 0;
            debug.info.for_each_id(|role, _| count += usize::from(role == field.role));
            let repeats = matches!(field.count, Count::Many | Count::Pairs);
            // The names of enumerators have the role of the enumeration's own.
            let repeats_elsewhere = !repeats && count > 1;
            if fields.len() == 1 && count > 0 {
                let ordinal = if repeats_elsewhere { 0 } else { draft.choices.below(count) };
                roles[at].1.push((index, ordinal, field.name));
            } else if count == fields.len()
                && let Some(ordinal) =
                    debug.info.row().fields.iter().filter(|other| other.role == field.role).position(|other| other.name == field.name)
            {
                roles[at].1.push((index, ordinal, field.name));
            }
        }
    }
    roles.retain(|(_, operands)| !operands.is_empty());
    let (role, operands) = roles.get(draft.choices.below(roles.len()))?;
    let (index, ordinal, field) = *draft.choices.pick(operands)?;
    Some((index, ordinal, *role, field))
}

/// Draws an instruction with a result: first its kind.
fn kind(draft: &mut Draft<'_, '_>) -> Option<usize> {
    let mut kinds: Vec<((u16, u32), Vec<usize>)> = Vec::new();
    for (index, instruction) in draft.model.instructions.iter().enumerate().filter(|pair| pair.1.result().is_some()) {
        let kind = match instruction {
            Instruction::Core(core) => (core.opcode, 0),
            Instruction::Debug(debug) => (0, 1 + debug.info.number()),
        };
        match kinds.iter_mut().find(|known| known.0 == kind) {
            Some(known) => known.1.push(index),
            None => kinds.push((kind, vec![index])),
        }
    }
    let (_, indices) = kinds.get(draft.choices.below(kinds.len()))?;
    draft.choices.pick(indices).copied()
}

/// Debug instructions that are types (specification 4.3, and the choices of the validator).
const TYPES: &[DebugOp] = &[
    DebugOp::TypeBasic,
    DebugOp::TypePointer,
    DebugOp::TypeQualifier,
    DebugOp::TypeArray,
    DebugOp::TypeVector,
    DebugOp::Typedef,
    DebugOp::TypeFunction,
    DebugOp::TypeEnum,
    DebugOp::TypeComposite,
    DebugOp::TypePtrToMember,
    DebugOp::TypeTemplate,
];

/// Debug instructions in which a composite type or a global variable may stand.
const NARROW: &[DebugOp] = &[DebugOp::CompilationUnit, DebugOp::Function, DebugOp::LexicalBlock, DebugOp::TypeComposite];

/// Returns the rule about an operand of a role, and whether the operand may name an instruction.
fn may_name(module: &Module, of: DebugOp, layout: Layout, role: Role, named: &Instruction) -> Option<(&'static str, bool)> {
    let opencl = layout.is_opencl();
    let debug = named.debug().map(|debug| debug.info.op());
    let is_none = debug == Some(DebugOp::InfoNone);
    let one_of = |ops: &[DebugOp]| debug.is_some_and(|op| ops.contains(&op));
    let core = named.core();
    let is = |op: Op| core.is_some_and(|core| core.is(op));
    let ty = named.result_type().and_then(|ty| defined(module, ty));
    let is_integer = ty.is_some_and(|ty| ty.is(Op::TypeInt));
    let is_value = core.is_some_and(|core| !core.is(Op::Function)) && ty.is_some_and(|ty| !ty.is(Op::TypeVoid));
    let is_size = is(Op::Constant) && is_integer;
    let is_function_template = match named.debug().map(|debug| &debug.info) {
        Some(Info::TypeTemplate { target, .. }) => {
            let target = module.instructions.iter().find(|instruction| instruction.result() == Some(*target));
            target.and_then(Instruction::debug).is_some_and(|target| target.info.op() == DebugOp::Function)
        }
        _ => false,
    };
    let is_type = is_none || one_of(TYPES) && !is_function_template;
    // The translator writes modules as scopes in its own set.
    let is_narrow = is_none || one_of(NARROW) || layout == Layout::Translator && one_of(&[DebugOp::ModuleINTEL]);
    let is_scope = is_narrow || one_of(&[DebugOp::LexicalBlockDiscriminator, DebugOp::TypeTemplate]);
    let is_variable = one_of(&[DebugOp::GlobalVariable, DebugOp::LocalVariable]);
    Some(match role {
        Role::Name | Role::LinkageName => {
            let may_lack = layout == Layout::Translator && (of, role) == (DebugOp::TypeComposite, Role::LinkageName);
            ("operand-name", is(Op::String) || is_none && may_lack)
        }
        Role::File => ("operand-text", is(Op::String)),
        Role::Text => ("operand-text", is(Op::String) || is_none && layout == Layout::Translator && of == DebugOp::Source),
        Role::Source => ("operand-source", is_none || if opencl { one_of(&[DebugOp::Source]) } else { is(Op::String) }),
        Role::Size => ("operand-size", is_size || is_none && of == DebugOp::TypeComposite),
        Role::Offset => ("operand-offset", is_size),
        Role::Count => ("operand-component-count", is_size || opencl && (is_none || is_variable)),
        Role::EnumeratorValue => ("operand-enumerator", is_size),
        Role::Value if of == DebugOp::TypeMember => ("operand-initializer", is(Op::Constant)),
        Role::Value => ("operand-template-value", is_size || is_none),
        Role::Type => ("operand-type", is_type),
        Role::ReturnType => ("operand-return-type", is_type || is(Op::TypeVoid)),
        Role::FunctionType => ("operand-function-type", is_none || one_of(&[DebugOp::TypeFunction])),
        Role::Composite => {
            ("operand-composite", is_none || one_of(&[DebugOp::TypeComposite, DebugOp::TypeTemplate]) && !is_function_template)
        }
        Role::Member => ("operand-member", is_none || one_of(&[DebugOp::TypeMember, DebugOp::Function, DebugOp::TypeInheritance])),
        Role::StaticMember => ("operand-static-member", is_none || one_of(&[DebugOp::TypeMember])),
        Role::Scope => ("operand-scope", is_scope),
        Role::NarrowScope => ("operand-narrow-scope", is_narrow),
        Role::TemplateTarget => ("operand-template-target", is_none || one_of(&[DebugOp::TypeComposite, DebugOp::Function])),
        Role::TemplateParameter => (
            "operand-template-parameter",
            is_none
                || one_of(&[DebugOp::TypeTemplateParameter, DebugOp::TypeTemplateTemplateParameter, DebugOp::TypeTemplateParameterPack]),
        ),
        Role::PackedParameter => ("operand-packed-parameter", is_none || one_of(&[DebugOp::TypeTemplateParameter])),
        Role::Global => ("operand-global", is_none || is(Op::Variable) || core.is_some_and(is_constant)),
        Role::Function => ("operand-function", is_none || is(Op::Function)),
        Role::FunctionDeclaration => ("operand-declaration", is_none || one_of(&[DebugOp::FunctionDeclaration])),
        Role::InlinedAt => ("operand-inlined-at", is_none || one_of(&[DebugOp::InlinedAt])),
        Role::LocalVariable => ("operand-local-variable", is_none || one_of(&[DebugOp::LocalVariable])),
        Role::Variable => ("operand-variable", is(Op::Variable) || is(Op::FunctionParameter)),
        Role::AnyValue => ("operand-value", is_value),
        Role::Index => ("operand-index", is_value && is_integer),
        Role::Expression => ("operand-expression", is_none || one_of(&[DebugOp::Expression])),
        Role::Operation => ("operand-operation", is_none || one_of(&[DebugOp::Operation])),
        Role::Macro => ("operand-macro", is_none || one_of(&[DebugOp::MacroDef])),
        Role::Entity => (
            "operand-entity",
            is_type
                || is_scope
                || is_variable
                || one_of(&[DebugOp::FunctionDeclaration, DebugOp::TypeMember, DebugOp::ImportedEntity, DebugOp::ModuleINTEL]),
        ),
        // `Line` and `Column` are ids in no layout that this table knows.
        Role::Line | Role::Column | Role::Literal => return None,
    })
}

fn defined(module: &Module, id: Id) -> Option<&CoreInstruction> {
    module.instructions.iter().find(|instruction| instruction.result() == Some(id))?.core()
}

fn is_constant(core: &CoreInstruction) -> bool {
    [
        Op::Constant,
        Op::ConstantTrue,
        Op::ConstantFalse,
        Op::ConstantNull,
        Op::ConstantComposite,
        Op::ConstantSampler,
        Op::SpecConstant,
        Op::SpecConstantTrue,
        Op::SpecConstantFalse,
        Op::SpecConstantComposite,
        Op::SpecConstantOp,
    ]
    .iter()
    .any(|&op| core.is(op))
}
