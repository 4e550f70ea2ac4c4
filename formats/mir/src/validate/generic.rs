//! Generic opcodes: the types that they relate, and what else the machine verifier says of each.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::lines::{Item, Line};
use super::{generic_memory, generic_special, types};
use crate::tables::{Opcode, Properties, SlotKind, Tail, TypeRule};
use crate::{Element, OperandKind, Type};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let Some(row) = line.row else { return };
    // Targets have generic opcodes of their own, of which the verifier says nothing more.
    if crate::tables::common_opcode(row.name).is_none() {
        return;
    }
    if body.has("selected") {
        context.add_instruction(RuleId::GenericSelected, line.site, format_args!("{} in a selected function", row.name));
    }
    let operands = body.lines.operands(line);
    for item in operands.iter().filter(|item| item.register().is_some_and(|register| register.is_physical())) {
        context.add_operand(RuleId::GenericPhysical, line.site, item.place, format_args!("{} has no physical registers", row.name));
    }
    let branches = row.is(Properties::BRANCH) && !row.is(Properties::INDIRECT_BRANCH);
    if branches && !operands.iter().any(|item| matches!(item.other(), Some(OperandKind::Block(_)))) {
        context.add_instruction(RuleId::GenericBranch, line.site, format_args!("{} names no block", row.name));
    }
    let types = types_of(context, body, line, row, operands);
    if operands.len() < row.operands.len() {
        return;
    }
    check_kinds(context, line, row, operands);
    if let Some(types) = &types {
        check_types(context, line, row, types, tail_length(line, row, operands));
    }
    generic_special::check(context, body, line, operands);
    generic_memory::check(context, body, line, operands);
}

/// The type of a register operand.
pub(super) fn type_of(body: &Body<'_>, item: Option<&Item<'_>>) -> Option<Type> {
    body.of(&item?.register()?)?.ty
}

/// The slot kinds of an instruction's operands, those of its tail among them.
fn kind_at(row: &Opcode, number: usize, line: &Line<'_>) -> Option<SlotKind> {
    let results = usize::from(row.results);
    match row.tail {
        // Results beyond those of the row stand between them and the uses.
        Tail::Results(kind) => {
            let extra = line.instruction.results.len().saturating_sub(results);
            match number {
                _ if number < results => Some(row.operands[number].kind),
                _ if number < results + extra => Some(kind),
                _ => row.operands.get(number - extra).map(|slot| slot.kind),
            }
        }
        Tail::Uses(kinds) => match row.operands.get(number) {
            Some(slot) => Some(slot.kind),
            None => kinds.get((number - row.operands.len()) % kinds.len().max(1)).copied(),
        },
        Tail::None | Tail::Any => row.operands.get(number).map(|slot| slot.kind),
    }
}

/// The types of the row by number; `None` where one is missing or two disagree.
fn types_of(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, row: &'static Opcode, operands: &[Item<'_>]) -> Option<Vec<Type>> {
    let mut types = vec![None; row.types()];
    let mut complete = true;
    for (number, item) in operands.iter().enumerate() {
        let Some(of) = kind_at(row, number, line).and_then(SlotKind::type_number) else { continue };
        let (site, place) = (line.site, item.place);
        if item.register().is_none() {
            context.add_operand(RuleId::GenericRegister, site, place, format_args!("{} wants a register here", row.name));
            complete = false;
            continue;
        }
        match (type_of(body, Some(item)), types.get(usize::from(of)).copied().flatten()) {
            (None, _) => {
                // A generic register without a type, and a physical one, have their own rules.
                let has_class = item.register().and_then(|register| body.of(&register)).is_some_and(|known| !known.is_generic());
                if has_class {
                    context.add_operand(RuleId::GenericMissing, site, place, format_args!("{} wants a type here", row.name));
                }
                complete = false;
            }
            (Some(ty), None) => types[usize::from(of)] = Some(ty),
            (Some(ty), Some(first)) if ty != first => {
                context.add_operand(RuleId::GenericMismatch, site, place, format_args!("{ty:?} where {first:?} was before"));
                complete = false;
            }
            _ => {}
        }
    }
    types.into_iter().collect::<Option<Vec<_>>>().filter(|_| complete)
}

