//! The types of the fields of debug instructions, and their forms in words.

use super::{Enumeration, FieldId, Layout, Role};
use crate::{Enumerator, Id, Ids, Literals};

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The name of a result.
    Id,
    /// A number.
    Literal,
    /// [`super::Encoding`].
    Encoding,
    /// [`super::Flags`].
    Flags,
    /// [`super::CompositeTag`].
    CompositeTag,
    /// [`super::Qualifier`].
    Qualifier,
    /// [`super::OperationCode`].
    OperationCode,
    /// [`super::ImportedEntityTag`].
    ImportedEntityTag,
    /// [`super::StorageClass`].
    StorageClass,
    /// [`super::SourceLanguage`].
    SourceLanguage,
}

/// The number of occurrences of a field in an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Count {
    /// Once.
    One,
    /// Once in [`Layout::OpenCl`] and those made after it, never in [`Layout::Specified`].
    OpenClOnly,
    /// Once in [`Layout::Translator`], never in the others.
    TranslatorOnly,
    /// At most once, at the end.
    Optional,
    /// Any number of times, at the end.
    Many,
    /// Any number of pairs of ids, at the end.
    Pairs,
}

/// A field of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The id.
    pub id: FieldId,
    /// Name of the field.
    pub name: &'static str,
    /// The role: its content, or what it must name.
    pub role: Role,
    /// The kind of its words.
    pub kind: Kind,
    /// The number of its occurrences.
    pub count: Count,
}

/// An operand that only [`Layout::OpenCl`] has: there it is required, elsewhere it is not allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra<T>(pub Option<T>);

/// An operand that only [`Layout::Translator`] has: there it is required, elsewhere it is not allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TranslatorExtra<T>(pub Option<T>);

impl Count {
    /// Returns whether a layout has operands that occur this often.
    pub fn is_in(self, layout: Layout) -> bool {
        match self {
            Self::OpenClOnly => layout.is_opencl(),
            Self::TranslatorOnly => layout == Layout::Translator,
            Self::One | Self::Optional | Self::Many | Self::Pairs => true,
        }
    }

    /// Returns whether an operand occurs exactly once, in the layouts that have it.
    pub const fn is_once(self) -> bool {
        matches!(self, Self::One | Self::OpenClOnly | Self::TranslatorOnly)
    }
}

/// The words of an instruction from left to right.
pub(super) struct Cursor<'a> {
    pub(super) words: &'a [u32],
    pub(super) layout: Layout,
}

impl Cursor<'_> {
    fn word(&mut self) -> Option<u32> {
        let (&word, rest) = self.words.split_first()?;
        self.words = rest;
        Some(word)
    }

    pub(super) fn take<T: Operand>(&mut self) -> Option<T> {
        T::read(self)
    }
}

/// The type of a field.
pub(super) trait Operand: Sized + Default {
    /// The kind of its words.
    const KIND: Kind;
    /// The number of its occurrences.
    const COUNT: Count = Count::One;

    /// Reads the field's words; none if there are too few.
    fn read(cursor: &mut Cursor<'_>) -> Option<Self>;

    /// Calls `f` on every word.
    fn words(&self, role: Role, f: &mut impl FnMut(Role, Kind, u32));

    /// Calls `f` on every word, mutably.
    fn words_mut(&mut self, role: Role, f: &mut impl FnMut(Role, Kind, &mut u32));

    /// Returns whether a layout can express this.
    fn fits(&self, _layout: Layout) -> bool {
        true
    }
}

impl Operand for Id {
    const KIND: Kind = Kind::Id;

    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        cursor.word().map(Self)
    }

    fn words(&self, role: Role, f: &mut impl FnMut(Role, Kind, u32)) {
        f(role, Kind::Id, self.0);
    }

    fn words_mut(&mut self, role: Role, f: &mut impl FnMut(Role, Kind, &mut u32)) {
        f(role, Kind::Id, &mut self.0);
    }
}

impl Operand for u32 {
    const KIND: Kind = Kind::Literal;

    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        cursor.word()
    }

    fn words(&self, role: Role, f: &mut impl FnMut(Role, Kind, u32)) {
        f(role, Kind::Literal, *self);
    }

    fn words_mut(&mut self, role: Role, f: &mut impl FnMut(Role, Kind, &mut u32)) {
        f(role, Kind::Literal, self);
    }
}

