//! Reductions of the embedded IR module, of which only lines are known.
//!
//! A function needs little of its definition in the module: the name, and what its blocks, stack objects and memory operands name there,
//! which none of them must name.

use crate::mir::edit::{Parts, detach, detach_missing, machine_of, name_of_definition, pieces, poisoned, repair, result_of_line};
use irsmith_mir::File;
use std::collections::BTreeSet;
use std::ops::Range;

/// The body of a definition that must have one.
const EMPTY: &str = "  unreachable\n";

pub(super) fn count(file: &File) -> usize {
    usize::from(file.ir.is_some())
}

pub(super) fn remove(file: &mut File, _: Range<usize>) {
    file.functions.iter_mut().for_each(detach);
    file.ir = None;
}

/// Returns the pieces of the module that no function needs.
fn unneeded(file: &File) -> Vec<usize> {
    let Some(ir) = &file.ir else { return Vec::new() };
    let needed = Parts::of(&ir.text).needed(file, &ir.text);
    (0..needed.len()).filter(|&at| !needed[at]).collect()
}

pub(super) fn count_unneeded(file: &File) -> usize {
    unneeded(file).len()
}

pub(super) fn remove_unneeded(file: &mut File, range: Range<usize>) {
    let unneeded = unneeded(file);
    cut(file, &unneeded[range]);
}

pub(super) fn count_pieces(file: &File) -> usize {
    file.ir.as_ref().map_or(0, |ir| pieces(&ir.text).len())
}

pub(super) fn remove_pieces(file: &mut File, range: Range<usize>) {
    cut(file, &range.collect::<Vec<usize>>());
}

/// Removes pieces, and others that name them.
fn cut(file: &mut File, numbers: &[usize]) {
    let Some(ir) = &mut file.ir else { return };
    let parts = Parts::of(&ir.text);
    let is_gone = parts.with_users(numbers.iter().copied());
    let kept = parts.pieces.iter().zip(is_gone).filter(|(_, is_gone)| !is_gone);
    ir.text = kept.map(|(piece, _)| &ir.text[piece.range.clone()]).collect();
    settle(file);
}

/// Returns the bodies of definitions of several lines.
fn bodies(file: &File) -> Vec<Range<usize>> {
    let pieces = file.ir.iter().flat_map(|ir| pieces(&ir.text));
    pieces.filter(|piece| piece.body.len() > 1).filter_map(|piece| Some(piece.body.first()?.start..piece.body.last()?.end)).collect()
}

pub(super) fn count_bodies(file: &File) -> usize {
    bodies(file).len()
}

/// Empties definitions; what they defined is named no longer.
pub(super) fn empty_bodies(file: &mut File, range: Range<usize>) {
    let bodies = bodies(file);
    let Some(ir) = &mut file.ir else { return };
    for body in bodies[range].iter().rev() {
        ir.text.replace_range(body.clone(), EMPTY);
    }
    settle(file);
}

/// Returns the definitions of one line that can be plainer, with the plainest text.
fn plainer(file: &File) -> Vec<(Range<usize>, String)> {
    let Some(ir) = &file.ir else { return Vec::new() };
    let definitions = pieces(&ir.text).into_iter().filter(|piece| piece.body.len() == 1);
    let plain = definitions.filter_map(|piece| {
        let text = &ir.text[piece.range.clone()];
        Some((piece.range, format!("define void {}() {{\n{EMPTY}}}\n", name_of_definition(text)?)))
    });
    plain.filter(|(range, plain)| ir.text[range.clone()].len() > plain.len()).collect()
}

pub(super) fn count_plainer(file: &File) -> usize {
    plainer(file).len()
}

/// Removes the parameters, the type and the attributes of definitions.
pub(super) fn make_plain(file: &mut File, range: Range<usize>) {
    let plainer = plainer(file);
    let Some(ir) = &mut file.ir else { return };
    for (place, plain) in plainer[range].iter().rev() {
        ir.text.replace_range(place.clone(), plain);
    }
    settle(file);
}

pub(super) fn count_lines(file: &File) -> usize {
    file.ir.iter().flat_map(|ir| pieces(&ir.text)).map(|piece| piece.body.len()).sum()
}

/// Removes lines of definitions; what reads their results reads poison.
pub(super) fn remove_lines(file: &mut File, range: Range<usize>) {
    let Some(ir) = &mut file.ir else { return };
    let (mut text, mut end, mut number) = (String::with_capacity(ir.text.len()), 0, 0);
    for piece in pieces(&ir.text) {
        let is_gone: Vec<bool> = (number..number + piece.body.len()).map(|number| range.contains(&number)).collect();
        number += piece.body.len();
        let lines = || piece.body.iter().map(|line| &ir.text[line.clone()]).zip(&is_gone);
        let gone: BTreeSet<&str> = lines().filter(|(_, is_gone)| **is_gone).filter_map(|(line, _)| result_of_line(line)).collect();
        for ((line, is_gone), place) in lines().zip(&piece.body) {
            text.push_str(&ir.text[end..place.start]);
            if !is_gone {
                text.push_str(&poisoned(line, &gone));
            }
            end = place.end;
        }
    }
    text.push_str(&ir.text[end..]);
    ir.text = text;
    settle(file);
}

/// Removes blank lines, and what functions name and the module no longer has.
fn settle(file: &mut File) {
    let Some(ir) = &mut file.ir else { return };
    ir.text = ir.text.split_inclusive('\n').filter(|line| !line.trim().is_empty()).collect();
    let names = ir.names();
    let machine = machine_of(file);
    for function in &mut file.functions {
        if detach_missing(function, &names) {
            repair(function, machine);
        }
    }
}
