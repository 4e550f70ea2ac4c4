//! Operands of debug instructions that repeat or may be absent: shared by mutations and reductions.

use irsmith_debuginfo::{Enumerator, Id, Ids, Info, Literals};

/// A list at the end of an instruction.
pub(super) enum List<'a> {
    /// A list of ids.
    Ids(&'a mut Ids),
    /// A list of values of an enumeration.
    Enumerators(&'a mut Vec<Enumerator>),
    /// A list of literals of an operation.
    Literals(&'a mut Literals),
}

impl List<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Ids(ids) => ids.len(),
            Self::Enumerators(enumerators) => enumerators.len(),
            Self::Literals(literals) => literals.len(),
        }
    }

    pub(super) fn remove(&mut self, at: usize) {
        match self {
            Self::Ids(ids) => drop(ids.remove(at)),
            Self::Enumerators(enumerators) => drop(enumerators.remove(at)),
            Self::Literals(literals) => drop(literals.remove(at)),
        }
    }

    pub(super) fn swap(&mut self, a: usize, b: usize) {
        match self {
            Self::Ids(ids) => ids.swap(a, b),
            Self::Enumerators(enumerators) => enumerators.swap(a, b),
            Self::Literals(literals) => literals.swap(a, b),
        }
    }

    /// Inserts a copy of an element of this list at the place.
    pub(super) fn repeat(&mut self, from: usize, to: usize) {
        match self {
            Self::Ids(ids) => ids.insert(to, ids[from]),
            Self::Enumerators(enumerators) => enumerators.insert(to, enumerators[from]),
            Self::Literals(literals) => literals.insert(to, literals[from]),
        }
    }
}

/// Returns the list of an instruction that has one.
pub(super) fn list(info: &mut Info) -> Option<List<'_>> {
    Some(match info {
        Info::TypeArray { counts: ids, .. }
        | Info::TypeFunction { parameters: ids, .. }
        | Info::TypeComposite { members: ids, .. }
        | Info::TypeTemplate { parameters: ids, .. }
        | Info::TypeTemplateParameterPack { parameters: ids, .. }
        | Info::Value { indexes: ids, .. }
        | Info::Expression { operations: ids } => List::Ids(ids),
        Info::TypeEnum { enumerators, .. } => List::Enumerators(enumerators),
        Info::Operation { operands, .. } => List::Literals(operands),
        _ => return None,
    })
}

/// Returns the length of an instruction's list, if it has one.
pub(super) fn list_len(info: &Info) -> Option<usize> {
    list(&mut info.clone()).map(|list| list.len())
}

/// An operand that may be absent.
pub(super) enum Optional<'a> {
    /// An id.
    Id(&'a mut Option<Id>),
    /// The number of a parameter.
    Literal(&'a mut Option<u32>),
}

impl Optional<'_> {
    pub(super) fn is_some(&self) -> bool {
        match self {
            Self::Id(id) => id.is_some(),
            Self::Literal(literal) => literal.is_some(),
        }
    }

    pub(super) fn clear(&mut self) {
        match self {
            Self::Id(id) => **id = None,
            Self::Literal(literal) => **literal = None,
        }
    }
}

/// Returns the operand of an instruction that may be absent, if the instruction can have it.
pub(super) fn optional(info: &mut Info) -> Option<Optional<'_>> {
    Some(match info {
        Info::TypeMember { value: id, .. }
        | Info::GlobalVariable { member: id, .. }
        | Info::Function { declaration: id, .. }
        | Info::LexicalBlock { name: id, .. }
        | Info::Scope { inlined_at: id, .. }
        | Info::InlinedAt { inlined: id, .. }
        | Info::MacroDef { value: id, .. }
        | Info::Source { text: id, .. } => Optional::Id(id),
        Info::LocalVariable { argument, .. } => Optional::Literal(argument),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::tables::{Count, INSTRUCTIONS, Layout};

    /// These two functions know what the table says of an instruction.
    #[test]
    fn every_list_and_optional_operand_of_the_table_is_known() {
        for row in INSTRUCTIONS {
            let words = vec![0; row.fields(Layout::OpenCl).filter(|field| field.count.is_once()).count()];
            let mut info = Info::read(Layout::OpenCl, row.number, &words).unwrap();
            let has = |wanted: &[Count]| row.fields.iter().any(|field| wanted.contains(&field.count));
            assert_eq!(list(&mut info).is_some(), has(&[Count::Many, Count::Pairs]), "{}", row.name);
            assert_eq!(optional(&mut info).is_some(), has(&[Count::Optional]), "{}", row.name);
        }
    }
}
