//! Draws of the types of an opcode by its recipe.

use super::super::build::Build;
use super::super::forms::Recipe;
use super::super::types::{
    any_shape, any_type, any_vector, any_vector_shape, element, element_bits, float, float_width, integer, long_vector_shape, narrower,
    pointer, pointers, shape, shaped, wider, width,
};
use irsmith_mir::{Element, Type};

/// The numbered types of an opcode; those that it does not have are ignored.
pub(super) type Types = [Type; 3];

/// Makes a type.
type NewType = fn(&mut Build<'_, '_>) -> Type;

const BIT: Element = Element::Scalar(1);
/// Width of a vector index on both targets.
const INDEX: Type = Type::scalar(64);

/// Draws types for an opcode of this recipe.
pub(super) fn types(build: &mut Build<'_, '_>, recipe: Recipe) -> Types {
    match recipe {
        Recipe::Integer => same(build, is_integer, integer),
        Recipe::Scalar => same(build, |ty| matches!(ty, Type::Single(Element::Scalar(_))), |build| Type::scalar(width(build))),
        Recipe::Float => same(build, is_float, float),
        Recipe::Any => same(build, |_| true, any_type),
        Recipe::Bytes => {
            let shape = any_shape(&mut build.draw);
            [shaped(shape, Element::Scalar([16, 32, 64, 48, 80, 128][build.draw.below(6)])); 3]
        }
        Recipe::Carry => {
            let ty = known_or_new(build, is_integer, integer);
            pair(ty, shaped(shape(ty), BIT))
        }
        Recipe::Pair => {
            let ty = known_or_new(build, is_integer, integer);
            pair(ty, other_integer(build, ty))
        }
        Recipe::ScalarPair => pair(Type::scalar(width(build)), Type::scalar(width(build))),
        Recipe::TwoBits => {
            let shape = any_shape(&mut build.draw);
            [shaped(shape, Element::Scalar(width(build).max(2))); 3]
        }
        Recipe::FloatThenInteger => {
            let ty = known_or_new(build, is_float, float);
            pair(ty, other_integer(build, ty))
        }
        Recipe::FromFloat => {
            let ty = known_or_new(build, is_float, float);
            pair(other_integer(build, ty), ty)
        }
        Recipe::TwoFloats => {
            let ty = known_or_new(build, is_float, float);
            pair(ty, shaped(shape(ty), Element::Scalar(float_width(&mut build.draw))))
        }
        Recipe::FromFloatScalar => pair(Type::scalar(width(build)), Type::scalar(float_width(&mut build.draw))),
        Recipe::Extend | Recipe::Truncate => conversion(build, recipe == Recipe::Extend),
        Recipe::FloatExtend | Recipe::FloatTruncate => float_conversion(build, recipe == Recipe::FloatExtend),
        Recipe::Compare => {
            let ty = if build.draw.chance(64) { pointers(build) } else { known_or_new(build, is_integer, integer) };
            pair(shaped(shape(ty), BIT), ty)
        }
        Recipe::FloatCompare => {
            let ty = known_or_new(build, is_float, float);
            pair(shaped(shape(ty), BIT), ty)
        }
        Recipe::ThreeWay => {
            let ty = known_or_new(build, is_integer, integer);
            let bits = width(build).max(2);
            pair(shaped(shape(ty), Element::Scalar(bits)), ty)
        }
        Recipe::Select => {
            let ty = known_or_new(build, |_| true, any_type);
            let condition = if build.draw.chance(128) { shape(ty) } else { None };
            pair(ty, shaped(condition, BIT))
        }
        _ => vector_types(build, recipe),
    }
}

