//! The keys of the frame's objects.

use super::kind::{Absent, Key, Map, Text, Value, When, Written};
use super::rows::{concat, is_flow, key, maps, required};
use super::words::{FIXED_OBJECT_KINDS, STACK_IDS, STACK_OBJECT_KINDS};

/// The keys of objects of the frame, and of variables that are stored in them or in registers.
macro_rules! object_fields {
    ($with:ident!) => {
        $with! {
            /// A variable of the program that is stored in an object, or in a register on entry: each part as text, or empty.
            DebugVariable DebugVariableKey DEBUG_VARIABLE "variable" flow {
                Variable variable: String = text(Metadata) "debug-info-variable";
                Expression expression: String = text(Expression) "debug-info-expression";
                Location location: String = text(Location) "debug-info-location";
            }

            /// An entry of `fixedStack`: an object at a known offset from the stack pointer on entry.
            FixedObject FixedObjectKey FIXED_STACK_OBJECT "fixed stack object" flow {
                /// The number in `%fixed-stack.N`.
                Id id: u32 = id "id";
                Kind kind: FixedObjectKind = word(FIXED_OBJECT_KINDS) "type";
                /// In bytes.
                Offset offset: i64 = offset64 "offset";
                /// In bytes.
                Size size: u64 = object_size "size";
                /// In bytes, if given.
                Alignment alignment: Option<u64> = some_alignment(Absent::Number(1)) "alignment";
                StackId stack_id: StackId = word(STACK_IDS) "stack-id";
                Immutable immutable: bool = flag "isImmutable" when NotSpillSlot;
                Aliased aliased: bool = flag "isAliased" when NotSpillSlot;
                CalleeSaved callee_saved: Option<Register> = some_register(Register) "callee-saved-register";
                CalleeSavedRestored callee_saved_restored: bool = true_flag "callee-saved-restored";
                ..variable: DebugVariable = VARIABLE;
            }

            /// An entry of `stack`: an object whose offset the frame lowering chooses.
            StackObject StackObjectKey STACK_OBJECT "stack object" flow {
                /// The number in `%stack.N`.
                Id id: u32 = id "id";
                /// An alloca of the IR function, or empty.
                Name name: Name = name(AllocaName) "name";
                Kind kind: StackObjectKind = word(STACK_OBJECT_KINDS) "type";
                /// In bytes.
                Offset offset: i64 = offset64 "offset";
                /// In bytes; 0 for variable-sized objects, where it is not written.
                Size size: u64 = required_object_size "size" when Sized;
                /// In bytes, if given.
                Alignment alignment: Option<u64> = some_alignment(Absent::Number(1)) "alignment";
                StackId stack_id: StackId = word(STACK_IDS) "stack-id";
                CalleeSaved callee_saved: Option<Register> = some_register(Register) "callee-saved-register";
                CalleeSavedRestored callee_saved_restored: bool = true_flag "callee-saved-restored";
                /// In bytes, if given.
                LocalOffset local_offset: Option<i64> = some_offset "local-offset";
                ..variable: DebugVariable = VARIABLE;
            }

            /// An entry of `entry_values`: a variable whose value is that of a register on entry.
            EntryValue EntryValueKey ENTRY_VALUE "entry value" flow {
                Register register: Register = register "entry-value-register";
                ..variable: DebugVariable = REQUIRED_VARIABLE;
            }
        }
    };
}

pub(crate) use object_fields;

object_fields!(maps!);

const VARIABLE: &[Key] = DEBUG_VARIABLE.keys;
const REQUIRED_VARIABLE: &[Key] = &required::<{ VARIABLE.len() }>(VARIABLE);
