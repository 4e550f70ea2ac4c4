//! Names and places of the forms of debug instructions, from the tables of the format.

use irsmith_debuginfo::tables::{Count, Enumeration, Field, INSTRUCTIONS, Kind, Layout, OPERATIONS, Role};
use irsmith_debuginfo::{CompositeTag, Dialect, Encoding, Flags, ImportedEntityTag, Qualifier};
use std::sync::LazyLock;

/// Forms of [`Family::Debug`](super::super::rows::Family): an instruction stands at its number.
pub(in super::super) fn instructions() -> Vec<String> {
    INSTRUCTIONS.iter().map(|row| row.name.to_owned()).collect()
}

/// What an operand that may be absent or repeat looks like. The number of words is 0, 1, 2 or more.
const COUNT_NAMES: [&str; 3] = ["absent", "one", "many"];

/// Fewest times that the last operand of an instruction stands (the word counts of the specification: a TypeArray has 7 words and more).
pub(super) fn least(field: &Field) -> usize {
    usize::from(matches!(field.role, Role::Count | Role::TemplateParameter | Role::PackedParameter))
}

/// The forms that the count of a field can have, in the order of [`COUNT_NAMES`].
fn sizes(field: &Field) -> std::ops::Range<usize> {
    match field.count {
        Count::One | Count::OpenClOnly => 0..0,
        Count::Optional => 0..2,
        Count::Many | Count::Pairs => least(field)..3,
    }
}

/// Places of forms by instruction and field.
struct Places {
    names: Vec<String>,
    at: Vec<Vec<Option<u16>>>,
}

impl Places {
    fn new(forms: impl Fn(&'static Field) -> Vec<String>) -> Self {
        let mut places = Self { names: Vec::new(), at: Vec::new() };
        for row in INSTRUCTIONS {
            let mut of_row = Vec::new();
            for field in row.fields {
                let names = forms(field);
                of_row.push((!names.is_empty()).then_some(places.names.len() as u16));
                places.names.extend(names.iter().map(|name| format!("{} {} {name}", row.name, field.name).trim_end().to_owned()));
            }
            places.at.push(of_row);
        }
        places
    }

    fn find(&self, number: u32, field: &Field) -> Option<usize> {
        let fields = INSTRUCTIONS[number as usize].fields;
        let at = fields.iter().position(|other| other.name == field.name)?;
        self.at[number as usize][at].map(usize::from)
    }
}

static COUNTS: LazyLock<Places> = LazyLock::new(|| Places::new(|field| sizes(field).map(|size| COUNT_NAMES[size].to_owned()).collect()));

static NONES: LazyLock<Places> = LazyLock::new(|| Places::new(|field| if may_be_none(field) { vec![String::new()] } else { Vec::new() }));

pub(in super::super) fn counts() -> Vec<String> {
    COUNTS.names.clone()
}

pub(in super::super) fn nones() -> Vec<String> {
    NONES.names.clone()
}

/// The first form of the count of a field, and the counts that it can have.
pub(super) fn count_forms(number: u32, field: &Field) -> Option<(usize, std::ops::Range<usize>)> {
    COUNTS.find(number, field).map(|first| (first, sizes(field)))
}

/// The form of DebugInfoNone in a field.
pub(super) fn none_form(number: u32, field: &Field) -> Option<usize> {
    NONES.find(number, field)
}

/// Whether DebugInfoNone may stand in a field: wherever a debug instruction may (specification, chapter 2), and where the specification
/// names it as an exception.
fn may_be_none(field: &Field) -> bool {
    use Role as R;
    match field.role {
        R::Type | R::ReturnType | R::FunctionType | R::Composite | R::Member | R::StaticMember | R::Scope | R::NarrowScope => true,
        R::TemplateTarget | R::TemplateParameter | R::PackedParameter | R::FunctionDeclaration | R::InlinedAt | R::LocalVariable => true,
        R::Expression | R::Operation | R::Macro | R::Entity | R::Global | R::Function => true,
        // A template parameter that is a type has no value; an initial value of a member is simply left out.
        R::Value => field.count == Count::One,
        _ => false,
    }
}

/// Whether SPIRV-Tools accept DebugInfoNone in a field of `OpenCL.DebugInfo.100`, whose operands they check.
pub(super) fn tools_accept_none(dialect: Dialect, number: u32, field: &Field) -> bool {
    dialect != Dialect::OpenCl || !OPENCL_NEVER_NONE.iter().any(|row| row.0 == number && row.1.contains(&field.name))
}

/// Fields in which they refuse it (observed of SPIRV-Tools 2023.1), by number of the instruction.
const OPENCL_NEVER_NONE: &[(u32, &[&str])] = &[
    (3, &["base"]),
    (4, &["base"]),
    (5, &["base"]),
    (6, &["base"]),
    (7, &["base", "parent"]),
    (8, &["result", "parameters"]),
    (9, &["parent"]),
    (10, &["parent", "members"]),
    (11, &["ty", "parent"]),
    (12, &["child", "parent"]),
    (14, &["target", "parameters"]),
    (15, &["actual"]),
    (18, &["ty", "parent", "member"]),
    (19, &["ty", "parent"]),
    (20, &["ty", "parent", "declaration"]),
    (21, &["parent"]),
    (23, &["scope", "inlined_at"]),
    (25, &["scope", "inlined"]),
    (26, &["ty", "parent"]),
    (28, &["local", "expression"]),
    (29, &["local", "expression"]),
    (31, &["operations"]),
];

/// Values of an enumeration, or bits of a mask, with their names.
type Names = &'static [(u32, &'static str)];

