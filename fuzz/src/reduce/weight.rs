//! Weights, which compare cases by simplicity.

/// How well a case can be read, the best level first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// As a model that the validator accepts.
    Valid,
    /// As a model.
    Model,
    /// As the records below the model.
    Records,
    /// Not at all.
    Bytes,
}

/// The size of a case. The fields are ordered by importance.
///
/// The order is well-founded, so that replacing a case by lighter ones ends: no field can decrease for ever. A readable case is lighter
/// than an unreadable one, and a valid case is lighter still, because a bug report needs a case that other tools accept. Next come the
/// things that have a meaning, then the things that only encode them, and only then bytes: a case with fewer instructions may have more
/// bytes for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight {
    /// How well the case reads.
    pub level: Level,
    /// The size of the content that has a meaning, in a unit of the level.
    pub content: u64,
    /// Number of things that only encode the content, such as abbreviations.
    pub encoding: u64,
    /// Size of the file.
    pub bytes: usize,
    /// The sum of all numbers in the case.
    pub sum: u128,
}

impl Weight {
    /// Returns the weight of a case that reads at no level.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let sum = bytes.iter().map(|byte| u128::from(*byte)).sum();
        Weight { level: Level::Bytes, content: 0, encoding: 0, bytes: bytes.len(), sum }
    }
}
