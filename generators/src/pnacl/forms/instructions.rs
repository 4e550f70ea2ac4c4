//! The forms of instructions.

use super::super::facts::{CaseCount, Facts, Operation};
use super::super::families::Family;
use super::super::kinds::Kind;
use super::derived;
use crate::forms::Form;
use irsmith_pnacl::Alignment;
use irsmith_pnacl::tables::{BinaryOp, CastOp, IntrinsicId, Predicate};

/// A form that is an instruction by itself.
pub(in crate::pnacl) trait InstructionForm: Form {
    /// Returns the operation of such an instruction.
    fn operation(self) -> Operation;
}

macro_rules! operations {
    ($($name:ty: |$form:ident| $operation:expr;)*) => {
        $(impl InstructionForm for $name {
            fn operation(self) -> Operation {
                let $form = self;
                $operation
            }
        })*
    };
}

operations! {
    BinaryForm: |form| Operation::Binary(form.op, form.kind);
    CompareForm: |form| Operation::Compare(form.predicate, form.kind);
    CastForm: |form| Operation::Cast(form.op, form.from, form.to);
    SelectForm: |form| Operation::Select { kind: form.kind, by_lanes: form.by_lanes };
    ExtractForm: |form| Operation::Extract(form.kind);
    InsertForm: |form| Operation::Insert(form.kind);
    AllocaForm: |form| Operation::Alloca(form.alignment);
    LoadForm: |form| Operation::Load(form.kind, form.alignment);
    StoreForm: |form| Operation::Store(form.kind, form.alignment);
    IntrinsicId: |id| Operation::Intrinsic(id);
    PhiForm: |form| Operation::Phi(form.kind);
    TerminatorForm: |form| form.operation;
}

derived! {
    /// A binary operation on a type.
    BinaryForm { op: BinaryOp, kind: Kind } in Family::Binary;
    all: BinaryOp::ALL.iter().flat_map(|&op| Kind::ALL.into_iter().map(move |kind| (op, kind))).filter(|&(op, kind)| has_binary(op, kind));
    name |form| format!("{} {}", form.op.name(), form.kind.ty());
    seen |form, facts| facts.operations(form.operation());
}

/// Arithmetic is not defined on i1 and vectors of it; some operations are not defined on floats.
fn has_binary(op: BinaryOp, kind: Kind) -> bool {
    if kind.ty().is_float() { op.float_name().is_some() } else { op.allows_i1() || !kind.ty().is_i1() }
}

derived! {
    /// A comparison of two values of a type.
    CompareForm { predicate: Predicate, kind: Kind } in Family::Compare;
    all: Predicate::ALL
        .iter()
        .flat_map(|&predicate| Kind::ALL.into_iter().map(move |kind| (predicate, kind)))
        .filter(|&(predicate, kind)| has_compare(predicate, kind));
    name |form| {
        let instruction = if form.predicate.is_integer() { "icmp" } else { "fcmp" };
        format!("{instruction} {} {}", form.predicate.name(), form.kind.ty())
    };
    seen |form, facts| facts.operations(form.operation());
}

/// Integers of one bit cannot be compared.
fn has_compare(predicate: Predicate, kind: Kind) -> bool {
    if predicate.is_integer() { kind.ty().is_integer() && !kind.ty().is_i1() } else { kind.ty().is_float() }
}

derived! {
    /// A conversion from one type to another.
    CastForm { op: CastOp, from: Kind, to: Kind } in Family::Cast;
    all: CastOp::ALL
        .iter()
        .flat_map(|&op| Kind::ALL.into_iter().flat_map(move |from| Kind::ALL.into_iter().map(move |to| (op, from, to))))
        .filter(|(op, from, to)| op.accepts(from.ty(), to.ty()));
    name |form| format!("{} {} to {}", form.op.name(), form.from.ty(), form.to.ty());
    seen |form, facts| facts.operations(form.operation());
}

derived! {
    /// A choice between two values of a type, as a whole or lane by lane.
    SelectForm { kind: Kind, by_lanes: bool } in Family::Select;
    all: Kind::ALL
        .into_iter()
        .flat_map(|kind| [(kind, false), (kind, true)])
        .filter(|(kind, by_lanes)| !by_lanes || kind.ty().is_vector());
    name |form| format!("{} by {}", form.kind.ty(), if form.by_lanes { "lanes" } else { "i1" });
    seen |form, facts| facts.operations(form.operation());
}