fn names<T: Enumeration>() -> Names {
    T::names(Layout::OpenCl)
}

/// Masks that are no single bit.
pub(super) const MASKS: [(&str, u32); 2] = [("no flag", 0), ("FlagIsPublic", 3)];

/// Enumerations whose values are rows, with the name of their kind. Encodings have other numbers in each layout, but the same names.
pub(super) static ENUMERATIONS: LazyLock<Vec<(Kind, Names)>> = LazyLock::new(|| {
    vec![
        (Kind::Encoding, names::<Encoding>()),
        (Kind::CompositeTag, names::<CompositeTag>()),
        (Kind::Qualifier, names::<Qualifier>()),
        (Kind::ImportedEntityTag, names::<ImportedEntityTag>()),
        (Kind::StorageClass, STORAGE_CLASSES),
        (Kind::SourceLanguage, SOURCE_LANGUAGES),
        (Kind::Flags, names::<Flags>()),
    ]
});

/// Storage classes that need no capability but those of kernels and shaders; the last two are for shaders.
pub(super) const STORAGE_CLASSES: Names = &[
    (0, "UniformConstant"),
    (1, "Input"),
    (4, "Workgroup"),
    (5, "CrossWorkgroup"),
    (7, "Function"),
    (8, "Generic"),
    (2, "Uniform"),
    (6, "Private"),
];
/// Storage classes that kernels may name.
pub(super) const KERNEL_CLASSES: usize = 6;

/// Languages of the core specification that every version of it has.
pub(super) const SOURCE_LANGUAGES: Names = &[(0, "Unknown"), (1, "ESSL"), (2, "GLSL"), (3, "OpenCL_C"), (4, "OpenCL_CPP"), (5, "HLSL")];

pub(in super::super) fn enumerants() -> Vec<String> {
    let single = ENUMERATIONS.iter().flat_map(|(kind, names)| names.iter().map(move |name| format!("{kind:?} {}", name.1)));
    single.chain(MASKS.iter().map(|mask| format!("Flags {}", mask.0))).collect()
}

/// The first form of an enumeration, and its names.
pub(super) fn enumeration(kind: Kind) -> (usize, Names) {
    let mut first = 0;
    for &(other, names) in ENUMERATIONS.iter() {
        if other == kind {
            return (first, names);
        }
        first += names.len();
    }
    (first, &[])
}

/// Literal numbers, by form; signed ones as the word that holds them.
pub(super) const LITERALS: &[(&str, u32)] = &[
    ("0", 0),
    ("1", 1),
    ("127", 127),
    ("128", 128),
    ("255", 255),
    ("256", 256),
    ("32767", 0x7fff),
    ("32768", 0x8000),
    ("65535", 0xffff),
    ("65536", 0x1_0000),
    ("largest signed", 0x7fff_ffff),
    ("smallest signed", 0x8000_0000),
    ("-128", 0xffff_ff80),
    ("-2", 0xffff_fffe),
    ("all ones, -1", 0xffff_ffff),
    ("small", 64),
    ("any", u32::MAX),
];

pub(in super::super) fn literals() -> Vec<String> {
    LITERALS.iter().map(|row| row.0.to_owned()).collect()
}

/// Kinds of names.
pub(super) const TEXTS: [&str; 8] =
    ["identifier", "empty", "whole words", "spaces and punctuation", "quote and backslash", "beyond ASCII", "long", "used before"];

pub(in super::super) fn texts() -> Vec<String> {
    TEXTS.map(str::to_owned).to_vec()
}

pub(in super::super) fn operations() -> Vec<String> {
    OPERATIONS.iter().map(|row| row.name.to_owned()).collect()
}
