//! The tables of the documentation, in Markdown, made from the registries.
//!
//! The book includes them and `irsmith tables` prints them, so both always agree with the code. One row of [`TABLES`] is one table.

mod campaign;
mod debuginfo;
mod markdown;
mod mir;
mod pnacl;
mod rows;

/// A table of the documentation.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Name in kebab case; also the name of the book's file.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Makes the table: Markdown that ends with a newline.
    pub render: fn() -> String,
}

/// Every table.
pub static TABLES: &[Table] = &[
    Table { name: "targets", about: "what an engine runs", render: campaign::targets },
    Table { name: "oracles", about: "the properties and where they are checked", render: campaign::oracles },
    Table { name: "implementations", about: "third-party programs that oracles use", render: campaign::implementations },
    Table { name: "ledger", about: "known divergences of third-party programs, which are no longer findings", render: campaign::ledger },
    Table { name: "pnacl-blocks", about: "the blocks of a PNaCl file", render: pnacl::blocks },
    Table { name: "pnacl-instructions", about: "the records of a function body", render: pnacl::instructions },
    Table { name: "pnacl-operations", about: "binary operations", render: pnacl::operations },
    Table { name: "pnacl-casts", about: "conversions", render: pnacl::casts },
    Table { name: "pnacl-predicates", about: "comparisons", render: pnacl::predicates },
    Table { name: "pnacl-intrinsics", about: "intrinsic functions", render: pnacl::intrinsics },
    Table { name: "pnacl-generator", about: "what the generator makes", render: pnacl::generator_rows },
    Table { name: "pnacl-rules", about: "what the validator checks", render: pnacl::rules },
    Table { name: "debuginfo-instructions", about: "the debug instructions of SPIR-V", render: debuginfo::instructions },
    Table { name: "debuginfo-operations", about: "the operations of DWARF expressions in SPIR-V", render: debuginfo::operations },
    Table { name: "debuginfo-generator", about: "what the generator of SPIR-V debug information makes", render: debuginfo::generator_rows },
    Table { name: "debuginfo-rules", about: "what the validator of SPIR-V debug information checks", render: debuginfo::rules },
    Table { name: "mir-keys", about: "the keys of a machine function", render: mir::keys },
    Table { name: "mir-opcodes", about: "the opcodes of Machine IR that every target has", render: mir::opcodes },
    Table { name: "mir-generator", about: "what the generator of Machine IR makes", render: mir::generator_rows },
    Table { name: "mir-rules", about: "what the validator of Machine IR checks", render: mir::rules },
];

/// Returns the table called `name`.
pub fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_as_many_cells_in_each_line() {
        for table in TABLES {
            let text = (table.render)();
            let bars = |line: &str| line.replace("\\|", "").matches('|').count();
            let counts: Vec<usize> = text.lines().map(bars).collect();
            assert!(counts.len() > 2, "{} is empty", table.name);
            assert!(counts.iter().all(|count| *count == counts[0]), "{}:\n{text}", table.name);
        }
    }

    #[test]
    fn names_are_unique() {
        for row in TABLES {
            assert_eq!(TABLES.iter().filter(|other| other.name == row.name).count(), 1);
            assert_eq!(table(row.name).map(|found| found.about), Some(row.about));
        }
    }
}
