//! The answers of a program, counted and compared with the tables.

use super::question::{Answer, Question};
use irsmith_mir::tables::{Target, Version, WordKind};
use irsmith_mir::{CalibratedWord, Calibration};
use std::collections::BTreeMap;

/// What a program has answered.
#[derive(Clone, Debug)]
pub struct Calibrated {
    /// The release that the program tells.
    pub reported: Version,
    /// The release with whose tables the answers are compared.
    pub release: Version,
    /// The targets that the program has, of those that have tables.
    pub targets: Vec<Target>,
    /// The differences from the tables.
    pub calibration: Calibration,
    /// The numbers of words, by target and kind.
    pub tallies: BTreeMap<(Option<Target>, WordKind), Tally>,
    /// The processes that were started.
    pub processes: usize,
}

/// Numbers of words of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Words of the release that were asked about.
    pub of_release: usize,
    /// Those of them that the program does not know.
    pub missing: usize,
    /// Those of them that the program refuses with the operands of the tables.
    pub refused: usize,
    /// Words of other releases that were asked about.
    pub of_others: usize,
    /// Those of them that the program reads.
    pub added: usize,
    /// Words of other releases that were not asked about, since the first of their group is not known.
    pub not_asked: usize,
    /// Words that no table has.
    pub unknown: usize,
}

impl Calibrated {
    pub(super) fn new(reported: Version, release: Version, targets: Vec<Target>) -> Self {
        let (calibration, tallies) = (Calibration::default(), BTreeMap::new());
        Self { reported, release, targets, calibration, tallies, processes: 0 }
    }

    /// Returns whether the program reads what the tables of its release have, and nothing else.
    pub fn is_of_tables(&self) -> bool {
        self.calibration == Calibration::default()
    }

    fn tally(&mut self, word: &CalibratedWord) -> &mut Tally {
        self.tallies.entry((word.target, word.kind)).or_default()
    }

    /// Notes answers.
    pub(super) fn note<'a>(&mut self, answers: impl IntoIterator<Item = (&'a Question, &'a Answer)>) {
        for (question, answer) in answers {
            let word = || question.word.clone();
            let tally = self.tally(&question.word);
            if question.is_of_release {
                tally.of_release += 1;
                tally.missing += usize::from(*answer == Answer::Missing);
                tally.refused += usize::from(*answer == Answer::Refuses);
                match answer {
                    Answer::Reads => {}
                    Answer::Missing => self.calibration.missing.insert(word()),
                    Answer::Refuses => self.calibration.refused.insert(word()),
                }
            } else {
                tally.of_others += 1;
                if *answer != Answer::Missing {
                    tally.added += 1;
                    self.calibration.added.insert(word());
                }
            }
        }
    }

    /// Notes questions that were not asked.
    pub(super) fn note_unasked(&mut self, questions: &[Question]) {
        for question in questions {
            self.tally(&question.word).not_asked += 1;
        }
    }

    /// Notes a word that no table has.
    pub(super) fn note_unknown(&mut self, word: CalibratedWord) {
        if !self.calibration.unknown.contains(word.target, word.kind, &word.name) {
            self.tally(&word).unknown += 1;
            self.calibration.unknown.insert(word);
        }
    }
}
