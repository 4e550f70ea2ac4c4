//! What the ids of an operand must name.

/// The role of an operand: its content, and for an id, what it must name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// An OpString with the name of a program entity.
    Name,
    /// An OpString with the linkage name of a program entity.
    LinkageName,
    /// The file: an OpString in `DebugInfo`, a DebugSource in the other dialects.
    Source,
    /// A line, counted from 1.
    Line,
    /// A column, counted from 1.
    Column,
    /// The OpString with the name of a file.
    File,
    /// Any other OpString.
    Text,
    /// An integer OpConstant with a number of bits.
    Size,
    /// An integer OpConstant with a number of bits from the beginning of a type.
    Offset,
    /// An integer OpConstant with a number of elements.
    Count,
    /// An integer OpConstant with the value of an enumerator.
    EnumeratorValue,
    /// An OpConstant, or DebugInfoNone if there is no value.
    Value,
    /// A debug instruction that describes a type.
    Type,
    /// A type, or OpTypeVoid for none.
    ReturnType,
    /// A DebugTypeFunction.
    FunctionType,
    /// A DebugTypeComposite.
    Composite,
    /// A DebugTypeMember, DebugFunction or DebugTypeInheritance.
    Member,
    /// A DebugTypeMember.
    StaticMember,
    /// The enclosing scope.
    Scope,
    /// The enclosing scope of a composite type or a global variable: four kinds only.
    NarrowScope,
    /// A DebugTypeComposite or DebugFunction with template parameters.
    TemplateTarget,
    /// A DebugTypeTemplateParameter, -TemplateParameter or -ParameterPack.
    TemplateParameter,
    /// A DebugTypeTemplateParameter.
    PackedParameter,
    /// The OpVariable or constant of a global variable.
    Global,
    /// An OpFunction.
    Function,
    /// A DebugFunctionDeclaration.
    FunctionDeclaration,
    /// A DebugInlinedAt.
    InlinedAt,
    /// A DebugLocalVariable.
    LocalVariable,
    /// The OpVariable of a local variable.
    Variable,
    /// Any result.
    AnyValue,
    /// An integer index, as in OpAccessChain.
    Index,
    /// A DebugExpression.
    Expression,
    /// A DebugOperation.
    Operation,
    /// A DebugMacroDef.
    Macro,
    /// A debug instruction that another scope imports.
    Entity,
    /// A number or an enumerant, not an id.
    Literal,
}
