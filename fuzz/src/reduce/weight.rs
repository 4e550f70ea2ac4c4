//! Which of two cases is the simpler one.

/// How far a case can be read, the best first.
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

/// The size of a case. The order of the fields is that of their importance.
///
/// A well-founded order, so that replacing a case by lighter ones ends: no field can fall for
/// ever. What reads is lighter than what does not, and what is valid lighter still, because a
/// report of a fault wants a case that other tools take. Next come the things that have a meaning,
/// then those that only encode them, and only then bytes: a case of fewer instructions may take
/// more bytes for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight {
    /// How far the case reads.
    pub level: Level,
    /// The size of what has a meaning, in a unit of the level.
    pub content: u64,
    /// Number of things that only encode it, such as abbreviations.
    pub encoding: u64,
    /// Size of the file.
    pub bytes: usize,
    /// All numbers in the case, added up.
    pub sum: u128,
}

impl Weight {
    /// The weight of a case that reads at no level.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let sum = bytes.iter().map(|byte| u128::from(*byte)).sum();
        Weight { level: Level::Bytes, content: 0, encoding: 0, bytes: bytes.len(), sum }
    }
}
