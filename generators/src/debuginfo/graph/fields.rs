//! Debug instructions made field by field from their rows.

use super::super::build::{Build, Section};
use super::super::rows::Family;
use super::{forms, pools};
use irsmith_debuginfo::tables::{Count, Field, INSTRUCTIONS, Kind, Layout, Role};
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
pub(super) type Givens<'a> = &'a [(&'static str, Given<'a>)];

/// The number of DebugLocalVariable.
const LOCAL_VARIABLE: u32 = 26;

/// The flag of what is defined, FlagIsDefinition.
const IS_DEFINITION: u32 = 1 << 3;

/// Most operands that repeat: all ids of an instruction must fit in it.
const MOST: u32 = 1_000;

impl Build<'_, '_> {
    /// Makes a debug instruction outside functions. None if something that it must name does not exist.
    pub(super) fn make(&mut self, number: u32, givens: Givens<'_>) -> Option<Id> {
        let info = self.info(number, givens)?;
        let id = self.id();
        self.put(id, info);
        let pools = &mut self.scratch.graph.pools;
        pools.add(number, id);
        if number == 1 {
            pools.scopes.push(pools::Scope { id, number, owner: None, depth: 0 });
        }
        Some(id)
    }

    /// Appends a debug instruction outside functions.
    pub(super) fn put(&mut self, id: Id, info: Info) {
        self.note(Family::Debug, info.number() as usize);
        self.push_info(Section::Debug, id, info);
    }

    /// What an instruction says.
    pub(super) fn info(&mut self, number: u32, givens: Givens<'_>) -> Option<Info> {
        let row = &INSTRUCTIONS[number as usize];
        if !row.is_in(self.layout) {
            return None;
        }
        let mut words = std::mem::take(&mut self.scratch.graph.words);
        words.clear();
        let layout = self.layout;
        let whole = row.fields(layout).all(|field| self.field(number, field, givens, &mut words).is_some());
        let info = if whole { Info::read(layout, number, &words) } else { None };
        self.scratch.graph.words = words;
        info
    }

    fn field(&mut self, number: u32, field: &'static Field, givens: Givens<'_>, words: &mut Vec<u32>) -> Option<()> {
        match givens.iter().find(|given| given.0 == field.name).map(|given| given.1) {
            Some(Given::Word(word)) => {
                if field.count == Count::Optional {
                    self.note_count(number, field, 1);
                }
                words.push(word);
                Some(())
            }
            Some(Given::Ids(ids)) => {
                self.note_count(number, field, ids.len());
                words.extend(ids.iter().map(|id| id.0));
                Some(())
            }
            Some(Given::Absent) => {
                self.note_count(number, field, 0);
                Some(())
            }
            None => self.drawn(number, field, words),
        }
    }

    fn drawn(&mut self, number: u32, field: &'static Field, words: &mut Vec<u32>) -> Option<()> {
        let count = match field.count {
            Count::One | Count::OpenClOnly => {
                let word = self.word(number, field)?;
                words.push(word);
                return Some(());
            }
            Count::Optional | Count::Many | Count::Pairs => self.count(number, field),
        };
        let mut made = 0;
        for _ in 0..count {
            let Some(word) = self.word(number, field) else { break };
            words.push(word);
            if field.count == Count::Pairs {
                let name = self.name();
                words.push(name.0);
            }
            made += 1;
        }
        if made < forms::least(field) {
            return None;
        }
        self.note_count(number, field, made);
        Some(())
    }

    /// How often an operand stands.
    fn count(&mut self, number: u32, field: &'static Field) -> usize {
        let Some((first, sizes)) = forms::count_forms(number, field) else { return 0 };
        // Absent is what ends a case soonest; most operands that may repeat do.
        let draw = if field.count == Count::Optional { self.choices.below(2) } else { [0, 1, 2, 2][self.choices.below(4)] };
        let wanted = draw.max(sizes.start);
        let size = if self.is_on(Family::Count, first + wanted - sizes.start) {
            wanted
        } else {
            sizes.clone().find(|size| self.is_on(Family::Count, first + size - sizes.start)).unwrap_or(sizes.start)
        };
        let most = self.config.operands.clamp(2, MOST);
        if size < 2 { size } else { 2 + self.choices.up_to(most - 2) as usize }
    }

    /// Counts the form of an operand that stands so often.
    pub(super) fn note_count(&mut self, number: u32, field: &'static Field, count: usize) {
        if let Some((first, sizes)) = forms::count_forms(number, field) {
            self.note(Family::Count, first + count.min(2).max(sizes.start) - sizes.start);
        }
    }

