//! What an implementation is for: its family, its roles and its tasks.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Defines an enum whose variants have names in files and on the command line.
macro_rules! named {
    ($(#[$about:meta])* $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $type {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the name in files and on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

named! {
    /// Programs that take the same arguments and do the same: an oracle that needs a family takes any program of it.
    ProgramFamily {
        /// Reads, verifies, changes, prints and compiles Machine IR; compiles LLVM assembly.
        Llc = "llc",
        /// Runs LLVM assembly.
        Lli = "lli",
        /// Optimises LLVM assembly.
        Opt = "opt",
        /// Links object files with the C library: a driver of C compilers, which takes the arguments of `cc`.
        Linker = "cc",
        /// Dumps bitstreams.
        Bcanalyzer = "llvm-bcanalyzer",
        /// Verifies DWARF.
        Dwarfdump = "llvm-dwarfdump",
        /// Assembles SPIR-V.
        SpirvAs = "spirv-as",
        /// Disassembles SPIR-V.
        SpirvDis = "spirv-dis",
        /// Validates SPIR-V.
        SpirvVal = "spirv-val",
        /// Optimises SPIR-V.
        SpirvOpt = "spirv-opt",
        /// Translates SPIR-V to LLVM bitcode and back.
        Translator = "llvm-spirv",
        /// Runs a program for another processor: `qemu-aarch64`.
        Qemu = "qemu",
        /// Anything that follows the protocol of commands, for the format of its entry.
        Command = "command",
    }
}

named! {
    /// What an implementation can do with files of its format.
    Role {
        /// Reads them.
        Read = "read",
        /// Writes them.
        Write = "write",
        /// Accepts valid ones and rejects others.
        Validate = "validate",
        /// Changes them and keeps them valid.
        Transform = "transform",
        /// Executes them.
        Execute = "execute",
    }
}

named! {
    /// What an oracle asks an implementation for.
    Task {
        /// To be judged: the oracle looks for its faults.
        Judge = "judge",
        /// To be compared with other implementations of its family.
        Compare = "compare",
        /// To compile what another implementation made.
        Compile = "compile",
    }
}

impl ProgramFamily {
    /// Returns the name of the format that the programs are tested with; none if each entry says it.
    pub const fn format(self) -> Option<&'static str> {
        match self {
            Self::Llc | Self::Qemu => Some("mir"),
            Self::Lli | Self::Opt | Self::Linker | Self::Bcanalyzer => Some("pnacl"),
            Self::Dwarfdump | Self::SpirvAs | Self::SpirvDis | Self::SpirvVal | Self::SpirvOpt | Self::Translator => Some("debuginfo"),
            Self::Command => None,
        }
    }

    /// Returns the roles that the programs have, or may have if each entry says them.
    pub const fn roles(self) -> &'static [Role] {
        use Role::{Execute, Read, Transform, Validate, Write};
        match self {
            Self::Llc => &[Read, Write, Validate, Transform],
            Self::Lli | Self::Linker | Self::Qemu => &[Execute],
            Self::Opt => &[Transform],
            Self::Bcanalyzer => &[Read],
            Self::SpirvAs => &[Write],
            Self::SpirvDis => &[Read],
            Self::Dwarfdump | Self::SpirvVal => &[Validate],
            Self::SpirvOpt => &[Transform],
            Self::Translator => &[Read, Write],
            Self::Command => &[Read, Write, Validate, Transform, Execute],
        }
    }

    /// Returns what parts of a case the programs get together in one process; none if they get the case as it is.
    pub const fn batched(self) -> Option<&'static str> {
        match self {
            Self::Llc => Some("functions"),
            Self::Command => Some("files or calls"),
            Self::Lli
            | Self::Opt
            | Self::Linker
            | Self::Bcanalyzer
            | Self::Dwarfdump
            | Self::SpirvAs
            | Self::SpirvDis
            | Self::SpirvVal
            | Self::SpirvOpt
            | Self::Translator
            | Self::Qemu => None,
        }
    }

    /// Returns whether the programs are released with LLVM, whose release is their dialect.
    pub const fn is_of_llvm(self) -> bool {
        match self {
            Self::Llc | Self::Lli | Self::Opt | Self::Bcanalyzer | Self::Dwarfdump => true,
            Self::Linker
            | Self::SpirvAs
            | Self::SpirvDis
            | Self::SpirvVal
            | Self::SpirvOpt
            | Self::Translator
            | Self::Qemu
            | Self::Command => false,
        }
    }

    /// Returns the family of a command by its file name: `llc`, `llc-22`, `spirv-val-2025.5`.
    pub fn of_command(command: &str) -> Option<Self> {
        let name = command.rsplit('/').next().unwrap_or_default();
        let is_release = |rest: &str| rest.is_empty() || rest.starts_with("-") && rest[1..].starts_with(|c: char| c.is_ascii_digit());
        let mut all = Self::ALL.iter().copied().filter(|family| *family != Self::Command);
        all.find(|family| name.strip_prefix(family.name()).is_some_and(is_release))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_known_by_the_name_of_a_command() {
        for (command, family) in [
            ("/opt/llvm/bin/llc", Some(ProgramFamily::Llc)),
            ("llc-22", Some(ProgramFamily::Llc)),
            ("../spirv-val-2025.5", Some(ProgramFamily::SpirvVal)),
            ("llvm-spirv-15", Some(ProgramFamily::Translator)),
            ("/usr/bin/cc", Some(ProgramFamily::Linker)),
            ("ccache", None),
            ("/opt/llc/mine", None),
            ("llc-mine", None),
            ("llcs", None),
            ("", None),
        ] {
            assert_eq!(ProgramFamily::of_command(command), family, "{command}");
        }
    }
}
