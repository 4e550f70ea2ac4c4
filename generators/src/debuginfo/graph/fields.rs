//! Debug instructions made field by field from their rows.

use super::super::build::{Build, Section};
use super::super::facts::Size;
use super::forms::{CountForm, NoneForm};
use super::{forms, pools};
use irsmith_debuginfo::tables::{Count, DebugOp, Field, FieldId, Kind, Layout, Role};
use irsmith_debuginfo::{Id, Info};

/// A field that is not drawn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given<'a> {
    /// This id or number.
    Word(u32),
    /// These ids.
    Ids(&'a [Id]),
    /// Nothing, in an operand that may be absent.
    Absent,
}

/// Names of fields that are not drawn.
pub(super) type Givens<'a> = &'a [(FieldId, Given<'a>)];

/// The flag of what is defined, FlagIsDefinition.
const IS_DEFINITION: u32 = 1 << 3;

/// Most operands that repeat: all ids of an instruction must fit in it.
const MOST: u32 = 1_000;

impl Build<'_, '_> {
    /// Makes a debug instruction outside functions. None if something that it must name does not exist.
    pub(super) fn make(&mut self, op: DebugOp, givens: Givens<'_>) -> Option<Id> {
        let info = self.info(op, givens)?;
        let id = self.id();
        self.put(id, info);
        let pools = &mut self.scratch.graph.pools;
        pools.add(op, id);
        if op == DebugOp::CompilationUnit {
            pools.scopes.push(pools::Scope { id, op, owner: None, depth: 0 });
        }
        Some(id)
    }

    /// Appends a debug instruction outside functions.
    pub(super) fn put(&mut self, id: Id, info: Info) {
        self.push_info(Section::Debug, id, info);
    }

    /// What an instruction says.
    pub(super) fn info(&mut self, op: DebugOp, givens: Givens<'_>) -> Option<Info> {
        let row = op.row();
        if !row.is_in(self.layout) {
            return None;
        }
        let mut words = std::mem::take(&mut self.scratch.graph.words);
        words.clear();
        let layout = self.layout;
        let whole = row.fields(layout).all(|field| self.field(op, field, givens, &mut words).is_some());
        let info = if whole { Info::read(layout, op.number(), &words) } else { None };
        self.scratch.graph.words = words;
        info
    }

    fn field(&mut self, op: DebugOp, field: &'static Field, givens: Givens<'_>, words: &mut Vec<u32>) -> Option<()> {
        match givens.iter().find(|given| given.0 == field.id).map(|given| given.1) {
            Some(Given::Word(word)) => words.push(word),
            Some(Given::Ids(ids)) => words.extend(ids.iter().map(|id| id.0)),
            Some(Given::Absent) => {}
            None => return self.drawn(op, field, words),
        }
        Some(())
    }

    fn drawn(&mut self, op: DebugOp, field: &'static Field, words: &mut Vec<u32>) -> Option<()> {
        let count = match field.count {
            Count::One | Count::OpenClOnly => {
                let word = self.word(op, field)?;
                words.push(word);
                return Some(());
            }
            Count::Optional | Count::Many | Count::Pairs => self.count(op, field),
        };
        let mut made = 0;
        for _ in 0..count {
            let Some(word) = self.word(op, field) else { break };
            words.push(word);
            if field.count == Count::Pairs {
                let name = self.name();
                words.push(name.0);
            }
            made += 1;
        }
        (made >= forms::least(field) as usize).then_some(())
    }

    /// How often an operand stands.
    fn count(&mut self, op: DebugOp, field: &'static Field) -> usize {
        const DRAWN: [Size; 4] = [Size::Absent, Size::One, Size::Many, Size::Many];
        let sizes = forms::sizes(field);
        let Some(&least) = sizes.first() else { return 0 };
        // Absent is what ends a case soonest; most operands that may repeat do.
        let draw = self.choices.below(if field.count == Count::Optional { 2 } else { DRAWN.len() });
        let wanted = DRAWN[draw].max(least);
        let is_on = |size: Size| self.is_on(CountForm { op, field: field.id, size });
        let size = if is_on(wanted) { wanted } else { sizes.iter().copied().find(|&size| is_on(size)).unwrap_or(least) };
        let most = self.config.operands.clamp(2, MOST);
        if size == Size::Many { 2 + self.choices.up_to(most - 2) as usize } else { size as usize }
    }

    /// A word of a field.
    fn word(&mut self, op: DebugOp, field: &'static Field) -> Option<u32> {
        match field.kind {
            Kind::Id => self.target(op, field).map(|id| id.0),
            Kind::Literal => Some(self.literal_of(op, field)),
            Kind::Flags if self.config.translatable && matches!(op, DebugOp::GlobalVariable | DebugOp::Function) => {
                Some(self.enumerant(field.kind) | IS_DEFINITION)
            }
            kind => Some(self.enumerant(kind)),
        }
    }

    /// What a field names.
    fn target(&mut self, op: DebugOp, field: &'static Field) -> Option<Id> {
        if self.choices.chance(8)
            && let Some(none) = self.none_for(op, field.id)
        {
            return Some(none);
        }
        match field.role {
            Role::Name | Role::Text => Some(self.name()),
            Role::LinkageName => Some(if self.choices.chance(96) { self.name() } else { self.empty_name() }),
            Role::Size | Role::Offset | Role::Count => Some(self.measure(op, field.role)),
            Role::EnumeratorValue => self.integer(),
            Role::Value => self.value_or_none(op, field),
            Role::Source => Some(self.source()),
            Role::Global => self.global_or_none(op, field),
            Role::Scope | Role::NarrowScope => self.scope_for(op, field),
            Role::ReturnType if self.choices.chance(64) => Some(self.scratch.host.void),
            _ => self.pooled(op, field),
        }
    }

    /// DebugInfoNone, if it may stand in this field.
    pub(super) fn none_for(&mut self, op: DebugOp, field: FieldId) -> Option<Id> {
        let form = NoneForm::of(op, field)?;
        (self.is_on(form) && form.is_accepted(self.config.dialect)).then(|| self.none())
    }

    /// As [`Build::none_for`], where nothing else can stand: its row need not be on.
    fn none_only(&mut self, op: DebugOp, field: &'static Field) -> Option<Id> {
        NoneForm::of(op, field.id)?.is_accepted(self.config.dialect).then(|| self.none())
    }

    /// The DebugInfoNone of the module.
    pub(super) fn none(&mut self) -> Id {
        if let Some(none) = self.scratch.graph.none {
            return none;
        }
        let id = self.id();
        self.put(id, Info::InfoNone {});
        self.scratch.graph.none = Some(id);
        id
    }

    fn pooled(&mut self, op: DebugOp, field: &'static Field) -> Option<Id> {
        // Vectors are mostly of basic types.
        let mut basic = op == DebugOp::TypeVector && self.choices.chance(224);
        basic |= op == DebugOp::LocalVariable && self.config.translatable && self.choices.chance(128);
        let pools = &self.scratch.graph.pools;
        let pool = if basic && !pools.basic().is_empty() { pools.basic() } else { pools.of_field(self.config.dialect, op, field) };
        let id = self.choices.pick(pool).copied();
        let functions = self.scratch.graph.pools.of(Role::FunctionType);
        if op == DebugOp::LocalVariable && self.config.translatable && id.is_some_and(|id| functions.contains(&id)) {
            return None;
        }
        id.or_else(|| self.none_instead(op, field))
    }

    /// DebugInfoNone where there is nothing else; not in cases for the translator, which bears it in few fields.
    fn none_instead(&mut self, op: DebugOp, field: &'static Field) -> Option<Id> {
        if self.config.translatable { None } else { self.none_only(op, field) }
    }

    /// The scope around a thing. Blocks and variables of functions are made elsewhere, with theirs given.
    fn scope_for(&mut self, op: DebugOp, field: &'static Field) -> Option<Id> {
        let (narrow, opencl) = (field.role == Role::NarrowScope, self.layout == Layout::OpenCl);
        let global = matches!(op, DebugOp::FunctionDeclaration | DebugOp::Function);
        let scope =
            self.scope(|scope| !((narrow || opencl) && scope.op == DebugOp::LexicalBlockDiscriminator || global && scope.owner.is_some()));
        scope.map(|scope| scope.id).or_else(|| self.none_instead(op, field))
    }

    fn value_or_none(&mut self, op: DebugOp, field: &'static Field) -> Option<Id> {
        // Half of all template parameters are types.
        if field.count == Count::One && self.choices.chance(128) {
            return self.none_only(op, field);
        }
        self.integer()
    }

    /// A variable or constant of the host.
    fn global_or_none(&mut self, op: DebugOp, field: &'static Field) -> Option<Id> {
        let host = &self.scratch.host;
        let globals = host.globals.len();
        match self.choices.index(globals + 2) {
            Some(at) if at < globals => Some(host.globals[at].id),
            Some(at) if at > globals => self.integer(),
            _ => self.none_only(op, field),
        }
    }
}
