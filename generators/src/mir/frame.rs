//! The lists of a function's container while it is generated: objects of the frame, constants, jump tables, live registers, calls, nodes.

use super::draw::Draw;
use super::forms::Shape;
use irsmith_mir::{
    BlockReference, CallSite, CalledGlobal, Constant, FixedObject, Function, FunctionLiveIn, JumpTable, JumpTableEntry, JumpTableKind,
    StackObject,
};

/// A list whose entries have ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    Stack,
    Fixed,
    Constants,
    JumpTables,
}

/// A node that the function itself contains, with a number that no module has.
pub(super) const OWN_NODE: u32 = 1000;

/// The lists of a function's container, and the known facts of its frame.
#[derive(Debug, Default)]
pub(super) struct Frame {
    stack: Vec<StackObject>,
    fixed: Vec<FixedObject>,
    constants: Vec<Constant>,
    jump_table: Option<JumpTable>,
    live_ins: Vec<FunctionLiveIn>,
    call_sites: Vec<CallSite>,
    called_globals: Vec<CalledGlobal>,
    metadata: Vec<String>,
    /// The next id of each [`List`].
    next: [u32; 4],
    adjusts_stack: bool,
}

impl Frame {
    /// Returns the next id of a list: dense, or with gaps.
    pub(super) fn next_id(&mut self, draw: &mut Draw<'_, '_>, list: List) -> u32 {
        let gap = if draw.wants(Shape::SparseEntries, 24) { 1 + u32::from(draw.byte()) } else { 0 };
        let id = self.next[list as usize] + gap;
        self.next[list as usize] = id + 1;
        id
    }

    pub(super) fn stack(&self) -> &[StackObject] {
        &self.stack
    }

    pub(super) fn fixed(&self) -> &[FixedObject] {
        &self.fixed
    }

    pub(super) fn constants(&self) -> &[Constant] {
        &self.constants
    }

    /// Returns the jump table that was added last.
    pub(super) fn last_table(&self) -> Option<u32> {
        self.jump_table.as_ref()?.entries.last().map(|entry| entry.id)
    }

    pub(super) fn add_stack_object(&mut self, object: StackObject) {
        self.stack.push(object);
    }

    pub(super) fn add_fixed_object(&mut self, object: FixedObject) {
        self.fixed.push(object);
    }

    pub(super) fn add_constant(&mut self, constant: Constant) {
        self.constants.push(constant);
    }

    /// Adds a jump table to blocks. All tables have the kind of the first one.
    pub(super) fn add_table(&mut self, id: u32, blocks: Vec<BlockReference>, kind: impl FnOnce() -> JumpTableKind) {
        let table = self.jump_table.get_or_insert_with(|| JumpTable { kind: kind(), ..JumpTable::default() });
        table.entries.push(JumpTableEntry { id, blocks, ..JumpTableEntry::default() });
    }

    pub(super) fn add_live_in(&mut self, live_in: FunctionLiveIn) {
        self.live_ins.push(live_in);
    }

    pub(super) fn add_call_site(&mut self, site: CallSite) {
        self.call_sites.push(site);
    }

    pub(super) fn add_called_global(&mut self, call: CalledGlobal) {
        self.called_globals.push(call);
    }

    /// Adjusts the indices of a block's calls after instructions were inserted before them.
    pub(super) fn move_calls(&mut self, block: usize, by: usize) {
        let sites = self.call_sites.iter_mut().map(|site| (site.block, &mut site.offset));
        let globals = self.called_globals.iter_mut().map(|call| (call.block, &mut call.offset));
        sites.chain(globals).filter(|(of, _)| *of as usize == block).for_each(|(_, offset)| *offset += by as u32);
    }

    /// Ensures that [`OWN_NODE`] exists.
    pub(super) fn need_own_node(&mut self) {
        if self.metadata.is_empty() {
            self.metadata.push(format!("!{OWN_NODE} = !{{}}"));
        }
    }

    /// Returns whether an instruction of a call frame was generated.
    pub(super) const fn adjusts_stack(&self) -> bool {
        self.adjusts_stack
    }

    /// Records that an instruction of a call frame was generated.
    pub(super) const fn adjust_stack(&mut self) {
        self.adjusts_stack = true;
    }

    /// Finishes the container: moves the lists into a function.
    pub(super) fn settle(&mut self, function: &mut Function) {
        let frame = std::mem::take(self);
        function.stack = frame.stack;
        function.fixed_stack = frame.fixed;
        function.constants = frame.constants;
        function.jump_table = frame.jump_table;
        function.live_ins = frame.live_ins;
        function.call_sites = frame.call_sites;
        function.called_globals = frame.called_globals;
        function.metadata = frame.metadata;
    }
}