fn vector_types(build: &mut Build<'_, '_>, recipe: Recipe) -> Types {
    match recipe {
        Recipe::ExtractElement => {
            let ty = any_vector(build);
            [Type::Single(element(ty)), ty, INDEX]
        }
        Recipe::InsertElement => {
            let ty = any_vector(build);
            [ty, Type::Single(element(ty)), INDEX]
        }
        Recipe::Shuffle => {
            let (one, other) = (any_vector_shape(&mut build.draw), long_vector_shape(&mut build.draw));
            let scalar = Element::Scalar(width(build));
            pair(shaped(one, scalar), shaped(other, scalar))
        }
        Recipe::Splat => {
            let scalar = Element::Scalar(width(build));
            let count = 1 << build.draw.below(5);
            pair(Type::Vector { count, scalable: true, element: scalar }, Type::Single(scalar))
        }
        Recipe::Vector => [any_vector(build); 3],
        Recipe::InsertVector => inserted_vector(build),
        Recipe::ExtractVector => {
            let [large, small, _] = inserted_vector(build);
            pair(small, large)
        }
        Recipe::StepVector => {
            let scalar = Element::Scalar(width(build).max(2));
            [Type::Vector { count: 1 << build.draw.below(5), scalable: true, element: scalar }; 3]
        }
        Recipe::Mask => {
            let ty = any_vector(build);
            pair(ty, shaped(shape(ty), BIT))
        }
        Recipe::Reduce => {
            let shape = any_vector_shape(&mut build.draw);
            let scalar = Element::Scalar(width(build));
            pair(Type::Single(scalar), shaped(shape, scalar))
        }
        Recipe::ReduceFloat | Recipe::ReduceInOrder => {
            let scalar = Element::Scalar(float_width(&mut build.draw));
            [Type::Single(scalar), Type::Single(scalar), shaped(any_vector_shape(&mut build.draw), scalar)].reduced(recipe)
        }
        Recipe::Bitcast => bitcast(build),
        _ => pointer_types(build, recipe),
    }
}

fn pointer_types(build: &mut Build<'_, '_>, recipe: Recipe) -> Types {
    let ty = pointers(build);
    let pointer = element(ty);
    match recipe {
        Recipe::FromPointer => pair(other_integer(build, ty), ty),
        Recipe::ToPointer => pair(ty, other_integer(build, ty)),
        Recipe::Spaces => {
            let space = if pointer == Element::Pointer(0) { [1, 3, 256, 270, 271, 272][build.draw.below(6)] } else { 0 };
            pair(ty, shaped(shape(ty), Element::Pointer(space)))
        }
        Recipe::Offset => pair(ty, shaped(shape(ty), Element::Scalar(element_bits(pointer, build.has_mixed_pointers())))),
        Recipe::Pointer => [Type::Single(pointer); 3],
        Recipe::PlainPointer => [Type::pointer(0); 3],
        Recipe::Allocate => pair(Type::pointer(0), Type::scalar(64)),
        Recipe::Vscale => [Type::scalar([64, 32, 16, 8][build.draw.below(4)]); 3],
        Recipe::Insert => {
            let wide = width(build).max(2);
            pair(Type::scalar(wide), Type::scalar(narrower(&mut build.draw, wide)))
        }
        Recipe::Extract => {
            let wide = width(build).max(2);
            pair(Type::scalar(narrower(&mut build.draw, wide)), Type::scalar(wide))
        }
        _ => memory_types(build, recipe, Type::Single(pointer)),
    }
}

/// Draws types of opcodes that access memory through a scalar pointer.
fn memory_types(build: &mut Build<'_, '_>, recipe: Recipe, through: Type) -> Types {
    let scalar = Type::scalar(width(build));
    let offset = Type::scalar(element_bits(element(through), build.has_mixed_pointers()));
    match recipe {
        Recipe::Load | Recipe::Store => pair(stored_type(build), through),
        Recipe::ExtendingLoad | Recipe::TruncatingStore => pair(Type::scalar(width(build).max(2)), through),
        Recipe::Change | Recipe::Exchange => pair(scalar, through),
        Recipe::ChangeFloat => pair(Type::scalar(float_width(&mut build.draw)), through),
        Recipe::ExchangeSuccess => [scalar, Type::scalar(1), through],
        Recipe::IndexedLoad => [Type::scalar(width(build).max(2)), through, offset],
        Recipe::IndexedStore => [through, scalar, offset],
        Recipe::CopyBytes => [through, Type::Single(pointer(&mut build.draw)), Type::scalar(64)],
        Recipe::SetBytes => [through, Type::scalar(8), Type::scalar(64)],
        Recipe::ZeroBytes => pair(through, Type::scalar(64)),
        _ => pair(scalar, through),
    }
}

