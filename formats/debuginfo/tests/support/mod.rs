//! The assembler and the disassembler of SPIRV-Tools, where they are installed.

#![allow(dead_code)] // Each test uses some of it.

use irsmith_debuginfo::{Limits, Stream};
use std::io::Write;
use std::process::{Command, Stdio};

/// What a tool of SPIRV-Tools writes for an input; none if it refuses it.
fn run(command: &str, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let pipe = Stdio::piped;
    let child = Command::new(command).args(arguments).stdin(pipe()).stdout(pipe()).stderr(Stdio::null()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{command}: {error}"));
    // The tools read all of their input before they write. One that gives up early closes the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{command}: {error}"));
    output.status.success().then_some(output.stdout)
}

/// Whether the tools of the version that we follow are installed; says so if not.
pub(crate) fn tools_are_installed() -> bool {
    let version = Command::new("spirv-dis").arg("--version").output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let found = version.is_ok_and(|version| version.contains("v2023.1 "));
    if !found {
        irsmith_testdata::not_tested("no spirv-dis of SPIRV-Tools 2023.1 is installed");
    }
    found
}

/// The text of `spirv-dis --raw-id`; none if it refuses the file or its text is not UTF-8.
pub(crate) fn spirv_dis(bytes: &[u8]) -> Option<String> {
    run("spirv-dis", &["--raw-id", "-"], bytes).and_then(|text| String::from_utf8(text).ok())
}

/// The file of `spirv-as --preserve-numeric-ids` for a version of SPIR-V.
pub(crate) fn spirv_as(text: &str, version: u32) -> Option<Vec<u8>> {
    let target = format!("spv{}.{}", version >> 16, version >> 8 & 0xff);
    run("spirv-as", &["--preserve-numeric-ids", "--target-env", &target, "-o", "-", "-"], text.as_bytes())
}

pub(crate) fn stream(bytes: &[u8]) -> Stream {
    Stream::read(bytes, &Limits::default()).expect("a readable file")
}
