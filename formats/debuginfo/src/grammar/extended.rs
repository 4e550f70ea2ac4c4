//! Extended instruction sets other than the debug sets.

use rspirv::grammar::{ExtInstOp, ExtendedInstruction, InstructionTable, ext_inst_table};

/// An extended instruction set that the grammar knows.
#[derive(Clone, Copy)]
pub struct ExtendedSet(&'static InstructionTable<ExtInstOp>);

impl ExtendedSet {
    /// The set that is imported by this name. The debug sets are not among them: their rows are in [`crate::tables`].
    pub fn find(name: &str) -> Option<Self> {
        if crate::Dialect::from_name(name).is_some() {
            return None;
        }
        // Every version of this set has a name of its own.
        let name = if name.starts_with("NonSemantic.ClspvReflection.") { "NonSemantic.ClspvReflection" } else { name };
        ext_inst_table(name).map(Self)
    }

    /// What the tools' table of a debug set has, if it has more than our rows: `DebugModuleINTEL`.
    pub fn beyond(dialect: crate::Dialect) -> Option<Self> {
        if dialect == crate::Dialect::OpenCl { ext_inst_table(dialect.name()).map(Self) } else { None }
    }

    /// The instruction of a number.
    pub fn row(self, number: u32) -> Option<&'static ExtendedInstruction<'static>> {
        self.0.lookup_opcode(number)
    }

    /// The number of the instruction with this name.
    pub fn number(self, name: &str) -> Option<u32> {
        self.0.iter().find(|row| row.opname == name).map(|row| row.opcode.into())
    }
}