derived! {
    /// A read of a lane of a vector.
    ExtractForm { kind: Kind } in Family::Extract;
    all: Kind::VECTORS.into_iter().map(|kind| (kind,));
    name |form| form.kind.ty().to_string();
    seen |form, facts| facts.operations(form.operation());
}

derived! {
    /// A change of a lane of a vector.
    InsertForm { kind: Kind } in Family::Insert;
    all: Kind::VECTORS.into_iter().map(|kind| (kind,));
    name |form| form.kind.ty().to_string();
    seen |form, facts| facts.operations(form.operation());
}

/// Every alignment that a record can state.
pub(super) fn alignments() -> impl Iterator<Item = Alignment> {
    (0..=Alignment::MAX_ENCODING).filter_map(Alignment::from_encoding)
}

derived! {
    /// An alloca with an alignment.
    AllocaForm { alignment: Alignment } in Family::Alloca;
    all: alignments().map(|alignment| (alignment,));
    name |form| format!("align {}", form.alignment.bytes());
    seen |form, facts| facts.operations(form.operation());
}

/// Alignments that loads and stores may state.
fn accesses() -> impl Iterator<Item = (Kind, Alignment)> {
    Kind::ALL.into_iter().flat_map(|kind| kind.memory_alignments().iter().map(move |&alignment| (kind, alignment)))
}

derived! {
    /// A load of a type with an alignment.
    LoadForm { kind: Kind, alignment: Alignment } in Family::Load;
    all: accesses();
    name |form| format!("{} align {}", form.kind.ty(), form.alignment.bytes());
    seen |form, facts| facts.operations(form.operation());
}

derived! {
    /// A store of a type with an alignment.
    StoreForm { kind: Kind, alignment: Alignment } in Family::Store;
    all: accesses();
    name |form| format!("{} align {}", form.kind.ty(), form.alignment.bytes());
    seen |form, facts| facts.operations(form.operation());
}

derived! {
    /// A forward declaration of a type that nothing needs.
    DeclareForm { kind: Kind } in Family::Declare;
    all: Kind::ALL.into_iter().map(|kind| (kind,));
    name |form| form.kind.ty().to_string();
    seen |form, facts| facts.uses().unused_declarations[form.kind.index()];
}

derived! {
    /// A phi of a type.
    PhiForm { kind: Kind } in Family::Phi;
    all: Kind::ALL.into_iter().map(|kind| (kind,));
    name |form| form.kind.ty().to_string();
    seen |form, facts| facts.operations(form.operation());
}

/// Kinds of ends of blocks.
fn terminators() -> impl Iterator<Item = Operation> {
    let plain = [Operation::Return(None), Operation::Branch, Operation::BranchIf, Operation::Unreachable];
    let returns = Kind::SIGNATURE.into_iter().map(|kind| Operation::Return(Some(kind)));
    let switches = Kind::NUMBERS.into_iter().flat_map(|kind| CaseCount::ALL.into_iter().map(move |cases| Operation::Switch(kind, cases)));
    plain.into_iter().chain(returns).chain(switches)
}

derived! {
    /// An end of a block.
    TerminatorForm { operation: Operation } in Family::Terminator;
    all: terminators().map(|operation| (operation,));
    name |form| match form.operation {
        Operation::Return(None) => "ret void".to_owned(),
        Operation::Return(Some(kind)) => format!("ret {}", kind.ty()),
        Operation::Branch => "br".to_owned(),
        Operation::BranchIf => "br on i1".to_owned(),
        Operation::Switch(kind, cases) => format!("switch {} {}", kind.ty(), match cases {
            CaseCount::None => "without cases",
            CaseCount::One => "with one case",
            CaseCount::Several => "with several cases",
            CaseCount::Many => "with many cases",
        }),
        _ => "unreachable".to_owned(),
    };
    seen |form, facts| facts.operations(form.operation());
}

impl Form for IntrinsicId {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::Intrinsic as usize;

    fn all() -> &'static [Self] {
        Self::ALL
    }

    fn name(self) -> String {
        self.row().name.to_owned()
    }

    #[inline]
    fn place(self) -> usize {
        self as usize
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.operations(self.operation())
    }
}
