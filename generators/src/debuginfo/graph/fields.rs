//! Debug instructions generated field by field from their rows.

use super::super::build::{Build, Section};
use super::super::facts::Size;
use super::super::shapes::Shape;
use super::forms::{CountForm, NoneForm};
use super::literals::{empty_name, enumerant, integer, literal_of, measure, name};
use super::scopes::scope;
use super::state::STATIC_MEMBER;
use super::{forms, pools};
use irsmith_debuginfo::tables::{CompositeTag, Count, DebugOp, Field, FieldId, Kind, Layout, Role};
use irsmith_debuginfo::{Dialect, Id, Info};

/// A field that is given instead of drawn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given<'a> {
    /// This id or number.
    Word(u32),
    /// These ids.
    Ids(&'a [Id]),
    /// Nothing, for an operand that may be absent.
    Absent,
}

/// Names of fields that are not drawn.
pub(super) type Givens<'a> = &'a [(FieldId, Given<'a>)];

/// The tag of unions.
pub(super) const UNION: CompositeTag = CompositeTag(2);
/// The flag of definitions, FlagIsDefinition.
const IS_DEFINITION: u32 = 1 << 3;

/// Most operands that repeat: all ids of an instruction must fit in it.
const MOST: u32 = 1_000;

/// Makes a debug instruction outside functions. Returns `None` if something that it must name does not exist.
pub(super) fn make(build: &mut Build<'_, '_>, op: DebugOp, givens: Givens<'_>) -> Option<Id> {
    let info = info(build, op, givens)?;
    let id = build.id();
    put(build, id, info);
    let pools = &mut build.scratch.graph.pools;
    pools.add(op, id);
    if op == DebugOp::CompilationUnit {
        pools.scopes.push(pools::Scope { id, op, owner: None, depth: 0 });
    }
    Some(id)
}

/// Appends a debug instruction outside functions.
pub(super) fn put(build: &mut Build<'_, '_>, id: Id, info: Info) {
    build.scratch.graph.record_parts(id, &info);
    if let Info::TypeComposite { tag: UNION, .. } = &info {
        build.scratch.graph.pools.unions.insert(id);
    }
    if let Info::TypeTemplate { target, .. } = &info {
        build.scratch.graph.pools.templates.insert(*target, id);
    }
    build.push_info(Section::Debug, id, info);
}

/// Draws the content of an instruction.
pub(super) fn info(build: &mut Build<'_, '_>, op: DebugOp, givens: Givens<'_>) -> Option<Info> {
    let row = op.row();
    if !row.is_in(build.layout) {
        return None;
    }
    let mut words = std::mem::take(&mut build.scratch.graph.words);
    words.clear();
    let layout = build.layout;
    let whole = row.fields(layout).all(|field| write_field(build, op, field, givens, &mut words).is_some());
    let mut info = if whole { Info::read(layout, op.number(), &words) } else { None };
    build.scratch.graph.words = words;
    if let Some(Info::TypeMember { flags, value: Some(_), .. }) = &mut info {
        // Only static members have values.
        flags.0 |= STATIC_MEMBER;
    }
    info
}

fn write_field(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field, givens: Givens<'_>, words: &mut Vec<u32>) -> Option<()> {
    match givens.iter().find(|given| given.0 == field.id).map(|given| given.1) {
        Some(Given::Word(word)) => words.push(word),
        Some(Given::Ids(ids)) => words.extend(ids.iter().map(|id| id.0)),
        Some(Given::Absent) => {}
        None => return drawn(build, op, field, words),
    }
    Some(())
}

fn drawn(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field, words: &mut Vec<u32>) -> Option<()> {
    let count = match field.count {
        Count::One | Count::OpenClOnly | Count::TranslatorOnly => {
            let word = word(build, op, field)?;
            words.push(word);
            return Some(());
        }
        Count::Optional | Count::Many | Count::Pairs => count(build, op, field),
    };
    let mut made = 0;
    for _ in 0..count {
        let Some(word) = word(build, op, field) else { break };
        words.push(word);
        if field.count == Count::Pairs {
            let name = name(build);
            words.push(name.0);
        }
        made += 1;
    }
    (made >= forms::least(field) as usize).then_some(())
}

/// Draws how often an operand occurs.
fn count(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field) -> usize {
    const DRAWN: [Size; 4] = [Size::Absent, Size::One, Size::Many, Size::Many];
    let sizes = forms::sizes(field);
    let Some(&least) = sizes.first() else { return 0 };
    // Absence ends a case soonest; most operands that may repeat occur several times.
    let draw = build.choices.below(if field.count == Count::Optional { 2 } else { DRAWN.len() });
    let wanted = DRAWN[draw].max(least);
    let is_on = |size: Size| build.is_on(CountForm { op, field: field.id, size });
    let size = if is_on(wanted) { wanted } else { sizes.iter().copied().find(|&size| is_on(size)).unwrap_or(least) };
    let most = build.config.operands.clamp(2, MOST);
    if size == Size::Many { 2 + build.choices.up_to(most - 2) as usize } else { size as usize }
}

/// Draws a word of a field.
fn word(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field) -> Option<u32> {
    match field.kind {
        Kind::Id => target(build, op, field).map(|id| id.0),
        Kind::Literal => Some(literal_of(build, op, field)),
        Kind::Flags if build.config.translatable && matches!(op, DebugOp::GlobalVariable | DebugOp::Function) => {
            Some(enumerant(build, field.kind) | IS_DEFINITION)
        }
        kind => Some(enumerant(build, kind)),
    }
}

/// Draws what a field names.
fn target(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field) -> Option<Id> {
    if build.choices.chance(8)
        && let Some(none) = none_for(build, op, field.id)
    {
        return Some(none);
    }
    match field.role {
        Role::Name | Role::File | Role::Text => Some(name(build)),
        Role::LinkageName => Some(if build.choices.chance(96) { name(build) } else { empty_name(build) }),
        Role::Size | Role::Offset | Role::Count => Some(measure(build, op, field.role)),
        Role::EnumeratorValue => integer(build),
        Role::Value => value_or_none(build, op, field),
        Role::Source => Some(source(build)),
        Role::Global => global_or_none(build, op, field),
        Role::Scope | Role::NarrowScope => scope_for(build, op, field),
        Role::ReturnType if build.choices.chance(64) => Some(build.scratch.host.void),
        _ => pooled(build, op, field),
    }
}

/// Returns the file of an instruction: an OpString, or a DebugSource in the layouts that have it.
fn source(build: &mut Build<'_, '_>) -> Id {
    if build.layout == Layout::Specified {
        let files = build.scratch.host.files.len();
        return build.scratch.host.files[build.choices.below(files)];
    }
    let sources = build.scratch.graph.pools.of(Role::Source);
    match build.choices.pick(sources) {
        Some(&source) => source,
        // Cannot fail: a source names only strings.
        None => make(build, DebugOp::Source, &[]).unwrap_or_default(),
    }
}

/// Returns DebugInfoNone, if the field allows it.
pub(super) fn none_for(build: &mut Build<'_, '_>, op: DebugOp, field: FieldId) -> Option<Id> {
    let form = NoneForm::of(op, field)?;
    (build.is_on(form) && form.is_accepted(build.config.dialect)).then(|| none(build))
}

/// As [`none_for`], where nothing else is possible: its row need not be enabled.
fn none_only(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field) -> Option<Id> {
    NoneForm::of(op, field.id)?.is_accepted(build.config.dialect).then(|| none(build))
}

/// Returns the DebugInfoNone of the module.
pub(super) fn none(build: &mut Build<'_, '_>) -> Id {
    if let Some(none) = build.scratch.graph.none {
        return none;
    }
    let id = build.id();
    put(build, id, Info::InfoNone {});
    build.scratch.graph.none = Some(id);
    id
}

fn pooled(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field) -> Option<Id> {
    // Vectors are mostly of basic types.
    let mut basic = op == DebugOp::TypeVector && build.choices.chance(224);
    basic |= op == DebugOp::LocalVariable && build.config.translatable && build.choices.chance(128);
    let pools = &build.scratch.graph.pools;
    let pool = if basic && !pools.basic().is_empty() { pools.basic() } else { pools.of_field(build.config.dialect, op, field) };
    let id = build.choices.pick(pool).copied();
    // The specification names classes and structures; compilers also have templates of unions and pointers to their members.
    let unlikely = matches!(op, DebugOp::TypePtrToMember | DebugOp::TypeTemplate) && id.is_some_and(|id| pools.unions.contains(&id));
    let id = if unlikely && build.choices.chance(224) { build.choices.pick(&build.scratch.graph.pools.bases).copied() } else { id };
    let id = id.map(|id| template_of(build, field, id));
    let functions = build.scratch.graph.pools.of(Role::FunctionType);
    if op == DebugOp::LocalVariable && build.config.translatable && id.is_some_and(|id| functions.contains(&id)) {
        return None;
    }
    id.or_else(|| none_instead(build, op, field))
}

/// Returns a template of a type in its place, as the translator has it; SPIRV-Tools accept none in `OpenCL.DebugInfo.100`.
fn template_of(build: &mut Build<'_, '_>, field: &Field, id: Id) -> Id {
    if !matches!(field.role, Role::Type | Role::ReturnType) || build.config.dialect == Dialect::OpenCl {
        return id;
    }
    match build.scratch.graph.pools.templates.get(&id).copied() {
        Some(template) if build.wants(Shape::TemplateType, 128) => template,
        _ => id,
    }
}

/// DebugInfoNone if there is nothing else; not in cases for the translator, which supports it in few fields.
fn none_instead(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field) -> Option<Id> {
    if build.config.translatable { None } else { none_only(build, op, field) }
}

/// Draws the parent scope. Blocks and variables of functions are made elsewhere, with a given scope.
fn scope_for(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field) -> Option<Id> {
    let (narrow, opencl) = (field.role == Role::NarrowScope, build.layout.is_opencl());
    let global = matches!(op, DebugOp::FunctionDeclaration | DebugOp::Function);
    let scope =
        scope(build, |scope| !((narrow || opencl) && scope.op == DebugOp::LexicalBlockDiscriminator || global && scope.owner.is_some()));
    scope.map(|scope| scope.id).or_else(|| none_instead(build, op, field))
}

fn value_or_none(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field) -> Option<Id> {
    // Half of all template parameters are types.
    if field.count == Count::One && build.choices.chance(128) {
        return none_only(build, op, field);
    }
    integer(build)
}

/// Returns a variable or constant of the host.
fn global_or_none(build: &mut Build<'_, '_>, op: DebugOp, field: &'static Field) -> Option<Id> {
    let host = &build.scratch.host;
    let globals = host.globals.len();
    match build.choices.index(globals + 2) {
        Some(at) if at < globals => Some(host.globals[at].id),
        Some(at) if at > globals => integer(build),
        _ => none_only(build, op, field),
    }
}
