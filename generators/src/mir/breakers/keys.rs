//! Breakers of functions and of the keys of their containers.

use super::Code;
use super::draft::{ABSENT, Draft};
use irsmith_mir::{
    BlockReference, CallSite, DebugLocation, Function, FunctionFlags, FunctionLiveIn, Name, Register, SavePoint, VirtualRegister, Yaml,
};

/// A block number that no function has.
const NO_BLOCK: BlockReference = BlockReference { number: ABSENT, name: None };

/// Returns a point at which no register is named.
const fn point(block: BlockReference) -> SavePoint {
    SavePoint { block, registers: Vec::new(), unknown_keys: Vec::new() }
}

fn any(_: &Function) -> bool {
    true
}

/// Changes a function for which `fits` holds.
fn change(draft: &mut Draft<'_, '_>, fits: fn(&Function) -> bool, change: fn(&mut Function)) -> Option<()> {
    change(draft.function(fits)?);
    Some(())
}

pub(super) const BREAKERS: &[Code] = &[
    Code {
        rule: "function-name",
        about: "removes the name of a function",
        change: |draft| change(draft, any, |function| function.name.clear()),
    },
    Code {
        rule: "function-info",
        about: "adds a key that the target does not have",
        change: |draft| {
            draft.target()?;
            change(draft, any, |function| {
                let entry = ("hasBlueZone".to_owned(), Yaml::Scalar("true".into()));
                function.info = Some(Yaml::Mapping { flow: false, entries: vec![entry] });
            })
        },
    },
    Code {
        rule: "state-conflict",
        about: "says that a function with virtual registers has none",
        change: |draft| {
            let has_registers = |function: &Function| !function.registers.is_empty();
            change(draft, has_registers, |function| function.no_virtual_registers = Some(true))
        },
    },
    Code {
        rule: "function-repeated",
        about: "repeats a function",
        change: |draft| {
            let copy = draft.function(any)?.clone();
            draft.model.functions.push(copy);
            Some(())
        },
    },
    Code {
        rule: "function-in-ir",
        about: "gives a function a name that the module does not define",
        change: |draft| {
            draft.model.ir.as_ref()?;
            change(draft, any, |function| function.name = "no.such.function".into())
        },
    },
    Code {
        rule: "alignment-power",
        about: "aligns a function to three bytes",
        change: |draft| change(draft, any, |function| function.alignment = 3),
    },
    Code {
        rule: "call-site-block",
        about: "lists a call in a block that does not exist",
        change: |draft| change(draft, any, |function| function.call_sites.push(CallSite { block: u32::MAX, ..CallSite::default() })),
    },
    Code {
        rule: "call-site-offset",
        about: "lists a call after the end of a block",
        change: |draft| {
            let add = |function: &mut Function| function.call_sites.push(CallSite { offset: u32::MAX, ..CallSite::default() });
            change(draft, |function| !function.blocks.is_empty(), add)
        },
    },
    Code {
        rule: "call-site-call",
        about: "lists a copy as a call",
        change: |draft| {
            let is_copy = |block: &irsmith_mir::Block| block.instructions.first().is_some_and(|first| first.opcode == "COPY");
            let function = draft.function(|function| function.blocks.iter().any(is_copy))?;
            let block = function.blocks.iter().position(is_copy)?;
            function.call_sites.push(CallSite { block: u32::try_from(block).ok()?, ..CallSite::default() });
            Some(())
        },
    },
    Code {
        rule: "key-register",
        about: "makes a virtual register live-in in a function",
        change: |draft| {
            change(draft, any, |function| {
                function.live_ins.push(FunctionLiveIn { register: Register::Virtual(0), ..FunctionLiveIn::default() });
            })
        },
    },
    Code {
        rule: "save-point",
        about: "saves registers in a block that does not exist",
        change: |draft| change(draft, any, |function| function.frame.save_points = vec![point(NO_BLOCK)]),
    },
    Code {
        rule: "block-name",
        about: "refers to the block that saves registers by a name that differs from its label",
        change: |draft| {
            let function = draft.function(|function| !function.blocks.is_empty())?;
            let number = function.blocks[0].number;
            function.frame.save_points = vec![point(BlockReference { number, name: Some("no.such.name".into()) })];
            Some(())
        },
    },
    Code {
        rule: "virtual-repeated",
        about: "lists a register twice",
        change: |draft| {
            let function = draft.function(|function| !function.registers.is_empty())?;
            let entry = function.registers[0].clone();
            function.registers.push(entry);
            Some(())
        },
    },
    Code {
        rule: "virtual-class",
        about: "gives a register a class that the target does not have",
        change: |draft| {
            draft.target()?;
            change(
                draft,
                |function| !function.registers.is_empty(),
                |function| function.registers[0].class = Name::from_static_str("no_such_class"),
            )
        },
    },
    Code {
        rule: "virtual-preferred",
        about: "gives a generic register a preferred register",
        change: |draft| {
            change(draft, any, |function| {
                let preferred = Some(Register::Physical(Name::from_static_str("r0")));
                function.registers.push(VirtualRegister {
                    id: ABSENT,
                    class: Name::from_static_str("_"),
                    preferred,
                    ..VirtualRegister::default()
                });
            })
        },
    },
    Code {
        rule: "jump-table-block",
        about: "makes a jump table refer to a block that does not exist",
        change: |draft| {
            let has_table = |function: &Function| function.jump_table.as_ref().is_some_and(|table| !table.entries.is_empty());
            change(draft, has_table, |function| {
                let entries = function.jump_table.iter_mut().flat_map(|table| &mut table.entries);
                entries.take(1).for_each(|entry| entry.blocks.push(NO_BLOCK));
            })
        },
    },
    Code {
        rule: "phi-liveness",
        about: "removes tracksRegLiveness from a function with PHIs",
        change: |draft| {
            let function = draft.function(|function| super::draft::is_open(function) && reads_phi(function))?;
            function.flags.0 &= !FunctionFlags::TRACKS_REG_LIVENESS.0;
            Some(())
        },
    },
    Code {
        rule: "generic-selected",
        about: "marks a function with generic instructions as selected",
        change: |draft| set(draft, FunctionFlags::SELECTED),
    },
    Code {
        rule: "metadata-class",
        about: "gives an instruction a list as debug location",
        change: |draft| {
            let function = draft.function(super::draft::is_open)?;
            function.metadata.push(format!("!{ABSENT} = !{{}}"));
            let instruction = function.blocks.last_mut()?.instructions.last_mut()?;
            instruction.suffixes.get_or_insert_default().debug_location = Some(DebugLocation::Number(ABSENT));
            Some(())
        },
    },
    Code {
        rule: "metadata-grammar",
        about: "adds a metadata node that is not a list",
        change: |draft| change(draft, any, |function| function.metadata.push(format!("!{ABSENT} = !DIExpression()"))),
    },
    Code {
        rule: "metadata-repeated",
        about: "adds a metadata node twice",
        change: |draft| {
            change(draft, any, |function| function.metadata.extend([format!("!{ABSENT} = !{{}}"), format!("!{ABSENT} = !{{}}")]))
        },
    },
    Code {
        rule: "generic-bank",
        about: "marks a function with registers without a bank as regBankSelected",
        change: |draft| set(draft, FunctionFlags::REG_BANK_SELECTED),
    },
];

/// Returns whether a function has a PHI that reads a value.
fn reads_phi(function: &Function) -> bool {
    let mut phis = function.blocks.iter().flat_map(|block| &block.instructions).filter(|instruction| crate::mir::edit::is_phi(instruction));
    phis.any(|phi| {
        phi.operands.iter().any(|operand| match &operand.kind {
            irsmith_mir::OperandKind::Register(register) => !register.flags.contains(irsmith_mir::RegisterFlags::UNDEF),
            _ => false,
        })
    })
}

/// Sets a flag of a function and inserts a generic instruction into it.
fn set(draft: &mut Draft<'_, '_>, flag: FunctionFlags) -> Option<()> {
    let lines = super::draft::instructions("%broken:_(s32) = G_IMPLICIT_DEF")?;
    let function = draft.function(super::draft::is_open)?;
    function.flags.0 |= flag.0;
    function.blocks.last_mut()?.instructions.splice(0..0, lines);
    Some(())
}
