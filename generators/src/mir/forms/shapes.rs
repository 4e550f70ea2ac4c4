//! Properties of several instructions together, beyond the single rows of a case.

use crate::forms::forms;
use crate::mir::facts::{Facts, is_plain_name};
use crate::mir::families::Family;
use irsmith_mir::{Class, FunctionFlags, IrValue, Name, OperandKind, Register, RegisterFlags, RegisterQualifier};

forms! {
    /// A property of a case. Four of them belong to a row that generates nothing else, and are in the same files as that row: `Call` with
    /// the pseudo instruction, `Barrier` with the end of a function, `TargetFlags` with the operand, `ResultBehind` with the results of
    /// inline assembly.
    pub(in crate::mir) enum Shape: ShapeRow in Family::Shape;
    seen |form, facts: Facts| (form.row().seen)(facts);
    Embedded "embedded module" { seen: |facts| u64::from(facts.module().is_some()) }
    QuotedName "name that needs quotes" { seen: |facts| facts.names(|name| matches!(name, IrValue::Named(name) if !is_plain_name(name))) }
    DigitName "name that begins with a digit" {
        seen: |facts| facts.names(|name| matches!(name, IrValue::Named(name) if name.starts_with(|first: char| first.is_ascii_digit())))
    }
    EmptyLines "module with empty lines at its end" { seen: |facts| u64::from(facts.module().is_some_and(|text| text.ends_with("\n\n"))) }
    Unnamed "value of the module without a name" { seen: |facts| facts.names(|name| matches!(name, IrValue::Numbered(_))) }
    NamedRegister "virtual register with a name" { seen: |facts| facts.registers(|_, operand| matches!(operand.register, Register::Named(_))) }
    SparseRegisters "numbers of registers with gaps" { seen: |facts| facts.bodies().sparse_registers }
    SparseBlocks "numbers of blocks with gaps" { seen: |facts| facts.bodies().sparse_blocks }
    SparseEntries "ids of the container with gaps" { seen: |facts| facts.bodies().sparse_entries }
    ListedRegisters "registers listed in the container" { seen: |facts| facts.functions(|function| u64::from(!function.registers.is_empty())) }
    Bank "generic register of a bank" {
        seen: |facts| facts.registers(|_, operand| {
            matches!(operand.class, Class::Named(_)) && matches!(operand.qualifier, RegisterQualifier::Type(_))
        })
    }
    TypedUse "type at a use" {
        seen: |facts| facts.registers(|is_result, operand| !is_result && matches!(operand.qualifier, RegisterQualifier::Type(_)))
    }
    Untracked "liveness of physical registers not tracked" {
        seen: |facts| facts.functions(|function| {
            u64::from(!function.flags.contains(FunctionFlags::TRACKS_REG_LIVENESS))
        })
    }
    Physical "physical registers alone" { seen: |facts| facts.bodies().physical }
    NotSsa "virtual registers written several times" { seen: |facts| facts.bodies().rewritten }
    Subregister "part of a virtual register" {
        seen: |facts| facts.registers(|_, operand| operand.subregister.is_some() && is_virtual(&operand.register))
    }
    PhysicalOperand "physical register among virtual ones" { seen: |facts| facts.bodies().physical_operands }
    SeveralMemoryOperands "several memory operands" { seen: |facts| facts.in_groups(|line| line.memory.len() > 1) }
    Undef "operand that is undef" {
        seen: |facts| facts.registers(|is_result, operand| {
            !is_result && is_virtual(&operand.register) && operand.subregister.is_none() && operand.flags.contains(RegisterFlags::UNDEF)
        })
    }
    Killed "last use of a register" {
        seen: |facts| facts.registers(|_, operand| !is_virtual(&operand.register) && operand.flags.contains(RegisterFlags::KILLED))
    }
    KilledVirtual "last use of a virtual register" {
        seen: |facts| facts.registers(|_, operand| is_virtual(&operand.register) && operand.flags.contains(RegisterFlags::KILLED))
    }
    Dead "result that is dead" {
        seen: |facts| {
            let results = facts.registers(|is_result, operand| is_result && operand.flags.contains(RegisterFlags::DEAD));
            let dead = |operand: &irsmith_mir::Operand| {
                matches!(&operand.kind, OperandKind::Register(operand) if operand.flags.contains(RegisterFlags::DEAD))
            };
            results + facts.in_groups(|line| line.operands.iter().any(dead))
        }
    }
    Renamable "renamable register" { seen: |facts| facts.registers(|_, operand| operand.flags.contains(RegisterFlags::RENAMABLE)) }
    EarlyClobber "early clobber, spelled out" {
        seen: |facts| facts.registers(|is_result, operand| is_result && operand.flags.contains(RegisterFlags::EARLY_CLOBBER))
    }
    ResultBehind "result behind the opcode" { seen: |facts| facts.registers(|_, operand| operand.flags.contains(RegisterFlags::DEF)) }
    TargetFlags "target flags" { seen: |facts| facts.at_numbers(|operand| operand.target_flags.is_some()) }
    Bundle "bundle" { seen: |facts| facts.lines(|line| line.bundle.is_some()) }
    Internal "use of what the same bundle wrote" { seen: |facts| facts.registers(|_, operand| operand.flags.contains(RegisterFlags::INTERNAL)) }
    Call "call" { seen: |facts| facts.lines(|line| line.operands.iter().any(|operand| is_mask(&operand.kind))) }
    CallFrame "call within a call frame" { seen: |facts| facts.lines(|line| line.opcode.starts_with("ADJCALLSTACKDOWN")) }
    CallSite "call site" { seen: |facts| facts.functions(|function| function.call_sites.len() as u64) }
    Unreachable "block that nothing leads to" { seen: |facts| facts.flow().unreached }
    Barrier "block that ends in a trap" { seen: |facts| facts.flow().traps }
    BlockAddress "address of a block" { seen: |facts| facts.operands(|operand| matches!(operand, OperandKind::BlockAddress { .. })) }
    Tied "tie, spelled out" { seen: |facts| facts.registers(|_, operand| matches!(operand.qualifier, RegisterQualifier::TiedTo(_))) }
    FarOffset "offset of 64 bits" { seen: |facts| facts.offsets(|offset| i32::try_from(offset).is_err()) }
    QuotedSymbol "MC symbol with a name that needs quotes" {
        seen: |facts| {
            let quoted = |name: &Option<Name>| name.as_ref().is_some_and(|name| !is_plain_name(name));
            let behind = facts.suffixes(|suffixes| quoted(&suffixes.pre_symbol) || quoted(&suffixes.post_symbol));
            behind + facts.operands(|operand| matches!(operand, OperandKind::Symbol(name) if !is_plain_name(name)))
        }
    }
}

/// The columns of a property.
pub(in crate::mir) struct ShapeRow {
    seen: fn(&Facts<'_>) -> u64,
}

fn is_virtual(register: &Register) -> bool {
    matches!(register, Register::Virtual(_) | Register::Named(_))
}

/// Returns whether an operand defines which registers a call keeps.
fn is_mask(operand: &OperandKind) -> bool {
    matches!(operand, OperandKind::RegisterMask(_) | OperandKind::CustomRegisterMask(_))
}
