//! The file beside a minimized case that keeps what oracles drew for the original.
//!
//! Some oracles draw a pass, functions or arguments from the bytes of a case. A minimized case has other bytes; if it fails only with the
//! draws of the original, their seed stands beside it, in a file with the name of the case and `.draws` appended: 16 hex digits in a line.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

/// Returns the file beside a case that has the seed, if there is one.
pub fn draws_file(case: &Path) -> PathBuf {
    let mut name: OsString = case.into();
    name.push(".draws");
    name.into()
}

/// Returns the seed of the draws for a case, if there is one beside it.
pub fn draws_beside(case: &Path) -> Option<u64> {
    u64::from_str_radix(fs::read_to_string(draws_file(case)).ok()?.trim(), 16).ok()
}

/// Writes the seed of the draws beside a case, or removes the file of an earlier one.
///
/// # Errors
///
/// Those of the file system.
pub fn keep_draws(case: &Path, draws: Option<u64>) -> io::Result<()> {
    let path = draws_file(case);
    match draws {
        Some(seed) => fs::write(&path, format!("{seed:016x}\n")),
        None => match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_is_beside_the_case_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let case = folder.path().join("case.spv");
        assert_eq!(draws_beside(&case), None);
        keep_draws(&case, None).unwrap();
        keep_draws(&case, Some(0xabc)).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("case.spv.draws")).unwrap(), "0000000000000abc\n");
        assert_eq!(draws_beside(&case), Some(0xabc));
        keep_draws(&case, None).unwrap();
        assert_eq!(draws_beside(&case), None);
    }
}
