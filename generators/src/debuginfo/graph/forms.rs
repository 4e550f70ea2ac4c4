//! The forms of debug instructions and of their operands, from the tables of the format.

use super::super::facts::{Facts, Size};
use super::super::families::Family;
use crate::forms::{Form, forms};
use irsmith_debuginfo::tables::{Count, DebugOp, Enumeration, Field, FieldId, Kind, Layout, OPERATIONS, Op, Role};
use irsmith_debuginfo::{CompositeTag, Dialect, Encoding, Flags, ImportedEntityTag, Qualifier};
use std::sync::LazyLock;

impl Form for DebugOp {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Debug as usize;

    fn all() -> &'static [Self] {
        Self::ALL
    }

    fn name(self) -> String {
        self.row().name.to_owned()
    }

    fn place(self) -> usize {
        self as usize
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.debug(self)
    }
}

impl Form for Op {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Operation as usize;

    fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Op>> = LazyLock::new(|| OPERATIONS.iter().map(|row| row.op).collect());
        &ALL
    }

    fn name(self) -> String {
        self.row().name.to_owned()
    }

    fn place(self) -> usize {
        Self::place(self)
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.operation(self)
    }
}

/// Fewest occurrences of the last operand of an instruction (from the word counts of the specification: a TypeArray has 7 or more words).
pub(super) fn least(field: &Field) -> Size {
    let one = matches!(field.role, Role::Count | Role::TemplateParameter | Role::PackedParameter);
    if one { Size::One } else { Size::Absent }
}

/// Returns how often a field can occur; nothing if it always occurs once.
pub(super) fn sizes(field: &Field) -> &'static [Size] {
    match field.count {
        Count::One | Count::OpenClOnly | Count::TranslatorOnly => &[],
        Count::Optional => &[Size::Absent, Size::One],
        Count::Many | Count::Pairs => Size::ALL.split_at(least(field) as usize).1,
    }
}

/// Places of forms by instruction and field.
struct Places(Vec<Option<u16>>);

impl Places {
    /// Returns the places of forms in this order.
    fn of(forms: impl Iterator<Item = (DebugOp, FieldId)>) -> Self {
        let mut places = vec![None; DebugOp::ALL.len() * FieldId::ALL.len()];
        for (place, (op, field)) in forms.enumerate() {
            places[Self::index(op, field)].get_or_insert(place as u16);
        }
        Self(places)
    }

    const fn index(op: DebugOp, field: FieldId) -> usize {
        op as usize * FieldId::ALL.len() + field as usize
    }

    /// Returns the place of the first form.
    fn first(&self, op: DebugOp, field: FieldId) -> Option<usize> {
        self.0[Self::index(op, field)].map(usize::from)
    }
}

/// Returns the fields of all instructions.
fn fields() -> impl Iterator<Item = (DebugOp, &'static Field)> {
    DebugOp::ALL.iter().flat_map(|&op| op.row().fields.iter().map(move |field| (op, field)))
}

/// Returns the name of a field of an instruction.
fn field_name(op: DebugOp, field: FieldId) -> String {
    format!("{} {}", op.row().name, field.name())
}

/// An operand that occurs this often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct CountForm {
    pub(in super::super) op: DebugOp,
    pub(in super::super) field: FieldId,
    pub(in super::super) size: Size,
}

static COUNTS: LazyLock<Vec<CountForm>> = LazyLock::new(|| {
    fields().flat_map(|(op, field)| sizes(field).iter().map(move |&size| CountForm { op, field: field.id, size })).collect()
});

static COUNT_PLACES: LazyLock<Places> = LazyLock::new(|| Places::of(COUNTS.iter().map(|form| (form.op, form.field))));

impl Form for CountForm {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Count as usize;

    fn all() -> &'static [Self] {
        &COUNTS
    }

    fn name(self) -> String {
        let size = match self.size {
            Size::Absent => "absent",
            Size::One => "one",
            Size::Many => "many",
        };
        format!("{} {size}", field_name(self.op, self.field))
    }

    /// Returns the index of the form.
    ///
    /// # Panics
    /// When the field always occurs once.
    fn place(self) -> usize {
        let first = COUNT_PLACES.first(self.op, self.field).expect("a field that may be absent or repeat");
        first + self.size as usize - COUNTS[first].size as usize
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.field_counts(self.op, self.field, self.size)
    }
}

/// DebugInfoNone in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct NoneForm {
    op: DebugOp,
    field: FieldId,
}

