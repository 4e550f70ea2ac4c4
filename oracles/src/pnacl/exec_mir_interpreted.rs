//! A program behaves the same on the reference interpreter and, lowered to generic Machine IR, on the interpreter of Machine IR.
//!
//! No program is needed, so this also tests the lowering where there is no llc. The lowerings to WebAssembly and CLIF share no code with
//! this one, and the two interpreters none with each other.

use super::Oracle;
use super::engine::Interpreted;
use crate::executes_alike::executes_alike;
use crate::mir::execution::{Codegen, Processor};
use crate::{Check, Family, Needs};
use irsmith_mir::tables::Version;

/// The oracle.
pub const EXEC_MIR_INTERPRETED: Oracle = Oracle {
    name: "exec-mir-interpreted",
    family: Family::CrossFormat,
    about: "a program's calls return the same values, trap at the same place and leave the same memory as Machine IR on its interpreter",
    floor: 60,
    needs: Needs::Nothing,
    check: Check::Parts(|case| {
        let alike = |codegen: &Codegen| executes_alike(EXEC_MIR_INTERPRETED.name, &Interpreted(*codegen), case);
        CODEGENS.iter().map(alike).collect()
    }),
};

/// The lowerings that differ most: all operations written out for X86-64 before `G_SELECT` could be selected, few of them for AArch64.
const CODEGENS: [Codegen; 2] =
    [Codegen { processor: Processor::X86_64, release: Version(14) }, Codegen { processor: Processor::AArch64, release: Version::TABLES }];
