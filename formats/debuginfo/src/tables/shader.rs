//! The instructions of `NonSemantic.Shader.DebugInfo`, up to version 101: one row for each.
//!
//! A reader may ignore the set, and all operands are ids, also where the other debug sets have literals: these are ids of constants. So
//! the model keeps the instructions as words, and a row says what each operand names.

use super::{Count, Kind, Role};

/// The names of the versions of the set. A later version may have more instructions, which a reader may ignore.
pub const SHADER_SETS: [&str; 2] = ["NonSemantic.Shader.DebugInfo.100", "NonSemantic.Shader.DebugInfo.101"];

/// The table's data of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaderRow {
    /// The number.
    pub number: u32,
    /// The name in text.
    pub name: &'static str,
    /// Whether it belongs in functions; otherwise it belongs between the globals and the functions.
    pub in_functions: bool,
    /// The operands in order.
    pub operands: &'static [ShaderOperand],
}

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaderOperand {
    /// The name.
    pub name: &'static str,
    /// What it names.
    pub role: ShaderRole,
    /// The number of its occurrences.
    pub count: Count,
}

/// What an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShaderRole {
    /// What an operand of this role names in the other sets.
    Shared(Role),
    /// An integer OpConstant of 32 bits, with a value of this kind.
    Constant(Kind),
    /// A constant of an integer type of 32 bits, specialized or not.
    AnyConstant,
    /// A constant of an unsigned integer type of 32 bits, specialized or not: a dimension of a type of version 101.
    Dimension,
    /// A constant: the value of a static member.
    Initializer,
    /// OpConstantTrue or OpConstantFalse.
    Boolean,
    /// A DebugFunction.
    DebugFunction,
    /// A DebugCompilationUnit.
    Unit,
    /// A DebugTypeVector.
    Vector,
}

impl ShaderRow {
    /// Returns the row with this number.
    pub fn find(number: u32) -> Option<&'static Self> {
        SHADER_INSTRUCTIONS.iter().find(|row| row.number == number)
    }

    /// Returns the operand at an ordinal among the words behind the number.
    pub fn operand(&self, ordinal: usize) -> Option<&'static ShaderOperand> {
        let operands: &'static [ShaderOperand] = self.operands;
        operands.get(ordinal).or_else(|| operands.last().filter(|last| matches!(last.count, Count::Many | Count::Pairs)))
    }

    /// Returns whether an instruction may have this many operands.
    pub fn allows(&self, count: usize) -> bool {
        let least = self.operands.iter().filter(|operand| operand.count == Count::One).count();
        match self.operands.last().map(|last| last.count) {
            Some(Count::Many) => count >= least,
            Some(Count::Pairs) => count >= least && (count - least).is_multiple_of(2),
            _ => (least..=self.operands.len()).contains(&count),
        }
    }
}

const fn row(number: u32, name: &'static str, operands: &'static [ShaderOperand]) -> ShaderRow {
    ShaderRow { number, name, in_functions: false, operands }
}

const fn in_functions(number: u32, name: &'static str, operands: &'static [ShaderOperand]) -> ShaderRow {
    ShaderRow { number, name, in_functions: true, operands }
}

const fn one(name: &'static str, role: Role) -> ShaderOperand {
    ShaderOperand { name, role: ShaderRole::Shared(role), count: Count::One }
}

const fn optional(name: &'static str, role: Role) -> ShaderOperand {
    ShaderOperand { name, role: ShaderRole::Shared(role), count: Count::Optional }
}

const fn many(name: &'static str, role: Role) -> ShaderOperand {
    ShaderOperand { name, role: ShaderRole::Shared(role), count: Count::Many }
}

const fn other(name: &'static str, role: ShaderRole) -> ShaderOperand {
    ShaderOperand { name, role, count: Count::One }
}

const fn number(name: &'static str, kind: Kind) -> ShaderOperand {
    other(name, ShaderRole::Constant(kind))
}

const fn dimension(name: &'static str) -> ShaderOperand {
    other(name, ShaderRole::Dimension)
}

