//! The forms of module parts outside functions: types, globals and their initializers.

use super::super::families::Family;
use super::super::kinds::Kind;
use super::derived;
use super::instructions::alignments;
use irsmith_pnacl::{Alignment, Initializer, Value, ValueKind, ValueType};

/// A type of the types block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pnacl) enum TypeSort {
    Void,
    Of(Kind),
    Function,
    FunctionWithoutParameters,
}

derived! {
    /// A type of the types block.
    TypeForm { sort: TypeSort } in Family::Type;
    all: std::iter::once(TypeSort::Void)
        .chain(Kind::ALL.map(TypeSort::Of))
        .chain([TypeSort::Function, TypeSort::FunctionWithoutParameters])
        .map(|sort| (sort,));
    name |form| match form.sort {
        TypeSort::Void => ValueType::VOID.to_string(),
        TypeSort::Of(kind) => kind.ty().to_string(),
        TypeSort::Function => "function".to_owned(),
        TypeSort::FunctionWithoutParameters => "function without parameters".to_owned(),
    };
    seen |form, facts| match form.sort {
        TypeSort::Void => facts.types(ValueType::VOID),
        TypeSort::Of(kind) => facts.types(kind.ty()),
        TypeSort::Function => facts.signatures(|parameters| parameters > 0),
        TypeSort::FunctionWithoutParameters => facts.signatures(|parameters| parameters == 0),
    };
}

derived! {
    /// A variable or a constant with an alignment.
    GlobalForm { alignment: Alignment, constant: bool } in Family::Global;
    all: alignments().flat_map(|alignment| [(alignment, false), (alignment, true)]);
    name |form| format!("{}, align {}", if form.constant { "const" } else { "var" }, form.alignment.bytes());
    seen |form, facts| facts.globals(|global| global.alignment == form.alignment && global.constant == form.constant);
}

/// Targets of relocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pnacl) enum Target {
    Function,
    Earlier,
    Own,
    Later,
}

impl Target {
    const ALL: [Self; 4] = [Self::Function, Self::Earlier, Self::Own, Self::Later];

    const fn name(self) -> &'static str {
        match self {
            Self::Function => "a function",
            Self::Earlier => "an earlier global",
            Self::Own => "its own global",
            Self::Later => "a later global",
        }
    }

    /// Returns whether an initializer of a global names such a value.
    fn is(self, own: Value, value: Value) -> bool {
        let global = value.kind() == ValueKind::Global;
        match self {
            Self::Function => value.kind() == ValueKind::Function,
            Self::Earlier => global && value.index() < own.index(),
            Self::Own => value == own,
            Self::Later => global && value.index() > own.index(),
        }
    }
}

/// Addends of relocations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pnacl) enum Addend {
    None,
    Zero,
    Positive,
    Negative,
}

impl Addend {
    const ALL: [Self; 4] = [Self::None, Self::Zero, Self::Positive, Self::Negative];

    const fn name(self) -> &'static str {
        match self {
            Self::None => "no addend",
            Self::Zero => "addend zero",
            Self::Positive => "a positive addend",
            Self::Negative => "a negative addend",
        }
    }

    fn is(self, addend: Option<u32>) -> bool {
        let addend = addend.map(|addend| addend as i32);
        match self {
            Self::None => addend.is_none(),
            Self::Zero => addend == Some(0),
            Self::Positive => addend.is_some_and(|addend| addend > 0),
            Self::Negative => addend.is_some_and(|addend| addend < 0),
        }
    }
}

/// A piece of an initializer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pnacl) enum Piece {
    Zerofill,
    ZerofillOfNone,
    ZerofillOfMany,
    Data,
    DataOfMany,
    Relocation(Target, Addend),
}

/// Twice the default limit of bytes of a piece, so that this is more.
const MANY_BYTES: usize = 32;

impl Piece {
    fn all() -> impl Iterator<Item = Self> {
        let relocations = Target::ALL.into_iter().flat_map(|target| Addend::ALL.map(|addend| Self::Relocation(target, addend)));
        [Self::Zerofill, Self::ZerofillOfNone, Self::ZerofillOfMany, Self::Data, Self::DataOfMany].into_iter().chain(relocations)
    }

    /// Returns whether an initializer of a global is such a piece.
    fn is(self, own: Value, piece: &Initializer) -> bool {
        match *piece {
            Initializer::Zerofill(bytes) => match self {
                Self::Zerofill => bytes > 0 && bytes >> 32 == 0,
                Self::ZerofillOfNone => bytes == 0,
                Self::ZerofillOfMany => bytes >> 32 != 0,
                Self::Data | Self::DataOfMany | Self::Relocation(..) => false,
            },
            Initializer::Data(ref bytes) => match self {
                Self::Data => bytes.len() <= MANY_BYTES,
                Self::DataOfMany => bytes.len() > MANY_BYTES,
                Self::Zerofill | Self::ZerofillOfNone | Self::ZerofillOfMany | Self::Relocation(..) => false,
            },
            Initializer::Relocation { value, addend: found } => {
                matches!(self, Self::Relocation(target, addend) if target.is(own, value) && addend.is(found))
            }
        }
    }
}

derived! {
    /// A piece of an initializer.
    InitializerForm { piece: Piece } in Family::Initializer;
    all: Piece::all().map(|piece| (piece,));
    name |form| match form.piece {
        Piece::Zerofill => "zerofill".to_owned(),
        Piece::ZerofillOfNone => "zerofill of 0".to_owned(),
        Piece::ZerofillOfMany => "zerofill of 2^32 or more".to_owned(),
        Piece::Data => "data".to_owned(),
        Piece::DataOfMany => "data of many bytes".to_owned(),
        Piece::Relocation(target, addend) => format!("relocation to {}, {}", target.name(), addend.name()),
    };
    seen |form, facts| facts.initializers(|own, piece| form.piece.is(own, piece));
}
