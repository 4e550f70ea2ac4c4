//! Structural edits that keep all numbers right; mutations, splices and reductions are made of them.
//!
//! A value of the model names a result by counting the results before it, so removing one instruction renumbers all that follow. Edits of
//! instructions therefore run in *position form*: [`with_positions`] makes every operand name its instruction's place in the body instead,
//! and [`relayout`] moves places. `module.rs` renumbers functions, globals and types.

mod blocks;
mod fixup;
mod graph;
mod make;
mod module;
mod position;
mod repair;

pub(super) use blocks::{merge_blocks, mergeable, remove_block, result_types, split_block, take_out};
pub(super) use fixup::fixup;
pub(super) use graph::Graph;
pub(super) use make::{constant, type_id, undef};
pub(super) use module::{remove_function, remove_global, remove_type, swap_functions, swap_globals, swap_types};
pub(super) use position::{Slot, graft, insert, relayout, remove, to_positions, to_results, with_positions};
pub(super) use repair::repair;
