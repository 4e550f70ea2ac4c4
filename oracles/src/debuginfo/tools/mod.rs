//! SPIRV-Tools, the SPIR-V translator and LLVM, run on one module each time.

mod accepts;
mod ask;
mod dwarfdump;
mod expected;
mod features;
mod opt;
mod spelling;
mod text;
mod translator;
mod val;

pub use accepts::accepted_by_spirv_val;
pub use dwarfdump::LLVM_DWARFDUMP;
pub use opt::SPIRV_OPT;
pub use text::{SPIRV_AS, SPIRV_DIS};
pub use translator::LLVM_SPIRV;
pub use val::SPIRV_VAL;
