//! Checks that the results of executed rows matter: each row is replaced by a similar one, as a faulty engine would do, and some program
//! must end differently.

use crate::support::{case, outcomes};
use irsmith_generators::pnacl::{Config, Generator, rows, rows_of};
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use irsmith_pnacl::{Instruction, Module};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the instruction that a faulty engine would execute instead; `None` if there is no similar one of the same type.
fn neighbour(instruction: &Instruction, is_float: bool) -> Option<Instruction> {
    Some(match *instruction {
        Instruction::Binary { a, b, op } => {
            let other = match op {
                BinaryOp::Sub => return Some(Instruction::Binary { a: b, b: a, op }),
                BinaryOp::Add => BinaryOp::Sub,
                BinaryOp::Mul => BinaryOp::Add,
                BinaryOp::SDiv if is_float => return Some(Instruction::Binary { a: b, b: a, op }),
                BinaryOp::SRem if is_float => BinaryOp::Sub,
                BinaryOp::UDiv => BinaryOp::SDiv,
                BinaryOp::SDiv => BinaryOp::UDiv,
                BinaryOp::URem => BinaryOp::SRem,
                BinaryOp::SRem => BinaryOp::URem,
                BinaryOp::Shl => BinaryOp::LShr,
                BinaryOp::LShr => BinaryOp::AShr,
                BinaryOp::AShr => BinaryOp::LShr,
                BinaryOp::And => BinaryOp::Or,
                BinaryOp::Or => BinaryOp::Xor,
                BinaryOp::Xor => BinaryOp::Or,
            };
            Instruction::Binary { a, b, op: other }
        }
        Instruction::Compare { a, b, predicate } => {
            let other = match predicate {
                Predicate::False => Predicate::Uno,
                Predicate::True => Predicate::Ord,
                Predicate::Oeq => Predicate::Ueq,
                Predicate::Ogt => Predicate::Fugt,
                Predicate::Oge => Predicate::Fuge,
                Predicate::Olt => Predicate::Fult,
                Predicate::Ole => Predicate::Fule,
                Predicate::One => Predicate::Une,
                Predicate::Ord => Predicate::True,
                Predicate::Uno => Predicate::False,
                Predicate::Ueq => Predicate::Oeq,
                Predicate::Fugt => Predicate::Ogt,
                Predicate::Fuge => Predicate::Oge,
                Predicate::Fult => Predicate::Olt,
                Predicate::Fule => Predicate::Ole,
                Predicate::Une => Predicate::One,
                Predicate::Eq => Predicate::Uge,
                Predicate::Ne => Predicate::Ult,
                Predicate::Ugt => Predicate::Sgt,
                Predicate::Uge => Predicate::Ugt,
                Predicate::Ult => Predicate::Slt,
                Predicate::Ule => Predicate::Ult,
                Predicate::Sgt => Predicate::Ugt,
                Predicate::Sge => Predicate::Sgt,
                Predicate::Slt => Predicate::Ult,
                Predicate::Sle => Predicate::Slt,
            };
            Instruction::Compare { a, b, predicate: other }
        }
        Instruction::Cast { value, ty, op } => {
            let other = match op {
                CastOp::ZExt => CastOp::SExt,
                CastOp::SExt => CastOp::ZExt,
                CastOp::FpToUi => CastOp::FpToSi,
                CastOp::FpToSi => CastOp::FpToUi,
                CastOp::UiToFp => CastOp::SiToFp,
                CastOp::SiToFp => CastOp::UiToFp,
                _ => return None,
            };
            Instruction::Cast { value, ty, op: other }
        }
        Instruction::Select { a, b, condition } => Instruction::Select { a: b, b: a, condition },
        _ => return None,
    })
}

/// Returns the module with a row replaced throughout; `None` if nothing could be replaced.
fn replaced(module: &Module, classes: &[Vec<Option<u16>>], row: u16) -> Option<Module> {
    let name = &rows()[usize::from(row)].name;
    let is_float = ["float", "float>", "double"].iter().any(|end| name.ends_with(end));
    let mut faulty = module.clone();
    let mut any = false;
    for (function, classes) in faulty.functions.iter_mut().zip(classes) {
        let Some(body) = &mut function.body else { continue };
        let of_row = body.instructions.iter_mut().zip(classes).filter(|(_, class)| **class == Some(row));
        for (instruction, _) in of_row {
            if let Some(other) = neighbour(instruction, is_float) {
                *instruction = other;
                any = true;
            }
        }
    }
    any.then_some(faulty)
}

#[test]
fn every_row_is_seen_within_3000_programs() {
    let mut generator = Generator::default();
    // For each replaceable row, the number of programs that contained it, up to the one that detected the replacement.
    let mut tried: BTreeMap<u16, u32> = BTreeMap::new();
    let mut seen: BTreeMap<u16, u64> = BTreeMap::new();
    for seed in 0..3_000 {
        let module = case(&mut generator, &Config::exec(), seed);
        let classes: Vec<Vec<Option<u16>>> = (0..module.functions.len() as u32).map(|function| rows_of(&module, function)).collect();
        let present: BTreeSet<u16> = classes.iter().flatten().flatten().copied().collect();
        let mut right = None;
        for row in present {
            if seen.contains_key(&row) {
                continue;
            }
            if let Some(faulty) = replaced(&module, &classes, row) {
                *tried.entry(row).or_default() += 1;
                let right = right.get_or_insert_with(|| outcomes(&module, seed, 2));
                if outcomes(&faulty, seed, 2) != *right {
                    seen.insert(row, seed + 1);
                }
            }
        }
    }
    let name = |row: &u16| rows()[usize::from(*row)].name.as_str();
    let mut slowest: Vec<(&u64, &str)> = seen.iter().map(|(row, programs)| (programs, name(row))).collect();
    slowest.sort_unstable();
    println!("{} rows; programs until a row was seen, the slowest ones:", slowest.len());
    for (programs, row) in slowest.iter().rev().take(12) {
        println!("{programs:>6}  {row}");
    }
    let missing: Vec<&str> = tried.keys().filter(|row| !seen.contains_key(row)).map(name).collect();
    assert!(missing.is_empty(), "{} rows were executed and never seen: {missing:#?}", missing.len());
    assert!(seen.len() > 320, "only {} rows were tried", seen.len());
}