    /// A word of a field.
    fn word(&mut self, number: u32, field: &'static Field) -> Option<u32> {
        match field.kind {
            Kind::Id => self.target(number, field).map(|id| id.0),
            Kind::Literal => Some(self.literal_of(number, field)),
            Kind::Flags if self.config.translatable && matches!(number, 18 | 20) => Some(self.enumerant(field.kind) | IS_DEFINITION),
            kind => Some(self.enumerant(kind)),
        }
    }

    /// What a field names.
    fn target(&mut self, number: u32, field: &'static Field) -> Option<Id> {
        if self.choices.chance(8)
            && let Some(none) = self.none_for(number, field)
        {
            return Some(none);
        }
        match field.role {
            Role::Name | Role::Text => Some(self.name()),
            Role::LinkageName => Some(if self.choices.chance(96) { self.name() } else { self.empty_name() }),
            Role::Size | Role::Offset | Role::Count => Some(self.measure(number, field.role)),
            Role::EnumeratorValue => self.integer(),
            Role::Value => self.value_or_none(number, field),
            Role::Source => Some(self.source()),
            Role::Global => self.global_or_none(number, field),
            Role::Scope | Role::NarrowScope => self.scope_for(number, field),
            Role::ReturnType if self.choices.chance(64) => Some(self.scratch.host.void),
            _ => self.pooled(number, field),
        }
    }

    /// DebugInfoNone, if it may stand in this field.
    pub(super) fn none_for(&mut self, number: u32, field: &'static Field) -> Option<Id> {
        let form = forms::none_form(number, field)?;
        let may = self.is_on(Family::None, form) && forms::tools_accept_none(self.config.dialect, number, field);
        may.then(|| {
            self.note(Family::None, form);
            self.none()
        })
    }

    /// As [`Build::none_for`], where nothing else can stand: its row need not be on.
    fn none_only(&mut self, number: u32, field: &'static Field) -> Option<Id> {
        let form = forms::none_form(number, field)?;
        forms::tools_accept_none(self.config.dialect, number, field).then(|| {
            self.note(Family::None, form);
            self.none()
        })
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

    fn pooled(&mut self, number: u32, field: &'static Field) -> Option<Id> {
        // Vectors are mostly of basic types.
        let mut basic = number == 6 && self.choices.chance(224);
        basic |= number == LOCAL_VARIABLE && self.config.translatable && self.choices.chance(128);
        let pools = &self.scratch.graph.pools;
        let pool = if basic && !pools.basic().is_empty() { pools.basic() } else { pools.of_field(self.config.dialect, number, field) };
        let id = self.choices.pick(pool).copied();
        let functions = self.scratch.graph.pools.of(Role::FunctionType);
        if number == LOCAL_VARIABLE && self.config.translatable && id.is_some_and(|id| functions.contains(&id)) {
            return None;
        }
        id.or_else(|| self.none_instead(number, field))
    }

    /// DebugInfoNone where there is nothing else; not in cases for the translator, which bears it in few fields.
    fn none_instead(&mut self, number: u32, field: &'static Field) -> Option<Id> {
        if self.config.translatable { None } else { self.none_only(number, field) }
    }

    /// The scope around a thing. Blocks and variables of functions are made elsewhere, with theirs given.
    fn scope_for(&mut self, number: u32, field: &'static Field) -> Option<Id> {
        let (narrow, opencl) = (field.role == Role::NarrowScope, self.layout == Layout::OpenCl);
        let global = matches!(number, 19 | 20);
        let scope = self.scope(|scope| !((narrow || opencl) && scope.number == 22 || global && scope.owner.is_some()));
        scope.map(|scope| scope.id).or_else(|| self.none_instead(number, field))
    }

    fn value_or_none(&mut self, number: u32, field: &'static Field) -> Option<Id> {
        // Half of all template parameters are types.
        if field.count == Count::One && self.choices.chance(128) {
            return self.none_only(number, field);
        }
        self.integer()
    }

    /// A variable or constant of the host.
    fn global_or_none(&mut self, number: u32, field: &'static Field) -> Option<Id> {
        let host = &self.scratch.host;
        let globals = host.globals.len();
        match self.choices.index(globals + 2) {
            Some(at) if at < globals => Some(host.globals[at].id),
            Some(at) if at > globals => self.integer(),
            _ => self.none_only(number, field),
        }
    }
}
