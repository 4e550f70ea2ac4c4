//! What the ids of debug operands may name: one row per role.

use super::RuleId;
use super::context::{Context, Described};
use crate::tables::{DebugOp, Layout, Role};
use crate::{Id, Info, Instruction};
use spirv::Op;

/// A kind of core instruction that an operand may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Core {
    /// OpString.
    String,
    /// OpConstant of an integer type.
    Integer,
    /// OpConstant of an integer type of 32 bits.
    Number,
    /// OpConstant of an integer type of 32 or 64 bits.
    Sized,
    /// A constant of an integer type, specialized or not.
    AnyInteger,
    /// The same of 32 bits.
    AnyNumber,
    /// The same of 32 bits without a sign.
    AnyUnsigned,
    /// The same of 32 or 64 bits.
    AnySized,
    /// OpConstant.
    Constant,
    /// Any constant, specialized or not.
    AnyConstant,
    /// OpConstantTrue or OpConstantFalse.
    Boolean,
    /// OpVariable or any constant.
    Object,
    /// OpVariable or OpFunctionParameter.
    Storage,
    /// OpFunction.
    Function,
    /// OpTypeVoid.
    Void,
    /// An instruction whose result has a value.
    Value,
    /// A value of an integer type.
    Index,
}

/// What an operand of a role may name.
struct Accepted {
    role: Role,
    /// The only instruction that the row is for, if not for all.
    of: Option<DebugOp>,
    /// The layout that the row is for, with those made after it, if not for all.
    layout: Option<Layout>,
    names: Names,
}

/// Instructions that an operand may name, and the rule that says so.
#[derive(Clone, Copy)]
pub(super) struct Names {
    pub(super) rule: RuleId,
    pub(super) core: &'static [Core],
    /// Debug instructions, a bit for each by its number.
    pub(super) debug: u128,
    /// The same in words.
    pub(super) text: &'static str,
}

const fn row(role: Role, rule: RuleId, core: &'static [Core], debug: u128, text: &'static str) -> Accepted {
    Accepted { role, of: None, layout: None, names: Names { rule, core, debug, text } }
}

const fn row_of(of: DebugOp, role: Role, rule: RuleId, core: &'static [Core], debug: u128, text: &'static str) -> Accepted {
    Accepted { of: Some(of), ..row(role, rule, core, debug, text) }
}

const fn row_in(layout: Layout, role: Role, rule: RuleId, core: &'static [Core], debug: u128, text: &'static str) -> Accepted {
    Accepted { layout: Some(layout), ..row(role, rule, core, debug, text) }
}

/// Returns the bits of these debug instructions.
pub(super) const fn bits(ops: &[DebugOp]) -> u128 {
    let (mut bits, mut at) = (0, 0);
    while at < ops.len() {
        bits |= 1 << ops[at].number();
        at += 1;
    }
    bits
}

/// A replacement for anything that a debug instruction describes: any of these may have been removed (specification, 2).
pub(super) const NONE: u128 = bits(&[DebugOp::InfoNone]);
pub(super) const NOTHING: u128 = 0;

/// A DebugTypeTemplate describes the type that is instantiated from its target; the translator uses it in place of the target.
pub(super) const TYPES: u128 = NONE
    | bits(&[
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
    ]);
const NARROW: u128 = NONE | bits(&[DebugOp::CompilationUnit, DebugOp::Function, DebugOp::LexicalBlock, DebugOp::TypeComposite]);
const SCOPES: u128 = NARROW | bits(&[DebugOp::LexicalBlockDiscriminator, DebugOp::TypeTemplate]);
const MODULES: u128 = bits(&[DebugOp::ModuleINTEL]);
pub(super) const VARIABLES: u128 = bits(&[DebugOp::GlobalVariable, DebugOp::LocalVariable]);

