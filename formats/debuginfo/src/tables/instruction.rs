//! The instruction table: one row per debug instruction.
//!
//! A row contains the variant, its number, and its fields in the order of the specification, each with its type (which determines its form
//! in words, see `operand`) and its role (which determines what its ids must name). A row states the order of `OpenCL.DebugInfo.100` if it
//! differs, and that of the translator if this differs again; a row `in OpenCl` exists in these two only. The enumeration, its reader and
//! writer, and the visitors are generated from the rows.

use super::operand::{Cursor, Operand};
use super::{
    CompositeTag, Encoding, Extra, Field, FieldId, Flags, ImportedEntityTag, Kind, Layout, OperationCode, Qualifier, Role, SourceLanguage,
    StorageClass, TranslatorExtra,
};
use crate::{Enumerator, Id, Ids, Literals};

/// The table's data of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionRow {
    /// The opcode.
    pub op: DebugOp,
    /// The name in text.
    pub name: &'static str,
    /// The number in the specification; [`super::Dialect::number`] converts it to that of a dialect.
    pub number: u32,
    /// The layout that has it, with those made after it, if not all have.
    pub only: Option<Layout>,
    /// The fields in the order of the specification.
    pub fields: &'static [Field],
    /// The names of the fields in the order of `OpenCL.DebugInfo.100`, if that differs.
    pub opencl: &'static [&'static str],
    /// The same in the order of [`Layout::Translator`], if that differs again.
    pub translator: &'static [&'static str],
}

impl InstructionRow {
    /// Returns whether a layout has this instruction.
    pub fn is_in(&self, layout: Layout) -> bool {
        self.only.is_none_or(|only| layout.is_a(only))
    }

    /// Returns the fields that a layout has, in its order.
    pub fn fields(&self, layout: Layout) -> impl Iterator<Item = &'static Field> + use<> {
        let fields = self.fields;
        let order = match layout {
            Layout::Translator if !self.translator.is_empty() => self.translator,
            Layout::OpenCl | Layout::Translator => self.opencl,
            Layout::Specified => &[],
        };
        (0..fields.len())
            .filter_map(move |at| match order.get(at) {
                Some(name) => fields.iter().find(|field| field.name == *name),
                None => fields.get(at),
            })
            .filter(move |field| field.count.is_in(layout))
    }

    /// Returns the row with this number in a layout.
    pub fn find(layout: Layout, number: u32) -> Option<&'static Self> {
        INSTRUCTIONS.get(number as usize).filter(|row| row.is_in(layout))
    }
}

impl DebugOp {
    /// Returns its row.
    #[inline]
    pub const fn row(self) -> &'static InstructionRow {
        &INSTRUCTIONS[self as usize]
    }

    /// Returns its number in the specification.
    #[inline]
    pub const fn number(self) -> u32 {
        self as u32
    }
}

macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident = $number:literal $(in $only:ident)? $(ordered [$($opencl:ident),*])? $(translated [$($translator:ident),*])? {
        $($(#[$field_doc:meta])* $field:ident: $ty:ty = $role:ident),* $(,)?
    })*) => {
        /// The content of a debug instruction.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Info { $($(#[$doc])* $name { $($(#[$field_doc])* $field: $ty),* },)* }

        /// A debug instruction without its operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum DebugOp { $($(#[$doc])* $name = $number,)* }

        impl DebugOp {
            /// Every instruction, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }

        /// The rows of the table, each at its number.
        pub const INSTRUCTIONS: &[InstructionRow] = &[$(InstructionRow {
            op: DebugOp::$name,
            name: concat!("Debug", stringify!($name)),
            number: $number,
            only: only!($($only)?),
            fields: &[$(Field { id: FieldId::named(stringify!($field)), name: stringify!($field), role: Role::$role, kind: <$ty>::KIND, count: <$ty>::COUNT }),*],
            opencl: &[$($(stringify!($opencl)),*)?],
            translator: &[$($(stringify!($translator)),*)?],
        }),*];

        impl Info {
            /// Returns the opcode.
            pub const fn op(&self) -> DebugOp {
                match self { $(Self::$name { .. } => DebugOp::$name),* }
            }

            /// Returns the instruction's number in the specification.
            pub const fn number(&self) -> u32 {
                match self { $(Self::$name { .. } => $number),* }
            }

            /// Reads the instruction of a number whose operands are exactly these words. None if the layout has no such instruction, or one
            /// with more or fewer words.
            pub fn read(layout: Layout, number: u32, words: &[u32]) -> Option<Self> {
                let row = InstructionRow::find(layout, number)?;
                let mut cursor = Cursor { words, layout };
                let info = match row.number {
                    $($number => {
                        $(let $field: $ty;)*
                        match layout {
                            $(Layout::Translator => { $($translator = cursor.take()?;)* })?
                            $(Layout::OpenCl | Layout::Translator => { $($opencl = cursor.take()?;)* })?
                            #[allow(unreachable_patterns)] // No row has an order for each layout.
                            _ => { $($field = cursor.take()?;)* }
                        }
                        Self::$name { $($field),* }
                    })*
                    _ => return None,
                };
                cursor.words.is_empty().then_some(info)
            }

            /// Calls `f` on every operand word in the order of a layout: its role, its kind, and the word.
            pub fn for_each_word(&self, layout: Layout, mut f: impl FnMut(Role, Kind, u32)) {
                match self {
                    $(Self::$name { $($field),* } => {
                        $(let $field = (Role::$role, $field);)*
                        match layout {
                            $(Layout::Translator => { $($translator.1.words($translator.0, &mut f);)* })?
                            $(Layout::OpenCl | Layout::Translator => { $($opencl.1.words($opencl.0, &mut f);)* })?
                            #[allow(unreachable_patterns)]
                            _ => { $($field.1.words($field.0, &mut f);)* }
                        }
                    })*
                }
            }

            /// As [`Info::for_each_word`], in the order of the specification, mutably.
            pub fn for_each_word_mut(&mut self, mut f: impl FnMut(Role, Kind, &mut u32)) {
                match self { $(#[allow(unused_variables)] Self::$name { $($field),* } => { $($field.words_mut(Role::$role, &mut f);)* })* }
            }

            /// Returns the first field that a layout cannot express, or lacks.
            pub fn unfit(&self, layout: Layout) -> Option<&'static str> {
                match self {
                    $(#[allow(unused_variables)] Self::$name { $($field),* } => {
                        $(if !$field.fits(layout) { return Some(stringify!($field)); })*
                        None
                    })*
                }
            }
        }
    };
}

macro_rules! only {
    () => {
        None
    };
    ($layout:ident) => {
        Some(Layout::$layout)
    };
}

