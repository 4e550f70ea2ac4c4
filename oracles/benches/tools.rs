//! Compares our readers, printers and validators with equivalent programs, in one run.
//!
//! `cargo bench -p irsmith-oracles --bench tools` prints the processor time of both sides, the least of several rounds, and the ratio. The
//! time of a program includes its start, as in a campaign; if cases can share one process, the cost of a start is printed too. Programs
//! that are not installed are reported and left out.

use irsmith_generators::bytes_of_seed;
use irsmith_generators::debuginfo::{self, Config};
use irsmith_mir::File;
use irsmith_oracles::external::{Implementation, Outcome, ProgramFamily, implementation};
use nix::sys::resource::{UsageWho, getrusage};
use std::hint::black_box;
use std::time::Duration;

const ROUNDS: usize = 7;
const MODULES: u64 = 50;
const FUNCTIONS: usize = 1000;

#[expect(clippy::print_stdout)]
fn main() {
    // Ignores Cargo's own arguments, such as --bench.
    for line in [modules(known("spirv-val")), modules(known("spirv-dis")), functions(known("llc-19"))] {
        println!("{line}");
    }
}

/// Returns the implementation of this name.
fn known(name: &str) -> &'static Implementation {
    implementation(name).expect("it is built in")
}

/// Measures a module in one process, and here.
fn modules(tool: &'static Implementation) -> String {
    let modules: Vec<Vec<u8>> = (0..MODULES)
        .map(|seed| {
            let bytes = bytes_of_seed(seed);
            let module =
                debuginfo::generate(&mut arbitrary::Unstructured::new(&bytes), &Config::portable(irsmith_debuginfo::Dialect::OpenCl));
            module.write().expect("what is generated can be written")
        })
        .collect();
    let here = |bytes: &[u8]| {
        let limits = irsmith_debuginfo::Limits::default();
        if tool.family == ProgramFamily::SpirvVal {
            let module = irsmith_debuginfo::Module::read(bytes, &limits).expect("it was written here");
            black_box(irsmith_debuginfo::validate::is_valid(&module));
        } else {
            let stream = irsmith_debuginfo::Stream::read(bytes, &limits).expect("it was written here");
            black_box(irsmith_debuginfo::text::disassemble(&stream));
        }
    };
    let ours = least(UsageWho::RUSAGE_SELF, || modules.iter().for_each(|module| here(module)));
    let Some(theirs) = time_of(tool, || modules.iter().map(|module| (vec!["case"], module.as_slice())).collect()) else {
        return format!("{} is not installed", tool.name);
    };
    reported(tool.name, "module", ours, theirs, MODULES as usize)
}

/// Measures the functions of one file in one process, and here.
fn functions(llc: &'static Implementation) -> String {
    let text: String = (0..FUNCTIONS).map(function).collect();
    let ours = least(UsageWho::RUSAGE_SELF, || {
        let file = File::read(black_box(text.as_bytes()), &irsmith_mir::Limits::default()).expect("the text is right");
        black_box(file.write());
    });
    let arguments = || vec!["-mtriple=x86_64", "-run-pass=none", "-x", "mir", "-o", "-", "case"];
    let Some(theirs) = time_of(llc, || vec![(arguments(), text.as_bytes())]) else {
        return format!("{} is not installed", llc.name);
    };
    let alone = time_of(llc, || vec![(arguments(), b"---\nname: f\nbody: |\n  bb.0:\n    RET 0\n...\n".as_slice())]).unwrap_or_default();
    let line = reported(llc.name, "function of 14 instructions", ours, theirs, FUNCTIONS);
    format!("{line}; of its time {alone:?} are a start")
}

/// Returns a function of 14 instructions, one of each common form.
fn function(number: usize) -> String {
    format!(
        "---\nname: f{number}\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    liveins: $edi, $rsi, $rbp\n\n{}...\n",
        "    frame-setup PUSH64r killed $rbp, implicit-def $rsp, implicit $rsp
    CFI_INSTRUCTION def_cfa_offset 16
    %0:gr32 = COPY $edi
    %1:gr64 = COPY $rsi
    %2:gr32 = MOV32rm %1, 1, $noreg, 4, $noreg :: (load (s32) from unknown-address, align 4)
    %3:gr32 = nsw ADD32rr %0, %2, implicit-def dead $eflags
    MOV32mr %1, 1, $noreg, 8, $noreg, %3 :: (store (s32) into unknown-address + 8)
    %4:gr32 = IMUL32rri %3, 42, implicit-def dead $eflags
    CMP32ri %4, 7, implicit-def $eflags
    %5:gr8 = SETCCr 4, implicit $eflags
    %6:gr32 = MOVZX32rr8 killed %5
    $eax = COPY %6
    $rbp = frame-destroy POP64r implicit-def $rsp, implicit $rsp
    RET 0, implicit $eax
"
    )
}

fn reported(tool: &str, unit: &str, ours: Duration, theirs: Duration, count: usize) -> String {
    let each = |time: Duration| time.as_secs_f64() * 1e6 / count as f64;
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    format!("{tool}: {:.1} µs a {unit}, irsmith {:.2} µs: {ratio:.1} times as fast", each(theirs), each(ours))
}

/// Arguments and the file called `case`.
type Call<'a> = (Vec<&'static str>, &'a [u8]);

/// Returns the processor time of all calls of a program; `None` if it is missing.
fn time_of<'a>(tool: &'static Implementation, calls: impl Fn() -> Vec<Call<'a>>) -> Option<Duration> {
    tool.find()?;
    let calls = calls();
    Some(least(UsageWho::RUSAGE_CHILDREN, || {
        for (arguments, case) in &calls {
            let output = tool.run(arguments, &[("case", case)]).expect("the program starts");
            assert!(matches!(output.outcome, Outcome::Exited(0)), "{}: {}", tool.name, String::from_utf8_lossy(&output.stderr));
        }
    }))
}

/// Returns the processor time of the process, or of its children that ended, in the best round.
fn least(who: UsageWho, mut work: impl FnMut()) -> Duration {
    let spent = || {
        let usage = getrusage(who).expect("the usage is known");
        [usage.user_time(), usage.system_time()].iter().map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).sum::<f64>()
    };
    let rounds = (0..ROUNDS).map(|_| {
        let before = spent();
        work();
        Duration::from_secs_f64(spent() - before)
    });
    rounds.min().unwrap_or_default()
}
