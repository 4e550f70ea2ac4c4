//! Draws the types of an opcode by its recipe.

use super::super::build::Build;
use super::super::forms::Recipe;
use super::super::types::{element, shape, shaped};
use irsmith_mir::{Element, Type};

/// The numbered types of an opcode; those that it lacks are not looked at.
pub(super) type Types = [Type; 3];

const BIT: Element = Element::Scalar(1);
/// Width of an index into a vector on both targets.
const INDEX: Type = Type::scalar(64);

impl Build<'_, '_> {
    /// Types for an opcode of this recipe.
    pub(super) fn types(&mut self, recipe: Recipe) -> Types {
        match recipe {
            Recipe::Integer => self.same(Self::is_integer, Self::integer),
            Recipe::Scalar => self.same(|ty| matches!(ty, Type::Single(Element::Scalar(_))), |build| Type::scalar(build.width())),
            Recipe::Float => self.same(Self::is_float, Self::float),
            Recipe::Any => self.same(|_| true, Self::any_type),
            Recipe::Bytes => {
                let shape = self.shape();
                [shaped(shape, Element::Scalar([16, 32, 64, 48, 80, 128][self.choices.below(6)])); 3]
            }
            Recipe::Carry => {
                let ty = self.known_or_new(Self::is_integer, Self::integer);
                pair(ty, shaped(shape(ty), BIT))
            }
            Recipe::Pair => {
                let ty = self.known_or_new(Self::is_integer, Self::integer);
                pair(ty, self.other_integer(ty))
            }
            Recipe::ScalarPair => pair(Type::scalar(self.width()), Type::scalar(self.width())),
            Recipe::TwoBits => {
                let shape = self.shape();
                [shaped(shape, Element::Scalar(self.width().max(2))); 3]
            }
            Recipe::FloatThenInteger => {
                let ty = self.known_or_new(Self::is_float, Self::float);
                pair(ty, self.other_integer(ty))
            }
            Recipe::FromFloat => {
                let ty = self.known_or_new(Self::is_float, Self::float);
                pair(self.other_integer(ty), ty)
            }
            Recipe::TwoFloats => {
                let ty = self.known_or_new(Self::is_float, Self::float);
                pair(ty, shaped(shape(ty), Element::Scalar(self.float_width())))
            }
            Recipe::FromFloatScalar => pair(Type::scalar(self.width()), Type::scalar(self.float_width())),
            Recipe::Extend | Recipe::Truncate => self.conversion(recipe == Recipe::Extend),
            Recipe::FloatExtend | Recipe::FloatTruncate => self.float_conversion(recipe == Recipe::FloatExtend),
            Recipe::Compare => {
                let ty = if self.choices.chance(64) { self.pointers() } else { self.known_or_new(Self::is_integer, Self::integer) };
                pair(shaped(shape(ty), BIT), ty)
            }
            Recipe::FloatCompare => {
                let ty = self.known_or_new(Self::is_float, Self::float);
                pair(shaped(shape(ty), BIT), ty)
            }
            Recipe::ThreeWay => {
                let ty = self.known_or_new(Self::is_integer, Self::integer);
                let bits = self.width().max(2);
                pair(shaped(shape(ty), Element::Scalar(bits)), ty)
            }
            Recipe::Select => {
                let ty = self.known_or_new(|_| true, Self::any_type);
                let condition = if self.choices.chance(128) { shape(ty) } else { None };
                pair(ty, shaped(condition, BIT))
            }
            _ => self.vector_types(recipe),
        }
    }

    fn vector_types(&mut self, recipe: Recipe) -> Types {
        match recipe {
            Recipe::ExtractElement => {
                let ty = self.any_vector();
                [Type::Single(element(ty)), ty, INDEX]
            }
            Recipe::InsertElement => {
                let ty = self.any_vector();
                [ty, Type::Single(element(ty)), INDEX]
            }
            Recipe::Shuffle => {
                let (one, other) = (self.any_vector_shape(), self.long_vector_shape());
                let scalar = Element::Scalar(self.width());
                pair(shaped(one, scalar), shaped(other, scalar))
            }
            Recipe::Splat => {
                let scalar = Element::Scalar(self.width());
                let count = 1 << self.choices.below(5);
                pair(Type::Vector { count, scalable: true, element: scalar }, Type::Single(scalar))
            }
            Recipe::Vector => [self.any_vector(); 3],
            Recipe::InsertVector => self.inserted_vector(),
            Recipe::Mask => {
                let ty = self.any_vector();
                pair(ty, shaped(shape(ty), BIT))
            }
            Recipe::Reduce => {
                let shape = self.any_vector_shape();
                let scalar = Element::Scalar(self.width());
                pair(Type::Single(scalar), shaped(shape, scalar))
            }
            Recipe::ReduceFloat | Recipe::ReduceInOrder => {
                let scalar = Element::Scalar(self.float_width());
                [Type::Single(scalar), Type::Single(scalar), shaped(self.any_vector_shape(), scalar)].reduced(recipe)
            }
            Recipe::Bitcast => self.bitcast(),
            _ => self.pointer_types(recipe),
        }
    }

