//! With a limit at exactly what a file needs it is read; with one less, or with more than the format allows, it is rejected by name.

use super::case::TEXT_LIMITS;
use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Fault, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::{ContainerError, Error, ErrorKind, File, Limits, Position, Style};

/// The oracle.
pub const AT_LIMITS: Oracle = Oracle {
    name: "mir-at-limits",
    family: Family::Robustness,
    about: "with a limit at exactly what a file needs it is read, with one less it is rejected by name; so are bytes that no text has",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x11_3175;

/// The deepest nesting of YAML that the reader allows, whatever its limits.
const DEEPEST: usize = 64;
/// The deepest nesting of locations.
const LOCATIONS: usize = 64;

fn check(case: &Case) -> Outcome {
    let file = case.file().map_err(|_| UNREADABLE)?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    let text = file.write_in(Style::Simplified);
    bytes(file, &text)?;
    nesting(&text, choices)?;
    locations(choices)?;
    Ok(characters(&text, choices)?)
}

fn bytes(file: &File, text: &str) -> Result<(), Fault> {
    let read = |bytes| File::read(text.as_bytes(), &Limits { bytes, ..TEXT_LIMITS });
    if read(text.len()).as_ref() != Ok(file) {
        return Err(Fault::new("not-read-at-limit", "bytes", format!("a file of {} bytes, which is the limit", text.len())));
    }
    let Some(limit) = text.len().checked_sub(1) else { return Ok(()) };
    let at = Position { line: 1, column: 1 };
    let kind = ErrorKind::Container(ContainerError::FileTooLarge { bytes: text.len(), limit });
    expect("bytes", read(limit), &Error { at, kind })
}

/// Mappings and sequences at a drawn depth, behind the functions of the file.
fn nesting(text: &str, choices: &mut Choices<'_, '_>) -> Result<(), Fault> {
    let own = own_nesting(text)?;
    // The mapping of the function is the first level. What is added nests at least as deep as the functions of the file.
    let inner = own.max(1) + choices.below(DEEPEST - own.max(1));
    let nested = |inner: usize| {
        let open: String = (0..inner).map(|level| if level % 2 == 0 { "[ " } else { "{ a: " }).collect();
        let close: String = (0..inner).rev().map(|level| if level % 2 == 0 { " ]" } else { " }" }).collect();
        (format!("{text}---\nname:            f\nmachineFunctionInfo: {open}"), format!("1{close}\n...\n"))
    };
    let read = |inner: usize, nesting| {
        let (before, behind) = nested(inner);
        File::read((before + &behind).as_bytes(), &Limits { nesting, ..TEXT_LIMITS })
    };
    // The place of the innermost bracket.
    let refused = |inner: usize, limit: usize| {
        let before = nested(inner).0;
        let line = before.lines().last().unwrap_or_default();
        let column = line.trim_end().rfind(['[', '{']).unwrap_or(0) as u32 + 1;
        let at = Position { line: before.lines().count() as u32, column };
        Error { at, kind: ErrorKind::Container(ContainerError::Nesting(limit)) }
    };
    if let Err(errors) = read(inner, inner + 1) {
        return Err(Fault::new("not-read-at-limit", "nesting", format!("{inner} levels in a function: {}", errors[0])));
    }
    expect("nesting", read(inner, inner), &refused(inner, inner))?;
    // However large the limit.
    expect("deepest", read(DEEPEST, usize::MAX), &refused(DEEPEST, DEEPEST))
}

/// Returns the smallest limit with which the text is read. With one less it is rejected by name.
fn own_nesting(text: &str) -> Result<usize, Fault> {
    let read = |nesting| File::read(text.as_bytes(), &Limits { nesting, ..TEXT_LIMITS });
    let Some(own) = (0..DEEPEST).find(|&nesting| read(nesting).is_ok()) else {
        return Err(Fault::new("not-read-at-limit", "own-nesting", format!("values nest deeper than {DEEPEST} in no file that was read")));
    };
    if let Some(less) = own.checked_sub(1) {
        let errors = read(less).err().unwrap_or_default();
        if errors.first().is_none_or(|error| error.kind != ErrorKind::Container(ContainerError::Nesting(less))) {
            let found = errors.first().map_or_else(|| "no error".to_owned(), ToString::to_string);
            return Err(Fault::new("other-error", "own-nesting", format!("with the limit {less}: {found}")));
        }
    }
    Ok(own)
}

fn locations(choices: &mut Choices<'_, '_>) -> Result<(), Fault> {
    let indentation = " ".repeat(choices.below(8));
    let body = |depth: usize| {
        let open = "!DILocation(line: 1, scope: !0, inlinedAt: ".repeat(depth);
        format!("bb.0:\n{indentation}A debug-location {open}!0{}\n", ")".repeat(depth))
    };
    let read = |depth| irsmith_mir::body::parse(&body(depth), &TEXT_LIMITS);
    if read(LOCATIONS).is_err() {
        return Err(Fault::new("not-read-at-limit", "locations", format!("{LOCATIONS} locations in one another")));
    }
    let column = body(LOCATIONS + 1).lines().nth(1).and_then(|line| line.rfind("!DILocation")).unwrap_or(0) as u32 + 1;
    let error = Error { at: Position { line: 2, column }, kind: ErrorKind::LocationDepth(LOCATIONS) };
    expect("locations", read(LOCATIONS + 1), &error)
}

/// Puts bytes that no text has at a drawn place.
fn characters(text: &str, choices: &mut Choices<'_, '_>) -> Result<(), Fault> {
    const BROKEN: [&[u8]; 5] = [b"\xff", b"\x80", b"\xc3(", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"];
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let at = starts[choices.below(starts.len())];
    let line = text[..at].rfind('\n').map_or(0, |feed| feed + 1);
    let place = Position { line: text[..at].matches('\n').count() as u32 + 1, column: text[line..at].chars().count() as u32 + 1 };
    let with = |bytes: &[u8]| File::read(&[&text.as_bytes()[..at], bytes, &text.as_bytes()[at..]].concat(), &TEXT_LIMITS);
    for bytes in BROKEN {
        expect("utf-8", with(bytes), &Error { at: place, kind: ContainerError::NotUtf8.into() })?;
    }
    let controls = (0..=0x1f).chain([0x7f]).filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r'));
    for control in controls {
        let kind = ContainerError::ControlCharacter(char::from(control)).into();
        expect("control-character", with(&[control]), &Error { at: place, kind })?;
    }
    Ok(())
}

/// Checks that reading ends with this error alone.
fn expect<T>(element: &str, read: Result<T, Vec<Error>>, error: &Error) -> Result<(), Fault> {
    match read {
        Err(errors) if errors.as_slice() == std::slice::from_ref(error) => Ok(()),
        Err(errors) => Err(Fault::new("other-error", element, format!("expected: {error}\nfound:    {}", errors[0]))),
        Ok(_) => Err(Fault::new("accepted", element, format!("expected: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn files_of_any_size_pass() {
        for text in ["", "name: f\n", "--- |\n  define void @f() { ret void }\n...\n---\nname: f\nbody: |\n  bb.0:\n    RET64\n"] {
            assert_eq!(AT_LIMITS.verdict(&Case::new(text.as_bytes())), Verdict::Pass, "{text}");
        }
    }

    #[test]
    fn deviations_are_found() {
        let error = |kind| Error { at: Position { line: 1, column: 1 }, kind };
        let (one, other) = (error(ErrorKind::NoBlock), error(ErrorKind::OpenBundle));
        let property = |read: Result<(), _>| expect("e", read, &one).map_err(|fault| fault.property);
        assert_eq!(property(Err(vec![one.clone()])), Ok(()));
        assert_eq!(property(Ok(())), Err("accepted"));
        assert_eq!(property(Err(vec![other])), Err("other-error"));
        assert_eq!(property(Err(vec![one.clone(), one.clone()])), Err("other-error"));
    }
}
