//! The dump of records describes the records exactly: checked by a separate parser.

use super::difference::element_at;
use super::{Case, Oracle, UNREADABLE};
use crate::{Check, Family, Needs, Verdict};
use irsmith_pnacl::stream::ItemKind;
use irsmith_pnacl::text::stream_records;

/// The oracle.
pub const RECORDS_TEXT: Oracle = Oracle {
    name: "records-text",
    family: Family::RoundTrip,
    about: "the dump of records, one per line, contains exactly the codes and operands of the stream",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

/// Codes for block enters and exits in dumps; no record on the wire has them.
const ENTER: u64 = 65535;
const EXIT: u64 = 65534;
/// The width of abbreviation ids that dumps always show.
const WIDTH: u64 = 2;

fn check(case: &Case) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    let text = stream_records(stream);
    let mut lines = text.lines();
    let fail = |index: usize, ours: &[u64], line: Option<&str>| {
        let evidence = format!("item {index}\n  stream: {ours:?}\n  dump:   {}", line.unwrap_or("nothing"));
        Verdict::fail(RECORDS_TEXT.name, "records-differ", element_at(stream, index), evidence)
    };
    let mut values = Vec::new();
    for (index, item) in stream.content() {
        values.clear();
        match &item.kind {
            ItemKind::Enter { block, .. } => values.extend([ENTER, u64::from(*block), WIDTH]),
            ItemKind::Record(record) => {
                values.push(u64::from(record.code));
                values.extend_from_slice(stream.operands(record));
            }
            ItemKind::End | ItemKind::Define(_) => values.push(EXIT),
        }
        let line = lines.next();
        let parsed: Option<Vec<u64>> = line.and_then(|line| line.strip_suffix(';')?.split(',').map(|value| value.parse().ok()).collect());
        if parsed.as_deref() != Some(&values) {
            return fail(index, &values, line);
        }
    }
    match lines.next() {
        None => Verdict::Pass,
        line => fail(stream.items().len(), &[], line),
    }
}
