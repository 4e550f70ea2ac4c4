//! The forms: an operation on operands of a kind, at a place of a function.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};

/// The type of a scalar, or of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    Integer(u32),
    Float,
    Double,
}

impl fmt::Display for Lane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(bits) => write!(f, "i{bits}"),
            Self::Float => f.write_str("float"),
            Self::Double => f.write_str("double"),
        }
    }
}

/// An operation on lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Binary(BinaryOp),
    Compare(Predicate),
    Cast(CastOp, Lane),
}

/// Where the result goes, and what the operands are: engines have operations of their own for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// The result is returned.
    Value,
    /// The second operand is a constant.
    RightConstant,
    /// The first operand is a constant.
    LeftConstant,
    /// The result selects what is returned.
    Select,
    /// The result decides a branch.
    Branch,
    /// The same, with a constant as second operand.
    BranchRightConstant,
    /// The same, with a constant as first operand.
    BranchLeftConstant,
    /// The result decides a branch in a later block, where it is also returned.
    LaterBranch,
    /// The operation is on vectors of this many lanes, of which one is seen.
    Vector(u32),
}

impl Position {
    /// Returns the name of the position in signatures.
    fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Value => "Value",
            Self::RightConstant => "RightConstant",
            Self::LeftConstant => "LeftConstant",
            Self::Select => "Select",
            Self::Branch => "Branch",
            Self::BranchRightConstant => "BranchRightConstant",
            Self::BranchLeftConstant => "BranchLeftConstant",
            Self::LaterBranch => "LaterBranch",
            Self::Vector(lanes) => return Cow::Owned(format!("Vector({lanes})")),
        })
    }

    /// Returns which operand is a constant, by its place.
    pub(super) const fn constant(self) -> Option<usize> {
        match self {
            Self::LeftConstant | Self::BranchLeftConstant => Some(0),
            Self::RightConstant | Self::BranchRightConstant => Some(1),
            Self::Value | Self::Select | Self::Branch | Self::LaterBranch | Self::Vector(_) => None,
        }
    }
}

/// A form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) operation: Operation,
    /// The type of the operands, or of their lanes.
    pub(super) lane: Lane,
    pub(super) position: Position,
}

impl Form {
    /// Returns the name of the form in signatures.
    pub(super) fn name(&self) -> String {
        let operation = match self.operation {
            Operation::Binary(op) => op.name().to_owned(),
            Operation::Compare(predicate) => format!("compare {}", predicate.name()),
            Operation::Cast(op, to) => format!("{} to {to} of", op.name()),
        };
        format!("{operation} {} {}", self.lane, self.position.name())
    }
}

/// Every form.
pub(super) static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let mut forms = Vec::new();
    let mut add = |operation, lane, positions: &[Position]| {
        forms.extend(positions.iter().map(|&position| Form { operation, lane, position }));
    };
    let values = [Position::Value, Position::RightConstant, Position::LeftConstant];
    let branches = [Position::Branch, Position::BranchRightConstant, Position::BranchLeftConstant, Position::LaterBranch];
    for width in [1, 8, 16, 32, 64] {
        let lane = Lane::Integer(width);
        let lanes = match width {
            1 => None,
            64 => None,
            width => Some(Position::Vector(128 / width)),
        };
        for &op in BinaryOp::ALL {
            if width > 1 || op.allows_i1() {
                add(Operation::Binary(op), lane, &values);
                add(Operation::Binary(op), lane, lanes.as_slice());
            }
        }
        for &predicate in Predicate::ALL {
            if width > 1 && predicate.is_integer() {
                add(Operation::Compare(predicate), lane, &values);
                add(Operation::Compare(predicate), lane, &branches);
                add(Operation::Compare(predicate), lane, &[Position::Select]);
                add(Operation::Compare(predicate), lane, lanes.as_slice());
            }
        }
        for to in [1, 8, 16, 32, 64] {
            let ops: &[CastOp] = if to < width { &[CastOp::Trunc] } else { &[CastOp::ZExt, CastOp::SExt] };
            ops.iter().filter(|_| to != width).for_each(|&op| add(Operation::Cast(op, Lane::Integer(to)), lane, &[Position::Value]));
        }
        for float in [Lane::Float, Lane::Double] {
            add(Operation::Cast(CastOp::UiToFp, float), lane, &[Position::Value]);
            add(Operation::Cast(CastOp::SiToFp, float), lane, &[Position::Value]);
            add(Operation::Cast(CastOp::FpToUi, lane), float, &[Position::Value]);
            add(Operation::Cast(CastOp::FpToSi, lane), float, &[Position::Value]);
        }
    }
    for lane in [Lane::Float, Lane::Double] {
        let lanes = (lane == Lane::Float).then_some(Position::Vector(4));
        for &op in BinaryOp::ALL {
            if op.float_name().is_some() {
                add(Operation::Binary(op), lane, &values);
                add(Operation::Binary(op), lane, lanes.as_slice());
            }
        }
        for &predicate in Predicate::ALL {
            if !predicate.is_integer() {
                add(Operation::Compare(predicate), lane, &values);
                add(Operation::Compare(predicate), lane, &branches);
                add(Operation::Compare(predicate), lane, &[Position::Select]);
                add(Operation::Compare(predicate), lane, lanes.as_slice());
            }
        }
    }
    add(Operation::Cast(CastOp::FpTrunc, Lane::Float), Lane::Double, &[Position::Value]);
    add(Operation::Cast(CastOp::FpExt, Lane::Double), Lane::Float, &[Position::Value]);
    for (from, to) in [(Lane::Integer(32), Lane::Float), (Lane::Integer(64), Lane::Double)] {
        add(Operation::Cast(CastOp::BitCast, to), from, &[Position::Value]);
        add(Operation::Cast(CastOp::BitCast, from), to, &[Position::Value]);
    }
    forms
});

#[cfg(test)]
mod tests {
    use super::*;

    /// Recorded findings contain these names.
    #[test]
    fn names_of_positions_stay_when_variants_are_renamed() {
        let name = |position| Form { operation: Operation::Binary(BinaryOp::Add), lane: Lane::Integer(32), position }.name();
        for (position, expected) in [
            (Position::Value, "add i32 Value"),
            (Position::RightConstant, "add i32 RightConstant"),
            (Position::LeftConstant, "add i32 LeftConstant"),
            (Position::Select, "add i32 Select"),
            (Position::Branch, "add i32 Branch"),
            (Position::BranchRightConstant, "add i32 BranchRightConstant"),
            (Position::BranchLeftConstant, "add i32 BranchLeftConstant"),
            (Position::LaterBranch, "add i32 LaterBranch"),
            (Position::Vector(4), "add i32 Vector(4)"),
        ] {
            assert_eq!(name(position), expected);
        }
    }
}
