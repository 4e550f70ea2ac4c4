//! Indirect calls.

use super::calls::Calls;
use super::control::Control;
use super::program::{Program, width};
use super::{Bits, Host, HostEnd, Layout, Memory, Process};
use crate::ValueType;

/// The result of resolving an indirect call.
pub(super) enum Indirect {
    Function(u32),
    /// The call is done; contains the slots of the result.
    Host(HostEnd, u32),
    BadFunction,
    BadSignature,
}

/// Resolves the callee of an indirect call, and calls it if it is the host's. `call` is its signature and its first argument.
pub(super) fn indirect(
    program: &Program,
    calls: &Calls,
    control: &mut Control,
    memory: &mut Memory<'_>,
    host: &mut dyn Host,
    address: u32,
    call: (u32, u32),
) -> Indirect {
    let (signature, arguments) = call;
    if let Some(function) = Layout::function_at(address)
        && let Some(code) = program.code(function)
    {
        return if code.signature == signature { Indirect::Function(function) } else { Indirect::BadSignature };
    }
    let wanted = &program.signatures[signature as usize];
    match host.signature(address) {
        None => return Indirect::BadFunction,
        Some(found) if found != wanted => return Indirect::BadSignature,
        Some(_) => {}
    }
    let mut slots = program.arguments[arguments as usize..].iter().map(|&slot| Bits::from(calls.value(program, slot)));
    let mut next = || slots.next().unwrap_or(0);
    let values: Vec<Bits> = wanted.parameters.iter().map(|&ty| if width(ty) == 2 { next() | next() << 64 } else { next() }).collect();
    let mut process = Process { memory: memory.reborrow(), layout: &program.layout, thread_pointer: &mut control.thread_pointer };
    let slots = if wanted.result == ValueType::VOID { 0 } else { width(wanted.result) };
    Indirect::Host(host.call(address, &values, &mut process), slots)
}
