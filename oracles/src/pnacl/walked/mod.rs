//! A second reader, written from the manual bit by bit, reads the same items at the same addresses; and listings show them.
//!
//! The crate that reads LLVM's bitstreams says nothing of addresses, widths and definitions; round trips compare our reader with our writer.

mod listed;
mod walk;

use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::{Abbreviation, AbbreviationOperand, ItemKind, Scalar};

use super::difference::element_at;
use super::{Case, Oracle};
use crate::{Check, Family, Fault, Needs, Outcome};
use walk::Item;
pub(super) use walk::walk;

/// The oracle.
pub const WALKED: Oracle = Oracle {
    name: "walked",
    family: Family::Agreement,
    about: "a second reader of bits finds the same items with the same ids, widths and operands at the same addresses, and listings show them",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    let stream = case.stream_or_skip()?;
    let Some((theirs, _)) = walk(case.bytes(), stream.header.bytes().len()) else {
        return Err(Fault::new("refused", "stream", format!("we read {} items", stream.items().len())).into());
    };
    Ok(items_agree(stream, &theirs).and_then(|()| listed::check(stream, &theirs))?)
}

fn items_agree(stream: &Stream, theirs: &[Item]) -> Result<(), Fault> {
    for (index, item) in stream.items().iter().enumerate() {
        let (id, numbers) = numbers(stream, &item.kind);
        let ours = Item { at: item.at(), id, numbers };
        let their = theirs.get(index);
        if their != Some(&ours) {
            let property = match their {
                Some(their) if their.at != ours.at => "address-differs",
                Some(their) if their.id != ours.id => "id-differs",
                _ => "numbers-differ",
            };
            return Err(Fault::new(property, element_at(stream, index), format!("item {index}\n  ours:   {ours:?}\n  theirs: {their:?}")));
        }
    }
    match theirs.get(stream.items().len()) {
        None => Ok(()),
        Some(more) => Err(Fault::new("numbers-differ", "end of stream", format!("the second reader reads on: {more:?}"))),
    }
}

/// Returns the abbreviation id of an item of ours, and its numbers as the second reader has them.
fn numbers(stream: &Stream, kind: &ItemKind) -> (u64, Vec<u64>) {
    match kind {
        ItemKind::Enter { block, width } => (1, vec![65535, u64::from(*block), u64::from(*width)]),
        ItemKind::End => (0, vec![65534]),
        ItemKind::Define(index) => (2, form(&stream.abbreviations()[*index as usize])),
        ItemKind::Record(record) => {
            let mut numbers = vec![u64::from(record.code)];
            numbers.extend_from_slice(stream.operands(record));
            (u64::from(record.abbreviation), numbers)
        }
    }
}

fn form(abbreviation: &Abbreviation) -> Vec<u64> {
    let mut numbers = Vec::new();
    let mut count = 0;
    let mut scalar = |scalar: Scalar, numbers: &mut Vec<u64>| {
        count += 1;
        match scalar {
            Scalar::Literal(value) => numbers.extend([1, value]),
            Scalar::Fixed(width) => numbers.extend([0, 1, u64::from(width)]),
            Scalar::Vbr(width) => numbers.extend([0, 2, u64::from(width)]),
            Scalar::Char6 => numbers.extend([0, 4]),
        }
    };
    let mut arrays = 0;
    for operand in &abbreviation.operands {
        match *operand {
            AbbreviationOperand::Scalar(single) => scalar(single, &mut numbers),
            AbbreviationOperand::Array(element) => {
                numbers.extend([0, 3]);
                arrays += 1;
                scalar(element, &mut numbers);
            }
        }
    }
    [vec![65533, count + arrays], numbers].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use irsmith_pnacl::{Limits, Module};

    #[test]
    fn what_differs_is_named() {
        let mut module = Module::default();
        module.types.push(irsmith_pnacl::Type::Integer(32));
        let bytes = module.write().unwrap();
        assert_eq!(WALKED.verdict(&Case::new(&bytes)), Verdict::Pass);
        let stream = Stream::read(&bytes, &Limits::default()).unwrap();
        let judge = |change: fn(&mut Item)| {
            let (mut items, _) = walk(&bytes, 16).unwrap();
            change(&mut items[1]);
            items_agree(&stream, &items).and_then(|()| listed::check(&stream, &items)).map_err(|fault| fault.property)
        };
        assert_eq!(judge(|_| {}), Ok(()));
        assert_eq!(judge(|item| item.at.0 += 1), Err("address-differs"));
        assert_eq!(judge(|item| item.id += 1), Err("id-differs"));
        assert_eq!(judge(|item| item.numbers.push(0)), Err("numbers-differ"));
        assert!(walk(&bytes[..bytes.len() - 4], 16).is_none());
    }

    /// Exact assembly does not spell a type of which there are two, or that has an operand of more than 32 bits; listings do. They show 32
    /// bits of the number of a block.
    #[test]
    fn what_listings_show_otherwise_is_compared_all_the_same() {
        for (types, body) in [
            ("@t1 = i32 (i32);\n    @t2 = i32 (i32);", "%v0 = add i32 %p0, %p0;\n    ret i32 %v0;"),
            ("@t1 = i64;\n    @t2 = i32 (@t8589934592);", "unreachable;"),
            ("@t1 = i64;\n    @t2 = i32 (i32);", "%v0 = phi i32 [%p0, %b8589934593];\n    ret i32 %v0;"),
        ] {
            let text = format!(
                "module {{\n  types {{\n    count 3;\n    @t0 = i32;\n    {types}\n  }}\n  define external @t2 @f0;\n  \
                 function @t2 @f0 {{\n    blocks 1;\n  %b0:\n    {body}\n  }}\n}}\n"
            );
            let bytes = irsmith_pnacl::text::assemble_stream(&text).unwrap().write().unwrap();
            // Only what was read has addresses.
            let stream = Stream::read(&bytes, &Limits::default()).unwrap();
            let (items, _) = walk(&bytes, 16).unwrap();
            assert_eq!(listed::check(&stream, &items).map_err(|fault| fault.evidence), Ok(()), "{types}");
        }
    }
}
