//! What a function lists: registers, live-ins, call sites, substitutions, constants, jump tables.

use super::fields::Fields;
use super::value;
use crate::{CallSite, Constant, ForwardedArgument, FunctionLiveIn, JumpTable, JumpTableEntry, Substitution, VirtualRegister};

pub(super) fn virtual_register(register: &VirtualRegister, keys: &mut Fields<'_>) {
    keys.unsigned("id", register.id);
    keys.text("class", &register.class);
    keys.shaped("preferred-register", register.preferred.as_ref(), value::register);
}

pub(super) fn live_in(live_in: &FunctionLiveIn, keys: &mut Fields<'_>) {
    keys.register("reg", &live_in.register);
    keys.shaped("virtual-reg", live_in.copy.as_ref(), value::register);
}

pub(super) fn call_site(site: &CallSite, keys: &mut Fields<'_>) {
    keys.unsigned("bb", site.block);
    keys.unsigned("offset", site.offset);
    keys.list("fwdArgRegs", &site.arguments, argument);
}

fn argument(argument: &ForwardedArgument, keys: &mut Fields<'_>) {
    keys.unsigned("arg", argument.argument);
    keys.register("reg", &argument.register);
}

pub(super) fn substitution(substitution: &Substitution, keys: &mut Fields<'_>) {
    keys.unsigned("srcinst", substitution.source_instruction);
    keys.unsigned("srcop", substitution.source_operand);
    keys.unsigned("dstinst", substitution.target_instruction);
    keys.unsigned("dstop", substitution.target_operand);
    keys.unsigned("subreg", substitution.subregister);
}

pub(super) fn constant(constant: &Constant, keys: &mut Fields<'_>) {
    keys.unsigned("id", constant.id);
    keys.text("value", &constant.value);
    keys.optional("alignment", constant.alignment);
    keys.bool("isTargetSpecific", constant.target_specific);
}

pub(super) fn jump_table(table: &JumpTable, keys: &mut Fields<'_>) {
    keys.word("kind", table.kind.name());
    keys.list("entries", &table.entries, jump_table_entry);
}

fn jump_table_entry(entry: &JumpTableEntry, keys: &mut Fields<'_>) {
    keys.unsigned("id", entry.id);
    keys.texts("blocks", Some(&entry.blocks), value::block);
}
