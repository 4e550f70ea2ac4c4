//! Checks of the instructions of `NonSemantic.Shader.DebugInfo`, which stay words.

use super::context::{Context, Described};
use super::literals::has;
use super::roles::{Core, is};
use super::{Part, RuleId, operations};
use crate::tables::{Count, Enumeration, Flags, Kind, Layout, Role, SHADER_SETS, ShaderOperand, ShaderRole, ShaderRow};
use crate::{CompositeTag, CoreInstruction, Encoding, Id, ImportedEntityTag, Instruction, Literals, OperationCode, Qualifier, grammar};
use grammar::OperandKind;
use spirv::Op;

/// The layout whose enumerants and operations are those of the set.
const LAYOUT: Layout = Layout::OpenCl;
/// FlagUnknownPhysicalLayout, which only this set has.
const UNKNOWN_LAYOUT: u32 = 1 << 17;
/// Digits of a build identifier, at least.
const DIGITS: usize = 32;

/// Returns the row of the instruction that defines an id.
fn row_of(context: &Context<'_>, id: Id) -> Option<&'static ShaderRow> {
    context.shader_row(context.instruction(id)?.core()?)
}

/// What an operand may name: core instructions, and instructions of the set by name.
struct Accepted {
    rule: RuleId,
    core: &'static [Core],
    debug: &'static [&'static str],
    /// The same in words.
    text: &'static str,
}

const TYPES: &[&str] = &[
    "DebugTypeBasic",
    "DebugTypePointer",
    "DebugTypeQualifier",
    "DebugTypeArray",
    "DebugTypeVector",
    "DebugTypedef",
    "DebugTypeFunction",
    "DebugTypeEnum",
    "DebugTypeComposite",
    "DebugTypePtrToMember",
    "DebugTypeTemplate",
    "DebugTypeTemplateParameter",
    "DebugTypeTemplateTemplateParameter",
    "DebugTypeMatrix",
    "DebugTypeVectorIdEXT",
    "DebugTypeCooperativeMatrixKHR",
];
const NARROW: &[&str] = &["DebugCompilationUnit", "DebugFunction", "DebugLexicalBlock", "DebugTypeComposite"];
const SCOPES: &[&str] = &[
    "DebugCompilationUnit",
    "DebugFunction",
    "DebugLexicalBlock",
    "DebugTypeComposite",
    "DebugLexicalBlockDiscriminator",
    "DebugTypeTemplate",
];

