//! Comparison predicates (manual, *Integer Comparison Instructions* and *Floating Point Comparison Instructions*).

super::coded_enum! {
    /// A predicate. 0 to 15 compare floats: bit 0 accepts equal, 1 greater, 2 less, 3 unordered. 32 to 41 compare integers.
    Predicate {
        /// Never.
        False = 0 "false",
        /// Ordered and equal.
        Oeq = 1 "oeq",
        /// Ordered and greater.
        Ogt = 2 "ogt",
        /// Ordered and greater or equal.
        Oge = 3 "oge",
        /// Ordered and less.
        Olt = 4 "olt",
        /// Ordered and less or equal.
        Ole = 5 "ole",
        /// Ordered and not equal.
        One = 6 "one",
        /// Ordered.
        Ord = 7 "ord",
        /// Unordered.
        Uno = 8 "uno",
        /// Unordered or equal.
        Ueq = 9 "ueq",
        /// Unordered or greater.
        Fugt = 10 "ugt",
        /// Unordered or greater or equal.
        Fuge = 11 "uge",
        /// Unordered or less.
        Fult = 12 "ult",
        /// Unordered or less or equal.
        Fule = 13 "ule",
        /// Unordered or not equal.
        Une = 14 "une",
        /// Always.
        True = 15 "true",
        /// Equal.
        Eq = 32 "eq",
        /// Not equal.
        Ne = 33 "ne",
        /// Unsigned greater.
        Ugt = 34 "ugt",
        /// Unsigned greater or equal.
        Uge = 35 "uge",
        /// Unsigned less.
        Ult = 36 "ult",
        /// Unsigned less or equal.
        Ule = 37 "ule",
        /// Signed greater.
        Sgt = 38 "sgt",
        /// Signed greater or equal.
        Sge = 39 "sge",
        /// Signed less.
        Slt = 40 "slt",
        /// Signed less or equal.
        Sle = 41 "sle",
    }
}

/// The pattern of every predicate that compares floats, for a `match` over those of integers that lists all rows.
#[macro_export]
macro_rules! float_predicates {
    () => {
        $crate::tables::Predicate::False
            | $crate::tables::Predicate::Oeq
            | $crate::tables::Predicate::Ogt
            | $crate::tables::Predicate::Oge
            | $crate::tables::Predicate::Olt
            | $crate::tables::Predicate::Ole
            | $crate::tables::Predicate::One
            | $crate::tables::Predicate::Ord
            | $crate::tables::Predicate::Uno
            | $crate::tables::Predicate::Ueq
            | $crate::tables::Predicate::Fugt
            | $crate::tables::Predicate::Fuge
            | $crate::tables::Predicate::Fult
            | $crate::tables::Predicate::Fule
            | $crate::tables::Predicate::Une
            | $crate::tables::Predicate::True
    };
}

impl Predicate {
    /// Returns whether the predicate compares integers; otherwise it compares floats.
    pub const fn is_integer(self) -> bool {
        self.code() >= 32
    }

    /// Returns the predicate of this name for integers or for floats, which share some names.
    pub fn from_name(name: &str, integer: bool) -> Option<Self> {
        Self::ALL.iter().copied().find(|predicate| predicate.is_integer() == integer && predicate.name() == name)
    }
}
