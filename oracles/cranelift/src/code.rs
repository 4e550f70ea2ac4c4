//! Native code in memory, and its freeing.
#![allow(unsafe_code)]

use crate::context::Context;
use crate::remainder::remainder;
use crate::{Error, Level};
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{FuncId, default_libcall_names};

/// Address space set aside for a program's code. Its parts must lie within 2 GiB of one another, which separate mappings need not: Cranelift
/// then panics (fixed behind the version in use).
const RESERVED: usize = 64 << 20;
/// The symbol of [`remainder`].
pub(crate) const REMAINDER: &str = "irsmith_remainder";

/// Compiled code that can be entered: loads its arguments from the slots, calls the function, and stores the result into the first slot,
/// whose upper bytes it may leave alone.
///
/// # Safety
///
/// The [`Code`] that it came from is alive. The context's memory is as large as the layout that the code was compiled for; there is a slot for
/// each argument and one for the result; the thread has the stack that the context's depth asks for.
pub(crate) type Entry = unsafe extern "C" fn(*mut Context, *mut u128);

/// A module of Cranelift's, whose code is freed with it.
pub(crate) struct Code {
    /// `None` only while it is dropped.
    module: Option<JITModule>,
}

impl Code {
    /// No code so far.
    pub(crate) fn new(level: Level) -> Result<Self, Error> {
        let target = level.target().ok_or(Error::Unsupported("no-native-code"))?;
        let mut builder = JITBuilder::with_isa(target, default_libcall_names());
        let arena = ArenaMemoryProvider::new_with_size(RESERVED).map_err(|_| Error::Unsupported("address-space"))?;
        builder.memory_provider(Box::new(arena));
        builder.symbol(REMAINDER, remainder as *const u8);
        Ok(Self { module: Some(JITModule::new(builder)) })
    }

    /// The module, to add functions to.
    pub(crate) fn module(&mut self) -> &mut JITModule {
        self.module.as_mut().expect("there is a module until the drop")
    }

    /// The address of a finished function, whose signature must be an [`Entry`]'s.
    pub(crate) fn entry(&mut self, function: FuncId) -> Entry {
        let address = self.module().get_finalized_function(function);
        // SAFETY: a finished function's address is that of its code, and the type has its signature, in the host's own convention. To
        // call it is unsafe still.
        unsafe { std::mem::transmute::<*const u8, Entry>(address) }
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: whoever holds an `Entry` may call it only while this lives, and a call borrows the program that owns this.
            unsafe { module.free_memory() }
        }
    }
}
