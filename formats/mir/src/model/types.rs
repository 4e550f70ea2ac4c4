//! Low-level types.

/// A low-level type (reference, *Low Level Types*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// `sN` or `pA`.
    Single(Element),
    /// `<N x E>` and, since LLVM 17, `<vscale x N x E>`.
    Vector {
        /// The number of elements, a minimum for scalable vectors; 1 to 65,535.
        count: u16,
        /// Whether the number of elements is multiplied by `vscale`.
        scalable: bool,
        /// The type of each element.
        element: Element,
    },
}

/// A type that is not a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// `sN`: a scalar of N bits, up to 65,535; 0 since LLVM 17.
    Scalar(u16),
    /// `pA`: a pointer into address space A, below 2^24.
    Pointer(u32),
}

impl Type {
    /// Returns the scalar of this many bits.
    pub const fn scalar(bits: u16) -> Self {
        Self::Single(Element::Scalar(bits))
    }

    /// Returns a pointer into an address space.
    pub const fn pointer(space: u32) -> Self {
        Self::Single(Element::Pointer(space))
    }

    /// Returns a vector of a fixed number of elements.
    pub const fn vector(count: u16, element: Element) -> Self {
        Self::Vector { count, scalable: false, element }
    }
}
