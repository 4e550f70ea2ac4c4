//! The keys of a function: one YAML document.

use super::frame::FRAME;
use super::kind::{Absent, Item, Key, Map, Text, Value, Written};
use super::lists::{CALL_SITE, CALLED_GLOBAL, CONSTANT, DEBUG_VALUE_SUBSTITUTION, JUMP_TABLE, LIVE_IN, VIRTUAL_REGISTER};
use super::objects::{ENTRY_VALUE, FIXED_STACK_OBJECT, STACK_OBJECT};
use super::rows::{concat, key};

/// The keys of a function, in parts: `fields` have rows as in all mappings; `flags` are boolean, and false if absent, and together form
/// [`FunctionFlags`](crate::FunctionFlags).
macro_rules! function_fields {
    ($with:ident!) => {
        $with! {
            fields {
                /// The IR function.
                Name name: String = function_name "name";
                /// In bytes: 0 or a power of two.
                Alignment alignment: u64 = alignment "alignment";
            }
            flags {
                "exposesReturnsTwice";
                "legalized";
                "regBankSelected";
                "selected";
                "failedISel";
                "tracksRegLiveness";
                "hasWinCFI";
            }
            fields {
                NoPhis no_phis: Option<bool> = some_flag "noPhis" since 20;
                IsSsa is_ssa: Option<bool> = some_flag "isSSA" since 20;
                NoVirtualRegisters no_virtual_registers: Option<bool> = some_flag "noVRegs" since 20;
                FakeUses has_fake_uses: Option<bool> = some_flag "hasFakeUses" since 20;
            }
            flags {
                "callsEHReturn" since 16;
                "callsUnwindInit" since 16;
                "hasEHCatchret" since 16 renamed "hasEHContTarget" in 21;
                "hasEHScopes" since 16;
                "hasEHFunclets" since 16;
                "isOutlined" since 19;
                "debugInstrRef" since 16;
                "failsVerification";
                "tracksDebugUserValues";
            }
            fields {
                /// Virtual registers with a number. Named registers are only in the body.
                Registers registers: Vec<VirtualRegister> = list(VIRTUAL_REGISTER) "registers";
                LiveIns live_ins: Vec<FunctionLiveIn> = list(LIVE_IN) "liveins";
                /// An absent list and an empty one differ.
                CalleeSaved callee_saved: Option<Vec<Register>> = saved_registers "calleeSavedRegisters";
                Frame frame: FrameInfo = frame(FRAME) "frameInfo";
                FixedStack fixed_stack: Vec<FixedObject> = list(FIXED_STACK_OBJECT) "fixedStack";
                Stack stack: Vec<StackObject> = list(STACK_OBJECT) "stack";
                EntryValues entry_values: Vec<EntryValue> = list(ENTRY_VALUE) "entry_values" since 19;
                CallSites call_sites: Vec<CallSite> = list(CALL_SITE) "callSites";
                Substitutions substitutions: Vec<Substitution> = list(DEBUG_VALUE_SUBSTITUTION) "debugValueSubstitutions";
                /// The constant pool.
                Constants constants: Vec<Constant> = list(CONSTANT) "constants";
                /// The target's own information.
                Info info: Option<Yaml> = target_map "machineFunctionInfo";
                JumpTable jump_table: Option<JumpTable> = some_map(JUMP_TABLE) "jumpTable";
                /// Each as `!N = ...`.
                Metadata metadata: Vec<String> = nodes "machineMetadataNodes";
                CalledGlobals called_globals: Vec<CalledGlobal> = some_list(CALLED_GLOBAL) "calledGlobals" since 20;
                /// Places in the code that other functions prefetch, as llc prints them.
                PrefetchTargets prefetch_targets: Vec<Name> = some_words(PrefetchTarget) "prefetch-targets" since 23;
                Blocks blocks: Vec<Block> = body "body";
            }
        }
    };
}

pub(crate) use function_fields;

macro_rules! keys {
    ($(
        fields { $(
            $(#[$about:meta])* $variant:ident $field:ident: $ty:ty = $kind:ident $(($($argument:tt)*))? $name:literal
            $(since $since:literal)? $(until $until:literal)?;
        )* }
        $(flags { $($flag:literal $(since $flag_since:literal)? $(renamed $renamed:literal in $renamed_in:literal)?;)* })?
    )*) => {
        const PARTS: &[&[Key]] = &[$(
            &[$(key!($kind $(($($argument)*))? $name)$(.since($since))?$(.until($until))?),*],
            $(&[$(Key::flag($flag)$(.since($flag_since))?$(.renamed($renamed, $renamed_in))?),*],)?
        )*];
    };
}

function_fields!(keys!);

const KEYS: [Key; count(PARTS)] = concat(PARTS);

const fn count(parts: &[&[Key]]) -> usize {
    let (mut part, mut count) = (0, 0);
    while part < parts.len() {
        count += parts[part].len();
        part += 1;
    }
    count
}

/// A function: one YAML document.
pub const FUNCTION: &Map = &Map { name: "function", flow: false, keys: &KEYS };
