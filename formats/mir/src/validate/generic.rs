//! Generic opcodes: the relations of their types, and the further checks of the machine verifier for each.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::lines::{Item, Line};
use super::{generic_memory, generic_special, types};
use crate::tables::{Opcode, Properties, SlotKind, Tail, TypeRule, Version};
use crate::{FunctionFlags, OperandKind, Type};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let Some(row) = line.row else { return };
    // Targets have generic opcodes of their own, for which the verifier checks nothing more.
    if body.machine.is_some_and(|machine| !machine.is_common(row.name)) {
        return;
    }
    if body.has(FunctionFlags::SELECTED) {
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

/// Returns the slot kind of an operand of an instruction, including those of its tail.
fn kind_at(row: &Opcode, number: usize, line: &Line<'_>) -> Option<SlotKind> {
    let results = usize::from(row.results);
    match row.tail {
        // Results after those of the row are between them and the uses.
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

/// Returns the types of the row by number; `None` if one is missing or two disagree.
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
        match (body.type_of(Some(item)), types.get(usize::from(of)).copied().flatten()) {
            (None, _) => {
                // Generic registers without a type, and physical registers, have separate rules.
                let has_class = item.register().and_then(|register| body.of(&register)).is_some_and(|known| !known.is_generic());
                if has_class {
                    context.add_operand(RuleId::GenericMissing, site, place, format_args!("{} wants a type here", row.name));
                }
                complete = false;
            }
            (Some(ty), None) => types[usize::from(of)] = Some(ty),
            (Some(ty), Some(first)) if ty != first => {
                context.add_operand(RuleId::GenericMismatch, site, place, format_args!("{ty} where {first} was before"));
                complete = false;
            }
            _ => {}
        }
    }
    types.into_iter().collect::<Option<Vec<_>>>().filter(|_| complete)
}

/// Returns the number of operands that a sum, gathering or concatenation adds up.
fn tail_length(line: &Line<'_>, row: &Opcode, operands: &[Item<'_>]) -> usize {
    match row.tail {
        Tail::Results(_) => line.instruction.results.len(),
        _ => operands.len().saturating_sub(usize::from(row.results)),
    }
}

