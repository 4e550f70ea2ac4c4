//! The `irsmith` command.
fn main() {}
