//! `frameInfo`.

use super::fields::Fields;
use super::value;
use crate::FrameInfo;

pub(super) fn frame(keys: &Fields<'_, '_>) -> FrameInfo {
    FrameInfo {
        frame_address_taken: keys.bool("isFrameAddressTaken"),
        return_address_taken: keys.bool("isReturnAddressTaken"),
        has_stack_map: keys.bool("hasStackMap"),
        has_patch_point: keys.bool("hasPatchPoint"),
        stack_size: keys.unsigned("stackSize"),
        // What older releases print as unsigned wraps.
        offset_adjustment: keys.signed("offsetAdjustment") as i32,
        max_alignment: keys.unsigned("maxAlignment"),
        adjusts_stack: keys.bool("adjustsStack"),
        has_calls: keys.bool("hasCalls"),
        stack_protector: keys.text("stackProtector"),
        function_context: keys.text("functionContext"),
        max_call_frame_size: Some(keys.unsigned("maxCallFrameSize")).filter(|size| *size != u32::MAX),
        cv_bytes_of_callee_saved: keys.unsigned("cvBytesOfCalleeSavedRegisters"),
        has_opaque_sp_adjustment: keys.bool("hasOpaqueSPAdjustment"),
        has_va_start: keys.bool("hasVAStart"),
        has_must_tail_in_var_arg: keys.bool("hasMustTailInVarArgFunc"),
        has_tail_call: keys.bool("hasTailCall"),
        callee_saved_info_valid: keys.bool("isCalleeSavedInfoValid"),
        local_frame_size: keys.unsigned("localFrameSize"),
        save_point: keys.shaped("savePoint", value::block),
        restore_point: keys.shaped("restorePoint", value::block),
    }
}
