//! The example of the book: a decoder that is linked in, with a planted fault.

// The test calls its main function.
#[path = "../examples/linked_decoder.rs"]
mod linked_decoder;

#[test]
fn the_fault_of_a_decoder_that_is_plugged_in_is_found() {
    assert!(include_str!("../examples/linked_decoder.rs").lines().count() <= 30);
    let panic = std::panic::catch_unwind(linked_decoder::main).expect_err("the fault is not found");
    let message = panic.downcast::<String>().expect("a failure has a message");
    let signatures = ["debuginfo-command-reads/refused/no length decoder", "debuginfo-command-rewrites/refused/no length decoder"];
    assert!(signatures.iter().any(|signature| message.contains(signature)), "{message}");
}