/// Checks that operands other than registers have the kind that the opcode requires.
fn check_kinds(context: &mut Context<'_>, line: &Line<'_>, row: &Opcode, operands: &[Item<'_>]) {
    use OperandKind as Kind;
    for (slot, item) in row.operands.iter().zip(operands) {
        let (wanted, fits) = match slot.kind {
            SlotKind::IntegerPredicate => ("an integer predicate", matches!(item.other(), Some(Kind::IntegerPredicate(_)))),
            SlotKind::FloatPredicate => ("a floating-point predicate", matches!(item.other(), Some(Kind::FloatPredicate(_)))),
            SlotKind::Intrinsic => ("an intrinsic", matches!(item.other(), Some(Kind::Intrinsic(_))) || row.is(Properties::VARIADIC)),
            SlotKind::Block => ("a block", matches!(item.other(), Some(Kind::Block(_)))),
            SlotKind::FrameObject => ("an object of the frame", matches!(item.other(), Some(Kind::Stack { .. } | Kind::FixedStack(_)))),
            SlotKind::Global => ("a global value", matches!(item.other(), Some(Kind::Global { .. } | Kind::ExternalSymbol { .. }))),
            SlotKind::BlockAddress => ("the address of a block", matches!(item.other(), Some(Kind::BlockAddress { .. }))),
            _ => continue,
        };
        if !fits && !row.is(Properties::BRANCH) {
            context.add_operand(RuleId::GenericOperand, line.site, item.place, format_args!("{} wants {wanted}", row.name));
        }
    }
}

fn check_types(context: &mut Context<'_>, line: &Line<'_>, row: &Opcode, types: &[Type], count: usize) {
    let pointers = context.pointers;
    // Rules that depend on an unknown width are not judged.
    let pointer = |space| pointers.map_or(64, |pointers| pointers.of(space));
    for (rules, always) in [(row.rules.verified, true), (row.rules.meant, false)] {
        for rule in rules.iter().filter(|rule| !rule.holds(types, count, &pointer)) {
            let demanded =
                if always { is_judged(context, *rule, row.name, types) } else { is_demanded_here(context, *rule, row.name, types) };
            let id = if demanded { rule_of(*rule) } else { RuleId::GenericMeaning };
            context.add_instruction(id, line.site, format_args!("{}: {}", row.name, rule.breach(types, count, &pointer)));
        }
    }
}

/// Returns the rule of the machine verifier that is broken when a rule for types is.
fn rule_of(rule: TypeRule) -> RuleId {
    match rule {
        TypeRule::Integer(_) | TypeRule::Pointers(_) => RuleId::GenericPointer,
        TypeRule::BytePairs(_)
        | TypeRule::Different(..)
        | TypeRule::SameBits(..)
        | TypeRule::MoreBits(..)
        | TypeRule::TwoBits(_)
        | TypeRule::Wider(..)
        | TypeRule::Within(..)
        | TypeRule::Sum(..) => RuleId::GenericSize,
        TypeRule::SameLanes(..) | TypeRule::LanesOrOne(..) => RuleId::GenericLanes,
        TypeRule::IndexOf(..) | TypeRule::LaneIndex(_) => RuleId::GenericIndex,
        TypeRule::Float(_) | TypeRule::Boolean(_) | TypeRule::Fixed(_) => RuleId::GenericMeaning,
        TypeRule::Single(_)
        | TypeRule::Vector(_)
        | TypeRule::Scalable(_)
        | TypeRule::ElementOf(..)
        | TypeRule::SameElement(..)
        | TypeRule::Pieces(..)
        | TypeRule::Gather(..)
        | TypeRule::Concatenation(..) => RuleId::GenericVector,
    }
}

/// Returns whether the verifier of the release checks a rule that LLVM 19 always checks, and its decision on these types is known: not if it
/// depends on the representation of a pointer, or on a width that is unknown.
fn is_judged(context: &Context<'_>, rule: TypeRule, name: &str, types: &[Type]) -> bool {
    let release = context.dialect.release;
    let is_vector = |number: u8| types.get(usize::from(number)).is_some_and(|ty| types::is_vector(*ty));
    let is_checked = match (name, rule) {
        ("G_BSWAP" | "G_EXTRACT_VECTOR_ELT" | "G_INSERT_VECTOR_ELT", _) | (_, TypeRule::IndexOf(..)) => release >= Version::TABLES,
        ("G_LROUND" | "G_LLROUND", TypeRule::Single(_)) => release <= Version::TABLES,
        ("G_LROUND" | "G_LLROUND", TypeRule::Integer(number)) => release <= Version::TABLES || !is_vector(number),
        // Pull request 106580 of llvm-project.
        ("G_SPLAT_VECTOR", TypeRule::Integer(_)) => release <= Version::TABLES,
        // Vectors of pointers may be divided into others since LLVM 22.
        (_, TypeRule::Pieces(_, whole)) => {
            let is_free = types.get(usize::from(whole)).is_some_and(|ty| types::is_vector(*ty) && types::has_pointers(*ty));
            release >= Version(16) && !(is_free && release > Version::TABLES)
        }
        _ => true,
    };
    is_checked && is_known(context, rule, types)
}

/// Returns whether all is known on which the decision about a rule depends.
fn is_known(context: &Context<'_>, rule: TypeRule, types: &[Type]) -> bool {
    let get = |number: u8| types.get(usize::from(number)).copied();
    let has_pointers = types.iter().any(|ty| types::has_pointers(*ty));
    let sized = context.pointers.is_some() || !has_pointers;
    match rule {
        TypeRule::BytePairs(_) => !has_pointers,
        TypeRule::SameBits(..) | TypeRule::Wider(..) | TypeRule::Within(..) | TypeRule::Sum(..) | TypeRule::IndexOf(..) => sized,
        TypeRule::MoreBits(..) => sized && !types.iter().any(|ty| types::is_scalable(*ty)),
        TypeRule::LaneIndex(number) => has_other_size(context, get(number)),
        TypeRule::Gather(a, _) => get(a).is_some_and(|ty| types::is_vector(ty) && !types::is_scalable(ty)),
        _ => true,
    }
}

/// Returns whether the verifier checks a rule for these types that it does not always check.
fn is_demanded_here(context: &Context<'_>, rule: TypeRule, name: &str, types: &[Type]) -> bool {
    let get = |number: u8| types.get(usize::from(number)).copied();
    let release = context.dialect.release;
    match rule {
        TypeRule::SameLanes(a, b) if SHIFTS.contains(&name) => get(a).map(types::is_vector) != get(b).map(types::is_vector),
        TypeRule::LaneIndex(number) => release >= Version::TABLES && has_other_size(context, get(number)),
        TypeRule::ElementOf(a, _) if name == "G_EXTRACT_VECTOR_ELT" => release >= Version::TABLES && get(a).is_some_and(types::is_vector),
        // Pull request 168872 of llvm-project.
        TypeRule::Integer(_) if EXTREMES.contains(&name) => release >= Version(22),
        TypeRule::TwoBits(_) => release > Version::TABLES,
        _ => false,
    }
}

/// Opcodes that have no pointers since LLVM 22.
const EXTREMES: &[&str] = &["G_SMAX", "G_SMIN", "G_UMAX", "G_UMIN"];

/// Opcodes whose amount must be a vector if the shifted value is one.
const SHIFTS: &[&str] = &["G_SHL", "G_LSHR", "G_ASHR", "G_ROTL", "G_ROTR"];

/// Returns whether an index has surely another size than pointers.
fn has_other_size(context: &Context<'_>, index: Option<Type>) -> bool {
    let bits = index.and_then(|ty| types::bits(ty, context.pointers));
    bits.zip(context.pointer_bits(0)).is_some_and(|(bits, pointer)| bits != pointer.into())
}
