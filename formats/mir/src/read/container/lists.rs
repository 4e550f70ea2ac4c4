//! What a function lists: registers, live-ins, call sites, substitutions, constants, jump tables.

use super::fields::Fields;
use super::value;
use crate::{
    CallSite, Constant, ForwardedArgument, FunctionLiveIn, JumpTable, JumpTableEntry, JumpTableKind, Substitution, VirtualRegister,
};

pub(super) fn virtual_register(keys: &Fields<'_, '_>) -> VirtualRegister {
    VirtualRegister { id: keys.unsigned("id"), class: keys.name("class"), preferred: keys.shaped("preferred-register", value::register) }
}

pub(super) fn live_in(keys: &Fields<'_, '_>) -> FunctionLiveIn {
    FunctionLiveIn { register: keys.register("reg"), copy: keys.shaped("virtual-reg", value::virtual_register) }
}

pub(super) fn call_site(keys: &Fields<'_, '_>) -> CallSite {
    CallSite { block: keys.unsigned("bb"), offset: keys.unsigned("offset"), arguments: keys.list("fwdArgRegs", argument) }
}

fn argument(keys: &Fields<'_, '_>) -> ForwardedArgument {
    ForwardedArgument { argument: keys.unsigned("arg"), register: keys.register("reg") }
}

pub(super) fn substitution(keys: &Fields<'_, '_>) -> Substitution {
    Substitution {
        source_instruction: keys.unsigned("srcinst"),
        source_operand: keys.unsigned("srcop"),
        target_instruction: keys.unsigned("dstinst"),
        target_operand: keys.unsigned("dstop"),
        subregister: keys.unsigned("subreg"),
    }
}

pub(super) fn constant(keys: &Fields<'_, '_>) -> Constant {
    Constant {
        id: keys.unsigned("id"),
        value: keys.text("value"),
        alignment: keys.alignment("alignment"),
        target_specific: keys.bool("isTargetSpecific"),
    }
}

pub(super) fn jump_table(keys: &Fields<'_, '_>) -> JumpTable {
    JumpTable { kind: JumpTableKind::ALL[keys.choice("kind")], entries: keys.list("entries", jump_table_entry) }
}

fn jump_table_entry(keys: &Fields<'_, '_>) -> JumpTableEntry {
    JumpTableEntry { id: keys.unsigned("id"), blocks: keys.texts("blocks", value::block) }
}
