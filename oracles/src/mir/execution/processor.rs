//! What the code depends on: the processor, the release of LLVM that selects instructions for it, and how.

use super::run::is_native;
use irsmith_mir::tables::Version;

/// A processor for which generic Machine IR is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Processor {
    /// X86-64, with the calling convention of the System V ABI.
    X86_64,
    /// AArch64, with the calling convention of the AAPCS64.
    AArch64,
}

impl Processor {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::X86_64, Self::AArch64];

    /// Returns the name on command lines and in signatures.
    pub const fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64",
            Self::AArch64 => "aarch64",
        }
    }

    /// Returns the triple of the file.
    pub const fn triple(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64-unknown-linux-gnu",
            Self::AArch64 => "aarch64-unknown-linux-gnu",
        }
    }
}

/// For what a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codegen {
    /// The processor.
    pub processor: Processor,
    /// The release of LLVM that reads the file.
    pub release: Version,
}

impl Codegen {
    /// Returns whether LLVM has instructions for operations that it does not expand itself: counts of bits, square roots, unsigned
    /// conversions, remainders of floats, vectors, atomic operations. LLVM's GlobalISel for X86-64 is unfinished.
    pub const fn is_rich(self) -> bool {
        matches!(self.processor, Processor::AArch64)
    }

    /// Returns whether `G_SELECT` can be selected: for X86-64 before LLVM 17 it cannot.
    pub fn selects(self) -> bool {
        self.is_rich() || self.release >= Version(17)
    }
}

/// How a file is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The processor.
    pub processor: Processor,
    /// The level of optimisation, as `-O` names it.
    pub level: u8,
    /// Which processors of this kind the code is for.
    pub model: Model,
}

/// The processors for which code is optimised, as far as this machine or the emulator runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Any.
    Any,
    /// Those with the features of newer ones.
    Newer,
    /// A certain one, which executes instructions in order: code for it is scheduled, and some instructions are replaced.
    Tuned,
}

impl Setting {
    /// Makes one for any processor of a kind.
    pub const fn new(processor: Processor, level: u8) -> Self {
        Self { processor, level, model: Model::Any }
    }

    /// Returns the option of llc for the model.
    pub fn option(self) -> Option<&'static str> {
        match (self.model, self.processor) {
            (Model::Any, _) => None,
            (Model::Newer, Processor::X86_64) if is_x86_64_v3() => Some("-mattr=+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe"),
            (Model::Newer, Processor::X86_64) => Some("-mattr=+sse4.2,+popcnt"),
            // Of an emulator's features those that change how generic instructions are selected.
            (Model::Newer, Processor::AArch64) if !is_native(self.processor) => {
                Some("-mattr=+lse,+rcpc,+rdm,+dotprod,+fullfp16,+fp16fml,+bf16,+i8mm,+sha3,+flagm,+jsconv,+complxnum,+sve2")
            }
            (Model::Newer, Processor::AArch64) => Some("-mattr=+lse,+rcpc,+rdm,+dotprod"),
            (Model::Tuned, Processor::X86_64) if is_x86_64_v3() => Some("-mcpu=atom"),
            (Model::Tuned, Processor::X86_64) => Some("-mcpu=core2"),
            (Model::Tuned, Processor::AArch64) => Some("-mcpu=cortex-a53"),
        }
    }

    /// Returns the name in signatures: `aarch64-O2`, `aarch64-O2-newer`.
    pub fn name(self) -> String {
        let model = match self.model {
            Model::Any => "",
            Model::Newer => "-newer",
            Model::Tuned => "-tuned",
        };
        format!("{}-O{}{model}", self.processor.name(), self.level)
    }
}

/// Returns whether this machine has the features of level 3 of the System V ABI for X86-64, which most machines since 2013 have.
fn is_x86_64_v3() -> bool {
    #[cfg(target_arch = "x86_64")]
    let has = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe");
    #[cfg(not(target_arch = "x86_64"))]
    let has = false;
    has
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::execution::{Start, selection_options};

    #[test]
    fn each_model_is_compiled_for_with_options_of_its_own() {
        for processor in Processor::ALL {
            let options = |model| selection_options(Version(22), Setting { model, ..Setting::new(processor, 2) }, Start::Legalizer);
            let [any, newer, tuned] = [Model::Any, Model::Newer, Model::Tuned].map(options);
            let own = |options: &[String]| options.iter().filter(|option| !any.contains(option)).cloned().collect::<Vec<_>>();
            assert!(matches!(&own(&newer)[..], [option] if option.starts_with("-mattr=+")), "{newer:?}");
            assert!(matches!(&own(&tuned)[..], [option] if option.starts_with("-mcpu=")), "{tuned:?}");
        }
    }
}
