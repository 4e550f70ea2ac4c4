//! The validator: every rule as data, and the checks for the rules.
//!
//! A module is *valid* if it breaks no rules except warnings. Three severities make it invalid: a specification forbids it
//! ([`Severity::Error`]), the tools reject it where the specifications are silent ([`Severity::Parity`]), or we decided that it is
//! meaningless where they are silent or contradict themselves ([`Severity::Choice`]). Warnings report what is suspicious or supported only
//! by some tools.
//!
//! [`validate`] checks a module, [`validate_file`] a file, with the positions of violations; [`is_valid`] only returns the result. The cost
//! is linear in the size of the module, whatever its header says, and there is no recursion.
//!
//! Of core SPIR-V only the basis of the rules for debug instructions is checked: ids, words, whether an id names a value, sections,
//! functions and blocks, and the size of vectors, which crashes tools. Types of arithmetic, dominance between blocks, control flow,
//! capabilities (except for storage classes) and decorations are not checked.
//!
//! # Choices
//!
//! The specification says of validation rules: "None". Where its sentences are unclear, these interpretations are used:
//!
//! | place | what holds here |
//! |---|---|
//! | Source "is an OpSource", which has no result | an OpString in `DebugInfo`, a DebugSource in the other sets; DebugInfoNone where there is none, as the translator has it for template parameters |
//! | "a single debugging instruction can be removed" when references become DebugInfoNone | DebugInfoNone may stand wherever a debug instruction may |
//! | DebugInfoNone where an operand is no debug instruction | only where a sentence names it: the size of an opaque type, the value of a template's type parameter, GlobalVariable's Variable, Function's Function |
//! | "template type parameter Value operand must not be used", though it has a place | it is DebugInfoNone |
//! | Declare's Variable "must be an id of OpVariable instruction which defines the local variable" | any OpVariable, since those of `__local` variables are global; an OpFunctionParameter with a warning, since SPIRV-Tools accepts it |
//! | which instructions are scopes | compilation units, functions, lexical blocks and their discriminators, composite types; and templates, which the translator puts in their target's place |
//! | which instructions are types | numbers 2 to 10, 13 and 14, unless it is the template of a function: not members and inheritances, and not parameters of templates |
//! | forward references, of which nothing is said | as SPIRV-Tools has them: Members, and Function's Function |
//! | the four "can interleave with instructions within a function body" | in blocks only. SPIRV-Tools lets them stand before the first block and behind a terminator as well |
//! | they may stand before phis and variables of a block | yes, as SPIRV-Tools has it; but not between a merge instruction and its branch, where not even OpLine may |
//! | the indexes of DebugValue "have the same semantics" as those of OpAccessChain | they are integers; the type that they go into is not judged |
//! | all others "between section 9 and section 10" | behind all types, constants and global variables. SPIRV-Tools lets them stand among these |
//! | storage class all ones, the translator's for none | refused, by a rule of its own |
//! | ArgNumber | counts from 1 |
//! | the word counts `7` of TypeTemplate, `7+` of MacroDef and InlinedVariable | the operands that are listed: parameters repeat, a macro has a name, nothing follows Inlined |
//! | the word counts `7` of TypeTemplate and `10+` of TypeTemplateParameterPack, which are those of one parameter | none is a warning: compilers describe packs without elements |
//! | "class, struct or function" of templates, "structure or class" of pointers to members | a union is a warning: compilers have both |
//! | operation 9, which only OpenCL.DebugInfo.100 has, and the experimental ones | known in every set, with a warning where the set's own list ends before them |
//! | reserved operations | known, with a warning; their literals are counted as listed |
//! | the encoding of Convert | a DWARF attribute encoding, as the translator has it, not the set's own |
//! | DebugFunctionDeclaration among Members | refused, as the sentence says, though the translator writes it |
//! | the operands of `NonSemantic.Shader.DebugInfo`, whose specification is newer | as in `OpenCL.DebugInfo.100` where both are alike; constants may be specialized where its newest revision says "constant instruction", also the vector count of a matrix and the operands of an operation, for which SPIRV-Tools want an OpConstant; enumerators may have any width, because compilers give them that of their type, and variables that count elements any type, because the translator writes signed ones; DebugInfoNone stands for any debug instruction |
//! | ArgNumber of `NonSemantic.Shader.DebugInfo` | 0 too, which compilers write for a variable that is no parameter |
//! | names and decorations of debug instructions | accepted where the debug instruction is the target: they go when it goes |

