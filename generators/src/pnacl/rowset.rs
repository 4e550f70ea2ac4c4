//! Sets and counts of this format's rows.

use super::rows::{Tag, rows};
use crate::rows::RowTag;
use std::sync::LazyLock;

/// A form that a PNaCl module can have.
pub type Row = crate::rows::Row<Tag>;
/// Which rows the generator may use.
pub type RowSet = crate::rows::RowSet<Tag>;
/// How often each row was produced.
pub type Histogram = crate::rows::Histogram<Tag>;

/// Tags that a swarm may leave out as a whole.
const SWARM_TAGS: [Tag; 6] = [Tag::Vector, Tag::Memory, Tag::Call, Tag::Partial, Tag::Value, Tag::Constant];

static LEFT_OUT: LazyLock<[RowSet; SWARM_TAGS.len()]> = LazyLock::new(|| RowSet::without_each(SWARM_TAGS));

impl RowTag for Tag {
    fn rows() -> &'static [Row] {
        rows()
    }

    fn left_out() -> &'static [RowSet] {
        &*LEFT_OUT
    }
}
