//! The keys of the lists of a function: registers, live-ins, call sites, substitutions, constants, jump tables.

use super::kind::{Absent, Item, Key, Map, Text, Value, Written};
use super::rows::{concat, is_flow, key, maps};
use super::words::JUMP_TABLE_KINDS;

/// The keys of registers, live-ins, call sites, constants and jump tables.
macro_rules! list_fields {
    ($with:ident!) => {
        $with! {
            /// An entry of `registers`: a virtual register.
            VirtualRegister VirtualRegisterKey VIRTUAL_REGISTER "register" flow {
                /// The number in `%N`.
                Id id: u32 = id "id";
                /// A register class, a bank, or `_` for a generic register.
                Class class: Name = class "class";
                /// The register that the allocator should prefer.
                Preferred preferred: Option<Register> = some_register(AnyRegister) "preferred-register";
                /// Flags that the target defines.
                Flags flags: Vec<Name> = words(RegisterFlag) "flags" since 20;
                /// The register that the allocator split.
                SplitFrom split_from: Option<Register> = printed_register(VirtualRegister) "split-from" since 23;
                /// The physical register that the allocator assigned.
                Assigned assigned: Option<Register> = printed_register(Register) "assigned-phys" since 23;
            }

            /// An entry of `liveins`: a register that is live on entry to the function.
            FunctionLiveIn FunctionLiveInKey LIVE_IN "live-in" flow {
                /// The physical register.
                Register register: Register = register "reg";
                /// The virtual register to which it is copied.
                Copy copy: Option<Register> = some_register(VirtualRegister) "virtual-reg";
            }

            /// An entry of `callSites`: the registers in which a call passes its arguments. llc reads call sites only with
            /// `-emit-call-site-info`.
            CallSite CallSiteKey CALL_SITE "call site" flow {
                /// The position of the block in the file, not the number of its label.
                Block block: u32 = number32 "bb";
                /// The position of the call in its block.
                Offset offset: u32 = number32 "offset";
                Arguments arguments: Vec<ForwardedArgument> = list(FORWARDED_ARGUMENT) "fwdArgRegs";
                /// Identifiers of the types of possible callees.
                CalleeTypes callee_types: Vec<u64> = numbers "calleeTypeIds" since 22;
            }

            /// An entry of `fwdArgRegs`: an argument of a call and its register.
            ForwardedArgument ForwardedArgumentKey FORWARDED_ARGUMENT "forwarded argument" flow {
                /// The number of the argument.
                Argument argument: u16 = number16 "arg";
                Register register: Register = register "reg";
            }

            /// An entry of `debugValueSubstitutions`: a value that moved from one numbered instruction to another.
            Substitution SubstitutionKey DEBUG_VALUE_SUBSTITUTION "debug value substitution" flow {
                /// A debug instruction number.
                SourceInstruction source_instruction: u32 = debug_number "srcinst";
                SourceOperand source_operand: u32 = number32 "srcop";
                /// A debug instruction number.
                TargetInstruction target_instruction: u32 = debug_number "dstinst";
                TargetOperand target_operand: u32 = number32 "dstop";
                /// The number of a sub-register index; 0 for the whole register.
                Subregister subregister: u32 = number32 "subreg";
            }

            /// An entry of `constants`, the constant pool.
            Constant ConstantKey CONSTANT "constant" block {
                /// The number in `%const.N`.
                Id id: u32 = id "id";
                /// A constant of the IR with its type, or text that a target prints.
                Value value: String = constant "value";
                /// In bytes, if given. If absent: the preferred alignment of the type in the data layout.
                Alignment alignment: Option<u64> = some_alignment(Absent::Distinct) "alignment";
                /// llc prints such entries but cannot read them.
                TargetSpecific target_specific: bool = flag "isTargetSpecific";
            }

            /// An entry of `calledGlobals`: a call whose callee is a global value that the target treats in a special way.
            CalledGlobal CalledGlobalKey CALLED_GLOBAL "called global" block {
                /// The position of the block in the file, not the number of its label.
                Block block: u32 = number32 "bb";
                /// The position of the call in its block.
                Offset offset: u32 = number32 "offset";
                /// The name of the global value.
                Callee callee: Name = required_name(GlobalName) "callee";
                /// The target's flags of the reference.
                Flags flags: u32 = number32 "flags";
            }

            /// `jumpTable`.
            JumpTable JumpTableKey JUMP_TABLE "jump table" block {
                Kind kind: JumpTableKind = required_word(JUMP_TABLE_KINDS) "kind";
                Entries entries: Vec<JumpTableEntry> = list(JUMP_TABLE_ENTRY) "entries";
            }

            /// An entry of a jump table.
            JumpTableEntry JumpTableEntryKey JUMP_TABLE_ENTRY "jump table entry" block {
                /// The number in `%jump-table.N`.
                Id id: u32 = id "id";
                Blocks blocks: Vec<BlockReference> = blocks "blocks";
            }
        }
    };
}

pub(crate) use list_fields;

list_fields!(maps!);
