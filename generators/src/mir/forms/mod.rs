//! The forms of all families: the names of the rows, and how each is recognized in a finished file. The code that generates them is
//! elsewhere, so that the table of rows does not depend on the generator.

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
pub(super) use generic::{Foreign, Generic};
pub(super) use memory::{MemoryFlag, MemoryForm, PointerForm};
pub(super) use numbers::{FloatForm, IntegerForm, NumberForm, wrapped};
pub(super) use objects::{Object, ObjectKey};
pub(super) use recipes::Recipe;
pub(super) use shapes::Shape;
pub(super) use target::{Cfi, Group, Pseudo, Symbolic};
pub(super) use types::{TypeForm, is_odd};
