//! The instructions of `NonSemantic.Shader.DebugInfo`, up to version 101: one row for each.
//!
//! A reader may ignore the set, and all operands are ids, also where the other debug sets have literals: these are ids of constants. So
//! the model keeps the instructions as words, and a row says what each operand names. [`ShaderOp`] and [`SHADER_INSTRUCTIONS`] are
//! generated from the rows.

use super::{Count, Kind, Role};

/// The names of the versions of the set. A later version may have more instructions, which a reader may ignore.
pub const SHADER_SETS: [&str; 2] = ["NonSemantic.Shader.DebugInfo.100", "NonSemantic.Shader.DebugInfo.101"];

/// The table's data of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaderRow {
    /// The instruction.
    pub op: ShaderOp,
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

impl ShaderOp {
    /// Returns the row of the instruction.
    #[inline]
    pub const fn row(self) -> &'static ShaderRow {
        &SHADER_INSTRUCTIONS[self as usize]
    }

    /// Returns the number of the instruction.
    #[inline]
    pub const fn number(self) -> u32 {
        self.row().number
    }

    /// Returns the instruction with this number.
    pub fn find(number: u32) -> Option<Self> {
        ShaderRow::find(number).map(|row| row.op)
    }
}

macro_rules! instructions {
    ($($op:ident = $number:literal $name:literal $(in $functions:ident)? [$($operand:expr),* $(,)?];)*) => {
        /// An instruction of the set, without its operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ShaderOp { $(#[doc = concat!("The instruction ", $name, ".")] $op,)* }

        /// The rows of the table, by number.
        pub const SHADER_INSTRUCTIONS: &[ShaderRow] = &[$(ShaderRow {
            op: ShaderOp::$op,
            number: $number,
            name: $name,
            in_functions: in_functions!($($functions)?),
            operands: &[$($operand),*],
        }),*];
    };
}

