//! libFuzzer as the driver of a worker.
#![allow(unsafe_code)]

use std::{
    ffi::{CString, c_char, c_int},
    os::unix::ffi::OsStringExt,
    process::ExitCode,
    ptr,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use irsmith_fuzz::{
    Mutator, Target, record_panics,
    worker::{Distiller, Executor, Job},
};
use libfuzzer_sys::Corpus;

use crate::counters;

/// libFuzzer calls functions without a context argument, so the executor is global.
static EXECUTOR: OnceLock<Mutex<Executor>> = OnceLock::new();

/// The distiller of the corpus, until the corpus is read.
static DISTILLER: Mutex<Option<Distiller>> = Mutex::new(None);

unsafe extern "C" {
    /// libFuzzer's main function as a library call; it exits the process itself.
    fn LLVMFuzzerRunDriver(
        argc: *mut c_int,
        argv: *mut *mut *mut c_char,
        callback: unsafe extern "C" fn(*const u8, usize) -> c_int,
    ) -> c_int;

    /// Defined by libfuzzer-sys; calls what `fuzz_target!` defines below.
    fn LLVMFuzzerTestOneInput(data: *const u8, size: usize) -> c_int;
}

fn executor() -> MutexGuard<'static, Executor> {
    let executor = EXECUTOR.get().expect("set before libFuzzer starts");
    executor.lock().unwrap_or_else(PoisonError::into_inner)
}

fn target() -> &'static Target {
    executor().target()
}

fn mutator() -> Mutator {
    executor().job().mutator
}

irsmith_fuzz::libfuzzer_entry_points! {
    // libfuzzer-sys has just installed a hook that aborts on every panic; our hook runs before it.
    init: record_panics(),
    run: |bytes| -> Corpus { if run(bytes) { Corpus::Keep } else { Corpus::Reject } },
    target: target(),
    mutator: mutator(),
}

/// Runs a case; returns whether it is worth keeping.
fn run(case: &[u8]) -> bool {
    let worth_keeping = executor().run(case);
    let mut distiller = DISTILLER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at_work) = distiller.as_mut() {
        at_work.ran(case, worth_keeping, &counters::values());
        if at_work.is_done() {
            *distiller = None;
        }
    }
    worth_keeping
}

/// Checks the coverage counters, then runs libFuzzer.
pub(crate) fn drive(mut executor: Executor) -> ExitCode {
    executor.check_counters(counters::snapshot);
    if executor.job().distil {
        let distiller = Distiller::new(&executor.job().corpus, executor.job().max_len);
        *DISTILLER.lock().unwrap_or_else(PoisonError::into_inner) = Some(distiller).filter(|distiller| !distiller.is_done());
    }
    let arguments = arguments(executor.job());
    EXECUTOR.set(Mutex::new(executor)).expect("set once");
    let mut pointers: Vec<*mut c_char> = arguments.into_iter().map(CString::into_raw).collect();
    let mut count = c_int::try_from(pointers.len()).expect("a few arguments");
    pointers.push(ptr::null_mut());
    let mut vector = pointers.as_mut_ptr();
    // SAFETY: `count` and `vector` are a C program's arguments, which are never freed; the callback has the type that libFuzzer expects.
    let status = unsafe { LLVMFuzzerRunDriver(&raw mut count, &raw mut vector, LLVMFuzzerTestOneInput) };
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}

/// Returns libFuzzer's command line for `job`.
///
/// libFuzzer installs no signal handlers, so that the supervisor sees which signal ended the process; the supervisor also enforces time
/// limits per input.
fn arguments(job: &Job) -> Vec<CString> {
    let mut options = vec![
        format!("-seed={}", job.seed.max(1)),
        format!("-max_len={}", job.max_len),
        format!("-reload={}", u8::from(job.reload)),
        "-timeout=0".to_owned(),
        "-rss_limit_mb=0".to_owned(),
        "-report_slow_units=1000000".to_owned(),
        "-detect_leaks=0".to_owned(),
        "-print_final_stats=1".to_owned(),
    ];
    options.extend(["segv", "bus", "abrt", "ill", "fpe", "trap", "int", "term"].map(|signal| format!("-handle_{signal}=0")));
    options.extend(job.runs.map(|runs| format!("-runs={runs}")));
    options.extend(job.seconds.map(|seconds| format!("-max_total_time={seconds}")));
    let mut prefix = job.scratch.clone().into_os_string();
    prefix.push("/");
    let mut artifacts = std::ffi::OsString::from("-artifact_prefix=");
    artifacts.push(prefix);
    let folders = [&job.corpus].into_iter().chain(&job.seeds).map(|folder| folder.clone().into_os_string());
    ["irsmith-worker".into()]
        .into_iter()
        .chain(options.into_iter().map(Into::into))
        .chain([artifacts])
        .chain(folders)
        .map(|argument| CString::new(argument.into_vec()).expect("no argument holds a zero byte"))
        .collect()
}
