//! Functions have the same meaning alone as together.

use super::case::TEXT_LIMITS;
use super::{Case, Oracle, file_difference};
use crate::{Check, Family, Needs, Verdict};
use irsmith_mir::File;

/// The oracle.
pub const SPLIT: Oracle = Oracle {
    name: "mir-split",
    family: Family::Metamorphic,
    about: "a function stays the same alone in a file or after other functions",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let file = match case.file_or_skip() {
        Ok(file) => file,
        Err(reason) => return Verdict::Skip(reason),
    };
    for function in &file.functions {
        let alone = File { ir: file.ir.clone(), functions: vec![function.clone()] };
        let behind = File { functions: vec![function.clone(), function.clone()], ..alone.clone() };
        let changes = [("alone", alone.write(), &alone), ("behind", behind.write(), &behind)];
        if let Some(verdict) = changes.iter().find_map(|(name, text, expected)| judge(name, text, expected)) {
            return verdict;
        }
    }
    Verdict::Pass
}

fn judge(name: &str, text: &str, expected: &File) -> Option<Verdict> {
    match File::read(text.as_bytes(), &TEXT_LIMITS) {
        Ok(found) => file_difference(expected, &found)
            .map(|difference| Verdict::fail(SPLIT.name, "model-changed", format!("{name} {}", difference.element), difference.evidence)),
        Err(errors) => Some(Verdict::fail(SPLIT.name, "not-read", name, format!("{errors:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_changes_is_found() {
        let file = File { functions: vec![irsmith_mir::Function { name: "f".into(), ..Default::default() }], ..File::default() };
        let mut other = file.clone();
        other.functions[0].blocks.push(irsmith_mir::Block::default());
        assert_eq!(judge("alone", &file.write(), &file), None);
        let Some(Verdict::Fail(failure)) = judge("alone", &file.write(), &other) else { panic!("not found") };
        assert_eq!(failure.signature.to_string(), "mir-split/model-changed/alone blocks");
    }
}