/// The rows; those for one instruction or layout precede those for all.
const ACCEPTED: &[Accepted] = &[
    row(Role::Name, RuleId::OperandName, &[Core::String], NOTHING, "an OpString"),
    Accepted {
        of: Some(DebugOp::TypeComposite),
        ..row_in(Layout::Translator, Role::LinkageName, RuleId::OperandName, &[Core::String], NONE, "an OpString or DebugInfoNone")
    },
    row(Role::LinkageName, RuleId::OperandName, &[Core::String], NOTHING, "an OpString"),
    Accepted {
        of: Some(DebugOp::Source),
        ..row_in(Layout::Translator, Role::Text, RuleId::OperandText, &[Core::String], NONE, "an OpString or DebugInfoNone")
    },
    row(Role::Text, RuleId::OperandText, &[Core::String], NOTHING, "an OpString"),
    row(Role::File, RuleId::OperandText, &[Core::String], NOTHING, "an OpString"),
    row_in(Layout::Specified, Role::Source, RuleId::OperandSource, &[Core::String], NONE, "an OpString"),
    row(Role::Source, RuleId::OperandSource, &[], NONE | bits(&[DebugOp::Source]), "a DebugSource"),
    row_of(DebugOp::TypeComposite, Role::Size, RuleId::OperandSize, &[Core::Integer], NONE, "an integer OpConstant or DebugInfoNone"),
    row(Role::Size, RuleId::OperandSize, &[Core::Integer], NOTHING, "an integer OpConstant"),
    row(Role::Offset, RuleId::OperandOffset, &[Core::Integer], NOTHING, "an integer OpConstant"),
    row_in(Layout::OpenCl, Role::Count, RuleId::OperandCountOf, &[Core::Integer], NONE | VARIABLES, "an integer OpConstant or a variable"),
    row(Role::Count, RuleId::OperandCountOf, &[Core::Integer], NOTHING, "an integer OpConstant"),
    row(Role::EnumeratorValue, RuleId::OperandEnumerator, &[Core::Integer], NOTHING, "an integer OpConstant"),
    row_of(DebugOp::TypeMember, Role::Value, RuleId::OperandInitializer, &[Core::Constant], NOTHING, "an OpConstant"),
    row(Role::Value, RuleId::OperandTemplateValue, &[Core::Integer], NONE, "an integer OpConstant or DebugInfoNone"),
    row(Role::Type, RuleId::OperandType, &[], TYPES, "a debug type"),
    row(Role::ReturnType, RuleId::OperandReturnType, &[Core::Void], TYPES, "a debug type or OpTypeVoid"),
    row(Role::FunctionType, RuleId::OperandFunctionType, &[], NONE | bits(&[DebugOp::TypeFunction]), "a DebugTypeFunction"),
    row(Role::Composite, RuleId::OperandComposite, &[], NONE | bits(&[DebugOp::TypeComposite, DebugOp::TypeTemplate]), "a composite type"),
    row(
        Role::Member,
        RuleId::OperandMember,
        &[],
        NONE | bits(&[DebugOp::TypeMember, DebugOp::Function, DebugOp::TypeInheritance]),
        "a DebugTypeMember, DebugFunction or DebugTypeInheritance",
    ),
    row(Role::StaticMember, RuleId::OperandStaticMember, &[], NONE | bits(&[DebugOp::TypeMember]), "a DebugTypeMember"),
    // The translator alone defines this dialect, and writes the modules of a program as scopes.
    row_in(Layout::Translator, Role::Scope, RuleId::OperandScope, &[], SCOPES | MODULES, "a scope"),
    row(Role::Scope, RuleId::OperandScope, &[], SCOPES, "a scope"),
    row_in(
        Layout::Translator,
        Role::NarrowScope,
        RuleId::OperandNarrowScope,
        &[],
        NARROW | MODULES,
        "a DebugCompilationUnit, DebugFunction, DebugLexicalBlock, DebugTypeComposite or DebugModuleINTEL",
    ),
    row(
        Role::NarrowScope,
        RuleId::OperandNarrowScope,
        &[],
        NARROW,
        "a DebugCompilationUnit, DebugFunction, DebugLexicalBlock or DebugTypeComposite",
    ),
    row(
        Role::TemplateTarget,
        RuleId::OperandTemplateTarget,
        &[],
        NONE | bits(&[DebugOp::TypeComposite, DebugOp::Function]),
        "a DebugTypeComposite or DebugFunction",
    ),
    row(
        Role::TemplateParameter,
        RuleId::OperandTemplateParameter,
        &[],
        NONE | bits(&[DebugOp::TypeTemplateParameter, DebugOp::TypeTemplateTemplateParameter, DebugOp::TypeTemplateParameterPack]),
        "a template parameter",
    ),
    row(
        Role::PackedParameter,
        RuleId::OperandPackedParameter,
        &[],
        NONE | bits(&[DebugOp::TypeTemplateParameter]),
        "a DebugTypeTemplateParameter",
    ),
    row(Role::Global, RuleId::OperandGlobal, &[Core::Object], NONE, "an OpVariable, a constant or DebugInfoNone"),
    row(Role::Function, RuleId::OperandFunction, &[Core::Function], NONE, "an OpFunction or DebugInfoNone"),
    row(
        Role::FunctionDeclaration,
        RuleId::OperandDeclaration,
        &[],
        NONE | bits(&[DebugOp::FunctionDeclaration]),
        "a DebugFunctionDeclaration",
    ),
    row(Role::InlinedAt, RuleId::OperandInlinedAt, &[], NONE | bits(&[DebugOp::InlinedAt]), "a DebugInlinedAt"),
    row(Role::LocalVariable, RuleId::OperandLocalVariable, &[], NONE | bits(&[DebugOp::LocalVariable]), "a DebugLocalVariable"),
    row(Role::Variable, RuleId::OperandVariable, &[Core::Storage], NOTHING, "an OpVariable or OpFunctionParameter"),
    row(Role::AnyValue, RuleId::OperandValue, &[Core::Value], NOTHING, "a value"),
    row(Role::Index, RuleId::OperandIndex, &[Core::Index], NOTHING, "an integer"),
    row(Role::Expression, RuleId::OperandExpression, &[], NONE | bits(&[DebugOp::Expression]), "a DebugExpression"),
    row(Role::Operation, RuleId::OperandOperation, &[], NONE | bits(&[DebugOp::Operation]), "a DebugOperation"),
    row(Role::Macro, RuleId::OperandMacro, &[], NONE | bits(&[DebugOp::MacroDef]), "a DebugMacroDef"),
    row(
        Role::Entity,
        RuleId::OperandEntity,
        &[],
        TYPES
            | SCOPES
            | VARIABLES
            | bits(&[DebugOp::FunctionDeclaration, DebugOp::TypeMember, DebugOp::ImportedEntity, DebugOp::ModuleINTEL]),
        "a scope, type, variable, function, module or declaration",
    ),
];