const NAME: ShaderOperand = one("Name", Role::Name);
const SOURCE: ShaderOperand = one("Source", Role::Source);
const LINE: ShaderOperand = number("Line", Kind::Literal);
const COLUMN: ShaderOperand = number("Column", Kind::Literal);
const PARENT: ShaderOperand = one("Parent", Role::Scope);
const NARROW_PARENT: ShaderOperand = one("Parent", Role::NarrowScope);
const LINKAGE_NAME: ShaderOperand = one("Linkage Name", Role::LinkageName);
const SIZE: ShaderOperand = one("Size", Role::Size);
const OFFSET: ShaderOperand = one("Offset", Role::Offset);
const FLAGS: ShaderOperand = number("Flags", Kind::Flags);
const TYPE: ShaderOperand = one("Type", Role::Type);
const BASE: ShaderOperand = one("Base Type", Role::Type);
const INITIALIZER: ShaderOperand = ShaderOperand { name: "Value", role: ShaderRole::Initializer, count: Count::Optional };
const COMPONENT: ShaderOperand = one("Component Type", Role::Type);

/// The rows of the table, by number.
pub const SHADER_INSTRUCTIONS: &[ShaderRow] = &[
    row(0, "DebugInfoNone", &[]),
    row(
        1,
        "DebugCompilationUnit",
        &[number("Version", Kind::Literal), number("DWARF Version", Kind::Literal), SOURCE, number("Language", Kind::SourceLanguage)],
    ),
    row(
        2,
        "DebugTypeBasic",
        &[
            NAME,
            SIZE,
            number("Encoding", Kind::Encoding),
            FLAGS,
            // Since version 101.
            ShaderOperand { name: "FPEncoding", role: ShaderRole::Constant(Kind::Literal), count: Count::Optional },
        ],
    ),
    row(3, "DebugTypePointer", &[BASE, number("Storage Class", Kind::StorageClass), FLAGS]),
    row(4, "DebugTypeQualifier", &[BASE, number("Type Qualifier", Kind::Qualifier)]),
    row(5, "DebugTypeArray", &[BASE, many("Component Counts", Role::Count)]),
    row(6, "DebugTypeVector", &[BASE, number("Component Count", Kind::Literal)]),
    row(7, "DebugTypedef", &[NAME, BASE, SOURCE, LINE, COLUMN, PARENT]),
    row(8, "DebugTypeFunction", &[FLAGS, one("Return Type", Role::ReturnType), many("Parameter Types", Role::Type)]),
    row(
        9,
        "DebugTypeEnum",
        &[
            NAME,
            one("Underlying Type", Role::Type),
            SOURCE,
            LINE,
            COLUMN,
            PARENT,
            SIZE,
            FLAGS,
            ShaderOperand { name: "Enumerators", role: ShaderRole::Shared(Role::EnumeratorValue), count: Count::Pairs },
        ],
    ),
    row(
        10,
        "DebugTypeComposite",
        &[
            NAME,
            number("Tag", Kind::CompositeTag),
            SOURCE,
            LINE,
            COLUMN,
            NARROW_PARENT,
            LINKAGE_NAME,
            SIZE,
            FLAGS,
            many("Members", Role::Member),
        ],
    ),
    row(11, "DebugTypeMember", &[NAME, TYPE, SOURCE, LINE, COLUMN, OFFSET, SIZE, FLAGS, INITIALIZER]),
    row(12, "DebugTypeInheritance", &[one("Parent", Role::Composite), OFFSET, SIZE, FLAGS]),
    row(13, "DebugTypePtrToMember", &[one("Member Type", Role::Type), one("Parent", Role::Composite)]),
    row(14, "DebugTypeTemplate", &[one("Target", Role::TemplateTarget), many("Parameters", Role::TemplateParameter)]),
    row(15, "DebugTypeTemplateParameter", &[NAME, one("Actual Type", Role::Type), one("Value", Role::Value), SOURCE, LINE, COLUMN]),
    row(16, "DebugTypeTemplateTemplateParameter", &[NAME, one("Template Name", Role::Name), SOURCE, LINE, COLUMN]),
    row(17, "DebugTypeTemplateParameterPack", &[NAME, SOURCE, LINE, COLUMN, many("Template Parameters", Role::PackedParameter)]),
    row(
        18,
        "DebugGlobalVariable",
        &[
            NAME,
            TYPE,
            SOURCE,
            LINE,
            COLUMN,
            NARROW_PARENT,
            LINKAGE_NAME,
            one("Variable", Role::Global),
            FLAGS,
            optional("Static Member Declaration", Role::StaticMember),
        ],
    ),
    row(19, "DebugFunctionDeclaration", &[NAME, one("Type", Role::FunctionType), SOURCE, LINE, COLUMN, PARENT, LINKAGE_NAME, FLAGS]),
    row(
        20,
        "DebugFunction",
        &[
            NAME,
            one("Type", Role::FunctionType),
            SOURCE,
            LINE,
            COLUMN,
            PARENT,
            LINKAGE_NAME,
            FLAGS,
            number("Scope Line", Kind::Literal),
            optional("Declaration", Role::FunctionDeclaration),
        ],
    ),
    row(21, "DebugLexicalBlock", &[SOURCE, LINE, COLUMN, PARENT, optional("Name", Role::Name)]),
    row(22, "DebugLexicalBlockDiscriminator", &[SOURCE, number("Discriminator", Kind::Literal), PARENT]),
    in_functions(23, "DebugScope", &[one("Scope", Role::Scope), optional("Inlined At", Role::InlinedAt)]),
    in_functions(24, "DebugNoScope", &[]),
    row(25, "DebugInlinedAt", &[LINE, one("Scope", Role::Scope), optional("Inlined", Role::InlinedAt)]),
    row(
        26,
        "DebugLocalVariable",
        &[
            NAME,
            TYPE,
            SOURCE,
            LINE,
            COLUMN,
            PARENT,
            FLAGS,
            ShaderOperand { name: "Arg Number", role: ShaderRole::Constant(Kind::Literal), count: Count::Optional },
        ],
    ),
    row(27, "DebugInlinedVariable", &[one("Variable", Role::LocalVariable), one("Inlined", Role::InlinedAt)]),
    in_functions(
        28,
        "DebugDeclare",
        &[
            one("Local Variable", Role::LocalVariable),
            one("Variable", Role::Variable),
            one("Expression", Role::Expression),
            many("Indexes", Role::Index),
        ],
    ),
    in_functions(
        29,
        "DebugValue",
        &[
            one("Local Variable", Role::LocalVariable),
            one("Value", Role::AnyValue),
            one("Expression", Role::Expression),
            many("Indexes", Role::Index),
        ],
    ),
    row(
        30,
        "DebugOperation",
        &[number("OpCode", Kind::OperationCode), ShaderOperand { name: "Operands", role: ShaderRole::AnyConstant, count: Count::Many }],
    ),
    row(31, "DebugExpression", &[many("Operations", Role::Operation)]),
    row(32, "DebugMacroDef", &[one("Source", Role::Text), LINE, one("Name", Role::Text), optional("Value", Role::Text)]),
    row(33, "DebugMacroUndef", &[one("Source", Role::Text), LINE, one("Macro", Role::Macro)]),
    row(
        34,
        "DebugImportedEntity",
        &[NAME, number("Tag", Kind::ImportedEntityTag), SOURCE, one("Entity", Role::Entity), LINE, COLUMN, PARENT],
    ),
    row(35, "DebugSource", &[one("File", Role::Text), optional("Text", Role::Text)]),
    in_functions(101, "DebugFunctionDefinition", &[other("Function", ShaderRole::DebugFunction), one("Definition", Role::Function)]),
    row(102, "DebugSourceContinued", &[one("Text", Role::Text)]),
    in_functions(
        103,
        "DebugLine",
        &[
            SOURCE,
            number("Line Start", Kind::Literal),
            number("Line End", Kind::Literal),
            number("Column Start", Kind::Literal),
            number("Column End", Kind::Literal),
        ],
    ),
    in_functions(104, "DebugNoLine", &[]),
    row(105, "DebugBuildIdentifier", &[one("Identifier", Role::Text), number("Flags", Kind::Literal)]),
    row(106, "DebugStoragePath", &[one("Path", Role::Text)]),
    row(
        107,
        "DebugEntryPoint",
        &[
            other("Entry Point", ShaderRole::DebugFunction),
            other("Compilation Unit", ShaderRole::Unit),
            one("Compiler Signature", Role::Text),
            one("Command-line Arguments", Role::Text),
        ],
    ),
    row(
        108,
        "DebugTypeMatrix",
        &[
            other("Vector Type", ShaderRole::Vector),
            other("Vector Count", ShaderRole::AnyConstant),
            other("Column Major", ShaderRole::Boolean),
        ],
    ),
    row(109, "DebugTypeVectorIdEXT", &[COMPONENT, dimension("Component Count")]),
    row(110, "DebugTypeCooperativeMatrixKHR", &[COMPONENT, dimension("Scope"), dimension("Rows"), dimension("Columns"), dimension("Use")]),
];
