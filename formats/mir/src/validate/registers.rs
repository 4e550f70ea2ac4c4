//! Virtual registers: the properties of each, collected from `registers` and from every mention in the body.

use crate::tables::{BankRow, ClassId, Machine};
use crate::{Class, Register, RegisterOperand, RegisterQualifier, Type};
use std::collections::HashMap;

/// The sort of a virtual register.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Sort {
    /// Not stated anywhere.
    #[default]
    Unknown,
    /// `_`.
    Generic,
    /// A register of a bank.
    Bank(&'static BankRow),
    /// A register of a class.
    Class(ClassId),
    /// A register of a class or bank that is in no table.
    Named,
}

/// A virtual register.
#[derive(Clone, Debug, Default)]
pub(super) struct Virtual<'a> {
    pub(super) sort: Sort,
    /// The first spelling of the sort.
    pub(super) spelling: Option<&'a str>,
    pub(super) ty: Option<Type>,
}

impl Virtual<'_> {
    /// Returns whether it certainly has no class.
    pub(super) fn is_generic(&self) -> bool {
        matches!(self.sort, Sort::Generic | Sort::Bank(_))
    }
}

/// The reason why a mention of a register disagrees with previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// Not a class or bank of the target.
    Unknown,
    /// Another class or bank.
    Class,
    /// Another type.
    Type,
}

/// The virtual registers of a function, numbered in the order of their first mention.
#[derive(Debug, Default)]
pub(super) struct Registers<'a> {
    numbered: HashMap<u32, u32>,
    named: HashMap<&'a str, u32>,
    pub(super) list: Vec<Virtual<'a>>,
}

impl<'a> Registers<'a> {
    /// Returns the index of a virtual register; callers do not pass physical ones.
    pub(super) fn number(&mut self, register: &'a Register) -> u32 {
        let next = self.list.len() as u32;
        let index = match register {
            Register::Named(name) => *self.named.entry(name).or_insert(next),
            Register::Virtual(number) => *self.numbered.entry(*number).or_insert(next),
            Register::None | Register::Physical(_) => next,
        };
        if index == next {
            self.list.push(Virtual::default());
        }
        index
    }

    /// Returns the index of the virtual register with a number.
    pub(super) fn numbered(&mut self, number: u32) -> u32 {
        let next = self.list.len() as u32;
        let index = *self.numbered.entry(number).or_insert(next);
        if index == next {
            self.list.push(Virtual::default());
        }
        index
    }

    pub(super) fn get(&self, index: u32) -> &Virtual<'a> {
        &self.list[index as usize]
    }

    /// Notes a class, a bank or `_`.
    pub(super) fn declare(&mut self, index: u32, spelling: &'a str, machine: Option<&'static Machine>) -> Option<Conflict> {
        let sort = sort(spelling, machine);
        let known = &mut self.list[index as usize];
        if let Some(first) = known.spelling {
            return (first != spelling).then_some(Conflict::Class);
        }
        known.spelling = Some(spelling);
        known.sort = sort;
        (matches!(sort, Sort::Named) && machine.is_some()).then_some(Conflict::Unknown)
    }

    /// Notes the properties in a mention.
    pub(super) fn mention(&mut self, index: u32, operand: &'a RegisterOperand, machine: Option<&'static Machine>) -> Option<Conflict> {
        let conflict = match &operand.class {
            Class::None => None,
            Class::Generic => self.declare(index, "_", machine),
            Class::Named(name) => self.declare(index, name, machine),
        };
        let known = &mut self.list[index as usize];
        match operand.qualifier {
            RegisterQualifier::Type(ty) if known.ty.is_some_and(|first| first != ty) => conflict.or(Some(Conflict::Type)),
            RegisterQualifier::Type(ty) => {
                known.ty = Some(ty);
                conflict
            }
            RegisterQualifier::None | RegisterQualifier::TiedTo(_) => conflict,
        }
    }
}

fn sort(spelling: &str, machine: Option<&'static Machine>) -> Sort {
    if spelling == "_" {
        return Sort::Generic;
    }
    let Some(machine) = machine else { return Sort::Named };
    match (machine.class(spelling), machine.bank(spelling)) {
        (Some(class), _) => Sort::Class(class),
        (None, Some(bank)) => Sort::Bank(bank),
        (None, None) => Sort::Named,
    }
}
