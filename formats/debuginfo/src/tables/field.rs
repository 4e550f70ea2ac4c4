//! The names of the fields of debug instructions.

macro_rules! fields {
    ($($name:ident $text:literal)*) => {
        /// The name of a field. Fields with the same name in several instructions may differ.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum FieldId { $(#[doc = concat!("`", $text, "`")] $name),* }

        impl FieldId {
            /// Every name.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the name in text.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

fields! {
    Source "source"
    Version "version"
    DwarfVersion "dwarf_version"
    Language "language"
    Name "name"
    Size "size"
    Encoding "encoding"
    Base "base"
    StorageClass "storage_class"
    Flags "flags"
    Qualifier "qualifier"
    Counts "counts"
    Count "count"
    Line "line"
    Column "column"
    Parent "parent"
    Result "result"
    Parameters "parameters"
    Underlying "underlying"
    Enumerators "enumerators"
    Tag "tag"
    LinkageName "linkage_name"
    Members "members"
    Ty "ty"
    Offset "offset"
    Value "value"
    Child "child"
    Member "member"
    Target "target"
    Actual "actual"
    Template "template"
    Variable "variable"
    ScopeLine "scope_line"
    Function "function"
    Declaration "declaration"
    Discriminator "discriminator"
    Scope "scope"
    InlinedAt "inlined_at"
    Inlined "inlined"
    Argument "argument"
    Local "local"
    Expression "expression"
    Indexes "indexes"
    Operation "operation"
    Operands "operands"
    Operations "operations"
    Definition "definition"
    Entity "entity"
    File "file"
    Text "text"
    Unused "unused"
    ConfigurationMacros "configuration_macros"
    IncludePath "include_path"
    ApiNotesFile "api_notes_file"
    IsDeclaration "is_declaration"
}

impl FieldId {
    /// Returns the field with this name; used by the table of instructions at compile time.
    ///
    /// # Panics
    /// If no field has the name: it is missing here.
    pub(super) const fn named(name: &str) -> Self {
        let mut at = 0;
        while at < Self::ALL.len() {
            if is_same(Self::ALL[at].name().as_bytes(), name.as_bytes()) {
                return Self::ALL[at];
            }
            at += 1;
        }
        panic!("a field of an instruction has no name in this file")
    }
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