/// Checks the instruction that the operand at an ordinal of a debug instruction names.
pub(super) fn check(context: &mut Context<'_>, index: usize, info: &Info, layout: Layout, ordinal: usize, role: Role, id: Id) {
    let Some(accepted) = names(role, Some(info.op()), layout) else { return };
    let named = context.instruction(id);
    let fits = match named {
        // An undefined id is reported as such.
        None => true,
        Some(Instruction::Debug(debug)) => accepted.debug >> debug.info.number() & 1 != 0,
        Some(Instruction::Core(_)) => accepted.core.iter().any(|&core| is(context, id, core)),
    };
    if !fits {
        context.add_operand(accepted.rule, index, ordinal, format_args!("{id} is {}, not {}", Described(named), accepted.text));
    } else if matches!(role, Role::Type | Role::ReturnType | Role::Composite) && is_function_template(context, id) {
        context.add_operand(accepted.rule, index, ordinal, format_args!("{id} is the template of a function, not {}", accepted.text));
    } else if role == Role::Scope && layout == Layout::OpenCl && matches!(context.info(id), Some(Info::LexicalBlockDiscriminator { .. })) {
        context.add_operand(RuleId::DiscriminatorScope, index, ordinal, format_args!("{id} is a discriminator"));
    }
}

/// Returns whether an id names the template of a function: it is a scope, but no type.
fn is_function_template(context: &Context<'_>, id: Id) -> bool {
    let Some(Info::TypeTemplate { target, .. }) = context.info(id) else { return false };
    matches!(context.info(*target), Some(Info::Function { .. }))
}

