//! A machine function: every key of its document.

use crate::tables::{Absent, FUNCTION, Key, Value, Version};
use crate::{Block, BlockReference, FixedObject, FrameInfo, Name, Register, StackObject, Yaml};

/// A machine function (reference, *Machine Functions*). Each field is the key of the same name, `Default` holds llc's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// `name`: the IR function.
    pub name: String,
    /// `alignment` in bytes: 0 or a power of two.
    pub alignment: u64,
    /// The keys that are true or false.
    pub flags: FunctionFlags,
    /// `registers`: virtual registers with a number. Those of a name stand in the body alone.
    pub registers: Vec<VirtualRegister>,
    /// `liveins`.
    pub live_ins: Vec<FunctionLiveIn>,
    /// `calleeSavedRegisters`; an absent list and an empty one differ.
    pub callee_saved: Option<Vec<Register>>,
    /// `frameInfo`.
    pub frame: FrameInfo,
    /// `fixedStack`.
    pub fixed_stack: Vec<FixedObject>,
    /// `stack`.
    pub stack: Vec<StackObject>,
    /// `entry_values`, since LLVM 17.
    pub entry_values: Vec<EntryValue>,
    /// `callSites`.
    pub call_sites: Vec<CallSite>,
    /// `debugValueSubstitutions`.
    pub substitutions: Vec<Substitution>,
    /// `constants`: the constant pool.
    pub constants: Vec<Constant>,
    /// `machineFunctionInfo`: what the target keeps.
    pub info: Option<Yaml>,
    /// `jumpTable`.
    pub jump_table: Option<JumpTable>,
    /// `machineMetadataNodes`, each as `!N = ...`.
    pub metadata: Vec<String>,
    /// `body`.
    pub blocks: Vec<Block>,
}

impl Default for Function {
    fn default() -> Self {
        Self {
            name: String::new(),
            alignment: 1,
            flags: FunctionFlags::default(),
            registers: Vec::new(),
            live_ins: Vec::new(),
            callee_saved: None,
            frame: FrameInfo::default(),
            fixed_stack: Vec::new(),
            stack: Vec::new(),
            entry_values: Vec::new(),
            call_sites: Vec::new(),
            substitutions: Vec::new(),
            constants: Vec::new(),
            info: None,
            jump_table: None,
            metadata: Vec::new(),
            blocks: Vec::new(),
        }
    }
}

/// The keys of a function that are true or false, and false unless given. The bit of each is its position in
/// [`FunctionFlags::NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FunctionFlags(pub u32);

impl FunctionFlags {
    /// The keys, in the order in which llc prints them: of the rows of [`FUNCTION`], those of this kind that the release of the tables reads.
    pub const NAMES: &'static [&'static str] = &flag_names::<{ flags() }>();

    /// The flag of a key; `None` when it is no such key.
    pub fn of(name: &str) -> Option<Self> {
        Self::NAMES.iter().position(|known| *known == name).map(|position| Self(1 << position))
    }

    /// Whether all flags of `other` are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Whether a key is true or false, and false unless given.
const fn is_flag(key: &Key) -> bool {
    matches!(key.value, Value::Bool) && matches!(key.absent, Absent::Bool(false)) && key.since.0 <= Version::TABLES.0
}

/// How many flags there are.
const fn flags() -> usize {
    let (mut place, mut count) = (0, 0);
    while place < FUNCTION.keys.len() {
        count += is_flag(&FUNCTION.keys[place]) as usize;
        place += 1;
    }
    count
}

const fn flag_names<const COUNT: usize>() -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let (mut place, mut count) = (0, 0);
    while count < COUNT {
        if is_flag(&FUNCTION.keys[place]) {
            names[count] = FUNCTION.keys[place].name;
            count += 1;
        }
        place += 1;
    }
    names
}

/// An entry of `registers`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VirtualRegister {
    /// `id`: the number in `%N`.
    pub id: u32,
    /// `class`: a register class, a bank, or `_` for a generic register.
    pub class: Name,
    /// `preferred-register`: where the allocator should put it.
    pub preferred: Option<Register>,
}

/// An entry of `liveins`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionLiveIn {
    /// `reg`: the physical register.
    pub register: Register,
    /// `virtual-reg`: what it is copied to.
    pub copy: Option<Register>,
}

/// An entry of `entry_values`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryValue {
    /// `entry-value-register`.
    pub register: Register,
    /// `debug-info-variable`, `debug-info-expression` and `debug-info-location`.
    pub variable: crate::DebugVariable,
}

/// An entry of `callSites`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallSite {
    /// `bb`: the position of the block, not its number.
    pub block: u32,
    /// `offset`: the position of the call in its block.
    pub offset: u32,
    /// `fwdArgRegs`.
    pub arguments: Vec<ForwardedArgument>,
}

/// An entry of `fwdArgRegs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForwardedArgument {
    /// `arg`: the number of the argument.
    pub argument: u16,
    /// `reg`.
    pub register: Register,
}

/// An entry of `debugValueSubstitutions`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Substitution {
    /// `srcinst`: a debug instruction number.
    pub source_instruction: u32,
    /// `srcop`.
    pub source_operand: u32,
    /// `dstinst`.
    pub target_instruction: u32,
    /// `dstop`.
    pub target_operand: u32,
    /// `subreg`: a sub-register index as a number.
    pub subregister: u32,
}

/// An entry of `constants`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constant {
    /// `id`: the number in `%const.N`.
    pub id: u32,
    /// `value`: a constant of the IR with its type, or what a target prints.
    pub value: String,
    /// `alignment` in bytes, when given.
    pub alignment: Option<u64>,
    /// `isTargetSpecific`: llc prints such entries and cannot read them.
    pub target_specific: bool,
}

/// `jumpTable`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpTable {
    /// `kind`.
    pub kind: JumpTableKind,
    /// `entries`.
    pub entries: Vec<JumpTableEntry>,
}

/// An entry of a jump table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JumpTableEntry {
    /// `id`: the number in `%jump-table.N`.
    pub id: u32,
    /// `blocks`.
    pub blocks: Vec<BlockReference>,
}

/// How the addresses of a jump table are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JumpTableKind {
    /// `block-address`: plain addresses.
    BlockAddress,
    /// `gp-rel64-block-address`.
    GpRelative64,
    /// `gp-rel32-block-address`.
    GpRelative32,
    /// `label-difference32`.
    LabelDifference32,
    /// `label-difference64`, since LLVM 17.
    LabelDifference64,
    /// `inline`.
    Inline,
    /// `custom32`.
    Custom32,
}

impl JumpTableKind {
    /// All kinds, in the order of their declaration in LLVM.
    pub const ALL: [Self; 7] = [
        Self::BlockAddress,
        Self::GpRelative64,
        Self::GpRelative32,
        Self::LabelDifference32,
        Self::LabelDifference64,
        Self::Inline,
        Self::Custom32,
    ];

    /// How it is spelled.
    pub fn name(self) -> &'static str {
        match self {
            Self::BlockAddress => "block-address",
            Self::GpRelative64 => "gp-rel64-block-address",
            Self::GpRelative32 => "gp-rel32-block-address",
            Self::LabelDifference32 => "label-difference32",
            Self::LabelDifference64 => "label-difference64",
            Self::Inline => "inline",
            Self::Custom32 => "custom32",
        }
    }
}
