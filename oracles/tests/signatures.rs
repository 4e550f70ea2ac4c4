//! The signatures of recorded faults: as they are written in `finding.toml`, also of a case with another content around what fails.

use irsmith_debuginfo::transform::for_each_id_mut;
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Limits, Module};
use irsmith_oracles::external::{Configuration, configure, implementation};
use irsmith_oracles::{Oracle, Verdict, debuginfo, draws_beside, mir, pin_draws, pnacl};
use irsmith_testdata::not_tested;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The parts of a recorded finding that this test needs.
#[derive(serde::Deserialize)]
struct Finding {
    signature: String,
    oracle: String,
    implementations: BTreeMap<String, String>,
}

/// Returns the findings of a format, each with its folder, whose programs are installed.
fn findings(format: &str) -> Vec<(PathBuf, Finding)> {
    // The ledger would turn the failures into skips; programs that are used only by name take part in their findings.
    let named = implementations_of_findings();
    configure(Configuration { implementations: named, no_ledger: true, ..Configuration::default() }).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora").join(format).join("findings");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let finding: Finding = toml::from_str(&fs::read_to_string(path.join("finding.toml")).unwrap()).unwrap();
        (path, finding)
    };
    let (known, others): (Vec<_>, Vec<_>) = paths.into_iter().map(read).partition(|(_, finding)| is_installed(finding));
    if !others.is_empty() {
        not_tested(format_args!("the programs of {} findings are not installed", others.len()));
    }
    known
}

fn implementations_of_findings() -> Vec<String> {
    ["llc-22", "llc-23", "spirv-opt-2025.5", "spirv-val-2025.5", "llvm-spirv-2024.2"].map(str::to_owned).into()
}

fn is_installed(finding: &Finding) -> bool {
    finding.implementations.keys().all(|name| implementation(name).is_none_or(|program| program.find().is_some()))
}

/// Returns the signatures of the failures of the finding's oracle on some bytes that name the programs of the finding. The oracle draws
/// what it drew for the finding's case.
fn signatures(finding: &Finding, case: &Path, bytes: &[u8]) -> Vec<String> {
    pin_draws(draws_beside(case));
    let of_list = of(debuginfo::ORACLES, &finding.oracle, bytes).or_else(|| of(mir::ORACLES, &finding.oracle, bytes));
    let all = of_list.or_else(|| of(pnacl::ORACLES, &finding.oracle, bytes)).unwrap_or_default();
    let names = |signature: &str| {
        let site = signature.find(" @").unwrap_or(signature.len());
        signature[..site].rsplit(' ').next().unwrap_or_default().to_owned()
    };
    let own = names(&finding.signature);
    all.into_iter().filter(|signature| names(signature) == own).collect()
}

fn of<C: for<'a> From<&'a [u8]>>(oracles: &[Oracle<C>], name: &str, bytes: &[u8]) -> Option<Vec<String>> {
    let oracle = oracles.iter().find(|oracle| oracle.name == name)?;
    let failures = oracle.verdicts(&C::from(bytes)).into_iter().filter_map(|verdict| match verdict {
        Verdict::Fail(failure) => Some(failure.signature.to_string()),
        Verdict::Pass | Verdict::Skip(_) => None,
    });
    Some(failures.collect())
}

/// Findings of loops that take memory: which limit ends them first, that of time or that of memory, depends on the machine.
const ENDLESS: [&str; 1] = ["llc-legalizer-odd-vector"];

#[test]
fn findings_have_the_signatures_of_today() {
    let (mut wrong, mut same, mut gone) = (String::new(), 0, Vec::new());
    for (format, extension) in [("debuginfo", "spv"), ("mir", "mir"), ("pnacl", "pexe")] {
        for (path, finding) in findings(format) {
            // Such a case would end this process.
            let case = path.join("case").with_extension(extension);
            let Ok(bytes) = fs::read(&case) else { continue };
            if finding.signature.ends_with("/process") {
                continue;
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match signatures(&finding, &case, &bytes) {
                today if today.contains(&finding.signature) => same += 1,
                today if today.is_empty() => gone.push(name),
                today if ENDLESS.contains(&name.as_str()) && today.iter().all(|found| found.contains("out of memory")) => same += 1,
                today => wrong += &format!("{name}: {} is today {today:?}\n", finding.signature),
            }
        }
    }
    eprintln!("{same} findings have their signatures, {} no longer fail: {gone:?}", gone.len());
    assert!(wrong.is_empty(), "{wrong}");
}

/// Findings whose failure depends on the numbers of ids: the translator takes a number for an id.
const OF_NUMBERS: [&str; 1] = ["llvm-spirv-template-parameter-numbers"];

/// Returns a module with more strings and names, and other numbers of ids.
fn varied_module(bytes: &[u8]) -> Option<Vec<u8>> {
    const FURTHER: u32 = 40;
    let mut module = Module::read(bytes, &Limits::default()).ok()?;
    for_each_id_mut(&mut module, |id| *id = Id(id.0 + FURTHER)).ok()?;
    let at = module.instructions.iter().position(|instruction| instruction.core().is_some_and(|core| core.is(spirv::Op::String)))?;
    let text = |text: &str| irsmith_debuginfo::grammar::string_words(text);
    let string = CoreInstruction::new(spirv::Op::String, [vec![1], text("unrelated").to_vec()].concat());
    module.instructions.insert(at, Instruction::Core(string));
    module.header.bound += FURTHER;
    module.write().ok()
}

/// Returns a text with another function, a comment, and other numbers of registers.
fn varied_text(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let renumbered = if text.contains("registers:") { text.to_owned() } else { renumbered(text) };
    Some(format!("# A comment.\n{renumbered}\n---\nname: unrelated\nbody: |\n  bb.0:\n...\n").into_bytes())
}

/// Returns a text whose virtual registers have higher numbers.
fn renumbered(text: &str) -> String {
    let mut parts = text.split('%');
    let mut renumbered = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        // In an IR module, numbers begin at 0.
        match part[..digits].parse::<u32>() {
            Ok(number) if !text.contains("--- |") => renumbered += &format!("%{}{}", number + 20, &part[digits..]),
            _ => renumbered += &format!("%{part}"),
        }
    }
    renumbered
}

type Vary = fn(&[u8]) -> Option<Vec<u8>>;

#[test]
fn other_content_keeps_the_signature_of_a_crash() {
    let (mut wrong, mut kept, mut others) = (String::new(), 0, 0);
    for (format, extension, vary) in [("debuginfo", "spv", varied_module as Vary), ("mir", "mir", varied_text)] {
        for (path, finding) in findings(format).into_iter().filter(|(_, finding)| finding.signature.contains("/crashes/")) {
            if OF_NUMBERS.iter().any(|name| path.ends_with(name)) {
                continue;
            }
            let case = path.join("case").with_extension(extension);
            let Some(varied) = vary(&fs::read(&case).unwrap()) else { continue };
            match signatures(&finding, &case, &varied) {
                today if today.contains(&finding.signature) => kept += 1,
                // What is drawn from the bytes of the case, such as a pass, is another.
                today if today.is_empty() => others += 1,
                today => wrong += &format!("{}: {} is {today:?}\n", path.display(), finding.signature),
            }
        }
    }
    eprintln!("{kept} keep their signatures, {others} no longer fail");
    assert!(wrong.is_empty(), "{wrong}");
}
