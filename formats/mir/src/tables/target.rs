//! The targets of LLVM, by the architecture at the start of a triple.

/// A target, which determines the names of opcodes, registers and flags. Variants of byte order and word size are one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Target {
    AArch64,
    AmdGpu,
    Arm,
    Avr,
    Bpf,
    Hexagon,
    Lanai,
    LoongArch,
    M68k,
    Mips,
    Msp430,
    Nvptx,
    PowerPc,
    R600,
    RiscV,
    Sparc,
    SystemZ,
    Ve,
    WebAssembly,
    X86,
    XCore,
    Xtensa,
}

/// The first parts of triples, and whether more may follow the name: a word size, a byte order or a version of the architecture. The first
/// match applies.
const ARCHITECTURES: &[(&str, bool, Target)] = &[
    ("aarch64", true, Target::AArch64),
    ("arm64", true, Target::AArch64),
    ("amdgcn", false, Target::AmdGpu),
    ("amd64", false, Target::X86),
    ("arm", true, Target::Arm),
    ("thumb", true, Target::Arm),
    ("avr", false, Target::Avr),
    ("bpf", true, Target::Bpf),
    ("hexagon", false, Target::Hexagon),
    ("i386", false, Target::X86),
    ("i486", false, Target::X86),
    ("i586", false, Target::X86),
    ("i686", false, Target::X86),
    ("lanai", false, Target::Lanai),
    ("loongarch", true, Target::LoongArch),
    ("m68k", false, Target::M68k),
    ("mips", true, Target::Mips),
    ("msp430", false, Target::Msp430),
    ("nvptx", true, Target::Nvptx),
    ("powerpc", true, Target::PowerPc),
    ("ppc", true, Target::PowerPc),
    ("r600", false, Target::R600),
    ("riscv", true, Target::RiscV),
    ("s390x", false, Target::SystemZ),
    ("systemz", false, Target::SystemZ),
    ("sparc", true, Target::Sparc),
    ("ve", false, Target::Ve),
    ("wasm", true, Target::WebAssembly),
    ("x86", true, Target::X86),
    ("xcore", false, Target::XCore),
    ("xtensa", false, Target::Xtensa),
];

impl Target {
    /// Returns the target of a triple or of a name that `-march` accepts: `x86_64-unknown-linux-gnu`, `aarch64`.
    pub fn of_triple(triple: &str) -> Option<Self> {
        let architecture = triple.split('-').next()?;
        let is_named = |name: &str, is_open: bool| architecture.strip_prefix(name).is_some_and(|rest| is_open || rest.is_empty());
        ARCHITECTURES.iter().find(|(name, is_open, _)| is_named(name, *is_open)).map(|(_, _, target)| *target)
    }

    /// Returns the first parts of triples that [`Target::of_triple`] knows, for messages.
    pub fn architectures() -> impl Iterator<Item = &'static str> {
        ARCHITECTURES.iter().map(|(name, ..)| *name)
    }

    /// Returns the default triple of a target that has tables: that of 64-bit Linux.
    pub fn triple(self) -> Option<&'static str> {
        match self {
            Self::AArch64 => Some("aarch64-unknown-linux-gnu"),
            Self::X86 => Some("x86_64-unknown-linux-gnu"),
            _ => None,
        }
    }

    /// Returns the stacks that the target's objects may be on, in words of `stack-id`. Observed with llc-19.
    pub fn stack_ids(self) -> &'static [&'static str] {
        match self {
            Self::AArch64 => &["default", "scalable-vector", "scalable-predicate-vector", "noalloc"],
            Self::RiscV => &["default", "scalable-vector"],
            Self::AmdGpu => &["default", "sgpr-spill", "noalloc"],
            Self::WebAssembly => &["default", "wasm-local", "noalloc"],
            _ => &["default", "noalloc"],
        }
    }
}
