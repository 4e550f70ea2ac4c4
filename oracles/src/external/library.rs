//! The external crates that are used in process.

/// An external crate.
#[derive(Debug)]
pub struct Library {
    /// The name in tables.
    pub name: &'static str,
    /// The version with which this program is built.
    pub version: &'static str,
    /// What it is used for.
    pub about: &'static str,
    /// The feature that enables it; none if every build has it.
    pub feature: Option<&'static str>,
    /// Whether it is enabled in this build.
    pub built: bool,
}

impl Library {
    /// Returns whether `name` in signatures means this crate: its own name, or that of one way to use it, such as `cranelift-speed`.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let family = self.name.split('-').next().unwrap_or_default();
        name == self.name || (self.feature == Some(family) && name.split('-').next() == Some(family))
    }
}

/// All libraries. Their versions are those in `Cargo.lock`.
pub static LIBRARIES: &[Library] = &[
    Library { name: "llvm-bitstream", version: "0.0.3", about: "reads PNaCl files as LLVM bitstreams", feature: None, built: true },
    Library { name: "wasmi", version: "2.0.0", about: "runs PNaCl programs lowered to WebAssembly", feature: None, built: true },
    Library { name: "rspirv", version: "0.13.0+sdk-1.4.341.0", about: "parses and assembles SPIR-V modules", feature: None, built: true },
    Library { name: "gimli", version: "0.34.0", about: "evaluates DWARF expressions", feature: None, built: true },
    Library {
        name: "cranelift-codegen",
        version: "0.135.8",
        about: "compiles PNaCl programs to native code",
        feature: Some("cranelift"),
        built: cfg!(feature = "cranelift"),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_those_of_the_lock_file() {
        let lock = include_str!("../../../Cargo.lock");
        for library in LIBRARIES {
            let entry = format!("name = \"{}\"\nversion = \"{}\"\n", library.name, library.version);
            assert!(lock.contains(&entry), "{} is not of version {}", library.name, library.version);
        }
    }
}
