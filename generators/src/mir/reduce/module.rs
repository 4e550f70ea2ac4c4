//! Reductions of the embedded IR module, of which only lines are known.

use crate::mir::edit::{detach, pieces};
use irsmith_mir::File;
use std::ops::Range;

pub(super) fn count(file: &File) -> usize {
    usize::from(file.ir.is_some())
}

pub(super) fn remove(file: &mut File, _: Range<usize>) {
    file.functions.iter_mut().for_each(detach);
    file.ir = None;
}

fn top(file: &File) -> Vec<Range<usize>> {
    file.ir.iter().flat_map(|ir| pieces(&ir.text)).map(|piece| piece.range).collect()
}

fn inner(file: &File) -> Vec<Range<usize>> {
    file.ir.iter().flat_map(|ir| pieces(&ir.text)).flat_map(|piece| piece.body).collect()
}

fn cut(file: &mut File, parts: &[Range<usize>]) {
    let Some(ir) = &mut file.ir else { return };
    for part in parts.iter().rev() {
        ir.text.replace_range(part.clone(), "");
    }
}

pub(super) fn count_pieces(file: &File) -> usize {
    top(file).len()
}

pub(super) fn remove_pieces(file: &mut File, range: Range<usize>) {
    let parts = top(file);
    cut(file, &parts[range]);
}

pub(super) fn count_lines(file: &File) -> usize {
    inner(file).len()
}

pub(super) fn remove_lines(file: &mut File, range: Range<usize>) {
    let parts = inner(file);
    cut(file, &parts[range]);
}
