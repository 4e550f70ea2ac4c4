//! Linkages of functions (manual, *Function Address*).

super::coded_enum! {
    /// The linkage of a function.
    Linkage {
        /// Visible outside: intrinsics and `_start`.
        External = 0 "external",
        /// Visible in this program only.
        Internal = 3 "internal",
    }
}
