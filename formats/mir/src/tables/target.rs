//! The targets of LLVM, by the architecture that a triple begins with.

/// A target: what decides the names of opcodes, registers and flags. Variants of byte order and word size share one.
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

/// The first parts of triples, and whether more may stand behind the name: a word size, a byte order or a version of the architecture. The first
/// that fits counts.
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
    /// The target of a triple or of the name that `-march` takes: `x86_64-unknown-linux-gnu`, `aarch64`.
    pub fn of_triple(triple: &str) -> Option<Self> {
        let architecture = triple.split('-').next()?;
        let is_named = |name: &str, is_open: bool| architecture.strip_prefix(name).is_some_and(|rest| is_open || rest.is_empty());
        ARCHITECTURES.iter().find(|(name, is_open, _)| is_named(name, *is_open)).map(|(_, _, target)| *target)
    }

    /// What triples that [`Target::of_triple`] knows begin with: for messages.
    pub fn architectures() -> impl Iterator<Item = &'static str> {
        ARCHITECTURES.iter().map(|(name, ..)| *name)
    }

    /// The triple by which a target that has tables is asked for: that of 64-bit Linux.
    pub fn triple(self) -> Option<&'static str> {
        match self {
            Self::AArch64 => Some("aarch64-unknown-linux-gnu"),
            Self::X86 => Some("x86_64-unknown-linux-gnu"),
            _ => None,
        }
    }

    /// The stacks that its objects may be on, in words of `stack-id`. Observed with llc-19.
    pub fn stack_ids(self) -> &'static [&'static str] {
        match self {
            Self::AArch64 => &["default", "scalable-vector", "noalloc"],
            Self::RiscV => &["default", "scalable-vector"],
            Self::AmdGpu => &["default", "sgpr-spill", "noalloc"],
            Self::WebAssembly => &["default", "wasm-local", "noalloc"],
            _ => &["default", "noalloc"],
        }
    }
}
