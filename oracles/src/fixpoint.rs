//! Reading the output of a canonical writer and writing it again gives the same output.

use crate::Fault;
use crate::codec::{Codec, Trip};

/// A codec whose writer has exactly one form for each model.
pub(crate) trait Canonical: Codec {
    /// Returns the difference between `before` and `after`, the written form of the model that was read from `before`; `None` if they are
    /// equal.
    fn change(&self, before: &Self::Written, after: &Self::Written) -> Option<Fault>;
}

/// Checks that the model read after the trip is written as before.
pub(crate) fn is_fixpoint<C: Canonical>(codec: &C, trip: &Trip<C>) -> Result<(), Fault> {
    let twice = codec.write(&trip.again)?;
    codec.change(&trip.written, &twice).map_or(Ok(()), Err)
}

/// Checks that a model is written in the form from which it was read. A difference between the models is reported first, because it is more
/// specific.
pub(crate) fn is_faithful<C: Canonical>(codec: &C, read_of: &C::Written, model: &C::Model) -> Result<(), Fault> {
    let written = codec.write(model)?;
    let Some(change) = codec.change(read_of, &written) else { return Ok(()) };
    let difference = codec.difference(model, &codec.read(&written)?);
    Err(difference.map_or(change, |difference| Fault::of(C::CHANGED, difference)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Difference;
    use crate::roundtrip::survives;

    /// Numbers as decimal text. The mistakes of the writer and the reader are parameters.
    struct Decimal {
        writer: fn(&u32) -> String,
        reader: fn(&str) -> Option<u32>,
    }

    const SOUND: Decimal = Decimal { writer: u32::to_string, reader: |text| text.parse().ok() };

    impl Codec for Decimal {
        type Model = u32;
        type Written = String;

        fn write(&self, number: &u32) -> Result<String, Fault> {
            Ok((self.writer)(number))
        }

        fn read(&self, text: &String) -> Result<u32, Fault> {
            (self.reader)(text).ok_or_else(|| Fault::new("not-read", "number", text))
        }

        fn difference(&self, before: &u32, after: &u32) -> Option<Difference> {
            (before != after).then(|| Difference::between("number", before, after))
        }
    }

    impl Canonical for Decimal {
        fn change(&self, before: &String, after: &String) -> Option<Fault> {
            (before != after).then(|| Fault::new("text-changed", "text", ""))
        }
    }

    fn property<T>(judged: Result<T, Fault>) -> &'static str {
        judged.map_or_else(|fault| fault.property, |_| "")
    }

    #[test]
    fn a_round_trip_fails_where_the_model_is_lost_or_changed() {
        assert_eq!(property(survives(&SOUND, &7)), "");
        assert_eq!(property(survives(&Decimal { writer: |number| format!("#{number}"), ..SOUND }, &7)), "not-read");
        assert_eq!(property(survives(&Decimal { reader: |_| Some(8), ..SOUND }, &7)), "model-changed");
    }

    #[test]
    fn a_second_trip_writes_the_same() {
        let trip = |written: &str, again| Trip { written: written.to_owned(), again };
        assert_eq!(property(is_fixpoint(&SOUND, &trip("7", 7))), "");
        assert_eq!(property(is_fixpoint(&SOUND, &trip("07", 7))), "text-changed");
    }

    /// A difference between models is more specific than one between their written forms.
    #[test]
    fn what_was_read_is_written_as_it_was() {
        let faithful = |codec: Decimal, text: &str| property(is_faithful(&codec, &text.to_owned(), &7));
        assert_eq!(faithful(SOUND, "7"), "");
        assert_eq!(faithful(SOUND, "07"), "text-changed");
        assert_eq!(faithful(Decimal { writer: |number| (number + 1).to_string(), ..SOUND }, "7"), "model-changed");
    }
}
