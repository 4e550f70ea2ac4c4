//! What is written for a release is the file without what is reported as lost.

use super::case::TEXT_LIMITS;
use super::{Case, Oracle};
use crate::{Check, Difference, Family, Fault, Needs, Outcome};
use irsmith_generators::Choices;
use irsmith_mir::tables::{Target, function_info};
use irsmith_mir::{Dialect, File, Function, FunctionFlags, FunctionKey, IrValue, Loss, Style, Yaml};
use std::collections::BTreeSet;

/// The oracle.
pub const WRITTEN_FOR_RELEASES: Oracle = Oracle {
    name: "mir-written-for-releases",
    family: Family::Metamorphic,
    about: "a file that is written for an older release is the same without exactly what is reported as left out",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x7772_6974_7465_6e21;
/// Releases for which a file is written.
const RELEASES: usize = 2;
/// The word for names of IR blocks: a release that reads none of them reads their numbers.
const NAMED_IR_BLOCK: &str = "ir-block";

fn check(case: &Case) -> Outcome {
    let file = case.file_or_skip()?;
    let bytes = case.choices(SALT);
    let mut bytes = arbitrary::Unstructured::new(&bytes);
    let mut choices = Choices::new(&mut bytes);
    for _ in 0..RELEASES {
        let dialect = Dialect::ALL[choices.below(Dialect::ALL.len())];
        let (text, lost) = file.write_for(Style::Simplified, dialect);
        judge(file, &text, &lost).map_err(|fault| Fault { evidence: format!("{}: {}", dialect.release, fault.evidence), ..fault })?;
    }
    Ok(())
}

/// Compares a file with the text of it that lacks what is lost.
fn judge(file: &File, text: &str, lost: &[Loss]) -> Result<(), Fault> {
    let written = File::read(text.as_bytes(), &TEXT_LIMITS).map_err(|errors| Fault::new("not-read", "text", format!("{errors:?}")))?;
    if written.functions.len() != file.functions.len() {
        let evidence = format!("{} functions of {}", written.functions.len(), file.functions.len());
        return Err(Fault::new("model-changed", "functions", evidence));
    }
    let mut names = BTreeSet::new();
    if !file.functions.iter().all(|function| names.insert(&function.name)) {
        // Losses tell functions apart by their names.
        return Ok(());
    }
    let target = file.triple().and_then(|triple| Target::of_triple(&triple));
    file.functions.iter().zip(&written.functions).try_for_each(|(before, after)| {
        let words = lost.iter().filter(|loss| loss.is_left_out && loss.function == before.name).map(|loss| loss.word.as_str());
        judge_function(before, after, &words.collect(), target)
    })
}

fn judge_function(before: &Function, after: &Function, lost: &BTreeSet<&str>, target: Option<Target>) -> Result<(), Fault> {
    let fault = |property, difference: Difference| Err(Fault::new(property, difference.element, difference.evidence));
    let mut blocks = before.blocks.clone();
    let mut unnamed = 0;
    if lost.contains(NAMED_IR_BLOCK) {
        for block in &mut blocks {
            unnamed += usize::from(block.attributes.ir_block.take_if(|block| matches!(block, IrValue::Named(_))).is_some());
        }
        if unnamed == 0 {
            return Err(Fault::new("nothing-lost", NAMED_IR_BLOCK, "no block has a name".to_owned()));
        }
    }
    let differs = |key: FunctionKey| match key {
        FunctionKey::Blocks => blocks != after.blocks,
        FunctionKey::Info => facts(before, target, lost) != facts(after, target, lost),
        key => before.differs(after, key),
    };
    let is_own = |word: &&str| {
        let key = FunctionKey::ALL.iter().find(|key| key.name() == *word);
        key.is_some_and(|key| differs(*key)) || FunctionFlags::of(word).is_some() || *word == NAMED_IR_BLOCK
    };
    // A key of an entry, such as that of an object, which may have the name of a key of the function.
    let has_entries = !lost.iter().all(is_own);
    let changed = |key: &FunctionKey| differs(*key) && !lost.contains(key.name()) && (*key == FunctionKey::Blocks || !has_entries);
    if let Some(key) = FunctionKey::ALL.iter().copied().find(changed) {
        return fault("model-changed", Difference::between(key.name(), before.show(key), after.show(key)));
    }
    if !lost.is_empty() && before == after {
        return fault("nothing-lost", Difference::between("function", &lost, &before.name));
    }
    let flags = FunctionFlags::NAMES.iter().copied().filter(|name| lost.contains(name)).filter_map(FunctionFlags::of);
    let gone = flags.fold(0, |gone, flag| gone | flag.0);
    if before.flags.0 & !gone != after.flags.0 || before.flags.0 & gone != gone {
        return fault("model-changed", Difference::between("flags", &before.flags, &after.flags));
    }
    Ok(())
}

/// Returns the facts of the target, without those that are lost, and without defaults, which are no loss.
fn facts<'f>(function: &'f Function, target: Option<Target>, lost: &BTreeSet<&str>) -> Vec<&'f (String, Yaml)> {
    let Some(Yaml::Mapping { entries, .. }) = &function.info else { return Vec::new() };
    let is_default =
        |key: &str, value: &Yaml| target.and_then(|target| function_info(target).key(key)).is_some_and(|(_, row)| row.is_default(value));
    entries.iter().filter(|(key, value)| !lost.contains(key.as_str()) && !is_default(key, value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use irsmith_mir::Limits;
    use irsmith_mir::tables::Version;

    const TEXT: &str = "--- |\n  define void @f() {\n  a:\n    br label %1\n  1:\n    ret void\n  }\n...\n---\nname: f\nnoPhis: true\nbody: |\n  \
                        bb.0 (%ir-block.a):\n    successors: %bb.1\n  bb.1 (%ir-block.1):\n    RET 0\n...\n";

    #[test]
    fn mutated_files_are_written_without_their_losses() {
        let mut judged = 0;
        for seed in 0..300 {
            let mut file = Case::new(&irsmith_generators::bytes_of_seed(seed)).generated();
            let bytes = irsmith_generators::bytes_of_seed(!seed);
            let mut bytes = arbitrary::Unstructured::new(&bytes);
            for _ in 0..6 {
                irsmith_generators::mir::mutate(&mut file, &mut bytes);
            }
            match WRITTEN_FOR_RELEASES.verdict(&Case::new(file.write().as_bytes())) {
                Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
                verdict => judged += usize::from(verdict == Verdict::Pass),
            }
        }
        assert!(judged > 200, "{judged}");
    }

    /// Returns what is found if a text is read as what is written for LLVM 14.
    fn found(change: impl Fn(String) -> String, lost: impl Fn(&mut Vec<Loss>)) -> Result<(), (&'static str, String)> {
        let file = File::read(TEXT.as_bytes(), &Limits::default()).unwrap();
        let dialect = Dialect::of_release(Version(14));
        let (text, mut losses) = file.write_for(Style::Simplified, dialect);
        lost(&mut losses);
        judge(&file, &change(text), &losses).map_err(|fault| (fault.property, fault.element))
    }

    #[test]
    fn more_or_less_than_the_losses_is_found() {
        assert_eq!(found(|text| text, |lost| assert_eq!(lost.len(), 2)), Ok(()));
        let blocks = |property| Err((property, FunctionKey::Blocks.name().to_owned()));
        assert_eq!(found(|text| text.replace(" (%ir-block.1)", ""), |_| ()), blocks("model-changed"));
        assert_eq!(found(|text| text.replace("RET 0", "RET 1"), |_| ()), blocks("model-changed"));
        assert_eq!(found(|text| text, |lost| lost.retain(|loss| loss.word != NAMED_IR_BLOCK)), blocks("model-changed"));
        assert!(found(|text| text, |lost| lost.retain(|loss| loss.word == NAMED_IR_BLOCK)).is_err());
        assert_eq!(
            found(|_| TEXT.to_owned(), |lost| lost.retain(|loss| loss.word == "noPhis")),
            Err(("nothing-lost", "function".to_owned()))
        );
    }
}
