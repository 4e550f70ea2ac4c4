//! Words that are no module are rejected as what they are, at their place; at the edge where they are a module they are read.

use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Fault, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_debuginfo::{CoreInstruction, Error, ErrorKind, Id, Instruction, Limits, Module, Stream};
use irsmith_generators::Choices;

/// The oracle.
pub const MALFORMED: Oracle = Oracle {
    name: "debuginfo-malformed-is-refused",
    family: Family::Metamorphic,
    about: "a module with one mistake in its header, a word count or its end is rejected with exactly this error, at its place; so is a model that no words express",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Makes the draws of this oracle differ from those of others.
const SALT: u64 = 0x3a1f_0213;

/// Instructions whose word counts are changed, in each case.
const PLACES: usize = 8;

/// Bytes of a header.
const HEADER: usize = 20;

fn check(case: &Case) -> Outcome {
    let stream = case.stream().map_err(|_| UNREADABLE)?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    size(stream)?;
    header(stream)?;
    word_counts(stream, choices)?;
    Ok(models(&Module::from_stream(stream), choices)?)
}

fn read(bytes: &[u8]) -> Result<Stream, Error> {
    Stream::read(bytes, &Limits { bytes: usize::MAX })
}

fn size(stream: &Stream) -> Result<(), Fault> {
    let bytes = stream.write();
    let limited = |limit| Stream::read(&bytes, &Limits { bytes: limit });
    is_read("size", limited(bytes.len()), stream)?;
    let limit = bytes.len() - 1;
    expect("size", limited(limit), 0, ErrorKind::FileTooLarge { bytes: bytes.len(), limit })?;
    for more in 1..4 {
        let longer = [bytes.as_slice(), &[0; 3][..more]].concat();
        expect("end", read(&longer), bytes.len(), ErrorKind::IncompleteWord(more))?;
    }
    Ok(())
}

fn header(stream: &Stream) -> Result<(), Fault> {
    let bytes = stream.write();
    for length in 0..HEADER {
        let (at, kind) = match length {
            0..4 => (0, ErrorKind::HeaderIncomplete),
            _ if length % 4 == 0 => (length, ErrorKind::HeaderIncomplete),
            _ => (length - length % 4, ErrorKind::IncompleteWord(length % 4)),
        };
        expect("header", read(&bytes[..length]), at, kind)?;
    }
    for bit in 0..32 {
        let mut changed = bytes[..HEADER].to_vec();
        changed[bit / 8] ^= 1 << (bit % 8);
        expect("magic", read(&changed), 0, ErrorKind::BadMagic)?;
    }
    let mut mixed = bytes[..HEADER].to_vec();
    mixed[..4].rotate_left(2);
    expect("magic", read(&mixed), 0, ErrorKind::BadMagic)?;
    match read(&bytes[..HEADER]) {
        Ok(alone) if alone.words() == &stream.words()[..HEADER / 4] => {}
        other => return Err(Fault::new("not-read", "header", format!("a header alone: {other:?}"))),
    }
    let swapped: Vec<u8> = bytes.chunks_exact(4).flat_map(|word| word.iter().rev().copied()).collect();
    match read(&swapped) {
        Ok(other) if other.words() == stream.words() && other.header().order != stream.header().order && other.write() == swapped => Ok(()),
        _ => Err(Fault::new("not-read", "byte-order", "the words in the other byte order")),
    }
}

fn word_counts(stream: &Stream, choices: &mut Choices<'_, '_>) -> Result<(), Fault> {
    let starts: Vec<usize> = stream.instructions().map(|raw| raw.at).collect();
    let all = stream.words().len();
    let drawn: Vec<usize> = (0..PLACES).filter_map(|_| choices.pick(&starts).copied()).collect();
    for at in drawn.into_iter().chain(starts.first().copied()).chain(starts.last().copied()) {
        let left = all - at;
        let with = |count: usize| {
            let mut words = stream.words().to_vec();
            words[at] = words[at] & 0xffff | (count as u32) << 16;
            read(&stream.bytes_of(&words))
        };
        expect("word-count", with(0), at * 4, ErrorKind::WordCountZero)?;
        for count in [left + 1, 0xffff].into_iter().filter(|&count| count > left && count <= 0xffff) {
            expect("word-count", with(count), at * 4, ErrorKind::PastTheEnd { count, left })?;
        }
        if left <= 0xffff && with(left).is_err() {
            return Err(Fault::new("not-read", "word-count", format!("an instruction of the last {left} words")));
        }
    }
    Ok(())
}

/// Models that have no words.
fn models(module: &Module, choices: &mut Choices<'_, '_>) -> Result<(), Fault> {
    let place = choices.below(module.instructions.len() + 1);
    let mut changed = module.clone();
    let mut with = |words: usize| {
        let long = CoreInstruction::new(spirv::Op::Nop, std::iter::repeat_n(0, words));
        changed.instructions.insert(place, Instruction::Core(long));
        let written = changed.to_stream();
        changed.instructions.remove(place);
        written
    };
    let at = match module.to_stream() {
        Ok(stream) => stream.instructions().nth(place).map_or(stream.words().len(), |raw| raw.at) * 4,
        Err(error) => return Err(Fault::new("not-written", "model", error.to_string())),
    };
    if let Err(error) = with(0xffff - 1) {
        return Err(Fault::new("not-written", "length", error.to_string()));
    }
    expect("length", with(0xffff), at, ErrorKind::InstructionTooLong(0x1_0000))?;
    // A debug instruction of a set that is not imported.
    let debugs: Vec<usize> = (0..module.instructions.len()).filter(|&at| module.instructions[at].debug().is_some()).collect();
    if let Some(&index) = choices.pick(&debugs)
        && let Some(Instruction::Debug(debug)) = changed.instructions.get_mut(index)
    {
        debug.set = Id(module.header.bound.max(1 << 30));
        let (set, sets) = (debug.set, module.sets());
        let at = module.to_stream().ok().and_then(|stream| stream.instructions().nth(index).map(|raw| raw.at * 4)).unwrap_or_default();
        if sets.dialect(set).is_none() {
            expect("set", changed.to_stream(), at, ErrorKind::UnknownSet(set))?;
        }
    }
    Ok(())
}

fn is_read(element: &str, read: Result<Stream, Error>, stream: &Stream) -> Result<(), Fault> {
    match read {
        Ok(read) if read == *stream => Ok(()),
        Ok(_) => Err(Fault::new("other-stream", element, "read as other words")),
        Err(error) => Err(Fault::new("not-read", element, error.to_string())),
    }
}

/// Checks that reading or writing ends with this error.
fn expect<T>(element: &str, read: Result<T, Error>, at: usize, kind: ErrorKind) -> Result<(), Fault> {
    let expected = Error { at, kind };
    match read {
        Err(found) if found == expected => match message(&expected) {
            Some(message) if found.to_string() != message => {
                Err(Fault::new("other-print", element, format!("expected: {message}\nfound:    {found}")))
            }
            _ => Ok(()),
        },
        Err(found) => Err(Fault::new("other-error", element, format!("expected: {expected}\nfound:    {found}"))),
        Ok(_) => Err(Fault::new("accepted", element, format!("expected: {expected}"))),
    }
}

/// Returns how an error is printed, repeated here so that a change is noticed; `None` for errors that no mistake of this file has.
fn message(error: &Error) -> Option<String> {
    let kind = match &error.kind {
        ErrorKind::FileTooLarge { bytes, limit } => format!("the file has {bytes} bytes, the limit is {limit}"),
        ErrorKind::BadMagic => "not a SPIR-V module: the magic number 0x07230203 is missing".into(),
        ErrorKind::HeaderIncomplete => "the file ends inside the header of 20 bytes".into(),
        ErrorKind::IncompleteWord(left) => format!("the file ends inside a word: {left} bytes are left"),
        ErrorKind::WordCountZero => "an instruction with a word count of zero".into(),
        ErrorKind::PastTheEnd { count, left } => format!("an instruction of {count} words, but the file ends after {left}"),
        ErrorKind::InstructionTooLong(words) => format!("an instruction of {words} words, the most is 65535"),
        ErrorKind::UnknownSet(set) => format!("a debug instruction of set %{}, which the module does not import", set.0),
        _ => return None,
    };
    Some(format!("{}: {kind}", error.at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn modules_of_any_size_pass_and_deviations_are_found() {
        let module = Module::default().write().unwrap();
        assert_eq!(MALFORMED.verdict(&Case::new(&module)), Verdict::Pass);
        let long = [module.as_slice(), &[0, 0, 2, 0, 1, 0, 0, 0]].concat();
        assert_eq!(MALFORMED.verdict(&Case::new(&long)), Verdict::Pass);
        let property = |read: Result<(), Error>| expect("e", read, 4, ErrorKind::BadMagic).map_err(|fault| fault.property);
        assert_eq!(property(Err(Error { at: 4, kind: ErrorKind::BadMagic })), Ok(()));
        assert_eq!(property(Err(Error { at: 8, kind: ErrorKind::BadMagic })), Err("other-error"));
        assert_eq!(property(Err(Error { at: 4, kind: ErrorKind::WordCountZero })), Err("other-error"));
        assert_eq!(property(Ok(())), Err("accepted"));
    }
}