    fn pointer_types(&mut self, recipe: Recipe) -> Types {
        let ty = self.pointers();
        let pointer = element(ty);
        match recipe {
            Recipe::FromPointer => pair(self.other_integer(ty), ty),
            Recipe::ToPointer => pair(ty, self.other_integer(ty)),
            Recipe::Spaces => {
                let space = if pointer == Element::Pointer(0) { [1, 3, 256, 270, 271, 272][self.choices.below(6)] } else { 0 };
                pair(ty, shaped(shape(ty), Element::Pointer(space)))
            }
            Recipe::Offset => pair(ty, shaped(shape(ty), Element::Scalar(self.element_bits(pointer)))),
            Recipe::Pointer => [Type::Single(pointer); 3],
            Recipe::PlainPointer => [Type::pointer(0); 3],
            Recipe::Allocate => pair(Type::pointer(0), Type::scalar(64)),
            Recipe::Vscale => [Type::scalar([64, 32, 16, 8][self.choices.below(4)]); 3],
            Recipe::Insert => {
                let wide = self.width().max(2);
                pair(Type::scalar(wide), Type::scalar(self.narrower(wide)))
            }
            Recipe::Extract => {
                let wide = self.width().max(2);
                pair(Type::scalar(self.narrower(wide)), Type::scalar(wide))
            }
            _ => self.memory_types(recipe, Type::Single(pointer)),
        }
    }

    /// Types of opcodes that touch memory through a scalar pointer.
    fn memory_types(&mut self, recipe: Recipe, pointer: Type) -> Types {
        let scalar = Type::scalar(self.width());
        let offset = Type::scalar(self.element_bits(element(pointer)));
        match recipe {
            Recipe::Load | Recipe::Store => pair(self.stored_type(), pointer),
            Recipe::ExtendingLoad => pair(Type::scalar(self.width().max(2)), pointer),
            Recipe::Change | Recipe::Exchange => pair(scalar, pointer),
            Recipe::ChangeFloat => pair(Type::scalar(self.float_width()), pointer),
            Recipe::ExchangeSuccess => [scalar, Type::scalar(1), pointer],
            Recipe::IndexedLoad => [Type::scalar(self.width().max(2)), pointer, offset],
            Recipe::IndexedStore => [pointer, scalar, offset],
            Recipe::CopyBytes => [pointer, Type::Single(self.pointer()), Type::scalar(64)],
            Recipe::SetBytes => [pointer, Type::scalar(8), Type::scalar(64)],
            Recipe::ZeroBytes => pair(pointer, Type::scalar(64)),
            _ => pair(scalar, pointer),
        }
    }

    /// A type that memory holds: llc cannot read memory operands of scalable types.
    fn stored_type(&mut self) -> Type {
        let ty = self.known_or_new(|_| true, Self::any_type);
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

    /// The type of a value at hand, or a new one.
    pub(super) fn known_or_new(&mut self, fits: fn(Type) -> bool, new: fn(&mut Self) -> Type) -> Type {
        let known = if self.choices.chance(160) { self.type_at_hand(fits) } else { None };
        known.unwrap_or_else(|| new(self))
    }

    fn same(&mut self, fits: fn(Type) -> bool, new: fn(&mut Self) -> Type) -> Types {
        [self.known_or_new(fits, new); 3]
    }

    /// An integer type of the same shape.
    fn other_integer(&mut self, ty: Type) -> Type {
        shaped(shape(ty), Element::Scalar(self.width()))
    }

    /// A vector type.
    pub(in crate::mir) fn any_vector(&mut self) -> Type {
        let shape = self.any_vector_shape();
        let pointers = self.choices.chance(24);
        let element = if pointers { self.pointer() } else { Element::Scalar(self.width()) };
        shaped(shape, element)
    }

    fn conversion(&mut self, extend: bool) -> Types {
        let ty = self.known_or_new(Self::is_integer, Self::integer);
        let Element::Scalar(bits) = element(ty) else { return [ty; 3] };
        if extend {
            let bits = bits.min(128);
            pair(shaped(shape(ty), Element::Scalar(self.wider(bits))), shaped(shape(ty), Element::Scalar(bits)))
        } else {
            let wide = bits.max(2);
            pair(shaped(shape(ty), Element::Scalar(self.narrower(wide))), shaped(shape(ty), Element::Scalar(wide)))
        }
    }

    fn float_conversion(&mut self, extend: bool) -> Types {
        const FLOATS: [u16; 5] = [16, 32, 64, 80, 128];
        let narrow = self.choices.below(4);
        let wide = narrow + 1 + self.choices.below(4 - narrow);
        let shape = self.shape();
        let (narrow, wide) = (shaped(shape, Element::Scalar(FLOATS[narrow])), shaped(shape, Element::Scalar(FLOATS[wide])));
        if extend { pair(wide, narrow) } else { pair(narrow, wide) }
    }

    fn bitcast(&mut self) -> Types {
        let bits = 1 + self.choices.below(64) as u16;
        let count = 2 + self.choices.below(7) as u16;
        let vector = Type::vector(count, Element::Scalar(bits));
        let other = if count.is_multiple_of(2) && count > 2 && self.choices.chance(96) {
            Type::vector(count / 2, Element::Scalar(2 * bits))
        } else {
            Type::scalar(bits * count)
        };
        if self.choices.chance(128) { pair(vector, other) } else { pair(other, vector) }
    }

    fn inserted_vector(&mut self) -> Types {
        let small = 2 << self.choices.below(3);
        let large = small * (2 + self.choices.below(3) as u16);
        let scalar = Element::Scalar(self.width());
        let scalable = self.choices.chance(96);
        let vector = |count, scalable| Type::Vector { count, scalable, element: scalar };
        pair(vector(large, scalable), vector(small, scalable))
    }
}

const fn pair(one: Type, other: Type) -> Types {
    [one, other, other]
}

/// Reductions with an accumulator have a type more than those without.
trait Reduced {
    fn reduced(self, recipe: Recipe) -> Types;
}

impl Reduced for Types {
    fn reduced(self, recipe: Recipe) -> Types {
        if recipe == Recipe::ReduceFloat { [self[0], self[2], self[2]] } else { self }
    }
}
