//! Compares every listing of the PNaCl Bitcode File Reference Manual with our assembler, writer, reader and printer.
//!
//! The assembly of a listing is assembled in a context that completes it to a module; the listing of the resulting file must have, at each
//! of the manual's bit addresses, the manual's record and the manual's assembly, ignoring blanks. Data: `data/manual`.

#[path = "support/listings.rs"]
mod manual_listings;

use irsmith_pnacl::text;
use manual_listings::{Piece, Row, contexts, lines, listings, module};
use std::collections::BTreeMap;

const DIVERGENCES: &str = include_str!("data/manual/divergences.txt");

/// Longest name tried for `@pad`.
const MAX_PAD: usize = 100;

/// Returns the rows of a listing by address, with continued rows joined.
fn rows(listing: &str) -> BTreeMap<String, Row> {
    let mut rows = BTreeMap::new();
    let mut last = String::new();
    for line in listing.lines() {
        let (address, rest) = line.split_at(10);
        let (record, assembly) = (&rest[1..30], &rest[31..]);
        if !address.trim().is_empty() {
            last = address.trim().to_owned();
        }
        let row = rows.entry(last.clone()).or_insert_with(|| Row { record: String::new(), assembly: String::new() });
        row.record = format!("{} {}", row.record, record.trim()).trim().to_owned();
        row.assembly = format!("{} {}", row.assembly, assembly.trim()).trim().to_owned();
    }
    rows
}

/// Returns the text without blanks, which wrapping changes.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Returns whether our row equals the manual's, ignoring blanks and the label of a block that begins after the piece.
fn same(ours: &Row, theirs: &Row) -> bool {
    let (left, right) = (squeezed(&ours.assembly), squeezed(&theirs.assembly));
    let label = |rest: &str| rest.starts_with("%b") && rest.ends_with(':');
    squeezed(&ours.record) == squeezed(&theirs.record) && left.strip_prefix(&right).is_some_and(|rest| rest.is_empty() || label(rest))
}

/// Assembles a listing in its context, at its addresses if padding can achieve that.
fn placed(number: u32, context: &str, pieces: &[Piece]) -> BTreeMap<String, Row> {
    let (address, first) = &pieces.last().unwrap()[0];
    let mut found = BTreeMap::new();
    for pad in 0..MAX_PAD {
        let module = module(context, pieces, pad);
        let bytes = text::assemble(&module).unwrap_or_else(|error| panic!("listing {number}: {error}\n{module}"));
        found = rows(&text::listing(&bytes).unwrap());
        if found.get(address).is_some_and(|ours| same(ours, first)) || !context.contains("@pad") {
            break;
        }
    }
    found
}

#[test]
fn every_listing_of_the_manual_holds() {
    let contexts = contexts();
    let mut expected: BTreeMap<&str, bool> = lines(DIVERGENCES).map(|line| (line.split_once(" manual ").unwrap().0, false)).collect();
    let (mut held, mut exact, mut row_count, mut held_rows) = (0, 0, 0, 0);
    let mut faults = Vec::new();
    let listings = listings();
    for (number, pieces) in &listings {
        let context = contexts.get(number).unwrap_or_else(|| panic!("listing {number} has no context"));
        let ours = placed(*number, context, pieces);
        let (before, diverging) = (faults.len(), expected.values().filter(|seen| **seen).count());
        for (address, theirs) in pieces.iter().flatten() {
            row_count += 1;
            let holds = ours.get(address).is_some_and(|ours| same(ours, theirs));
            match expected.get_mut(format!("{number} {address}").as_str()) {
                _ if holds => held_rows += 1,
                Some(seen) => *seen = true,
                None => faults.push(format!("{number} {address}\n  manual {theirs:?}\n  ours   {:?}", ours.get(address))),
            }
        }
        held += usize::from(faults.len() == before);
        exact += usize::from(faults.len() == before && expected.values().filter(|seen| **seen).count() == diverging);
    }
    let diverged = expected.values().filter(|seen| **seen).count();
    println!("{} listings: {exact} hold in every row, {} but for known faults of the manual", listings.len(), held - exact);
    println!("{row_count} rows: {held_rows} hold, {diverged} are known faults of the manual");
    assert!(faults.is_empty(), "{} rows differ:\n{}", faults.len(), faults.join("\n"));
    let unseen: Vec<_> = expected.iter().filter(|(_, seen)| !**seen).map(|(row, _)| row).collect();
    assert!(unseen.is_empty(), "rows that hold are listed as divergences: {unseen:?}");
    assert_eq!((listings.len(), row_count), (78, 989), "listings and rows of the manual");
}