static NONES: LazyLock<Vec<NoneForm>> =
    LazyLock::new(|| fields().filter(|(op, field)| may_be_none(*op, field)).map(|(op, field)| NoneForm { op, field: field.id }).collect());

static NONE_PLACES: LazyLock<Places> = LazyLock::new(|| Places::of(NONES.iter().map(|form| (form.op, form.field))));

impl NoneForm {
    /// Returns the form of DebugInfoNone in this field, if the field allows it.
    pub(super) fn of(op: DebugOp, field: FieldId) -> Option<Self> {
        NONE_PLACES.first(op, field).map(|_| Self { op, field })
    }

    /// Returns whether SPIRV-Tools accept it in a dialect: they check the operands of `OpenCL.DebugInfo.100`.
    pub(super) fn is_accepted(self, dialect: Dialect) -> bool {
        if TRANSLATOR_NONE.contains(&(self.op, self.field)) {
            return dialect == Dialect::SpirvDebug;
        }
        dialect != Dialect::OpenCl || !OPENCL_NEVER_NONE.iter().any(|row| row.0 == self.op && row.1.contains(&self.field))
    }
}

impl Form for NoneForm {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::None as usize;

    fn all() -> &'static [Self] {
        &NONES
    }

    fn name(self) -> String {
        field_name(self.op, self.field)
    }

    fn place(self) -> usize {
        NONE_PLACES.first(self.op, self.field).expect("it is made of a field that may be none")
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.nones(self.op, self.field)
    }
}

/// Returns whether a field allows DebugInfoNone: wherever it allows a debug instruction (specification, chapter 2), and where the
/// specification names it as an exception.
fn may_be_none(op: DebugOp, field: &Field) -> bool {
    use Role as R;
    match field.role {
        R::Type | R::ReturnType | R::FunctionType | R::Composite | R::Member | R::StaticMember | R::Scope | R::NarrowScope => true,
        R::TemplateTarget | R::TemplateParameter | R::PackedParameter | R::FunctionDeclaration | R::InlinedAt | R::LocalVariable => true,
        R::Expression | R::Operation | R::Macro | R::Entity | R::Global | R::Function => true,
        // A template parameter that is a type has no value; the initial value of a member is omitted instead.
        R::Value => field.count == Count::One,
        // The translator's own set.
        R::LinkageName | R::Text => TRANSLATOR_NONE.contains(&(op, field.id)),
        _ => false,
    }
}

/// Fields in which only the translator's own set has DebugInfoNone.
const TRANSLATOR_NONE: &[(DebugOp, FieldId)] = &[(DebugOp::TypeComposite, FieldId::LinkageName), (DebugOp::Source, FieldId::Text)];

/// Fields in which SPIRV-Tools refuse DebugInfoNone (observed of version 2023.1).
const OPENCL_NEVER_NONE: &[(DebugOp, &[FieldId])] = &[
    (DebugOp::TypePointer, &[FieldId::Base]),
    (DebugOp::TypeQualifier, &[FieldId::Base]),
    (DebugOp::TypeArray, &[FieldId::Base]),
    (DebugOp::TypeVector, &[FieldId::Base]),
    (DebugOp::Typedef, &[FieldId::Base, FieldId::Parent]),
    (DebugOp::TypeFunction, &[FieldId::Result, FieldId::Parameters]),
    (DebugOp::TypeEnum, &[FieldId::Parent]),
    (DebugOp::TypeComposite, &[FieldId::Parent, FieldId::Members]),
    (DebugOp::TypeMember, &[FieldId::Ty, FieldId::Parent]),
    (DebugOp::TypeInheritance, &[FieldId::Child, FieldId::Parent]),
    (DebugOp::TypeTemplate, &[FieldId::Target, FieldId::Parameters]),
    (DebugOp::TypeTemplateParameter, &[FieldId::Actual]),
    (DebugOp::GlobalVariable, &[FieldId::Ty, FieldId::Parent, FieldId::Member]),
    (DebugOp::FunctionDeclaration, &[FieldId::Ty, FieldId::Parent]),
    (DebugOp::Function, &[FieldId::Ty, FieldId::Parent, FieldId::Declaration]),
    (DebugOp::LexicalBlock, &[FieldId::Parent]),
    (DebugOp::Scope, &[FieldId::Scope, FieldId::InlinedAt]),
    (DebugOp::InlinedAt, &[FieldId::Scope, FieldId::Inlined]),
    (DebugOp::LocalVariable, &[FieldId::Ty, FieldId::Parent]),
    (DebugOp::Declare, &[FieldId::Local, FieldId::Expression]),
    (DebugOp::Value, &[FieldId::Local, FieldId::Expression]),
    (DebugOp::Expression, &[FieldId::Operations]),
];

