//! Sizes of the variables of Machine IR programs beside those that llc 19 states, by the data layouts of targets.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use irsmith_mir::interpret::{Options, Program};
use irsmith_mir::{File, Limits};

/// A target for each data layout of little-endian byte order. AMDGCN is left out: llc has no such variables for it.
const TRIPLES: [&str; 28] = [
    "x86_64-unknown-linux-gnu",
    "x86_64-unknown-linux-gnux32",
    "x86_64-unknown-nacl",
    "i386-unknown-linux-gnu",
    "i386-unknown-elfiamcu",
    "i686-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu_ilp32",
    "r600",
    "armv7-unknown-linux-gnueabi",
    "thumbv7-unknown-linux-gnueabi",
    "avr",
    "bpf",
    "hexagon",
    "loongarch32",
    "loongarch64",
    "mips64el",
    "mips64el-unknown-linux-gnuabin32",
    "mipsel",
    "msp430",
    "powerpc64le",
    "powerpcle",
    "riscv32",
    "riscv64",
    "ve",
    "wasm32",
    "wasm32-unknown-emscripten",
    "xtensa",
];

const TYPES: [&str; 34] = [
    "i1",
    "i8",
    "i16",
    "i24",
    "i32",
    "i48",
    "i64",
    "i65",
    "i128",
    "i200",
    "half",
    "bfloat",
    "float",
    "double",
    "x86_fp80",
    "fp128",
    "ppc_fp128",
    "ptr",
    "ptr addrspace(1)",
    "ptr addrspace(3)",
    "ptr addrspace(5)",
    "ptr addrspace(7)",
    "ptr addrspace(271)",
    "ptr addrspace(272)",
    "<2 x i8>",
    "<3 x i8>",
    "<3 x i16>",
    "<2 x i32>",
    "<3 x i32>",
    "<4 x i32>",
    "<5 x i64>",
    "<7 x i1>",
    "{ i8 }",
    "<{ i8, i32 }>",
];

/// Returns variables in which each type stands alone, behind a byte, before one, and as elements.
fn module(triple: &str) -> String {
    let mut text = format!("target triple = \"{triple}\"\n");
    for (number, ty) in TYPES.into_iter().enumerate() {
        for (place, ty) in [ty.to_owned(), format!("{{ i8, {ty} }}"), format!("{{ {ty}, i8 }}"), format!("[3 x {ty}]")].iter().enumerate() {
            text += &format!("@v{number}.{place} = global {ty} zeroinitializer\n");
        }
    }
    text
}

/// Returns the sizes that llc states in its output, by names; `None` if there is no such llc, or it lacks the target.
fn stated(module: &str, triple: &str) -> Option<BTreeMap<String, u64>> {
    let arguments = [&format!("-mtriple={triple}"), "-o", "-", "-"];
    let mut llc = Command::new("llc-19").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    llc.stdin.take()?.write_all(module.as_bytes()).ok()?;
    let output = llc.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let sizes = text.lines().filter_map(|line| {
        let (name, size) = line.trim().strip_prefix(".size")?.split_once(',')?;
        Some((name.trim().to_owned(), size.trim().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?))
    });
    Some(sizes.collect()).filter(|sizes: &BTreeMap<_, _>| output.status.success() && !sizes.is_empty())
}

#[test]
fn types_have_the_sizes_that_llc_states() {
    let mut compared = 0;
    for triple in TRIPLES {
        let module = module(triple);
        let Some(stated) = stated(&module, triple) else {
            irsmith_testdata::not_tested(format_args!("no llc-19 for {triple}"));
            continue;
        };
        let indented: String = module.lines().map(|line| format!("  {line}\n")).collect();
        let file = File::read(format!("--- |\n{indented}...\n").as_bytes(), &Limits::default()).unwrap();
        let program = Program::new(&file, &Options::default()).unwrap();
        for (name, size) in &stated {
            let number: usize = name[1..].split('.').next().unwrap().parse().unwrap();
            let variable = program.variable(name).unwrap_or_else(|| panic!("{triple}: @{name} ({}) is not understood", TYPES[number]));
            assert_eq!(variable.end - variable.start, *size, "{triple}: @{name}, {}", TYPES[number]);
            compared += 1;
        }
    }
    eprintln!("{compared} sizes compared");
}
