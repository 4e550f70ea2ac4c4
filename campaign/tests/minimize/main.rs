//! The minimizer with targets that fail, panic, crash and hang.
//!
//! Checks run in this process, or in this test program started again, whose `main` is then the test `checker` below.

mod isolation;
mod keeping;
mod larger;
mod other_format;
mod slow;
mod targets;
#[path = "../common/test_target.rs"]
mod test_target;

use irsmith_fuzz::worker::{NotingAllocator, act_as_checker};

#[global_allocator]
static ALLOCATOR: NotingAllocator = NotingAllocator;

/// The main function of checking processes; does nothing as an ordinary test.
#[test]
fn checker() {
    if act_as_checker(targets::TARGETS).is_some() {
        std::process::exit(0);
    }
}