/// How many operands a sum, gathering or concatenation adds up.
fn tail_length(line: &Line<'_>, row: &Opcode, operands: &[Item<'_>]) -> usize {
    match row.tail {
        Tail::Results(_) => line.instruction.results.len(),
        _ => operands.len().saturating_sub(usize::from(row.results)),
    }
}

/// Operands that are no registers: of the kind that the opcode is about.
fn check_kinds(context: &mut Context<'_>, line: &Line<'_>, row: &Opcode, operands: &[Item<'_>]) {
    use OperandKind as Kind;
    for (slot, item) in row.operands.iter().zip(operands) {
        let fits = match slot.kind {
            SlotKind::IntegerPredicate => matches!(item.other(), Some(Kind::IntegerPredicate(_))),
            SlotKind::FloatPredicate => matches!(item.other(), Some(Kind::FloatPredicate(_))),
            SlotKind::Intrinsic => matches!(item.other(), Some(Kind::Intrinsic(_))) || row.is(Properties::VARIADIC),
            SlotKind::Block => matches!(item.other(), Some(Kind::Block(_))),
            SlotKind::FrameObject => matches!(item.other(), Some(Kind::Stack { .. } | Kind::FixedStack(_))),
            SlotKind::Global => matches!(item.other(), Some(Kind::Global { .. } | Kind::ExternalSymbol { .. })),
            SlotKind::BlockAddress => matches!(item.other(), Some(Kind::BlockAddress { .. })),
            _ => true,
        };
        if !fits && !row.is(Properties::BRANCH) {
            context.add_operand(RuleId::GenericOperand, line.site, item.place, format_args!("{} wants {:?}", row.name, slot.kind));
        }
    }
}

fn check_types(context: &mut Context<'_>, line: &Line<'_>, row: &Opcode, types: &[Type], count: usize) {
    for rule in row.rules.all() {
        if !rule.holds(types, count)
            && let Some(id) = verified(context, rule, row.name, types)
        {
            context.add_instruction(id, line.site, format_args!("{} breaks {rule:?} with {types:?}", row.name));
        }
    }
}

const EXTENSIONS: &[&str] = &["G_ANYEXT", "G_SEXT", "G_ZEXT", "G_TRUNC", "G_FPEXT", "G_FPTRUNC"];
const CASTS: &[&str] = &["G_INTTOPTR", "G_PTRTOINT", "G_ADDRSPACE_CAST"];
const ACCESSES: &[&str] = &["G_LOAD", "G_STORE", "G_SEXTLOAD", "G_ZEXTLOAD"];
const COPIES: &[&str] = &["G_MEMCPY", "G_MEMCPY_INLINE", "G_MEMMOVE"];

/// The rule of the machine verifier that a broken demand on types is: a demand that only says what makes sense is none of its rules, and
/// without the width of the target's pointers some cannot be judged.
fn verified(context: &Context<'_>, rule: TypeRule, name: &str, types: &[Type]) -> Option<RuleId> {
    let is = |names: &[&str]| names.contains(&name);
    let get = |number: u8| types.get(usize::from(number)).copied();
    // The demands count pointers with 64 bits.
    let sized = context.pointer_bits == Some(64) && types.iter().all(|ty| !matches!(types::element(*ty), Element::Pointer(1..)));
    let no_pointers = types.iter().all(|ty| !types::has_pointers(*ty));
    let (id, holds) = match rule {
        TypeRule::Integer(1) if name == "G_PTR_ADD" => (RuleId::GenericPointer, true),
        TypeRule::Integer(_) => (RuleId::GenericPointer, is(EXTENSIONS) || is(CASTS)),
        TypeRule::BytePairs(_) => (RuleId::GenericSize, no_pointers),
        TypeRule::Pointers(number) => (
            RuleId::GenericPointer,
            is(ACCESSES)
                || is(CASTS)
                || is(&["G_PTR_ADD", "G_PTRMASK", "G_JUMP_TABLE", "G_CONSTANT_POOL", "G_PREFETCH"])
                || is(COPIES)
                || number == 0 && is(&["G_BRJT", "G_DYN_STACKALLOC", "G_MEMSET", "G_BZERO"]),
        ),
        TypeRule::Single(_) if is(&["G_LROUND", "G_LLROUND"]) => {
            (RuleId::GenericVector, get(0).map(types::is_vector) != get(1).map(types::is_vector))
        }
        TypeRule::Single(0) => (
            RuleId::GenericVector,
            is(COPIES)
                || is(&["G_CONSTANT", "G_FCONSTANT", "G_MERGE_VALUES", "G_SBFX", "G_UBFX", "G_MEMSET", "G_BZERO", "G_JUMP_TABLE"])
                || is(&["G_BRJT", "G_DYN_STACKALLOC", "G_CONSTANT_POOL", "G_PREFETCH"]),
        ),
        TypeRule::Single(1) => {
            (RuleId::GenericVector, is(ACCESSES) || is(COPIES) || is(&["G_MERGE_VALUES", "G_BUILD_VECTOR_TRUNC", "G_DYN_STACKALLOC"]))
        }
        TypeRule::Vector(_) => (RuleId::GenericVector, true),
        TypeRule::Scalable(_) => (RuleId::GenericVector, name == "G_SPLAT_VECTOR"),
        TypeRule::SameLanes(a, b) => {
            let shifts = is(&["G_SHL", "G_LSHR", "G_ASHR", "G_ROTL", "G_ROTR"]);
            let mixed = get(a).map(types::is_vector) != get(b).map(types::is_vector);
            let exact = is(EXTENSIONS) || is(CASTS) || is(&["G_PTRMASK", "G_ICMP", "G_FCMP", "G_IS_FPCLASS", "G_SCMP", "G_UCMP"]);
            (RuleId::GenericLanes, exact || shifts && mixed)
        }
        TypeRule::LanesOrOne(..) => (RuleId::GenericLanes, name == "G_SELECT"),
        TypeRule::Different(..) => (RuleId::GenericSize, name == "G_BITCAST" || !types.iter().any(|ty| types::is_vector(*ty))),
        TypeRule::SameBits(..) => (RuleId::GenericSize, sized || no_pointers),
        TypeRule::MoreBits(..) => (RuleId::GenericSize, (sized || no_pointers) && !types.iter().any(|ty| types::is_scalable(*ty))),
        TypeRule::Wider(..) => (RuleId::GenericSize, (is(EXTENSIONS) || name == "G_BUILD_VECTOR_TRUNC") && no_pointers),
        TypeRule::IndexOf(..) => (RuleId::GenericIndex, name == "G_PTR_ADD" && sized),
        TypeRule::LaneIndex(number) => {
            let wide = get(number).and_then(|ty| types::bits(ty, None)).is_some_and(|bits| bits != 64);
            (RuleId::GenericIndex, context.pointer_bits == Some(64) && wide)
        }
        TypeRule::ElementOf(a, _) => {
            let reduced = name.starts_with("G_VECREDUCE") || is(&["G_EXTRACT_VECTOR_ELT", "G_INSERT_VECTOR_ELT"]);
            (RuleId::GenericVector, name == "G_BUILD_VECTOR" || reduced && get(a).is_some_and(types::is_vector))
        }
        TypeRule::SameElement(..) => (RuleId::GenericVector, is(&["G_SHUFFLE_VECTOR", "G_INSERT_SUBVECTOR"])),
        TypeRule::Sum(..) => (RuleId::GenericSize, sized || no_pointers),
        TypeRule::Pieces(_, b) => (RuleId::GenericVector, get(b).is_some_and(|ty| !types::has_pointers(ty))),
        TypeRule::Gather(a, _) => (RuleId::GenericVector, get(a).is_some_and(|ty| types::is_vector(ty) && !types::is_scalable(ty))),
        TypeRule::Concatenation(..) => (RuleId::GenericVector, true),
        _ => return Some(RuleId::GenericMeaning),
    };
    Some(if holds { id } else { RuleId::GenericMeaning })
}
