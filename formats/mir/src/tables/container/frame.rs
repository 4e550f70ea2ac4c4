//! The keys of the frame.

use super::kind::{Absent, Item, Key, Map, Text, Value, Written};
use super::rows::{concat, is_flow, key, maps};
use super::words::FRAME_POINTER_POLICIES;

/// The keys of `frameInfo`.
macro_rules! frame_fields {
    ($with:ident!) => {
        $with! {
            /// `frameInfo`. `Default` has llc's values for absent keys.
            FrameInfo FrameKey FRAME "frame" block {
                FrameAddressTaken frame_address_taken: bool = flag "isFrameAddressTaken";
                ReturnAddressTaken return_address_taken: bool = flag "isReturnAddressTaken";
                StackMap has_stack_map: bool = flag "hasStackMap";
                PatchPoint has_patch_point: bool = flag "hasPatchPoint";
                /// In bytes.
                StackSize stack_size: u64 = size64 "stackSize";
                /// In bytes; older versions print it as unsigned, which is read as the same number.
                OffsetAdjustment offset_adjustment: i32 = offset32 "offsetAdjustment";
                /// In bytes; 0, the largest alignment of the objects, is printed as 1.
                MaxAlignment max_alignment: u32 = largest_alignment "maxAlignment";
                AdjustsStack adjusts_stack: bool = flag "adjustsStack";
                Calls has_calls: bool = flag "hasCalls";
                FramePointer frame_pointer: FramePointerPolicy = printed_word(FRAME_POINTER_POLICIES) "framePointerPolicy" since 23;
                /// A stack object, or empty.
                StackProtector stack_protector: String = object "stackProtector";
                /// A stack object, or empty.
                FunctionContext function_context: String = object "functionContext" since 16;
                /// In bytes; `None` if it is not computed, which is spelled 4294967295.
                MaxCallFrameSize max_call_frame_size: Option<u32> = computed "maxCallFrameSize";
                CvBytesOfCalleeSaved cv_bytes_of_callee_saved: u32 = size32 "cvBytesOfCalleeSavedRegisters";
                OpaqueSpAdjustment has_opaque_sp_adjustment: bool = flag "hasOpaqueSPAdjustment";
                VaStart has_va_start: bool = flag "hasVAStart";
                MustTailInVarArg has_must_tail_in_var_arg: bool = flag "hasMustTailInVarArgFunc";
                TailCall has_tail_call: bool = flag "hasTailCall";
                CalleeSavedInfoValid callee_saved_info_valid: bool = flag "isCalleeSavedInfoValid" since 19;
                /// In bytes.
                LocalFrameSize local_frame_size: u32 = size32 "localFrameSize";
                /// The blocks in which registers are saved, one before LLVM 22.
                SavePoints save_points: Vec<SavePoint> = points(SAVE_POINT) "savePoint";
                /// The blocks in which registers are restored, one before LLVM 22.
                RestorePoints restore_points: Vec<SavePoint> = points(SAVE_POINT) "restorePoint";
            }

            /// An entry of `savePoint` or `restorePoint`: where the frame lowering saves or restores registers.
            SavePoint SavePointKey SAVE_POINT "point" block {
                Block block: BlockReference = required_block "point" since 22;
                /// The registers.
                Registers registers: Vec<Register> = registers "registers";
            }
        }
    };
}

pub(crate) use frame_fields;

frame_fields!(maps!);
