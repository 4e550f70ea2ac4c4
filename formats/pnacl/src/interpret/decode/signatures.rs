//! Signatures by number.

use crate::interpret::CallSignature;
use std::collections::HashMap;

/// The signatures of a program's functions and calls, without duplicates.
#[derive(Debug, Default)]
pub(super) struct Signatures {
    list: Vec<CallSignature>,
    numbers: HashMap<CallSignature, u32>,
}

impl Signatures {
    /// Returns the number of a signature.
    pub(super) fn intern(&mut self, signature: CallSignature) -> u32 {
        if let Some(&number) = self.numbers.get(&signature) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(signature.clone());
        self.numbers.insert(signature, number);
        number
    }

    /// Returns the signature of a number.
    pub(super) fn get(&self, number: u32) -> &CallSignature {
        &self.list[number as usize]
    }

    /// Returns all signatures by number.
    pub(super) fn into_list(self) -> Vec<CallSignature> {
        self.list
    }
}
