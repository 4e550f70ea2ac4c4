//! The interfaces by name, and the functions in their tables.

use super::calls::{Arguments, Call};
use super::{Runtime, files, memory, time};
use crate::ValueType;
use crate::interpret::{CallSignature, HostEnd, Layout, Memory, Process};

/// A function that programs can call.
pub(super) struct Function {
    pub(super) name: &'static str,
    parameters: &'static [ValueType],
    result: ValueType,
    pub(super) call: Call,
}

impl Function {
    pub(super) fn signature(&self) -> CallSignature {
        CallSignature { parameters: self.parameters.to_vec(), result: self.result }
    }
}

const VOID: ValueType = ValueType::VOID;
const I32: ValueType = ValueType::I32;
const I64: ValueType = ValueType::integer(64);

/// The function that finds interfaces; its address is in the auxiliary vector.
pub(super) const QUERY: &str = "irt_query";

macro_rules! functions {
    ($($name:literal: $result:ident ($($parameter:ident),*) = $call:expr;)*) => {
        /// All functions. The index determines the address.
        pub(super) const FUNCTIONS: &[Function] =
            &[$(Function { name: $name, parameters: &[$($parameter),*], result: $result, call: $call }),*];
    };
}

functions! {
    "irt_query": I32(I32, I32, I32) = query;
    "exit": VOID(I32) = exit;
    "gettod": I32(I32) = time::gettod;
    "clock": I32(I32) = time::clock;
    "nanosleep": I32(I32, I32) = time::nanosleep;
    "sched_yield": I32() = time::sched_yield;
    "sysconf": I32(I32, I32) = time::sysconf;
    "close": I32(I32) = files::close;
    "dup": I32(I32, I32) = files::unsupported;
    "dup2": I32(I32, I32) = files::unsupported;
    "read": I32(I32, I32, I32, I32) = files::read;
    "write": I32(I32, I32, I32, I32) = files::write;
    "seek": I32(I32, I64, I32, I32) = files::seek;
    "fstat": I32(I32, I32) = files::fstat;
    "getdents": I32(I32, I32, I32, I32) = files::unsupported;
    "sysbrk": I32(I32) = memory::sysbrk;
    "mmap": I32(I32, I32, I32, I32, I32, I64) = memory::mmap;
    "munmap": I32(I32, I32) = memory::munmap;
    "mprotect": I32(I32, I32, I32) = memory::mprotect;
    "tls_init": I32(I32) = tls_init;
    "tls_get": I32() = tls_get;
}

/// An interface: a table of function addresses.
struct Interface {
    name: &'static [u8],
    functions: &'static [&'static str],
}

const FDIO: &[&str] = &["close", "dup", "dup2", "read", "write", "seek", "fstat", "getdents"];

const INTERFACES: &[Interface] = &[
    Interface { name: b"nacl-irt-basic-0.1", functions: &["exit", "gettod", "clock", "nanosleep", "sched_yield", "sysconf"] },
    Interface { name: b"nacl-irt-fdio-0.1", functions: FDIO },
    Interface { name: b"nacl-irt-dev-fdio-0.1", functions: FDIO },
    Interface { name: b"nacl-irt-memory-0.1", functions: &["sysbrk", "mmap", "munmap"] },
    Interface { name: b"nacl-irt-memory-0.2", functions: &["sysbrk", "mmap", "munmap", "mprotect"] },
    Interface { name: b"nacl-irt-memory-0.3", functions: &["mmap", "munmap", "mprotect"] },
    Interface { name: b"nacl-irt-tls-0.1", functions: &["tls_init", "tls_get"] },
];

/// The maximal number of characters of an interface's name that are read.
const MAX_NAME: u32 = 256;

/// Returns the address of a function, 0 for none of that name.
pub(super) fn address(name: &str) -> u32 {
    FUNCTIONS.iter().position(|function| function.name == name).map_or(0, |at| Layout::HOST + at as u32 * Layout::FUNCTION_STEP)
}

/// `size_t irt_query(const char *name, void *table, size_t size)`: returns the size of the table, 0 if there is no such interface or not
/// enough space.
fn query(runtime: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    let size = fill(runtime, arguments, &mut process.memory).unwrap_or(0);
    HostEnd::Return(size.into())
}

fn fill(runtime: &mut Runtime<'_>, arguments: &Arguments<'_>, memory: &mut Memory<'_>) -> Option<u32> {
    let (name, table, room) = (arguments.word(0), arguments.word(1), arguments.word(2));
    let characters = (0..MAX_NAME).map_while(|at| memory.bytes(name.wrapping_add(at), 1).map(|byte| byte[0]));
    let name: Vec<u8> = characters.take_while(|&character| character != 0).collect();
    let Some(interface) = INTERFACES.iter().find(|interface| interface.name == name) else {
        runtime.note_missing(&name);
        return None;
    };
    let size = interface.functions.len() as u32 * 4;
    if size > room {
        return None;
    }
    let entries = memory.bytes_mut(table, size)?;
    for (entry, name) in entries.chunks_exact_mut(4).zip(interface.functions) {
        entry.copy_from_slice(&address(name).to_le_bytes());
    }
    Some(size)
}

fn exit(_: &mut Runtime<'_>, arguments: &Arguments<'_>, _: &mut Process<'_>) -> HostEnd {
    HostEnd::Exit(arguments.word(0) as i32)
}

fn tls_init(_: &mut Runtime<'_>, arguments: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    *process.thread_pointer = arguments.word(0);
    HostEnd::Return(0)
}

fn tls_get(_: &mut Runtime<'_>, _: &Arguments<'_>, process: &mut Process<'_>) -> HostEnd {
    HostEnd::Return((*process.thread_pointer).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_of_an_interface_is_a_function_of_its_own() {
        assert_eq!(address(QUERY), Layout::HOST);
        for interface in INTERFACES {
            for (at, name) in interface.functions.iter().enumerate() {
                assert_ne!(address(name), 0, "{name}");
                assert!(!interface.functions[..at].contains(name), "{name}");
            }
        }
    }
}
