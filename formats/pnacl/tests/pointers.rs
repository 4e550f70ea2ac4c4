//! An independent check of which operands are pointers in LLVM's reader.
//!
//! The reader treats a function, a global, the result of an alloca and that of some intrinsics as pointers, and converts them where a
//! record uses one as a number: as operand of binary operations, comparisons, selections, returns, switches, some casts, stored values,
//! arguments, and incoming values of a phi of i32. Values that were declared before are converted at their definition. This check processes
//! the records of a file like the reader, with its list of values, and uses neither the model nor the validator.

use irsmith_pnacl::stream::ItemKind;
use irsmith_pnacl::{Limits, Stream, validate};
use irsmith_testdata::Data;
use std::collections::BTreeSet;
use std::path::PathBuf;

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        a_walk_over_records_finds_the_pointers_that_the_rule_finds,
    ],
}

/// The content of the list of values at an index.
#[derive(Clone, Copy, PartialEq)]
enum Entry {
    /// Nothing yet.
    Empty,
    /// Declared, not yet defined.
    Promised,
    Pointer,
    Number,
}

/// The state of the reader for a file.
#[derive(Default)]
struct Witness {
    /// For each type, whether it is void, and the result and number of parameters if it is a function.
    types: Vec<(bool, Option<(u64, usize)>)>,
    values: Vec<Entry>,
    /// Types of functions, by index; functions come first.
    functions: Vec<u64>,
    /// Functions that have a body, in order.
    bodies: Vec<usize>,
    /// Functions whose result is a pointer.
    pointer_functions: BTreeSet<usize>,
    /// The number of pointers that an instruction names where the reader does not convert them.
    unconverted: usize,
}

impl Witness {
    fn read(bytes: &[u8]) -> Self {
        let stream = Stream::read(bytes, &Limits::default()).unwrap();
        let (mut witness, mut blocks, mut module_values, mut next_body) = (Self::default(), Vec::new(), 0, 0);
        for item in stream.items() {
            match &item.kind {
                ItemKind::Enter { block, .. } => {
                    blocks.push(*block);
                    if *block == 12 {
                        module_values = witness.values.len();
                        let ty = witness.functions[witness.bodies[next_body]];
                        let parameters = witness.types[ty as usize].1.unwrap().1;
                        witness.values.resize(module_values + parameters, Entry::Number);
                        next_body += 1;
                    }
                }
                ItemKind::End => {
                    if blocks.pop() == Some(12) {
                        witness.values.truncate(module_values);
                    }
                }
                ItemKind::Define(_) => {}
                ItemKind::Record(record) => witness.record(*blocks.last().unwrap(), record.code, stream.operands(record)),
            }
        }
        witness
    }

    fn record(&mut self, block: u32, code: u32, operands: &[u64]) {
        match (block, code) {
            (17, 1) => {}
            (17, 21) => self.types.push((false, Some((operands[1], operands.len() - 2)))),
            (17, code) => self.types.push((code == 2, None)),
            (8, 8) => {
                if operands[2] == 0 {
                    self.bodies.push(self.functions.len());
                }
                self.functions.push(operands[0]);
                self.values.push(Entry::Pointer);
            }
            (19, 0) => self.values.push(Entry::Pointer),
            (14, 1) => {
                let name: Vec<u8> = operands[1..].iter().map(|&character| character as u8).collect();
                if name == b"llvm.nacl.read.tp" || name == b"llvm.stacksave" {
                    self.pointer_functions.insert(operands[0] as usize);
                }
            }
            (11, 3 | 4 | 6) => self.values.push(Entry::Number),
            (12, code) => self.instruction(code, operands),
            _ => {}
        }
    }

    /// Returns the number of existing values: later ones are at most declared.
    fn next(&self) -> usize {
        self.values.iter().rposition(|entry| matches!(entry, Entry::Pointer | Entry::Number)).map_or(0, |last| last + 1)
    }

    fn leave(&mut self, distance: u64) {
        let index = (self.next() as u32).wrapping_sub(distance as u32) as usize;
        self.unconverted += usize::from(self.values[index] == Entry::Pointer);
    }

    fn define(&mut self, entry: Entry) {
        let next = self.next();
        match self.values.get_mut(next) {
            // The declaration was that of a number.
            Some(promised) if *promised == Entry::Promised => *promised = Entry::Number,
            Some(empty) => *empty = entry,
            None => self.values.push(entry),
        }
    }

    fn instruction(&mut self, code: u32, operands: &[u64]) {
        const BITCAST: u64 = 11;
        match code {
            // A bitcast, an inserted lane, an alloca: the reader does not convert operands here.
            3 if operands[2] == BITCAST => self.leave(operands[0]),
            7 => self.leave(operands[1]),
            19 => self.leave(operands[0]),
            _ => {}
        }
        let callee = |witness: &Self| (witness.next() as u32).wrapping_sub(operands[1] as u32) as usize;
        match code {
            19 => self.define(Entry::Pointer),
            2 | 3 | 6 | 7 | 16 | 20 | 28 | 29 => self.define(Entry::Number),
            34 => {
                let callee = callee(self);
                let result = self.types[self.functions[callee] as usize].1.unwrap().0;
                if !self.types[result as usize].0 {
                    self.define(if self.pointer_functions.contains(&callee) { Entry::Pointer } else { Entry::Number });
                }
            }
            44 if !self.types[operands[2] as usize].0 => self.define(Entry::Number),
            43 => {
                let index = operands[0] as usize;
                if self.values.len() <= index {
                    self.values.resize(index + 1, Entry::Empty);
                }
                self.values[index] = Entry::Promised;
            }
            _ => {}
        }
    }
}

/// Compares the check with the rule on the files that break no other rule, and returns the numbers of files with and without pointers.
fn compare(files: impl Iterator<Item = (PathBuf, Vec<u8>)>) -> [usize; 2] {
    let mut counts = [0, 0];
    for (path, bytes) in files {
        let Ok(violations) = validate::validate_file(&bytes, &Limits::default()) else { continue };
        let errors: Vec<&str> = violations.iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id).collect();
        if errors.iter().any(|&rule| rule != "address-operand" && rule != "initializer-zero") {
            continue;
        }
        let found = errors.iter().filter(|&&rule| rule == "address-operand").count();
        assert_eq!(Witness::read(&bytes).unconverted, found, "{}", path.display());
        counts[usize::from(found > 0)] += 1;
    }
    counts
}

fn files(folder: PathBuf) -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pexe"));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), irsmith_testdata::read(&path)))
}

fn a_walk_over_records_finds_the_pointers_that_the_rule_finds(data: &Data) {
    for (folder, least) in [("pnacl/verdicts", [250, 90]), ("pnacl/probes", [100, 0]), ("pnacl/real", [9, 0])] {
        let folder = data.path(folder);
        let counts = compare(files(folder.clone()));
        eprintln!("{}: {} files without pointers where numbers are wanted, {} with", folder.display(), counts[0], counts[1]);
        assert!(counts[0] >= least[0] && counts[1] >= least[1], "{counts:?}");
    }
}

/// The project's own files, for a clone without the data.
#[test]
fn a_walk_over_the_seeds_finds_the_pointers_that_the_rule_finds() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpora/pnacl/seeds");
    let [without, _] = compare(files(folder));
    assert!(without > 20, "{without}");
}
