//! A self-test of a program: whether it behaves as programs of its family do, before its verdicts are believed.
//!
//! A program that accepts everything passes most oracles, and so does one that prints what it was given: they look honest in a campaign.
//! Here the answers are known beforehand, so a few questions are enough to notice such a program.

mod llc;
mod session;
mod spirv;

pub use session::{Answered, Step};

use crate::external::{Implementation, ProgramFamily};
use session::Session;

/// The families that can be tested.
pub const TESTED: &[ProgramFamily] = &[ProgramFamily::Llc, ProgramFamily::SpirvAs, ProgramFamily::SpirvDis, ProgramFamily::SpirvVal];

/// Asks a program the questions of its family; none for a family without any.
pub fn conformance(program: &Implementation) -> Option<Vec<Step>> {
    let mut session = Session::new(program);
    match program.family {
        ProgramFamily::Llc => llc::ask(&mut session),
        ProgramFamily::SpirvAs => spirv::ask_assembler(&mut session),
        ProgramFamily::SpirvDis => spirv::ask_disassembler(&mut session),
        ProgramFamily::SpirvVal => spirv::ask_validator(&mut session),
        ProgramFamily::Lli
        | ProgramFamily::Opt
        | ProgramFamily::Linker
        | ProgramFamily::Bcanalyzer
        | ProgramFamily::Dwarfdump
        | ProgramFamily::SpirvOpt
        | ProgramFamily::Translator
        | ProgramFamily::Qemu
        | ProgramFamily::Command => return None,
    }
    Some(session.end())
}
