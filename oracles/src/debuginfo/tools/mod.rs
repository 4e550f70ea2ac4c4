//! SPIRV-Tools and the SPIR-V translator, asked about one module each time.

mod ask;
mod opt;
mod text;
mod translator;
mod val;

pub use opt::SPIRV_OPT;
pub use text::{SPIRV_AS, SPIRV_DIS};
pub use translator::LLVM_SPIRV;
pub use val::SPIRV_VAL;
