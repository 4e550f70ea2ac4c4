//! `frameInfo`.

use super::fields::Fields;
use super::value;
use crate::FrameInfo;

pub(super) fn frame(frame: &FrameInfo, keys: &mut Fields<'_>) {
    keys.bool("isFrameAddressTaken", frame.frame_address_taken);
    keys.bool("isReturnAddressTaken", frame.return_address_taken);
    keys.bool("hasStackMap", frame.has_stack_map);
    keys.bool("hasPatchPoint", frame.has_patch_point);
    keys.unsigned("stackSize", frame.stack_size);
    keys.signed("offsetAdjustment", frame.offset_adjustment.into());
    keys.unsigned("maxAlignment", frame.max_alignment);
    keys.bool("adjustsStack", frame.adjusts_stack);
    keys.bool("hasCalls", frame.has_calls);
    keys.text("stackProtector", &frame.stack_protector);
    keys.text("functionContext", &frame.function_context);
    keys.unsigned("maxCallFrameSize", frame.max_call_frame_size.unwrap_or(u32::MAX));
    keys.unsigned("cvBytesOfCalleeSavedRegisters", frame.cv_bytes_of_callee_saved);
    keys.bool("hasOpaqueSPAdjustment", frame.has_opaque_sp_adjustment);
    keys.bool("hasVAStart", frame.has_va_start);
    keys.bool("hasMustTailInVarArgFunc", frame.has_must_tail_in_var_arg);
    keys.bool("hasTailCall", frame.has_tail_call);
    keys.bool("isCalleeSavedInfoValid", frame.callee_saved_info_valid);
    keys.unsigned("localFrameSize", frame.local_frame_size);
    keys.shaped("savePoint", frame.save_point.as_ref(), value::block);
    keys.shaped("restorePoint", frame.restore_point.as_ref(), value::block);
}
