//! What a case can show beyond its single rows: noticed where it arises, not chosen.

/// Declares the shapes of a format: `Shape`, and their names in order.
macro_rules! shapes {
    ($($name:ident $text:literal)*) => {
        /// A property of a case.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Shape { $($name),* }

        /// Names of all shapes in order.
        pub(super) const SHAPES: &[&str] = &[$($text),*];
    };
}

pub(crate) use shapes;
