//! One file for each verb.

mod assemble;
mod calibrate;
mod convert;
mod exec;
mod findings;
mod fuzz;
mod generate;
mod implementations;
mod ledger;
mod lower;
mod minimize;
mod oracles;
mod replay;
mod run;
mod show;
mod tables;
mod targets;
mod validate;

pub(crate) use assemble::Assemble;
pub(crate) use calibrate::Calibrate;
pub(crate) use convert::Convert;
pub(crate) use exec::Exec;
pub(crate) use findings::Findings;
pub(crate) use fuzz::Fuzz;
pub(crate) use generate::Generate;
pub(crate) use implementations::Implementations;
pub(crate) use ledger::LedgerVerb;
pub(crate) use lower::Lower;
pub(crate) use minimize::Minimize;
pub(crate) use oracles::Oracles;
pub(crate) use replay::Replay;
pub(crate) use run::Run;
pub(crate) use show::Show;
pub(crate) use tables::Tables;
pub(crate) use targets::Targets;
pub(crate) use validate::Validate;
