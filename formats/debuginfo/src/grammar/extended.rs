//! Extended instruction sets other than the debug sets.

use rspirv::grammar::{ExtInstOp, ExtendedInstruction, InstructionTable, ext_inst_table};

/// An extended instruction set in the grammar.
#[derive(Clone, Copy)]
pub struct ExtendedSet {
    table: &'static InstructionTable<ExtInstOp>,
    has_names: bool,
    is_non_semantic: bool,
}

impl ExtendedSet {
    /// Returns the set that is imported by this name. The debug sets are not among them: their rows are in [`crate::tables`].
    pub fn find(name: &str) -> Option<Self> {
        if crate::Dialect::from_name(name).is_some() {
            return None;
        }
        let has_names = tools_have_names(name);
        // Every version of this set has its own name.
        let name = if name.starts_with("NonSemantic.ClspvReflection.") { "NonSemantic.ClspvReflection" } else { name };
        Some(Self { table: ext_inst_table(name)?, has_names, is_non_semantic: name.starts_with("NonSemantic.") })
    }

    /// Returns the tools' table of `OpenCL.DebugInfo.100`: there, an instruction whose operands do not fit its row has a name in text.
    pub fn of_tools(dialect: crate::Dialect) -> Option<Self> {
        let table = ext_inst_table(dialect.name()).filter(|_| dialect == crate::Dialect::OpenCl)?;
        Some(Self { table, has_names: true, is_non_semantic: false })
    }

    /// Returns whether the tools print the instructions of the set by name.
    pub fn has_names(self) -> bool {
        self.has_names
    }

    /// Returns whether readers may ignore the set, so that numbers without an instruction are allowed (`SPV_KHR_non_semantic_info`).
    pub fn is_non_semantic(self) -> bool {
        self.is_non_semantic
    }

    /// Returns the instruction of a number.
    pub fn row(self, number: u32) -> Option<&'static ExtendedInstruction<'static>> {
        self.table.lookup_opcode(number)
    }

    /// Returns the number of the instruction with this name.
    pub fn number(self, name: &str) -> Option<u32> {
        self.table.iter().find(|row| row.opname == name).map(|row| row.opcode.into())
    }
}

/// Returns whether SPIRV-Tools 2023.1 has names for the instructions of a set.
fn tools_have_names(set: &str) -> bool {
    let named = ["NonSemantic.Shader.DebugInfo.100", "NonSemantic.ClspvReflection."];
    !set.starts_with("NonSemantic.") || named.iter().any(|name| set.starts_with(name))
}
