//! The configuration of Cranelift.

use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use std::sync::OnceLock;

/// How much Cranelift optimizes a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// `opt_level=none` with the single-pass register allocator: the fastest compilation.
    None,
    /// `opt_level=speed`, all rewriting rules, with the backtracking register allocator.
    Speed,
}

impl Level {
    /// Both levels.
    pub const ALL: &[Self] = &[Self::None, Self::Speed];

    /// Returns the name of the setting.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Speed => "speed",
        }
    }

    const fn allocator(self) -> &'static str {
        match self {
            Self::None => "single_pass",
            Self::Speed => "backtracking",
        }
    }

    /// Returns Cranelift for this machine, created once; `None` on a machine that it does not support.
    pub(crate) fn target(self) -> Option<OwnedTargetIsa> {
        static TARGETS: [OnceLock<Option<OwnedTargetIsa>>; 2] = [const { OnceLock::new() }; 2];
        TARGETS[self as usize].get_or_init(|| self.build()).clone()
    }

    fn build(self) -> Option<OwnedTargetIsa> {
        let mut flags = settings::builder();
        let verify = if cfg!(debug_assertions) { "true" } else { "false" };
        // The last two are required by the in-memory linker.
        let wanted = [
            ("opt_level", self.name()),
            ("regalloc_algorithm", self.allocator()),
            ("enable_verifier", verify),
            ("unwind_info", "false"),
            ("use_colocated_libcalls", "false"),
            ("is_pic", "false"),
        ];
        for (name, value) in wanted {
            flags.set(name, value).ok()?;
        }
        cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()
    }
}