/// Returns what an operand of a role may name beside DebugInfoNone; `None` for everything.
fn accepted(role: ShaderRole) -> Option<Accepted> {
    let core = |rule, core, text| Some(Accepted { rule, core, debug: &[], text });
    let debug = |rule, debug, text| Some(Accepted { rule, core: &[], debug, text });
    let role = match role {
        ShaderRole::Shared(role) => role,
        ShaderRole::Constant(_) => return core(RuleId::OperandNumber, &[Core::Number], "an integer OpConstant of 32 bits"),
        ShaderRole::Initializer => return core(RuleId::OperandInitializer, &[Core::AnyConstant], "a constant"),
        ShaderRole::Boolean => return core(RuleId::OperandBoolean, &[Core::Boolean], "OpConstantTrue or OpConstantFalse"),
        ShaderRole::DebugFunction => return debug(RuleId::OperandDebugFunction, &["DebugFunction"], "a DebugFunction"),
        ShaderRole::Unit => return debug(RuleId::OperandUnit, &["DebugCompilationUnit"], "a DebugCompilationUnit"),
        ShaderRole::Vector => return debug(RuleId::OperandVector, &["DebugTypeVector"], "a DebugTypeVector"),
    };
    match role {
        Role::Name | Role::LinkageName => core(RuleId::OperandName, &[Core::String], "an OpString"),
        Role::Text => core(RuleId::OperandText, &[Core::String], "an OpString"),
        Role::Source => debug(RuleId::OperandSource, &["DebugSource"], "a DebugSource"),
        Role::Size => core(RuleId::OperandSize, &[Core::AnyInteger], "a constant integer"),
        Role::Offset => core(RuleId::OperandOffset, &[Core::AnyInteger], "a constant integer"),
        Role::EnumeratorValue => core(RuleId::OperandEnumerator, &[Core::AnyInteger], "a constant integer"),
        Role::Value => core(RuleId::OperandTemplateValue, &[Core::AnyInteger], "a constant integer or DebugInfoNone"),
        Role::Count => Some(Accepted {
            rule: RuleId::OperandCountOf,
            core: &[Core::AnyInteger],
            debug: &["DebugGlobalVariable", "DebugLocalVariable"],
            text: "a constant integer or a variable",
        }),
        Role::Type => debug(RuleId::OperandType, TYPES, "a debug type"),
        Role::ReturnType => {
            Some(Accepted { rule: RuleId::OperandReturnType, core: &[Core::Void], debug: TYPES, text: "a debug type or OpTypeVoid" })
        }
        Role::FunctionType => debug(RuleId::OperandFunctionType, &["DebugTypeFunction"], "a DebugTypeFunction"),
        Role::Composite => debug(RuleId::OperandComposite, &["DebugTypeComposite", "DebugTypeTemplate"], "a composite type"),
        Role::Member => debug(
            RuleId::OperandMember,
            &["DebugTypeMember", "DebugFunction", "DebugTypeInheritance"],
            "a DebugTypeMember, DebugFunction or DebugTypeInheritance",
        ),
        Role::StaticMember => debug(RuleId::OperandStaticMember, &["DebugTypeMember"], "a DebugTypeMember"),
        Role::Scope => debug(RuleId::OperandScope, SCOPES, "a scope"),
        Role::NarrowScope => {
            debug(RuleId::OperandNarrowScope, NARROW, "a DebugCompilationUnit, DebugFunction, DebugLexicalBlock or DebugTypeComposite")
        }
        Role::TemplateTarget => {
            debug(RuleId::OperandTemplateTarget, &["DebugTypeComposite", "DebugFunction"], "a DebugTypeComposite or DebugFunction")
        }
        Role::TemplateParameter => debug(
            RuleId::OperandTemplateParameter,
            &["DebugTypeTemplateParameter", "DebugTypeTemplateTemplateParameter", "DebugTypeTemplateParameterPack"],
            "a template parameter",
        ),
        Role::PackedParameter => debug(RuleId::OperandPackedParameter, &["DebugTypeTemplateParameter"], "a DebugTypeTemplateParameter"),
        Role::Global => Some(Accepted {
            rule: RuleId::OperandGlobal,
            core: &[Core::Object],
            debug: &["DebugExpression"],
            text: "an OpVariable, a constant, a DebugExpression or DebugInfoNone",
        }),
        Role::Function => core(RuleId::OperandFunction, &[Core::Function], "an OpFunction"),
        Role::FunctionDeclaration => debug(RuleId::OperandDeclaration, &["DebugFunctionDeclaration"], "a DebugFunctionDeclaration"),
        Role::InlinedAt => debug(RuleId::OperandInlinedAt, &["DebugInlinedAt"], "a DebugInlinedAt"),
        Role::LocalVariable => debug(RuleId::OperandLocalVariable, &["DebugLocalVariable"], "a DebugLocalVariable"),
        Role::Variable => core(RuleId::OperandVariable, &[Core::Storage], "an OpVariable or OpFunctionParameter"),
        Role::AnyValue => core(RuleId::OperandValue, &[Core::Value], "a value"),
        // SPIRV-Tools also accept an index that a variable of the source program holds.
        Role::Index => Some(Accepted {
            rule: RuleId::OperandIndex,
            core: &[Core::Index],
            debug: &["DebugGlobalVariable", "DebugLocalVariable"],
            text: "an integer or a variable",
        }),
        Role::Expression => debug(RuleId::OperandExpression, &["DebugExpression"], "a DebugExpression"),
        Role::Operation => debug(RuleId::OperandOperation, &["DebugOperation"], "a DebugOperation"),
        Role::Macro => debug(RuleId::OperandMacro, &["DebugMacroDef"], "a DebugMacroDef"),
        Role::Entity | Role::Line | Role::Column | Role::Literal => None,
    }
}

