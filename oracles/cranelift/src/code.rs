//! Allocates and frees native code.
#![allow(unsafe_code)]

use crate::context::Context;
use crate::remainder::remainder;
use crate::{Error, Level};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, default_libcall_names};

/// Address space reserved for a program's code. Its parts must be within 2 GiB of one another, which separate mappings may violate:
/// Cranelift then panics (fixed after the version in use).
const RESERVED: usize = 64 << 20;
/// The symbol of [`remainder`].
pub(crate) const REMAINDER: &str = "irsmith_remainder";

/// Compiled code that can be entered: loads its arguments from the slots, calls the function, and stores the result into the first slot,
/// whose upper bytes it may leave unchanged.
///
/// # Safety
///
/// The [`Code`] from which it was taken is alive. The context's memory is as large as the layout for which the code was compiled; there is
/// a slot for each argument and one for the result; the thread has the stack that the context's depth requires.
pub(crate) type Entry = unsafe extern "C" fn(*mut Context, *mut u128);

/// A module of Cranelift, whose code is freed with it.
pub(crate) struct Code {
    /// `None` only during the drop.
    module: Option<JITModule>,
}

impl Code {
    /// Makes an empty module.
    pub(crate) fn new(level: Level) -> Result<Self, Error> {
        let target = level.target().ok_or(Error::Unsupported("no-native-code"))?;
        let mut builder = JITBuilder::with_isa(target, default_libcall_names());
        let arena = ArenaMemoryProvider::new_with_size(RESERVED).map_err(|_| Error::Unsupported("address-space"))?;
        builder.memory_provider(Box::new(arena));
        builder.symbol(REMAINDER, remainder as *const u8);
        Ok(Self { module: Some(JITModule::new(builder)) })
    }

    /// Returns the module, to add functions to it.
    pub(crate) fn module(&mut self) -> &mut JITModule {
        self.module.as_mut().expect("there is a module until the drop")
    }

    /// Returns the address of a finished function, whose signature must be that of [`Entry`].
    pub(crate) fn entry(&mut self, function: FuncId) -> Entry {
        let address = self.module().get_finalized_function(function);
        // SAFETY: the address of a finished function is that of its code, and the type has its signature, in the host's calling convention.
        // Calling it is still unsafe.
        unsafe { std::mem::transmute::<*const u8, Entry>(address) }
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: an `Entry` may be called only while this is alive, and a call borrows the program that owns this.
            unsafe { module.free_memory() }
        }
    }
}