/// A value of an enumeration, or bits of a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Enumerant {
    kind: Kind,
    /// The value or bit. Encodings have other numbers in each layout; this number is that of `OpenCL.DebugInfo.100`.
    pub(super) value: u32,
    name: &'static str,
    /// Whether it is a whole mask.
    mask: bool,
    place: u16,
}

/// All enumerants, and which of them are of one kind.
struct Enumerants {
    all: Vec<Enumerant>,
    kinds: Vec<(Kind, std::ops::Range<usize>)>,
    masks: std::ops::Range<usize>,
}

static ENUMERANTS: LazyLock<Enumerants> = LazyLock::new(|| {
    let mut enumerants = Enumerants { all: Vec::new(), kinds: Vec::new(), masks: 0..0 };
    let kinds = [
        (Kind::Encoding, Encoding::names(Layout::Translator)),
        (Kind::CompositeTag, CompositeTag::names(Layout::Translator)),
        (Kind::Qualifier, Qualifier::names(Layout::Translator)),
        (Kind::ImportedEntityTag, ImportedEntityTag::names(Layout::Translator)),
        (Kind::StorageClass, STORAGE_CLASSES),
        (Kind::SourceLanguage, SOURCE_LANGUAGES),
        (Kind::Flags, Flags::names(Layout::Translator)),
    ];
    for (kind, names) in kinds {
        let of_kind = enumerants.push(kind, names, false);
        enumerants.kinds.push((kind, of_kind));
    }
    enumerants.masks = enumerants.push(Kind::Flags, MASKS, true);
    enumerants
});

impl Enumerants {
    fn push(&mut self, kind: Kind, names: &'static [(u32, &'static str)], mask: bool) -> std::ops::Range<usize> {
        let first = self.all.len();
        for &(value, name) in names {
            self.all.push(Enumerant { kind, value, name, mask, place: self.all.len() as u16 });
        }
        first..self.all.len()
    }

    fn of(&self, kind: Kind) -> &[Enumerant] {
        let found = self.kinds.iter().find(|row| row.0 == kind);
        found.map_or(&[], |(_, range)| &self.all[range.clone()])
    }
}

impl Enumerant {
    /// Returns the values of a kind that a layout has. Values that fewer layouts have come last.
    pub(super) fn of(kind: Kind, layout: Layout) -> &'static [Self] {
        let all = ENUMERANTS.of(kind);
        let names = kind.names(layout);
        if names.is_empty() { all } else { &all[..names.len().min(all.len())] }
    }

    /// Returns the masks that are not single bits.
    pub(super) fn masks() -> &'static [Self] {
        &ENUMERANTS.all[ENUMERANTS.masks.clone()]
    }

    /// Returns the storage classes that a kernel or a shader may name. Those for shaders alone come last.
    pub(super) fn storage_classes(kernel: bool) -> &'static [Self] {
        let all = ENUMERANTS.of(Kind::StorageClass);
        let kernels = all.iter().take_while(|class| !SHADER_CLASSES.contains(&class.value)).count();
        if kernel { &all[..kernels] } else { all }
    }

    /// Returns the word for the value in a layout.
    pub(super) fn word(self, layout: Layout) -> u32 {
        self.kind.value(layout, self.name).unwrap_or(self.value)
    }
}

impl Form for Enumerant {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Enumerant as usize;

    fn all() -> &'static [Self] {
        &ENUMERANTS.all
    }

    fn name(self) -> String {
        format!("{:?} {}", self.kind, self.name)
    }

    fn place(self) -> usize {
        self.place.into()
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        let word = self.word(facts.layout());
        let is = |found: u32| if self.kind == Kind::Flags && !self.mask { found & word != 0 } else { found == word };
        facts.enumerants(self.kind).iter().filter(|&&found| is(found)).count() as u64
    }
}

/// Masks that are not single bits.
const MASKS: &[(u32, &str)] = &[(0, "no flag"), (3, "FlagIsPublic")];

/// Storage classes that need no capability except those of kernels and shaders; the last two are for shaders.
const STORAGE_CLASSES: &[(u32, &str)] = &[
    (0, "UniformConstant"),
    (1, "Input"),
    (4, "Workgroup"),
    (5, "CrossWorkgroup"),
    (7, "Function"),
    (8, "Generic"),
    (2, "Uniform"),
    (6, "Private"),
];

/// Storage classes that need the capability of shaders.
const SHADER_CLASSES: [u32; 2] = [spirv::StorageClass::Uniform as u32, spirv::StorageClass::Private as u32];

