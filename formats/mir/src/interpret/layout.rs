//! The data layout: the widths of pointers.

use super::step::Shape;
use crate::tables::Target;
use crate::{Element, Type};

/// The parts of a data layout that executions depend on. Bytes are in little-endian order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DataLayout {
    pointer: u32,
    /// The widths of pointers into other address spaces, where they differ.
    spaces: Vec<(u32, u32)>,
}

/// Registers of more bits are refused.
pub(super) const MAX_BITS: u32 = 1 << 16;

impl DataLayout {
    /// Reads the `target datalayout` of a module (LangRef, *Data Layout*), or returns that of a target.
    pub(super) fn of(text: Option<&str>, triple: &str) -> Result<Self, String> {
        let is_small = Target::of_triple(triple) == Some(Target::X86) && !triple.starts_with("x86_64") && !triple.starts_with("amd64");
        let mut layout = Self { pointer: if is_small { 32 } else { 64 }, spaces: Vec::new() };
        if Target::of_triple(triple) == Some(Target::X86) {
            layout.spaces = vec![(270, 32), (271, 32), (272, 64)];
        }
        if triple.starts_with("aarch64_be") {
            return Err("big-endian byte order is not modelled".to_owned());
        }
        for part in text.into_iter().flat_map(|text| text.split('-')) {
            if part == "E" {
                return Err("big-endian byte order is not modelled".to_owned());
            }
            let Some(pointer) = part.strip_prefix('p') else { continue };
            let (space, widths) = pointer.split_once(':').unwrap_or((pointer, ""));
            let (Ok(space), Some(Ok(width))) =
                (if space.is_empty() { Ok(0) } else { space.parse::<u32>() }, widths.split(':').next().map(str::parse::<u32>))
            else {
                continue;
            };
            if !(1..=256).contains(&width) {
                return Err(format!("pointers of {width} bits are not modelled"));
            }
            if space == 0 {
                layout.pointer = width;
            } else {
                layout.spaces.retain(|(known, _)| *known != space);
                layout.spaces.push((space, width));
            }
        }
        Ok(layout)
    }

    /// Returns the width of pointers into an address space.
    pub(super) fn pointer_bits(&self, space: u32) -> u32 {
        self.spaces.iter().find(|(known, _)| *known == space).map_or(self.pointer, |(_, bits)| *bits)
    }

    /// Returns the shape of a type, or why there is none.
    pub(super) fn shape(&self, ty: Type) -> Result<Shape, &'static str> {
        let (lanes, element) = match ty {
            Type::Single(element) => (1, element),
            Type::Vector { scalable: true, .. } => return Err("scalable vectors are not modelled"),
            Type::Vector { count, element, .. } => (u32::from(count), element),
        };
        let bits = match element {
            Element::Scalar(bits) => u32::from(bits),
            Element::Pointer(space) => self.pointer_bits(space),
        };
        if bits == 0 || lanes == 0 {
            return Err("types without bits are not modelled");
        }
        if lanes.saturating_mul(bits) > MAX_BITS {
            return Err("registers of more than 65536 bits are not modelled");
        }
        Ok(Shape { lanes, bits })
    }
}