/// Checks an instruction, if it belongs to the set.
pub(super) fn check(context: &mut Context<'_>, index: usize, core: &CoreInstruction) {
    let Some(row) = context.shader_row(core) else { return };
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
    match row.name {
        "DebugLine" => check_line(context, index, operands),
        "DebugOperation" => check_operation(context, index, operands),
        "DebugSourceContinued" => check_continued(context, index),
        "DebugBuildIdentifier" => check_identifier(context, index, operands),
        _ => {}
    }
}

fn check_operand(context: &mut Context<'_>, index: usize, row: &ShaderRow, ordinal: usize, operand: &ShaderOperand, id: Id) {
    let first = row.operands.len() - 1;
    let is_name = operand.count == Count::Pairs && (ordinal - first) % 2 == 1;
    let role = if is_name { ShaderRole::Shared(Role::Name) } else { operand.role };
    let repeats = matches!(operand.count, Count::Many | Count::Pairs);
    let part = Part::Operand { site: context.site(index), field: operand.name, item: repeats.then(|| ordinal - first) };
    let (Some(accepted), Some(named)) = (accepted(role), context.instruction(id)) else { return };
    let shader = row_of(context, id).map(|row| row.name);
    let none = matches!(role, ShaderRole::Shared(role) if may_be_none(role)) || !accepted.debug.is_empty();
    let fits = match shader {
        Some("DebugInfoNone") => none,
        Some(name) => accepted.debug.contains(&name),
        None => accepted.core.iter().any(|&core| is(context, id, core)),
    };
    if !fits {
        let described = Described(Some(named));
        match shader {
            Some(name) => context.report.add(accepted.rule, part, format_args!("{id} is {name}, not {}", accepted.text)),
            None => context.report.add(accepted.rule, part, format_args!("{id} is {described}, not {}", accepted.text)),
        }
    } else if let ShaderRole::Constant(kind) = role
        && let Some(value) = context.constant(id)
    {
        check_value(context, part, kind, value as u32);
    }
}

/// Returns whether DebugInfoNone may stand where an operand of a role names no debug instruction: the size of an opaque type, the value of
/// the type parameter of a template.
fn may_be_none(role: Role) -> bool {
    matches!(role, Role::Size | Role::Value)
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
    let &[_, from_line, to_line, from_column, to_column] = operands else { return };
    let value = |id: u32| context.constant(Id(id)).filter(|_| is(context, Id(id), Core::Number));
    let (from, to) = ((value(from_line), value(from_column)), (value(to_line), value(to_column)));
    let (Some(from_line), Some(to_line)) = (from.0, to.0) else { return };
    if to_line < from_line {
        context.add(RuleId::LineRange, index, format_args!("it ends in line {to_line}, before line {from_line}"));
    } else if let (Some(from_column), Some(to_column)) = (from.1, to.1)
        && to_line == from_line
        && to_column < from_column
    {
        context.add(RuleId::LineRange, index, format_args!("it ends in column {to_column}, before column {from_column}"));
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
    let continues = before.is_some_and(|core| match context.shader_row(core).map(|row| row.name) {
        Some("DebugSource") => core.words.len() == 6,
        Some("DebugSourceContinued") => true,
        _ => false,
    });
    if !continues {
        context.add(RuleId::SourceContinued, index, format_args!("no text precedes it"));
    }
}

fn check_identifier(context: &mut Context<'_>, index: usize, operands: &[u32]) {
    let text = operands.first().and_then(|&id| context.instruction(Id(id))).and_then(Instruction::core);
    let Some((text, _)) = text.filter(|core| core.is(Op::String)).and_then(|core| grammar::string(&core.words[1..])) else { return };
    if text.len() < DIGITS || !text.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        let text = String::from_utf8_lossy(&text);
        context.add(RuleId::BuildIdentifier, index, format_args!("{text:?}"));
    }
}