macro_rules! in_functions {
    () => {
        false
    };
    (functions) => {
        true
    };
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

instructions! {
    InfoNone = 0 "DebugInfoNone" [];
    CompilationUnit = 1 "DebugCompilationUnit" [
        number("Version", Kind::Literal), number("DWARF Version", Kind::Literal), SOURCE, number("Language", Kind::SourceLanguage),
    ];
    TypeBasic = 2 "DebugTypeBasic" [
        NAME,
        SIZE,
        number("Encoding", Kind::Encoding),
        FLAGS,
        // Since version 101.
        ShaderOperand { name: "FPEncoding", role: ShaderRole::Constant(Kind::Literal), count: Count::Optional },
    ];
    TypePointer = 3 "DebugTypePointer" [BASE, number("Storage Class", Kind::StorageClass), FLAGS];
    TypeQualifier = 4 "DebugTypeQualifier" [BASE, number("Type Qualifier", Kind::Qualifier)];
    TypeArray = 5 "DebugTypeArray" [BASE, many("Component Counts", Role::Count)];
    TypeVector = 6 "DebugTypeVector" [BASE, number("Component Count", Kind::Literal)];
    Typedef = 7 "DebugTypedef" [NAME, BASE, SOURCE, LINE, COLUMN, PARENT];
    TypeFunction = 8 "DebugTypeFunction" [FLAGS, one("Return Type", Role::ReturnType), many("Parameter Types", Role::Type)];
    TypeEnum = 9 "DebugTypeEnum" [
        NAME,
        one("Underlying Type", Role::Type),
        SOURCE,
        LINE,
        COLUMN,
        PARENT,
        SIZE,
        FLAGS,
        ShaderOperand { name: "Enumerators", role: ShaderRole::Shared(Role::EnumeratorValue), count: Count::Pairs },
    ];
    TypeComposite = 10 "DebugTypeComposite" [
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
    ];
    TypeMember = 11 "DebugTypeMember" [NAME, TYPE, SOURCE, LINE, COLUMN, OFFSET, SIZE, FLAGS, INITIALIZER];
    TypeInheritance = 12 "DebugTypeInheritance" [one("Parent", Role::Composite), OFFSET, SIZE, FLAGS];
    TypePtrToMember = 13 "DebugTypePtrToMember" [one("Member Type", Role::Type), one("Parent", Role::Composite)];
    TypeTemplate = 14 "DebugTypeTemplate" [one("Target", Role::TemplateTarget), many("Parameters", Role::TemplateParameter)];
    TypeTemplateParameter = 15 "DebugTypeTemplateParameter" [
        NAME, one("Actual Type", Role::Type), one("Value", Role::Value), SOURCE, LINE, COLUMN,
    ];
    TypeTemplateTemplateParameter = 16 "DebugTypeTemplateTemplateParameter" [NAME, one("Template Name", Role::Name), SOURCE, LINE, COLUMN];
    TypeTemplateParameterPack = 17 "DebugTypeTemplateParameterPack" [
        NAME, SOURCE, LINE, COLUMN, many("Template Parameters", Role::PackedParameter),
    ];
    GlobalVariable = 18 "DebugGlobalVariable" [
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
    ];
    FunctionDeclaration = 19 "DebugFunctionDeclaration" [
        NAME, one("Type", Role::FunctionType), SOURCE, LINE, COLUMN, PARENT, LINKAGE_NAME, FLAGS,
    ];
    Function = 20 "DebugFunction" [
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
    ];
    LexicalBlock = 21 "DebugLexicalBlock" [SOURCE, LINE, COLUMN, PARENT, optional("Name", Role::Name)];
    LexicalBlockDiscriminator = 22 "DebugLexicalBlockDiscriminator" [SOURCE, number("Discriminator", Kind::Literal), PARENT];
    Scope = 23 "DebugScope" in functions [one("Scope", Role::Scope), optional("Inlined At", Role::InlinedAt)];
    NoScope = 24 "DebugNoScope" in functions [];
    InlinedAt = 25 "DebugInlinedAt" [LINE, one("Scope", Role::Scope), optional("Inlined", Role::InlinedAt)];
    LocalVariable = 26 "DebugLocalVariable" [
        NAME,
        TYPE,
        SOURCE,
        LINE,
        COLUMN,
        PARENT,
        FLAGS,
        ShaderOperand { name: "Arg Number", role: ShaderRole::Constant(Kind::Literal), count: Count::Optional },
    ];
    InlinedVariable = 27 "DebugInlinedVariable" [one("Variable", Role::LocalVariable), one("Inlined", Role::InlinedAt)];
    Declare = 28 "DebugDeclare" in functions [
        one("Local Variable", Role::LocalVariable),
        one("Variable", Role::Variable),
        one("Expression", Role::Expression),
        many("Indexes", Role::Index),
    ];
    Value = 29 "DebugValue" in functions [
        one("Local Variable", Role::LocalVariable),
        one("Value", Role::AnyValue),
        one("Expression", Role::Expression),
        many("Indexes", Role::Index),
    ];
    Operation = 30 "DebugOperation" [
        number("OpCode", Kind::OperationCode), ShaderOperand { name: "Operands", role: ShaderRole::AnyConstant, count: Count::Many },
    ];
    Expression = 31 "DebugExpression" [many("Operations", Role::Operation)];
    MacroDef = 32 "DebugMacroDef" [one("Source", Role::Text), LINE, one("Name", Role::Text), optional("Value", Role::Text)];
    MacroUndef = 33 "DebugMacroUndef" [one("Source", Role::Text), LINE, one("Macro", Role::Macro)];
    ImportedEntity = 34 "DebugImportedEntity" [
        NAME, number("Tag", Kind::ImportedEntityTag), SOURCE, one("Entity", Role::Entity), LINE, COLUMN, PARENT,
    ];
    Source = 35 "DebugSource" [one("File", Role::File), optional("Text", Role::Text)];
    FunctionDefinition = 101 "DebugFunctionDefinition" in functions [
        other("Function", ShaderRole::DebugFunction), one("Definition", Role::Function),
    ];
    SourceContinued = 102 "DebugSourceContinued" [one("Text", Role::Text)];
    Line = 103 "DebugLine" in functions [
        SOURCE,
        number("Line Start", Kind::Literal),
        number("Line End", Kind::Literal),
        number("Column Start", Kind::Literal),
        number("Column End", Kind::Literal),
    ];
    NoLine = 104 "DebugNoLine" in functions [];
    BuildIdentifier = 105 "DebugBuildIdentifier" [one("Identifier", Role::Text), number("Flags", Kind::Literal)];
    StoragePath = 106 "DebugStoragePath" [one("Path", Role::Text)];
    EntryPoint = 107 "DebugEntryPoint" [
        other("Entry Point", ShaderRole::DebugFunction),
        other("Compilation Unit", ShaderRole::Unit),
        one("Compiler Signature", Role::Text),
        one("Command-line Arguments", Role::Text),
    ];
    TypeMatrix = 108 "DebugTypeMatrix" [
        other("Vector Type", ShaderRole::Vector),
        other("Vector Count", ShaderRole::AnyConstant),
        other("Column Major", ShaderRole::Boolean),
    ];
    TypeVectorIdEXT = 109 "DebugTypeVectorIdEXT" [COMPONENT, dimension("Component Count")];
    TypeCooperativeMatrixKHR = 110 "DebugTypeCooperativeMatrixKHR" [
        COMPONENT, dimension("Scope"), dimension("Rows"), dimension("Columns"), dimension("Use"),
    ];
}
