//! The configuration of the generator.

use super::facts::Size;
use super::graph::forms::{CountForm, NoneForm};
use super::host::{Annotation, Memory, Version};
use super::rows::{Row, RowSet, Tag, id, rows};
use super::shapes::Shape;
use crate::Choices;
use crate::forms::Form;
use irsmith_debuginfo::Dialect;
use irsmith_debuginfo::tables::{DebugOp, FieldId, Op};

/// Sizes and rows of generated modules. All sizes are upper bounds; each case draws its own sizes below them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The debug set. Default `DebugInfo`.
    pub dialect: Dialect,
    /// Whether the module is converted to `NonSemantic.Shader.DebugInfo`, and gets what only this set has. Default no.
    pub shader: bool,
    /// How many of 256 operations of expressions come from the experimental list, which few tools read. Default 128; 0 for none.
    pub experimental: u16,
    /// How many of 256 expressions consist of arbitrary operations, whose operands may be missing or have the wrong types. The others can be
    /// executed with addresses of four or eight bytes on a machine that has everything. Default 64. With 0, a case is about expressions, and
    /// swarm leaves out no row of a debug instruction that they need.
    pub arbitrary_expressions: u16,
    /// Whether debug instructions may be placed among types and constants, against the specification: SPIRV-Tools accept it. Default no.
    pub interleaved: bool,
    /// Whether cases are for the SPIR-V LLVM translator: flags mark defined functions and variables, local variables are not functions,
    /// instructions that could name nothing but DebugInfoNone are not generated, and swarm leaves out only rows of the host. Default no.
    pub translatable: bool,
    /// Functions with a body, including the entry point; at least one. Default 3.
    pub functions: u32,
    /// Parameters of a function. Default 3.
    pub parameters: u32,
    /// Instructions per basic block. Default 4.
    pub instructions: u32,
    /// Nesting of branches and loops. Default 2; a value above [`Config::MAX_DEPTH`] counts as that.
    pub depth: u32,
    /// Consecutive control flow constructs. Default 2.
    pub constructs: u32,
    /// Host types beyond the few that every module has. Default 4.
    pub types: u32,
    /// Global variables. Default 3.
    pub globals: u32,
    /// Steps of the debug graph: most steps make one instruction; composites and functions make several. Default 24.
    pub graph: u32,
    /// Members of a composite, parameters of a type, operations of an expression without those that make operands for others, and other
    /// operands that repeat. Default 4.
    pub operands: u32,
    /// Characters of a name. Default 8; one name in 16 may have 16 times as many.
    pub name: u32,
    /// Rows that may be used. Default all. What validity requires (a compilation unit, a terminator) is generated even if its row is
    /// disabled.
    pub rows: RowSet,
}

/// The ids of rows that the translator does not support or crashes on, or that LLVM cannot express. `corpora/debuginfo/findings` and the
/// ledger describe each.
fn untranslated() -> Vec<u16> {
    const DEBUG: [DebugOp; 6] = [
        DebugOp::CompilationUnit,
        DebugOp::TypeTemplateTemplateParameter,
        DebugOp::TypeTemplateParameterPack,
        DebugOp::InlinedVariable,
        DebugOp::MacroDef,
        DebugOp::MacroUndef,
    ];
    const ANNOTATIONS: [Annotation; 3] = [Annotation::SourceWithText, Annotation::SourceContinued, Annotation::Attribute];
    let versions = Version::all().iter().filter(|version| !version.kernel || version.minor > 4).map(|&form| id(form));
    let operations = Op::all().iter().filter(|op| !TRANSLATED_OPERATIONS.iter().any(|ops| ops.contains(op))).map(|&op| id(op));
    let many_counts = CountForm { op: DebugOp::TypeArray, field: FieldId::Counts, size: Size::Many };
    versions
        .chain(operations)
        .chain(DEBUG.map(id))
        .chain(ANNOTATIONS.map(id))
        .chain(NoneForm::all().iter().map(|&form| id(form)))
        .chain([id(Memory::Copy), id(many_counts), id(Shape::SeveralUnits), id(Shape::SecondSet), id(Shape::UnitScope)])
        .collect()
}

/// Operations of expressions that the translator maps and LLVM accepts; on other operations it crashes, or emits what LLVM refuses.
const TRANSLATED_OPERATIONS: &[&[Op]] = &[
    &[Op::Deref, Op::Plus, Op::Minus, Op::PlusUconst, Op::Swap, Op::Xderef, Op::StackValue, Op::Constu, Op::Convert, Op::Consts, Op::Dup],
    &[Op::Over, Op::And, Op::Div, Op::Mod, Op::Mul, Op::Not, Op::Or, Op::Shl, Op::Shr, Op::Shra, Op::Xor, Op::LIT[0]],
    &Op::REG,
    &Op::BREG,
    &[Op::Regx, Op::Bregx, Op::DerefSize, Op::PushObjectAddress],
];