mod capabilities;
mod composites;
mod context;
mod debug;
mod forward;
mod frame;
mod graph;
mod header;
mod ids;
mod literals;
mod operations;
mod reading;
mod roles;
mod rules;
mod sections;
mod shader;
mod values;
mod violation;
mod words;

pub use irsmith_rules::{MAX_VIOLATIONS, MAX_WARNINGS, Rule, Severity, Source, are_all};
pub use rules::{RULES, RuleId};
pub use violation::{Name, Part, Place, Site, Violation};

use crate::{Instruction, Limits, Module, Result, Stream};
use context::Context;
use frame::Frame;
use words::Words;

/// The sink for the results of checks.
type Report = irsmith_rules::Report<usize, Part>;

/// Returns every violation in a module, up to [`MAX_VIOLATIONS`], in the order of the module.
///
/// ```
/// use irsmith_debuginfo::{Module, validate};
///
/// let violations = validate::validate(&Module::default());
/// assert_eq!(violations[0].to_string(), "module: memory-model: the module has 0 OpMemoryModel");
/// ```
pub fn validate(module: &Module) -> Vec<Violation> {
    let mut violations = check(module, Report::new(true)).take();
    violations.sort_by_key(|violation| violation.place.part.order());
    violations
}

/// Returns whether a module breaks no rules except warnings; stops at the first broken rule.
pub fn is_valid(module: &Module) -> bool {
    !check(module, Report::new(false)).is_invalid()
}

/// Returns every violation in a file, each with its position.
///
/// # Errors
/// The error that makes the file unreadable; [`crate::ErrorKind::rule`] names the rule.
pub fn validate_file(bytes: &[u8], limits: &Limits) -> Result<Vec<Violation>> {
    let stream = Stream::read(bytes, limits)?;
    let module = Module::from_stream(&stream);
    Ok(validate_stream(&stream, &module))
}

/// As [`validate_file`], for a module that was read from this stream.
pub fn validate_stream(stream: &Stream, module: &Module) -> Vec<Violation> {
    let mut violations = validate(module);
    let mut starts = stream.instructions().map(|raw| raw.at * 4).enumerate();
    let mut last = None;
    for violation in &mut violations {
        violation.place.at = match violation.place.part.site() {
            None if violation.place.part == Part::Header => Some(0),
            None => None,
            Some(site) => {
                // Violations are in the order of the module.
                while last.is_none_or(|(index, _)| index < site.index)
                    && let Some(next) = starts.next()
                {
                    last = Some(next);
                }
                last.map(|(_, at)| at)
            }
        };
    }
    violations
}

fn check(module: &Module, report: Report) -> Report {
    let mut context = Context::new(module, report);
    header::check(&mut context);
    for index in std::mem::take(&mut context.ids.repeated) {
        let result = module.instructions[index].result().unwrap_or_default();
        context.add(RuleId::IdRepeated, index, format_args!("{result}"));
    }
    let (mut frame, mut words) = (Frame::new(), Words::default());
    for (index, instruction) in module.instructions.iter().enumerate() {
        if context.report.is_settled() {
            return context.report;
        }
        frame.step(&mut context, index, instruction);
        match instruction {
            Instruction::Core(core) => {
                words.check(&mut context, index, core, frame.function());
                debug::check_untyped(&mut context, index, core);
                shader::check(&mut context, index, core);
            }
            Instruction::Debug(debug) => debug::check(&mut context, index, frame.function(), debug),
        }
    }
    frame.end(&mut context);
    graph::check(&mut context);
    if context.report.wants_warnings() {
        composites::check_listed(&mut context);
    }
    context.report
}