instructions! {
    /// Represents debug information that is unknown, not available or not applicable (specification 4.1).
    InfoNone = 0 {}
    /// Describes a compilation unit (4.2).
    CompilationUnit = 1 ordered [version, dwarf_version, source, language] {
        /// The primary source file.
        source: Id = Source,
        /// Version of the debug information's specification.
        version: u32 = Literal,
        /// The compatible version of DWARF.
        dwarf_version: u32 = Literal,
        /// Language of the source.
        language: Extra<SourceLanguage> = Literal,
    }
    /// Describes a basic type (4.3).
    TypeBasic = 2 {
        /// Name in the program; may be empty.
        name: Id = Name,
        /// Size of a value in bits.
        size: Id = Size,
        /// The encoding.
        encoding: Encoding = Literal,
    }
    /// Describes a pointer or reference type (4.3).
    TypePointer = 3 {
        /// The type that it points to.
        base: Id = Type,
        /// The storage class of the target.
        storage_class: StorageClass = Literal,
        /// The flags.
        flags: Flags = Literal,
    }
    /// Describes a const, volatile or restrict type (4.3).
    TypeQualifier = 4 {
        /// The qualified type.
        base: Id = Type,
        /// The qualifier.
        qualifier: Qualifier = Literal,
    }
    /// Describes an array type (4.3).
    TypeArray = 5 {
        /// Type of an element.
        base: Id = Type,
        /// Number of elements in each dimension, at least one.
        counts: Ids = Count,
    }
    /// Describes a vector type (4.3).
    TypeVector = 6 {
        /// Type of an element.
        base: Id = Type,
        /// Number of elements.
        count: u32 = Literal,
    }
    /// Describes a typedef (4.3).
    Typedef = 7 {
        /// The new name.
        name: Id = Name,
        /// The type that it names.
        base: Id = Type,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
        /// The enclosing scope.
        parent: Id = Scope,
    }
    /// Describes a function type (4.3).
    TypeFunction = 8 {
        /// The flags.
        flags: Extra<Flags> = Literal,
        /// Type of the result.
        result: Id = ReturnType,
        /// Types of the parameters.
        parameters: Ids = Type,
    }
    /// Describes an enumeration (4.3).
    TypeEnum = 9 {
        /// Name in the program.
        name: Id = Name,
        /// The underlying type, or DebugInfoNone.
        underlying: Id = Type,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
        /// The enclosing scope.
        parent: Id = Scope,
        /// Size of a value in bits.
        size: Id = Size,
        /// The flags.
        flags: Flags = Literal,
        /// Values and their names.
        enumerators: Vec<Enumerator> = EnumeratorValue,
    }
    /// Describes a structure, class or union; without members and size, an opaque type (4.3).
    TypeComposite = 10 {
        /// Name in the program; that of an opaque type starts with `@`.
        name: Id = Name,
        /// Class, structure or union.
        tag: CompositeTag = Literal,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
        /// The enclosing scope.
        parent: Id = NarrowScope,
        /// Linkage name.
        linkage_name: Extra<Id> = LinkageName,
        /// Size of a value in bits, or DebugInfoNone.
        size: Id = Size,
        /// The flags.
        flags: Flags = Literal,
        /// Members, member functions and base types; these may be defined later.
        members: Ids = Member,
    }
    /// Describes a data member (4.3).
    TypeMember = 11 {
        /// Name in the program.
        name: Id = Name,
        /// The type.
        ty: Id = Type,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
        /// The enclosing type.
        parent: Id = Composite,
        /// Bits from the beginning of the enclosing type.
        offset: Id = Offset,
        /// The size in bits.
        size: Id = Size,
        /// The flags.
        flags: Flags = Literal,
        /// Initial value of a constant static member.
        value: Option<Id> = Value,
    }
    /// Describes a base of a class or structure (4.3).
    TypeInheritance = 12 {
        /// The derived type.
        child: Id = Composite,
        /// The base type.
        parent: Id = Composite,
        /// Bits from the beginning of the derived type.
        offset: Id = Offset,
        /// Size of the base in the derived type in bits.
        size: Id = Size,
        /// The flags.
        flags: Flags = Literal,
    }
    /// Describes the type of a pointer to a member (4.3).
    TypePtrToMember = 13 {
        /// Type of the member.
        member: Id = Type,
        /// The enclosing type.
        parent: Id = Composite,
    }
    /// Describes an instance of a template (4.4).
    TypeTemplate = 14 {
        /// The instance of the template.
        target: Id = TemplateTarget,
        /// The template's parameters.
        parameters: Ids = TemplateParameter,
    }
    /// Describes a parameter of a template (4.4).
    TypeTemplateParameter = 15 {
        /// Name in the program.
        name: Id = Name,
        /// The type in this instance.
        actual: Id = Type,
        /// The value; DebugInfoNone if the parameter is a type.
        value: Id = Value,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
    }
    /// Describes a parameter of a template that is a template (4.4).
    TypeTemplateTemplateParameter = 16 {
        /// Name in the program.
        name: Id = Name,
        /// Name of the actual template in this instance.
        template: Id = Name,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
    }
    /// Describes the parameters of a template parameter pack (4.4).
    TypeTemplateParameterPack = 17 {
        /// Name in the program.
        name: Id = Name,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
        /// The parameters.
        parameters: Ids = PackedParameter,
    }
    /// Describes a global variable (4.5).
    GlobalVariable = 18 {
        /// Name in the program.
        name: Id = Name,
        /// The type.
        ty: Id = Type,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
        /// The enclosing scope.
        parent: Id = NarrowScope,
        /// Linkage name.
        linkage_name: Id = LinkageName,
        /// The variable or constant, or DebugInfoNone if it was optimised out.
        variable: Id = Global,
        /// The flags.
        flags: Flags = Literal,
        /// The declaration of the static member that this defines.
        member: Option<Id> = StaticMember,
    }
    /// Describes the declaration of a function (4.6).
    FunctionDeclaration = 19 {
        /// Name in the program.
        name: Id = Name,
        /// The type.
        ty: Id = FunctionType,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
        /// The enclosing scope.
        parent: Id = Scope,
        /// Linkage name.
        linkage_name: Id = LinkageName,
        /// The flags.
        flags: Flags = Literal,
    }
    /// Describes a function (4.6).
    Function = 20 {
        /// Name in the program.
        name: Id = Name,
        /// The type.
        ty: Id = FunctionType,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
        /// The enclosing scope.
        parent: Id = Scope,
        /// Linkage name.
        linkage_name: Id = LinkageName,
        /// The flags.
        flags: Flags = Literal,
        /// Line where the function's scope begins.
        scope_line: u32 = Line,
        /// The OpFunction, which follows later, or DebugInfoNone.
        function: Id = Function,
        /// The declaration.
        declaration: Option<Id> = FunctionDeclaration,
    }
    /// Describes a lexical block, or with a name, a namespace (4.7).
    LexicalBlock = 21 {
        /// File of the block.
        source: Id = Source,
        /// Line where it begins.
        line: u32 = Line,
        /// Column where it begins.
        column: u32 = Column,
        /// The enclosing scope.
        parent: Id = Scope,
        /// Name of the namespace; empty if it has none.
        name: Option<Id> = Name,
    }
    /// Distinguishes lexical blocks on one line (4.7).
    LexicalBlockDiscriminator = 22 {
        /// File of the block.
        source: Id = Source,
        /// DWARF discriminator.
        discriminator: u32 = Literal,
        /// The enclosing scope.
        parent: Id = Scope,
    }
    /// Sets the scope of the following instructions (4.7).
    Scope = 23 {
        /// The scope.
        scope: Id = Scope,
        /// Where it was inlined.
        inlined_at: Option<Id> = InlinedAt,
    }
    /// Ends the effect of the last DebugScope (4.7).
    NoScope = 24 {}
    /// Describes where instructions were inlined (4.7).
    InlinedAt = 25 {
        /// Line at which they were inlined.
        line: u32 = Line,
        /// Scope in which they were inlined.
        scope: Id = Scope,
        /// Where that scope was inlined.
        inlined: Option<Id> = InlinedAt,
    }
    /// Describes a local variable or parameter (4.8).
    LocalVariable = 26 {
        /// Name in the program.
        name: Id = Name,
        /// The type.
        ty: Id = Type,
        /// File of the declaration.
        source: Id = Source,
        /// Line of the declaration.
        line: u32 = Line,
        /// Column of the declaration.
        column: u32 = Column,
        /// The enclosing scope.
        parent: Id = Scope,
        /// The flags.
        flags: Extra<Flags> = Literal,
        /// Number of the parameter, from 1.
        argument: Option<u32> = Literal,
    }
    /// Describes a local variable where it was inlined (4.8).
    InlinedVariable = 27 {
        /// The variable.
        variable: Id = LocalVariable,
        /// Where it was inlined.
        inlined: Id = InlinedAt,
    }
    /// States the location of a local variable from here on (4.8).
    Declare = 28 {
        /// The local variable.
        local: Id = LocalVariable,
        /// The location.
        variable: Id = Variable,
        /// The expression from the location to its address.
        expression: Id = Expression,
    }
    /// States the value of a local variable from here on (4.8).
    Value = 29 {
        /// The local variable.
        local: Id = LocalVariable,
        /// The value.
        value: Id = AnyValue,
        /// The expression from the value to the variable's value.
        expression: Id = Expression,
        /// The part of the variable, as in OpAccessChain.
        indexes: Ids = Index,
    }
    /// An operation of a DWARF expression (4.8).
    Operation = 30 {
        /// The operation code.
        operation: OperationCode = Literal,
        /// The literal operands.
        operands: Literals = Literal,
    }
    /// A DWARF expression (4.8).
    Expression = 31 {
        /// The operations in order.
        operations: Ids = Operation,
    }
    /// Defines a macro (4.9).
    MacroDef = 32 {
        /// Name of the file, an OpString in every dialect.
        source: Id = Text,
        /// Line of the definition, 0 for the command line.
        line: u32 = Line,
        /// Name of the macro with its parameters.
        name: Id = Text,
        /// The text.
        value: Option<Id> = Text,
    }
    /// Ends a macro's definition (4.9).
    MacroUndef = 33 {
        /// Name of the file, an OpString in every dialect.
        source: Id = Text,
        /// Line of the end.
        line: u32 = Line,
        /// The definition.
        definition: Id = Macro,
    }
    /// Describes an entity that is imported into a scope (`OpenCL.DebugInfo.100`).
    ImportedEntity = 34 in OpenCl {
        /// Name in the program.
        name: Id = Name,
        /// Module or declaration.
        tag: ImportedEntityTag = Literal,
        /// A word without a meaning, which only the translator writes.
        unused: TranslatorExtra<u32> = Literal,
        /// File of the import.
        source: Id = Source,
        /// The imported entity.
        entity: Id = Entity,
        /// Line of the import.
        line: u32 = Line,
        /// Column of the import.
        column: u32 = Column,
        /// The enclosing scope.
        parent: Id = Scope,
    }
    /// Describes a source file (`OpenCL.DebugInfo.100`).
    Source = 35 in OpenCl {
        /// The name.
        file: Id = File,
        /// The text.
        text: Option<Id> = Text,
    }
    /// Describes a module of the source program (`SPV_INTEL_debug_module`). The order of SPIR-V's grammar and the translator's differ.
    ModuleINTEL = 36 in OpenCl
        translated [name, source, line, parent, configuration_macros, include_path, api_notes_file, is_declaration] {
        /// Name in the program.
        name: Id = Name,
        /// File of the module.
        source: Id = Source,
        /// The enclosing scope.
        parent: Id = Scope,
        /// Line of the module.
        line: u32 = Line,
        /// Macros of the command line.
        configuration_macros: Id = Text,
        /// Where the module was included from.
        include_path: Id = Text,
        /// The file of API notes.
        api_notes_file: Id = Text,
        /// 1 if this is a declaration.
        is_declaration: u32 = Literal,
    }
}

impl Info {
    /// Returns the instruction's row in [`INSTRUCTIONS`].
    pub fn row(&self) -> &'static InstructionRow {
        &INSTRUCTIONS[self.number() as usize]
    }

    /// Calls `f` on every id and its role, in the order of the specification.
    pub fn for_each_id(&self, mut f: impl FnMut(Role, Id)) {
        self.for_each_word(Layout::Specified, |role, kind, word| {
            if kind == Kind::Id {
                f(role, Id(word));
            }
        });
    }

    /// As [`Info::for_each_id`], mutably.
    pub fn for_each_id_mut(&mut self, mut f: impl FnMut(Role, &mut Id)) {
        self.for_each_word_mut(|role, kind, word| {
            if kind == Kind::Id {
                let mut id = Id(*word);
                f(role, &mut id);
                *word = id.0;
            }
        });
    }
}