impl<T: Enumeration> Operand for T {
    const KIND: Kind = T::KIND;

    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        cursor.word().map(Self::from)
    }

    fn words(&self, role: Role, f: &mut impl FnMut(Role, Kind, u32)) {
        f(role, T::KIND, (*self).into());
    }

    fn words_mut(&mut self, role: Role, f: &mut impl FnMut(Role, Kind, &mut u32)) {
        let mut word = (*self).into();
        f(role, T::KIND, &mut word);
        *self = word.into();
    }
}

/// Operands that only some layouts have: there an operand is required, elsewhere it is not allowed.
macro_rules! operands_of_layouts {
    ($($extra:ident: $count:ident),* $(,)?) => {
        $(
            impl<T: Operand> Operand for $extra<T> {
                const KIND: Kind = T::KIND;
                const COUNT: Count = Count::$count;

                fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
                    if Self::COUNT.is_in(cursor.layout) { T::read(cursor).map(|value| Self(Some(value))) } else { Some(Self(None)) }
                }

                fn words(&self, role: Role, f: &mut impl FnMut(Role, Kind, u32)) {
                    self.0.iter().for_each(|value| value.words(role, f));
                }

                fn words_mut(&mut self, role: Role, f: &mut impl FnMut(Role, Kind, &mut u32)) {
                    self.0.iter_mut().for_each(|value| value.words_mut(role, f));
                }

                fn fits(&self, layout: Layout) -> bool {
                    self.0.is_some() == Self::COUNT.is_in(layout)
                }
            }
        )*
    };
}

operands_of_layouts! {
    Extra: OpenClOnly,
    TranslatorExtra: TranslatorOnly,
}

impl<T: Operand> Operand for Option<T> {
    const KIND: Kind = T::KIND;
    const COUNT: Count = Count::Optional;

    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        if cursor.words.is_empty() { Some(None) } else { T::read(cursor).map(Some) }
    }

    fn words(&self, role: Role, f: &mut impl FnMut(Role, Kind, u32)) {
        self.iter().for_each(|value| value.words(role, f));
    }

    fn words_mut(&mut self, role: Role, f: &mut impl FnMut(Role, Kind, &mut u32)) {
        self.iter_mut().for_each(|value| value.words_mut(role, f));
    }
}

impl Operand for Ids {
    const KIND: Kind = Kind::Id;
    const COUNT: Count = Count::Many;

    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        Some(std::mem::take(&mut cursor.words).iter().map(|&word| Id(word)).collect())
    }

    fn words(&self, role: Role, f: &mut impl FnMut(Role, Kind, u32)) {
        self.iter().for_each(|id| id.words(role, f));
    }

    fn words_mut(&mut self, role: Role, f: &mut impl FnMut(Role, Kind, &mut u32)) {
        self.iter_mut().for_each(|id| id.words_mut(role, f));
    }
}

impl Operand for Literals {
    const KIND: Kind = Kind::Literal;
    const COUNT: Count = Count::Many;

    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        Some(std::mem::take(&mut cursor.words).into())
    }

    fn words(&self, role: Role, f: &mut impl FnMut(Role, Kind, u32)) {
        self.iter().for_each(|word| word.words(role, f));
    }

    fn words_mut(&mut self, role: Role, f: &mut impl FnMut(Role, Kind, &mut u32)) {
        self.iter_mut().for_each(|word| word.words_mut(role, f));
    }
}

impl Operand for Vec<Enumerator> {
    const KIND: Kind = Kind::Id;
    const COUNT: Count = Count::Pairs;

    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        let (pairs, rest) = std::mem::take(&mut cursor.words).as_chunks();
        rest.is_empty().then(|| pairs.iter().map(|&[value, name]| Enumerator { value: Id(value), name: Id(name) }).collect())
    }

    fn words(&self, role: Role, f: &mut impl FnMut(Role, Kind, u32)) {
        for enumerator in self {
            enumerator.value.words(role, f);
            enumerator.name.words(Role::Name, f);
        }
    }

    fn words_mut(&mut self, role: Role, f: &mut impl FnMut(Role, Kind, &mut u32)) {
        for enumerator in self {
            enumerator.value.words_mut(role, f);
            enumerator.name.words_mut(Role::Name, f);
        }
    }
}
