//! The header, and the instructions that occur once in a module.

use super::context::Context;
use super::{Part, RuleId};
use crate::Instruction;
use spirv::Op;

/// Versions covered by the grammar, 1.0 to 1.6.
const VERSIONS: std::ops::RangeInclusive<u32> = 0x1_0000..=0x1_0600;
/// The bound that every reader must support (SPIR-V 2.17).
const MAX_BOUND: u32 = 0x3F_FFFF;

pub(super) fn check(context: &mut Context<'_>) {
    let header = context.module.header;
    let mut add = |rule, broken: bool, message: std::fmt::Arguments<'_>| {
        if broken {
            context.report.add(rule, Part::Header, message);
        }
    };
    let is_known = VERSIONS.contains(&header.version) && header.version & 0xFF == 0;
    add(RuleId::HeaderVersion, !is_known, format_args!("version {:#010x}", header.version));
    add(RuleId::HeaderSchema, header.schema != 0, format_args!("schema {}", header.schema));
    add(RuleId::BoundLimit, header.bound > MAX_BOUND, format_args!("bound {}", header.bound));
    check_once(context);
}

fn check_once(context: &mut Context<'_>) {
    let count = |op| context.module.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(op)).count();
    let models = count(Op::MemoryModel);
    if models != 1 {
        context.report.add(RuleId::MemoryModel, Part::Module, format_args!("the module has {models} OpMemoryModel"));
    }
    let sets = context.sets.iter().count();
    if sets > 1 {
        context.report.add(RuleId::SetRepeated, Part::Module, format_args!("the module imports {sets} debug sets"));
    }
}
