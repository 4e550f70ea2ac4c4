//! Checks that LLVM's own bit reader reads the same records: `llvm-bcanalyzer -dump`.
//!
//! After its header a PNaCl file is an LLVM bitstream. With a magic number that LLVM does not know, the tool prints blocks and codes by
//! number, so LLVM's own tables do not interfere.

use super::difference::element_at;
use super::llvm_dialect::beyond_llvm;
use super::{Case, NO_MODULE, Oracle, UNREADABLE};
use crate::external::{Implementation, Outcome, ProgramFamily, Task, in_use, not_started};
use crate::{Check, Failure, Family, Needs, Signature, TOOL_MISSING, Verdict, Wanted};
use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::{ItemKind, UNABBREV_RECORD};

/// The oracle.
pub const BCANALYZER: Oracle = Oracle {
    name: "bcanalyzer",
    family: Family::Agreement,
    about: "llvm-bcanalyzer, if installed, dumps the same blocks, abbreviation ids, codes and operands",
    floor: 75,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Bcanalyzer)]),
    check: Check::Parts(check),
};

/// A magic number that LLVM does not know.
const MAGIC: &[u8; 4] = b"PEXE";

/// The tool counts records in a table as long as the largest code, 16 bytes per entry, and crashes if memory does not suffice (14, 15, 16
/// and 19 were tried). See `corpora/pnacl/findings/llvm-bcanalyzer-memory`.
const MAX_CODE: u32 = 1 << 20;

fn check(case: &Case) -> Vec<Verdict> {
    let verdicts: Vec<Verdict> = in_use(ProgramFamily::Bcanalyzer, Task::Judge).into_iter().map(|tool| judge(case, tool)).collect();
    match (verdicts.is_empty(), case.stream()) {
        (true, Err(_)) => vec![Verdict::Skip(UNREADABLE)],
        (true, Ok(_)) => vec![Verdict::Skip(TOOL_MISSING)],
        (false, _) => verdicts,
    }
}

fn judge(case: &Case, tool: &Implementation) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    if let Some(reason) = beyond_llvm(stream) {
        return Verdict::Skip(reason);
    }
    if stream.items().iter().any(|item| matches!(&item.kind, ItemKind::Record(record) if record.code > MAX_CODE)) {
        return Verdict::Skip("llvm-tabulates-codes");
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&case.bytes()[stream.header.bytes().len()..]);
    let output = match tool.run(&["-dump", "-disable-histogram", "case"], &[("case", &bytes)]) {
        Ok(output) => output,
        Err(error) => return Verdict::Skip(not_started(&error)),
    };
    match output.outcome {
        Outcome::Exited(0) => compare(tool, stream, &String::from_utf8_lossy(&output.stdout)),
        // A stream that is not a module need not be a bitstream to other readers.
        Outcome::Exited(_) if case.module_or_skip().is_err() => Verdict::Skip(NO_MODULE),
        Outcome::Exited(_) => fail(tool, "refused", "stream".into(), String::from_utf8_lossy(&output.stderr).into_owned()),
        outcome @ (Outcome::TimedOut | Outcome::Flooded | Outcome::LeftProcesses) => {
            let (property, sentence) = outcome.misbehaviour().unwrap_or_default();
            fail(tool, property, "stream".into(), sentence.into())
        }
        Outcome::Signaled(signal) => {
            fail(tool, "crashes", "stream".into(), format!("signal {signal}\n{}", String::from_utf8_lossy(&output.stderr)))
        }
    }
}

fn fail(tool: &Implementation, property: &'static str, element: String, evidence: String) -> Verdict {
    let mut signature = Signature::new(BCANALYZER.name, property, element);
    signature.implementations.push(tool.name.into());
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}

fn compare(tool: &Implementation, stream: &Stream, dump: &str) -> Verdict {
    let mut theirs = dump.lines().filter_map(entry);
    for (index, item) in stream.content() {
        let ours = match &item.kind {
            ItemKind::Enter { block, width } => format!("enter {block} {width}"),
            ItemKind::Record(record) => {
                let mut line = format!("{}", record.code);
                if record.abbreviation != UNABBREV_RECORD {
                    line += &format!(" abbrevid={}", record.abbreviation);
                }
                stream.operands(record).iter().for_each(|operand| line += &format!(" {operand}"));
                line
            }
            ItemKind::End | ItemKind::Define(_) => "end".into(),
        };
        let their = theirs.next();
        if their.as_deref() != Some(&ours) {
            let evidence = format!("item {index}, at {}\n  ours:   {ours}\n  theirs: {}", item.at(), their.as_deref().unwrap_or("nothing"));
            return fail(tool, "records-differ", element_at(stream, index), evidence);
        }
    }
    match theirs.next() {
        None => Verdict::Pass,
        Some(entry) => fail(tool, "records-differ", "end of stream".into(), format!("the tool reads on: {entry}")),
    }
}

/// Converts a line of the dump to `enter BLOCK WIDTH`, `end`, or code, abbreviation id and operands; returns `None` for other lines and the
/// abbreviations block, which the tool does not show.
fn entry(line: &str) -> Option<String> {
    let line = line.trim_start();
    if line.starts_with("</UnknownBlock") {
        return Some("end".into());
    }
    if let Some(rest) = line.strip_prefix("<UnknownBlock") {
        let (block, rest) = rest.split_once(' ')?;
        let width = rest.split_once("BlockCodeSize=")?.1.split_once('>')?.0.trim_end_matches('/');
        return Some(format!("enter {block} {width}"));
    }
    let (record, _) = line.strip_prefix("<UnknownCode")?.split_once("/>")?;
    let mut words = record.split(' ');
    let mut entry = words.next()?.to_owned();
    for word in words {
        entry.push(' ');
        match word.split_once('=')? {
            ("abbrevid", _) => entry.push_str(word),
            // Operands above 2^63 are printed as negative numbers.
            (_, negative) if negative.starts_with('-') => entry += &(negative.parse::<i64>().ok()? as u64).to_string(),
            (_, value) => entry.push_str(value),
        }
    }
    Some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The case of the finding is a module block with one record of a large code, and the tool is not run on it.
    #[test]
    fn codes_that_llvm_would_tabulate_are_skipped() {
        let file = |code| {
            let mut stream = Stream::new();
            stream.enter(8, 3);
            stream.record(UNABBREV_RECORD, code, &[]);
            stream.end();
            stream.write().unwrap()
        };
        assert_eq!(file(1_315_277_145), include_bytes!("../../../corpora/pnacl/findings/llvm-bcanalyzer-memory/case.pexe"));
        let check = |code| Verdict::of_parts(check(&Case::new(&file(code))));
        if BCANALYZER.needs.missing().is_none() {
            assert_eq!(check(1_315_277_145), Verdict::Skip("llvm-tabulates-codes"));
            assert_eq!(check(MAX_CODE), Verdict::Pass);
        } else {
            assert_eq!(check(MAX_CODE), Verdict::Skip(TOOL_MISSING));
        }
    }
}