/// Draws a type that fits memory: llc cannot read memory operands of scalable types.
fn stored_type(build: &mut Build<'_, '_>) -> Type {
    let ty = known_or_new(build, |_| true, any_type);
    match ty {
        Type::Vector { scalable: true, element, .. } => Type::Single(element),
        ty => ty,
    }
}

fn is_integer(ty: Type) -> bool {
    matches!(element(ty), Element::Scalar(_))
}

fn is_float(ty: Type) -> bool {
    matches!(element(ty), Element::Scalar(16 | 32 | 64 | 80 | 128))
}

/// Draws the type of an available value, or a new one.
pub(super) fn known_or_new(build: &mut Build<'_, '_>, fits: fn(Type) -> bool, new: NewType) -> Type {
    let known = if build.draw.chance(160) { build.registers.find_type(&mut build.draw, fits) } else { None };
    known.unwrap_or_else(|| new(build))
}

fn same(build: &mut Build<'_, '_>, fits: fn(Type) -> bool, new: NewType) -> Types {
    [known_or_new(build, fits, new); 3]
}

/// Draws an integer type of the same shape.
fn other_integer(build: &mut Build<'_, '_>, ty: Type) -> Type {
    shaped(shape(ty), Element::Scalar(width(build)))
}

fn conversion(build: &mut Build<'_, '_>, extend: bool) -> Types {
    let ty = known_or_new(build, is_integer, integer);
    let Element::Scalar(bits) = element(ty) else { return [ty; 3] };
    if extend {
        let bits = bits.min(128);
        pair(shaped(shape(ty), Element::Scalar(wider(&mut build.draw, bits))), shaped(shape(ty), Element::Scalar(bits)))
    } else {
        let wide = bits.max(2);
        pair(shaped(shape(ty), Element::Scalar(narrower(&mut build.draw, wide))), shaped(shape(ty), Element::Scalar(wide)))
    }
}

fn float_conversion(build: &mut Build<'_, '_>, extend: bool) -> Types {
    const FLOATS: [u16; 5] = [16, 32, 64, 80, 128];
    let narrow = build.draw.below(4);
    let wide = narrow + 1 + build.draw.below(4 - narrow);
    let shape = any_shape(&mut build.draw);
    let (narrow, wide) = (shaped(shape, Element::Scalar(FLOATS[narrow])), shaped(shape, Element::Scalar(FLOATS[wide])));
    if extend { pair(wide, narrow) } else { pair(narrow, wide) }
}

fn bitcast(build: &mut Build<'_, '_>) -> Types {
    let bits = 1 + build.draw.below(64) as u16;
    let count = 2 + build.draw.below(7) as u16;
    let vector = Type::vector(count, Element::Scalar(bits));
    let other = if count.is_multiple_of(2) && count > 2 && build.draw.chance(96) {
        Type::vector(count / 2, Element::Scalar(2 * bits))
    } else {
        Type::scalar(bits * count)
    };
    if build.draw.chance(128) { pair(vector, other) } else { pair(other, vector) }
}

fn inserted_vector(build: &mut Build<'_, '_>) -> Types {
    let small = 2 << build.draw.below(3);
    let large = small * (2 + build.draw.below(3) as u16);
    let scalar = Element::Scalar(width(build));
    let scalable = build.draw.chance(96);
    let vector = |count, scalable| Type::Vector { count, scalable, element: scalar };
    pair(vector(large, scalable), vector(small, scalable))
}

const fn pair(one: Type, other: Type) -> Types {
    [one, other, other]
}

/// Reductions with an accumulator have one more type than those without.
trait Reduced {
    fn reduced(self, recipe: Recipe) -> Types;
}

impl Reduced for Types {
    fn reduced(self, recipe: Recipe) -> Types {
        if recipe == Recipe::ReduceFloat { [self[0], self[2], self[2]] } else { self }
    }
}