/// Languages of the core specification that SPIRV-Tools 2023.1 know.
const SOURCE_LANGUAGES: &[(u32, &str)] =
    &[(0, "Unknown"), (1, "ESSL"), (2, "GLSL"), (3, "OpenCL_C"), (4, "OpenCL_CPP"), (5, "HLSL"), (6, "CPP_for_OpenCL"), (7, "SYCL")];

forms! {
    /// Literal numbers; signed ones as the word that contains them. They count as literals of debug instructions and as integer constants.
    pub(in super::super) enum Literal: LiteralRow in Family::Literal;
    seen |form, facts: Facts| match form.row().value {
        LiteralValue::Is(value) => facts.literals(|found| found == value),
        LiteralValue::Below(limit) => facts.literals(|found| found < limit),
        LiteralValue::Any => facts.literals(|_| true),
    };
    Zero "0" { value: LiteralValue::Is(0) }
    One "1" { value: LiteralValue::Is(1) }
    LargestI8 "127" { value: LiteralValue::Is(127) }
    HighestU8 "128" { value: LiteralValue::Is(128) }
    LargestU8 "255" { value: LiteralValue::Is(255) }
    AboveU8 "256" { value: LiteralValue::Is(256) }
    LargestI16 "32767" { value: LiteralValue::Is(0x7fff) }
    HighestU16 "32768" { value: LiteralValue::Is(0x8000) }
    LargestU16 "65535" { value: LiteralValue::Is(0xffff) }
    AboveU16 "65536" { value: LiteralValue::Is(0x1_0000) }
    LargestI32 "largest signed" { value: LiteralValue::Is(0x7fff_ffff) }
    SmallestI32 "smallest signed" { value: LiteralValue::Is(0x8000_0000) }
    SmallestI8 "-128" { value: LiteralValue::Is(0xffff_ff80) }
    MinusTwo "-2" { value: LiteralValue::Is(0xffff_fffe) }
    MinusOne "all ones, -1" { value: LiteralValue::Is(0xffff_ffff) }
    Small "small" { value: LiteralValue::Below(64) }
    Any "any" { value: LiteralValue::Any }
}

/// The columns of a literal.
pub(super) struct LiteralRow {
    pub(super) value: LiteralValue,
}

/// Kinds of literals.
#[derive(Clone, Copy)]
pub(super) enum LiteralValue {
    Is(u32),
    Below(u32),
    Any,
}

forms! {
    /// Kinds of names.
    pub(in super::super) enum Text: TextRow in Family::Text;
    seen |form, facts: Facts| match form {
        Text::Used => facts.texts_used_again(),
        form => facts.texts(form.row().is),
    };
    Identifier "identifier" { is: is_letters, ..LETTERS }
    Empty "empty" { letters: |_| None, is: str::is_empty, ..LETTERS }
    WholeWords "whole words" {
        letters: |length| Some(4 * length.div_ceil(4)),
        is: |text| is_letters(text) && text.len().is_multiple_of(4), ..LETTERS
    }
    Spaces "spaces and punctuation" { behind: "<int, ns::S&>(...) -> 'x'; %1 = #$!?", is: |text| text.contains("<int, ns::S&>"), ..LETTERS }
    Quote "quote and backslash" { before: "\"\\", behind: "\"", is: |text| text.starts_with("\"\\"), ..LETTERS }
    BeyondAscii "beyond ASCII" { before: "zählerØ変数", behind: "\u{1f600}", is: |text| !text.is_ascii(), ..LETTERS }
    Long "long" { letters: |length| Some(16 * length), is: |text| is_letters(text) && text.len().is_multiple_of(16), ..LETTERS }
    Used "used before" { is: |_| true, ..LETTERS }
}

/// The columns of a kind of names: the text before and after a number of letters, and how to recognize the kind.
pub(super) struct TextRow {
    pub(super) before: &'static str,
    /// How many letters a name of a given length has.
    pub(super) letters: fn(usize) -> Option<usize>,
    pub(super) behind: &'static str,
    is: fn(&str) -> bool,
}

impl TextRow {
    const LETTERS: Self = Self { before: "", letters: Some, behind: "", is: is_letters };
}

/// Returns whether a name consists of letters, digits and underscores, at least one.
fn is_letters(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Kinds of new names other than identifiers.
pub(super) const OTHER_TEXTS: [Text; 6] = [Text::Empty, Text::WholeWords, Text::Spaces, Text::Quote, Text::BeyondAscii, Text::Long];
