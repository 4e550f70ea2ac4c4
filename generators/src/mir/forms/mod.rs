//! The forms of all families: what the rows are called, and how each is seen in a finished file. How they are made stands with what makes
//! them, so that the table of rows needs nothing of the generator.

mod annotations;
mod blocks;
mod container;
mod control;
mod generic;
mod memory;
mod numbers;
mod objects;
mod recipes;
mod shapes;
mod target;
mod types;

pub(super) use annotations::{Debug, Flag, Suffix};
pub(super) use blocks::BlockForm;
pub(super) use container::{FunctionFlag, Key};
pub(super) use control::{Construct, End};
pub(super) use generic::Generic;
pub(super) use memory::{MemoryFlag, MemoryForm, PointerForm};
pub(super) use numbers::{FloatForm, IntegerForm, NumberForm, wrapped};
pub(super) use objects::Object;
pub(super) use recipes::Recipe;
pub(super) use shapes::Shape;
pub(super) use target::{Cfi, Group, Pseudo, Symbolic};
pub(super) use types::{TypeForm, is_odd};
