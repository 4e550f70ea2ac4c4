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

/// Beginnings of triples. The first that fits counts.
const ARCHITECTURES: &[(&str, Target)] = &[
    ("aarch64", Target::AArch64),
    ("arm64", Target::AArch64),
    ("amdgcn", Target::AmdGpu),
    ("amd64", Target::X86),
    ("arm", Target::Arm),
    ("thumb", Target::Arm),
    ("avr", Target::Avr),
    ("bpf", Target::Bpf),
    ("hexagon", Target::Hexagon),
    ("i386", Target::X86),
    ("i486", Target::X86),
    ("i586", Target::X86),
    ("i686", Target::X86),
    ("lanai", Target::Lanai),
    ("loongarch", Target::LoongArch),
    ("m68k", Target::M68k),
    ("mips", Target::Mips),
    ("msp430", Target::Msp430),
    ("nvptx", Target::Nvptx),
    ("powerpc", Target::PowerPc),
    ("ppc", Target::PowerPc),
    ("r600", Target::R600),
    ("riscv", Target::RiscV),
    ("s390x", Target::SystemZ),
    ("systemz", Target::SystemZ),
    ("sparc", Target::Sparc),
    ("ve", Target::Ve),
    ("wasm", Target::WebAssembly),
    ("x86", Target::X86),
    ("xcore", Target::XCore),
    ("xtensa", Target::Xtensa),
];

impl Target {
    /// The target of a triple or of the name that `-march` takes: `x86_64-unknown-linux-gnu`, `aarch64`.
    pub fn of_triple(triple: &str) -> Option<Self> {
        ARCHITECTURES.iter().find(|(prefix, _)| triple.starts_with(prefix)).map(|(_, target)| *target)
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