/// Debug instructions of cases that test expressions.
const AROUND_EXPRESSIONS: [DebugOp; 7] = [
    DebugOp::InfoNone,
    DebugOp::CompilationUnit,
    DebugOp::TypeBasic,
    DebugOp::LocalVariable,
    DebugOp::Value,
    DebugOp::Operation,
    DebugOp::Expression,
];

impl Default for Config {
    /// About 150 instructions, strings included, half of them debug instructions.
    fn default() -> Self {
        Self {
            dialect: Dialect::DebugInfo,
            shader: false,
            experimental: 128,
            arbitrary_expressions: 64,
            interleaved: false,
            translatable: false,
            functions: 3,
            parameters: 3,
            instructions: 4,
            depth: 2,
            constructs: 2,
            types: 4,
            globals: 3,
            graph: 24,
            operands: 4,
            name: 8,
            rows: RowSet::ALL,
        }
    }
}

impl Config {
    /// Deepest nesting; also the recursion depth of the generator.
    pub const MAX_DEPTH: u32 = 8;

    /// Uses only operations that the dialect itself has, which external tools read.
    pub fn portable(dialect: Dialect) -> Self {
        Self { dialect, experimental: 0, ..Self::default() }
    }

    /// Generates modules of `NonSemantic.Shader.DebugInfo`, most of version 100.
    pub fn shader() -> Self {
        Self { shader: true, ..Self::portable(Dialect::OpenCl) }
    }

    /// Generates OpenCL kernels of `DebugInfo` in constructs that the SPIR-V LLVM translator 15.0.0 implements, without those that LLVM
    /// cannot express.
    pub fn translatable() -> Self {
        let untranslated = untranslated();
        let rows = RowSet::filter(|row| !untranslated.contains(&row.id));
        Self { translatable: true, experimental: 32, rows, ..Self::portable(Dialect::DebugInfo) }
    }

    /// Generates small modules whose debug information consists mostly of expressions, which are longer than by default, with most
    /// operations from the experimental list.
    pub fn expressions() -> Self {
        let around = AROUND_EXPRESSIONS.map(id);
        let said = |row: &Row| !row.tags.contains(&Tag::Debug) || around.contains(&row.id);
        Self { experimental: 224, functions: 1, instructions: 1, constructs: 1, operands: 8, rows: RowSet::filter(said), ..Self::default() }
    }

    /// Draws a configuration for one case (Groce et al. 2012, *Swarm testing*): leaving features out finds bugs that their presence hides.
    ///
    /// Half of the draws keep the sizes; in the others each size is halved, doubled, set to 1 or unchanged. A quarter of the draws keep all
    /// rows; the others keep half, three quarters or seven eighths of them, drawn row by row. Each tag is left out in one draw of 16. The
    /// dialect and the share of experimental operations stay the same.
    #[must_use]
    pub fn swarmed(mut self, choices: &mut Choices<'_, '_>) -> Self {
        let mut swarm = RowSet::swarm(choices);
        if self.translatable {
            rows().iter().filter(|row| !row.tags.contains(&Tag::Host)).for_each(|row| swarm.set(row.id, true));
        }
        if self.arbitrary_expressions == 0 {
            AROUND_EXPRESSIONS.iter().for_each(|&op| swarm.set(id(op), true));
        }
        self.rows.intersect(&swarm);
        if choices.chance(128) {
            self.draw_sizes(choices);
        }
        self
    }

    /// Returns [`Config::swarmed`] of the default.
    pub fn swarm(choices: &mut Choices<'_, '_>) -> Self {
        Self::default().swarmed(choices)
    }

    /// Disables all rows with a tag.
    #[must_use]
    pub fn without(mut self, tag: Tag) -> Self {
        self.rows.leave_out(tag);
        self
    }

    fn draw_sizes(&mut self, choices: &mut Choices<'_, '_>) {
        choices.resize([
            &mut self.functions,
            &mut self.parameters,
            &mut self.instructions,
            &mut self.depth,
            &mut self.constructs,
            &mut self.types,
            &mut self.globals,
            &mut self.graph,
            &mut self.operands,
            &mut self.name,
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_translator_does_not_know_is_off() {
        let config = Config::translatable();
        let off: Vec<&Row> = rows().iter().filter(|row| !config.rows.contains(row.id)).collect();
        for name in ["module compute shader, SPIR-V 1.0", "module OpenCL kernel, SPIR-V 1.6", "operation BitPiece", "operation Fbreg"] {
            assert!(off.iter().any(|row| row.name == name), "{name}");
        }
        assert!(off.len() < rows().len() / 2);
    }
}
