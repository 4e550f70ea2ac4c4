//! The frame of a function and its objects.

use super::fields::{default, field, keys, model};
use super::{Field, FixedObjectKind, FramePointerPolicy, Mapping, StackId, StackObjectKind};
use crate::tables::{self, Key, frame_fields, object_fields};
use crate::{BlockReference, Name, Register};

frame_fields!(model!);
object_fields!(model!);
