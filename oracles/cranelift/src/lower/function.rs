//! The lowering of one function: its state and its steps.

use super::graph::Graph;
use super::jump::Jumper;
use super::representation::representation;
use super::{Environment, check};
use crate::Error;
use crate::context::BIAS;
use cranelift_codegen::ir::{self, Block, InstBuilder, MemFlagsData, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::JITModule;
use cranelift_module::Module as _;
use irsmith_pnacl::{Body, Instruction, ValueType, ValueTypes};
use std::ops::Range;

/// A function being lowered.
pub(crate) struct Lowering<'e, 'b> {
    pub(super) environment: &'e Environment<'e>,
    pub(super) jit: &'b mut JITModule,
    pub(super) builder: FunctionBuilder<'b>,
    pub(super) body: &'e Body,
    /// Index of the function.
    pub(super) function: u32,
    pub(super) types: ValueTypes,
    pub(super) graph: Graph,
    /// For each instruction, the index of the result that it defines.
    pub(super) numbers: Vec<Option<u32>>,
    /// The results lowered so far.
    pub(super) results: Vec<Option<ir::Value>>,
    pub(super) parameters: Vec<ir::Value>,
    /// Native blocks, by block index.
    pub(super) blocks: Vec<Block>,
    /// Address of the context.
    pub(super) context: ir::Value,
    /// The difference between the host's address and the program's address of a byte.
    pub(super) bias: ir::Value,
    /// The stack pointer to restore on return, if the function changes it.
    pub(super) saved_stack: Option<ir::Value>,
    /// The state of an activation, if the function may execute setjmp.
    pub(super) jumper: Option<Jumper>,
    /// The targets of failed checks.
    pub(super) exits: check::Exits,
    /// Flags of accesses to the program's memory, and to the context.
    pub(super) flags: Flags,
    /// The instruction that is being lowered.
    pub(super) at: u32,
}

/// Flags of accesses, from which Cranelift knows what cannot overlap.
#[derive(Clone, Copy)]
pub(super) struct Flags {
    /// The program's memory: any address.
    pub(super) memory: MemFlagsData,
    /// The context: aligned, and disjoint from the program's memory.
    pub(super) context: MemFlagsData,
}

/// Lowers a function into an empty native one that already has its signature.
pub(crate) fn lower(
    environment: &Environment<'_>,
    jit: &mut JITModule,
    native: &mut ir::Function,
    scratch: &mut FunctionBuilderContext,
    function: u32,
) -> Result<(), Error> {
    let body = environment.module.functions[function as usize].body.as_ref().ok_or(Error::Invalid("a function has no body"))?;
    let graph = Graph::of(body)?;
    let flags = Flags::new(native);
    let mut builder = FunctionBuilder::new(native, scratch);
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let (&context, parameters) = builder.block_params(entry).split_first().ok_or(Error::Invalid("a function has no signature"))?;
    let parameters = parameters.to_vec();
    let bias = builder.ins().load(types::I64, flags.context.with_readonly().with_can_move(), context, BIAS);
    let exits = check::Exits::new(&mut builder);
    let blocks = graph.blocks.iter().map(|_| builder.create_block()).collect();
    let types = ValueTypes::of(environment.module, function);
    let numbers = result_numbers(environment, body);
    let results = vec![None; types.results().len()];
    let at = 0;
    let (saved_stack, jumper) = (None, None);
    let lowering = Lowering {
        environment,
        jit,
        builder,
        body,
        function,
        types,
        graph,
        numbers,
        results,
        parameters,
        blocks,
        context,
        bias,
        saved_stack,
        jumper,
        exits,
        flags,
        at,
    };
    lowering.run()
}

/// Returns which result each instruction defines.
fn result_numbers(environment: &Environment<'_>, body: &Body) -> Vec<Option<u32>> {
    let mut next = 0..;
    body.instructions.iter().map(|instruction| instruction.has_result(environment.module).then(|| next.next()).flatten()).collect()
}

impl Flags {
    fn new(native: &mut ir::Function) -> Self {
        let regions = &mut native.dfg.alias_regions;
        let memory = regions.insert(ir::AliasRegionData { user_id: 0, description: "memory".into() });
        let context = regions.insert(ir::AliasRegionData { user_id: 1, description: "context".into() });
        let notrap = MemFlagsData::new().with_notrap().with_endianness(ir::Endianness::Little);
        Self { memory: notrap.with_alias_region(Some(memory)), context: notrap.with_aligned().with_alias_region(Some(context)) }
    }
}

impl Lowering<'_, '_> {
    fn run(mut self) -> Result<(), Error> {
        self.begin()?;
        for block in self.graph.order.clone() {
            self.block(block)?;
        }
        self.finish_exits()?;
        self.builder.seal_all_blocks();
        self.builder.finalize(self.jit.target_config());
        Ok(())
    }

    /// Emits the code after the entry block, which has the parameters: phis become parameters of their blocks, and the first block is
    /// entered.
    fn begin(&mut self) -> Result<(), Error> {
        self.save_stack();
        self.begin_jumper()?;
        for &block in &self.graph.order {
            for at in self.graph.blocks[block].clone() {
                if let Instruction::Phi { ty, .. } = &self.body.instructions[at] {
                    let native = representation(self.environment.module.value_type(*ty))?;
                    let value = self.builder.append_block_param(self.blocks[block], native);
                    let number = self.numbers[at].ok_or(Error::Invalid("a phi has no value"))?;
                    self.results[number as usize] = Some(value);
                }
            }
        }
        self.builder.ins().jump(self.blocks[0], &[]);
        Ok(())
    }

    fn block(&mut self, block: usize) -> Result<(), Error> {
        let range = self.graph.blocks[block].clone();
        self.builder.switch_to_block(self.blocks[block]);
        self.at = range.start as u32;
        self.take_fuel();
        self.define_phis(range.clone());
        for at in range {
            self.at = at as u32;
            let instruction = &self.body.instructions[at];
            if instruction.is_terminator() {
                return self.terminator(block, instruction);
            }
            if let (Some(value), Some(number)) = (self.instruction(instruction)?, self.numbers[at]) {
                self.define(number, value);
            }
        }
        Err(Error::Invalid("a block has no terminator"))
    }

    fn define(&mut self, number: u32, value: ir::Value) {
        self.results[number as usize] = Some(value);
        if let Some(&variable) = self.jumper.as_ref().and_then(|jumper| jumper.variables.get(number as usize)) {
            self.builder.def_var(variable, value);
        }
    }

    /// Defines the variables of phis when their block is entered, if results are variables.
    fn define_phis(&mut self, block: Range<usize>) {
        for at in block {
            if let (Instruction::Phi { .. }, Some(number)) = (&self.body.instructions[at], self.numbers[at])
                && let Some(value) = self.results[number as usize]
            {
                self.define(number, value);
            }
        }
    }

    /// Returns the type of the function's result.
    pub(super) fn result_type(&self) -> ValueType {
        self.environment.shapes[self.function as usize].result
    }
}
