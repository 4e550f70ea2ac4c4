//! The identity of a failure.

use std::fmt;

/// The identity of a failure, computed from its structure: two cases with the same signature show the same fault, as far as can be
/// determined.
///
/// A signature contains no address, size, index or varying text, so it stays the same while a case is minimized and from one run to the
/// next.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    /// The oracle.
    pub oracle: &'static str,
    /// The part of its property that fails.
    pub property: &'static str,
    /// The kind of the first thing that differs, such as `instruction Phi`.
    pub element: String,
    /// The external implementations that took part.
    pub implementations: Vec<String>,
    /// Where a panic or crash began: a function, or an offset in a library if nothing else tells it apart.
    pub site: Option<String>,
}

impl Signature {
    /// Makes a signature without implementations and site.
    pub fn new(oracle: &'static str, property: &'static str, element: impl Into<String>) -> Self {
        Self { oracle, property, element: element.into(), implementations: Vec::new(), site: None }
    }

    /// Returns a stable hash of the printed form, 64-bit FNV-1a: the name of the finding's folder.
    pub fn hash64(&self) -> u64 {
        hash_of_signature(&self.to_string())
    }
}

/// Returns the [hash](Signature::hash64) of the printed form of a signature.
pub fn hash_of_signature(printed: &str) -> u64 {
    printed.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.oracle, self.property, self.element)?;
        if !self.implementations.is_empty() {
            write!(f, " {}", self.implementations.join("+"))?;
        }
        match &self.site {
            Some(site) => write!(f, " @{site}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_and_hashes_stably() {
        let mut signature = Signature::new("model-roundtrip", "model-changed", "instruction Phi");
        assert_eq!(signature.to_string(), "model-roundtrip/model-changed/instruction Phi");
        assert_eq!(signature.hash64(), 0x5dba_4df3_fde8_b183);
        signature.implementations.push("llvm-bcanalyzer".into());
        signature.site = Some("a::read".into());
        assert_eq!(signature.to_string(), "model-roundtrip/model-changed/instruction Phi llvm-bcanalyzer @a::read");
    }
}
