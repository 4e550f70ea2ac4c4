//! Standard output and standard error.

use std::{
    fmt::{self, Display},
    fs,
    io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write},
    path::Path,
};

pub(crate) use irsmith_fuzz::note;
use serde::Serialize;

use crate::Error;

/// Buffered standard output.
///
/// When the reader of the output has closed it, the rest is dropped silently: the exit status still shows the outcome.
pub(crate) struct Output(BufWriter<IgnoringClosedPipe<Stdout>>);

impl Output {
    pub(crate) fn stdout() -> Self {
        Self(BufWriter::new(IgnoringClosedPipe(io::stdout())))
    }

    /// Writes bytes unchanged.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.0.write_all(bytes).map_err(Error::Output)
    }

    /// Returns a writer of bytes.
    pub(crate) fn writer(&mut self) -> &mut impl Write {
        &mut self.0
    }

    /// Returns a writer of text.
    pub(crate) fn text(&mut self) -> Text<'_> {
        Text { output: &mut self.0, failure: None }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: impl Display) -> Result<(), Error> {
        writeln!(self.0, "{line}").map_err(Error::Output)
    }

    /// Writes a JSON object as one line.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<(), Error> {
        serde_json::to_writer(&mut self.0, object).map_err(|error| Error::Output(error.into()))?;
        self.line("")
    }

    /// Writes a file to `path`; `-` or no path means standard output.
    ///
    /// # Errors
    /// When the file cannot be written, or binary output would go to a terminal unasked.
    pub(crate) fn binary(&mut self, path: Option<&Path>, bytes: &[u8]) -> Result<(), Error> {
        match path {
            None if is_binary(bytes) && io::stdout().is_terminal() => Err(Error::Terminal),
            Some(path) if path != Path::new("-") => fs::write(path, bytes).map_err(Error::file(path)),
            _ => self.bytes(bytes),
        }
    }

    /// Prints an error on standard error, after everything that was written before.
    pub(crate) fn print_error(&mut self, cause: impl Display) -> Result<(), Error> {
        self.flush()?;
        print_error(cause);
        Ok(())
    }

    /// Flushes the buffer.
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        self.0.flush().map_err(Error::Output)
    }
}

/// Standard output as a writer of text.
pub(crate) struct Text<'a> {
    output: &'a mut dyn Write,
    /// The first failure; nothing is written after it.
    failure: Option<io::Error>,
}

impl Text<'_> {
    /// Fails unless all of the text was written.
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.failure.map_or(Ok(()), |error| Err(Error::Output(error)))
    }
}

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.failure.is_none() {
            self.failure = self.output.write_all(text.as_bytes()).err();
        }
        if self.failure.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// A writer that discards everything after its reader has closed the pipe.
struct IgnoringClosedPipe<W>(W);

impl<W: Write> Write for IgnoringClosedPipe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).or_else(|error| ignore_closed_pipe(error, bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().or_else(|error| ignore_closed_pipe(error, ()))
    }
}

fn ignore_closed_pipe<T>(error: io::Error, instead: T) -> io::Result<T> {
    if error.kind() == ErrorKind::BrokenPipe { Ok(instead) } else { Err(error) }
}

/// Returns whether bytes are no text that a terminal can show.
fn is_binary(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).map_or(true, |text| text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t')))
}

/// Prints an error on standard error, in one line.
pub(crate) fn print_error(cause: impl Display) {
    note(format_args!("irsmith: {cause}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer that fails with an error of this kind.
    struct Failing(ErrorKind);

    impl Write for Failing {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn only_text_is_for_terminals() {
        assert!(!is_binary("---\nname:\tf\r\n# \u{e9}\n".as_bytes()));
        assert!(is_binary(b"PEXE\x01") && is_binary(b"\x03\x02\x23\x07") && is_binary(b"\xff"));
    }

    #[test]
    fn only_a_closed_pipe_is_forgiven() {
        let mut closed = IgnoringClosedPipe(Failing(ErrorKind::BrokenPipe));
        assert!(closed.write_all(b"a listing").is_ok() && closed.flush().is_ok());
        let mut full = IgnoringClosedPipe(Failing(ErrorKind::StorageFull));
        assert!(full.write_all(b"a listing").is_err() && full.flush().is_err());
    }
}
