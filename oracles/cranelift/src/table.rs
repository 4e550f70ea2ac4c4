//! The function table, for indirect calls.

use crate::Error;
use crate::lower::Environment;
use cranelift_jit::JITModule;
use cranelift_module::{DataDescription, Module as _};

/// Bytes of a row: the address of a function's code, or zeros for a function without a body; then [`NUMBER`].
pub(crate) const ROW: usize = 16;
/// Offset of the number of a function's signature, an i32, 0 for a function without a body.
pub(crate) const NUMBER: usize = 8;

/// Fills the table.
pub(crate) fn define(environment: &Environment<'_>, jit: &mut JITModule) -> Result<(), Error> {
    let mut bytes = vec![0; environment.functions.len() * ROW];
    let mut data = DataDescription::new();
    for (index, (id, shape)) in environment.functions.iter().zip(&environment.shapes).enumerate() {
        if let Some(id) = id {
            let number = environment.signatures.number(shape).to_le_bytes();
            bytes[index * ROW + NUMBER..][..number.len()].copy_from_slice(&number);
            let code = jit.declare_func_in_data(*id, &mut data);
            data.write_function_addr((index * ROW) as u32, code);
        }
    }
    data.define(bytes.into_boxed_slice());
    data.set_align(ROW as u64);
    jit.define_data(environment.table, &data)?;
    Ok(())
}
