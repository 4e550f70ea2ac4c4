//! The abbreviations in scope: those registered for a block's kind, then the block's own.

use crate::tables::abbreviation;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Ids of abbreviation definitions ([`super::ItemKind::Define`] indices) in scope at a position of the stream. Reader and writer use it
/// alike.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    /// Registered by the abbreviations block, per block id. Blocks share the lists, so that the cost of a file with many abbreviations and
    /// many blocks is proportional to its size.
    registered: BTreeMap<u32, Rc<Vec<u32>>>,
    open: Vec<Scope>,
    /// Width of abbreviation ids here, in bits; 0 outside every block.
    width: u32,
    /// Whether this is an abbreviations block, whose records are interpreted.
    in_abbreviations: bool,
    /// Whether an abbreviations block has ended: the tools skip a second one.
    closed: bool,
}

#[derive(Debug)]
struct Scope {
    block: u32,
    width: u32,
    /// Those registered at the beginning of the block.
    globals: Rc<Vec<u32>>,
    /// The block's own.
    locals: Vec<u32>,
    /// In an abbreviations block, the block id of the section.
    section: Option<u32>,
}

/// Id of the abbreviations block.
const ABBREVIATIONS: u32 = 0;

impl Scopes {
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the width of abbreviation ids here, in bits.
    pub(crate) fn width(&self) -> u32 {
        if self.width == 0 { super::TOP_LEVEL_WIDTH } else { self.width }
    }

    pub(crate) fn enter(&mut self, block: u32, width: u32) {
        let globals = self.registered.get(&block).cloned().unwrap_or_default();
        self.open.push(Scope { block, width, globals, locals: Vec::new(), section: None });
        self.refresh();
    }

    /// Leaves a block; `false` outside every block.
    pub(crate) fn end(&mut self) -> bool {
        if let Some(scope) = self.open.pop() {
            self.closed |= scope.block == ABBREVIATIONS;
            self.refresh();
            return true;
        }
        false
    }

    pub(crate) fn define(&mut self, index: u32) {
        let closed = self.closed;
        let Some(scope) = self.open.last_mut() else { return };
        match scope.section {
            Some(block) if !closed => self.register(block).push(index),
            Some(_) => {}
            None => scope.locals.push(index),
        }
    }

    /// Handles a record, which may begin a section of the abbreviations block.
    #[inline]
    pub(crate) fn record(&mut self, code: u32, operands: &[u64]) {
        if self.in_abbreviations
            && code == abbreviation::SET_BLOCK
            && let Some(&block) = operands.first()
        {
            self.begin_section(block as u32);
        }
    }

    fn begin_section(&mut self, block: u32) {
        if let Some(scope) = self.open.last_mut() {
            scope.section = Some(block);
        }
        if !self.closed {
            self.register(block);
        }
    }

    fn refresh(&mut self) {
        let scope = self.open.last();
        self.width = scope.map_or(0, |scope| scope.width);
        self.in_abbreviations = scope.is_some_and(|scope| scope.block == ABBREVIATIONS);
    }

    /// Returns the definition of a user abbreviation id, or the first undefined id.
    #[inline]
    pub(crate) fn lookup(&self, id: u64) -> Result<u32, u64> {
        let first = u64::from(super::FIRST_ABBREVIATION);
        let Some(scope) = self.open.last() else { return Err(first) };
        let globals = scope.globals.len() as u64;
        let position = id.wrapping_sub(first);
        let found = match position.checked_sub(globals) {
            None => scope.globals.get(position as usize),
            Some(local) => usize::try_from(local).ok().and_then(|local| scope.locals.get(local)),
        };
        found.copied().ok_or(first + globals + scope.locals.len() as u64)
    }

    /// Returns the number of registered abbreviations at the beginning of the innermost block; higher ids are its own.
    pub(crate) fn global_len(&self) -> usize {
        self.open.last().map_or(0, |scope| scope.globals.len())
    }

    /// Returns the number of the innermost block's own abbreviations.
    pub(crate) fn local_len(&self) -> usize {
        self.open.last().map_or(0, |scope| scope.locals.len())
    }

    /// Returns, in a section of an abbreviations block, the number of abbreviations registered for its block id.
    pub(crate) fn section_len(&self) -> Option<usize> {
        let block = self.open.last()?.section?;
        Some(self.registered.get(&block).map_or(0, |list| list.len()))
    }

    fn register(&mut self, block: u32) -> &mut Vec<u32> {
        Rc::make_mut(self.registered.entry(block).or_default())
    }
}
