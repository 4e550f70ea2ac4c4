//! The assembler and the disassembler of SPIRV-Tools, if installed.

#![allow(dead_code)] // Each test uses some of it.

use irsmith_debuginfo::{Limits, Stream};
use std::io::Write;
use std::process::{Command, Stdio};

/// Returns a tool's output for an input; none if it rejects it.
fn run(command: &str, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let pipe = Stdio::piped;
    let child = Command::new(command).args(arguments).stdin(pipe()).stdout(pipe()).stderr(Stdio::null()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{command}: {error}"));
    // The tools read all of their input before they write. One that stops early closes the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{command}: {error}"));
    output.status.success().then_some(output.stdout)
}

/// Returns whether the tools of the version that we follow are installed; prints a note if not.
pub(crate) fn tools_are_installed() -> bool {
    let version = Command::new("spirv-dis").arg("--version").output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let found = version.is_ok_and(|version| version.contains("v2023.1 "));
    if !found {
        irsmith_testdata::not_tested("no spirv-dis of SPIRV-Tools 2023.1 is installed");
    }
    found
}

/// Returns the text of `spirv-dis --raw-id`; none if it rejects the file or its text is not UTF-8.
pub(crate) fn spirv_dis(bytes: &[u8]) -> Option<String> {
    run("spirv-dis", &["--raw-id", "-"], bytes).and_then(|text| String::from_utf8(text).ok())
}

/// Returns the file of `spirv-as --preserve-numeric-ids` for a version of SPIR-V.
pub(crate) fn spirv_as(text: &str, version: u32) -> Option<Vec<u8>> {
    let target = format!("spv{}.{}", version >> 16, version >> 8 & 0xff);
    run("spirv-as", &["--preserve-numeric-ids", "--target-env", &target, "-o", "-", "-"], text.as_bytes())
}

pub(crate) fn stream(bytes: &[u8]) -> Stream {
    Stream::read(bytes, &Limits::default()).expect("a readable file")
}