/// Returns what an operand of a role may name, in this instruction; none if only `NonSemantic.Shader.DebugInfo` has the instruction.
pub(super) fn names(role: Role, op: Option<DebugOp>, layout: Layout) -> Option<Names> {
    let fits =
        |row: &&Accepted| row.role == role && row.of.is_none_or(|of| Some(of) == op) && row.layout.is_none_or(|only| layout.is_a(only));
    ACCEPTED.iter().find(fits).map(|row| row.names)
}

/// Returns whether an id names a core instruction of a kind.
pub(super) fn is(context: &Context<'_>, id: Id, kind: Core) -> bool {
    let Some(core) = context.instruction(id).and_then(Instruction::core) else { return false };
    let is_a = |ops: &[Op]| ops.iter().any(|&op| core.is(op));
    let integer = || core.id(0).and_then(|ty| integer_type(context, ty));
    let is_integer = || integer().is_some();
    let has_bits = |widths: &[u32]| integer().is_some_and(|(bits, _)| widths.contains(&bits));
    match kind {
        Core::String => is_a(&[Op::String]),
        Core::Integer => is_a(&[Op::Constant]) && is_integer(),
        Core::Number => is_a(&[Op::Constant]) && has_bits(&[32]),
        Core::Sized => is_a(&[Op::Constant]) && has_bits(&[32, 64]),
        Core::AnyInteger => is_constant(core.opcode) && is_integer(),
        Core::AnyNumber => is_constant(core.opcode) && has_bits(&[32]),
        Core::AnyUnsigned => is_constant(core.opcode) && integer() == Some((32, false)),
        Core::AnySized => is_constant(core.opcode) && has_bits(&[32, 64]),
        Core::Constant => is_a(&[Op::Constant]),
        Core::AnyConstant => is_constant(core.opcode),
        Core::Boolean => is_a(&[Op::ConstantTrue, Op::ConstantFalse]),
        Core::Object => is_a(&[Op::Variable]) || is_constant(core.opcode),
        Core::Storage => is_a(&[Op::Variable, Op::FunctionParameter]),
        Core::Function => is_a(&[Op::Function]),
        Core::Void => is_a(&[Op::TypeVoid]),
        Core::Value => is_value(context, id),
        Core::Index => is_value(context, id) && is_integer(),
    }
}

/// Returns the width of an integer type, and whether it has a sign.
fn integer_type(context: &Context<'_>, ty: Id) -> Option<(u32, bool)> {
    let ty = context.instruction(ty)?.core().filter(|ty| ty.is(Op::TypeInt))?;
    Some((*ty.words.get(1)?, ty.words.get(2) != Some(&0)))
}

fn is_constant(opcode: u16) -> bool {
    crate::grammar::row(opcode).is_some_and(|row| row.opname.starts_with("Constant") || row.opname.starts_with("SpecConstant"))
}

/// Returns whether an id names the result of an instruction that makes a value.
fn is_value(context: &Context<'_>, id: Id) -> bool {
    let Some(core) = context.instruction(id).and_then(Instruction::core) else { return false };
    let ty = crate::grammar::shape(core.opcode).result_type(&core.words);
    !core.is(Op::Function) && ty.is_some_and(|ty| !context.is_core(ty, Op::TypeVoid))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{INSTRUCTIONS, Kind};

    #[test]
    fn every_role_of_an_id_has_a_row_in_every_layout() {
        for instruction in INSTRUCTIONS {
            for layout in Layout::ALL {
                for field in instruction.fields(layout).filter(|field| field.kind == Kind::Id) {
                    assert!(names(field.role, Some(instruction.op), layout).is_some(), "{} {}", instruction.name, field.name);
                }
            }
        }
    }
}
