//! Entry points: native functions of one signature, whatever the signature of the function that they call.

use crate::Error;
use crate::lower::{Environment, bits_of_mask, mask_of_bits, representation};
use cranelift_codegen::ir::{AbiParam, Function, InstBuilder, MemFlagsData, Signature, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::JITModule;
use cranelift_module::Module as _;
use irsmith_pnacl::ValueType;

/// Bytes of a slot.
const SLOT: i32 = 16;

/// Returns the signature of [`Entry`](crate::code::Entry): the context and the slots.
pub(crate) fn entry_signature(jit: &JITModule) -> Signature {
    let mut signature = jit.make_signature();
    signature.params.extend([AbiParam::new(types::I64); 2]);
    signature
}

/// Builds the entry point of a function: loads its arguments from the second slot on, and stores its result into the first.
pub(crate) fn build(
    environment: &Environment<'_>,
    jit: &mut JITModule,
    entry: &mut Function,
    scratch: &mut FunctionBuilderContext,
    function: u32,
) -> Result<(), Error> {
    let shape = &environment.shapes[function as usize];
    let callee = environment.functions[function as usize].ok_or(Error::Unsupported("no-body"))?;
    let config = jit.target_config();
    let mut builder = FunctionBuilder::new(entry, scratch);
    let block = builder.create_block();
    builder.append_block_params_for_function_params(block);
    builder.switch_to_block(block);
    let (context, slots) = (builder.block_params(block)[0], builder.block_params(block)[1]);
    let mut arguments = vec![context];
    for (&ty, slot) in shape.parameters.iter().zip(1..) {
        arguments.push(load(&mut builder, ty, slots, slot * SLOT)?);
    }
    let callee = jit.declare_func_in_func(callee, builder.func);
    let call = builder.ins().call(callee, &arguments);
    if let Some(&result) = builder.inst_results(call).first() {
        store(&mut builder, shape.result, result, slots);
    }
    builder.ins().return_(&[]);
    builder.seal_all_blocks();
    builder.finalize(config);
    Ok(())
}

fn load(builder: &mut FunctionBuilder<'_>, ty: ValueType, slots: Value, offset: i32) -> Result<Value, Error> {
    let native = representation(ty)?;
    if ty.is_i1() && ty.is_vector() {
        let bits = builder.ins().load(types::I16, MemFlagsData::trusted(), slots, offset);
        return Ok(mask_of_bits(builder, native, bits));
    }
    Ok(builder.ins().load(native, MemFlagsData::trusted(), slots, offset))
}

fn store(builder: &mut FunctionBuilder<'_>, ty: ValueType, value: Value, slots: Value) {
    let value = if ty.is_i1() && ty.is_vector() { bits_of_mask(builder, value) } else { value };
    builder.ins().store(MemFlagsData::trusted(), value, slots, 0);
}
