//! What each opcode means: one row for every opcode that every target has.

use super::step::{LaneFunction, Open, PairFunction, WholeFunction};
use super::{compare, convert, float, integer, vector};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What an opcode means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// A result, lane by lane.
    Lanes(Open, LaneFunction),
    /// Two results, lane by lane.
    Pair(Open, PairFunction),
    /// A result as a whole.
    Whole(WholeFunction),
    /// As `Whole`, but in an order that is not specified.
    Relaxed(WholeFunction),
    /// As `Lanes`, but rounded in a way that is not specified.
    RelaxedLanes(Open, LaneFunction),
    /// An address in another address space.
    AddressSpaceCast,
    /// Results that are the operand's bits one after the other.
    Unmerge,
    Integer,
    Float,
    Undefined,
    Phi,
    Copy,
    FrameIndex,
    Global,
    ConstantPool,
    JumpTable,
    BlockAddress,
    /// How the bits of a narrower access become those of the register.
    Load(Widening),
    Store(Widening),
    IndexedLoad(Widening),
    IndexedStore,
    /// Updates memory with a function of the old value and the operand.
    Update(Open, LaneFunction),
    CompareExchange,
    /// Copies memory; whether the ranges may overlap.
    CopyMemory(bool),
    FillMemory,
    ZeroMemory,
    StackAllocate,
    StackSave,
    StackRestore,
    /// The bytes become undefined.
    Lifetime,
    Branch,
    BranchIf,
    BranchTable,
    BranchIndirect,
    Trap,
    /// No effect in an execution without a debugger, threads and exceptions.
    Nothing,
    Bundle,
    /// Not executed, for this reason.
    Refused(&'static str),
}

/// How a value in memory becomes a wider register, and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Widening {
    /// The upper bits are undefined; a store drops them.
    Any,
    Sign,
    Zero,
    /// Converts between floating-point formats.
    Float,
}

use Meaning::{AddressSpaceCast, Lanes, Pair, Refused, Relaxed, RelaxedLanes, Update, Whole};
use Open::{Bits, Float, Nothing, Whole as All};

/// Why functions like the sine are not executed.
const INEXACT: &str = "its result is not determined bit for bit";
const ENVIRONMENT: &str = "the floating-point environment is not modelled";
const INTRINSIC: &str = "intrinsics are not executed";
const VARIABLE: &str = "variable arguments are not modelled";
const MACHINE: &str = "it depends on the machine";
const SUBREGISTER: &str = "sub-registers of virtual registers are not modelled";
const RUNTIME: &str = "it calls the runtime of a language or tool";
const CONVERGENCE: &str = "convergence is not modelled";

/// The opcodes, by name.
pub(super) static ROWS: &[(&str, Meaning)] = &[
    // Integers.
    ("G_ADD", Lanes(Bits, integer::add)),
    ("G_SUB", Lanes(Bits, integer::sub)),
    ("G_MUL", Lanes(Bits, integer::mul)),
    ("G_AND", Lanes(Bits, integer::and)),
    ("G_OR", Lanes(Bits, integer::or)),
    ("G_XOR", Lanes(Bits, integer::xor)),
    ("G_SHL", Lanes(Bits, integer::shl)),
    ("G_LSHR", Lanes(Bits, integer::lshr)),
    ("G_ASHR", Lanes(Bits, integer::ashr)),
    ("G_USHLSAT", Lanes(Bits, integer::ushlsat)),
    ("G_SSHLSAT", Lanes(Bits, integer::sshlsat)),
    ("G_FSHL", Lanes(Bits, integer::fshl)),
    ("G_FSHR", Lanes(Bits, integer::fshr)),
    ("G_ROTL", Lanes(Bits, integer::rotl)),
    ("G_ROTR", Lanes(Bits, integer::rotr)),
    ("G_UDIV", Lanes(Nothing, integer::udiv)),
    ("G_SDIV", Lanes(Nothing, integer::sdiv)),
    ("G_UREM", Lanes(Nothing, integer::urem)),
    ("G_SREM", Lanes(Nothing, integer::srem)),
    ("G_UDIVREM", Pair(Nothing, integer::udivrem)),
    ("G_SDIVREM", Pair(Nothing, integer::sdivrem)),
    ("G_SMIN", Lanes(All, integer::smin)),
    ("G_SMAX", Lanes(All, integer::smax)),
    ("G_UMIN", Lanes(All, integer::umin)),
    ("G_UMAX", Lanes(All, integer::umax)),
    ("G_ABS", Lanes(All, integer::abs)),
    ("G_ABDS", Lanes(All, integer::abds)),
    ("G_ABDU", Lanes(All, integer::abdu)),
    ("G_SMULH", Lanes(All, integer::smulh)),
    ("G_UMULH", Lanes(All, integer::umulh)),
    ("G_SAVGFLOOR", Lanes(All, integer::savgfloor)),
    ("G_SAVGCEIL", Lanes(All, integer::savgceil)),
    ("G_UAVGFLOOR", Lanes(All, integer::uavgfloor)),
    ("G_UAVGCEIL", Lanes(All, integer::uavgceil)),
    ("G_CLMUL", Lanes(All, integer::clmul)),
    ("G_UADDO", Pair(All, integer::uaddo)),
    ("G_SADDO", Pair(All, integer::saddo)),
    ("G_USUBO", Pair(All, integer::usubo)),
    ("G_SSUBO", Pair(All, integer::ssubo)),
    ("G_UMULO", Pair(All, integer::umulo)),
    ("G_SMULO", Pair(All, integer::smulo)),
    ("G_UADDE", Pair(All, integer::uadde)),
    ("G_SADDE", Pair(All, integer::sadde)),
    ("G_USUBE", Pair(All, integer::usube)),
    ("G_SSUBE", Pair(All, integer::ssube)),
    ("G_UADDSAT", Lanes(All, integer::uaddsat)),
    ("G_SADDSAT", Lanes(All, integer::saddsat)),
    ("G_USUBSAT", Lanes(All, integer::usubsat)),
    ("G_SSUBSAT", Lanes(All, integer::ssubsat)),
    ("G_SMULFIX", Lanes(Nothing, integer::smulfix)),
    ("G_UMULFIX", Lanes(Nothing, integer::umulfix)),
    ("G_SMULFIXSAT", Lanes(Nothing, integer::smulfixsat)),
    ("G_UMULFIXSAT", Lanes(Nothing, integer::umulfixsat)),
    ("G_SDIVFIX", Lanes(Nothing, integer::sdivfix)),
    ("G_UDIVFIX", Lanes(Nothing, integer::udivfix)),
    ("G_SDIVFIXSAT", Lanes(Nothing, integer::sdivfixsat)),
    ("G_UDIVFIXSAT", Lanes(Nothing, integer::udivfixsat)),
    ("G_BITREVERSE", Lanes(Bits, integer::bitreverse)),
    ("G_BSWAP", Lanes(Bits, integer::bswap)),
    ("G_CTPOP", Lanes(All, integer::ctpop)),
    ("G_CTLZ", Lanes(Bits, integer::ctlz)),
    ("G_CTTZ", Lanes(Bits, integer::cttz)),
    ("G_CTLS", Lanes(All, integer::ctls)),
    ("G_CTLZ_ZERO_UNDEF", Lanes(Bits, integer::ctlz_zero_poison)),
    ("G_CTLZ_ZERO_POISON", Lanes(Bits, integer::ctlz_zero_poison)),
    ("G_CTTZ_ZERO_UNDEF", Lanes(Bits, integer::cttz_zero_poison)),
    ("G_CTTZ_ZERO_POISON", Lanes(Bits, integer::cttz_zero_poison)),
    ("G_SBFX", Lanes(Bits, integer::sbfx)),
    ("G_UBFX", Lanes(Bits, integer::ubfx)),
    // Widths.
    ("G_SEXT", Lanes(Bits, integer::sext)),
    ("G_ZEXT", Lanes(Bits, integer::zext)),
    ("G_ANYEXT", Lanes(Bits, integer::anyext)),
    ("G_TRUNC", Lanes(Bits, integer::trunc)),
    ("G_TRUNC_SSAT_S", Lanes(All, integer::trunc_ssat_s)),
    ("G_TRUNC_SSAT_U", Lanes(All, integer::trunc_ssat_u)),
    ("G_TRUNC_USAT_U", Lanes(All, integer::trunc_usat_u)),
    ("G_SEXT_INREG", Lanes(Bits, integer::sext_inreg)),
    ("G_ASSERT_SEXT", Lanes(Bits, integer::assert_sext)),
    ("G_ASSERT_ZEXT", Lanes(Bits, integer::assert_zext)),
    ("G_ASSERT_ALIGN", Lanes(Bits, integer::assert_align)),
    // Comparison and selection.
    ("G_ICMP", Lanes(Bits, compare::icmp)),
    ("G_SCMP", Lanes(All, compare::scmp)),
    ("G_UCMP", Lanes(All, compare::ucmp)),
    ("G_SELECT", Lanes(Nothing, compare::select)),
    ("G_FREEZE", Lanes(Nothing, compare::freeze)),
    ("G_CONSTANT_FOLD_BARRIER", Lanes(Nothing, compare::same)),
    ("ARITH_FENCE", Lanes(Nothing, compare::same)),
    // Floating point.
    ("G_FADD", Lanes(Float, float::fadd)),
    ("G_FSUB", Lanes(Float, float::fsub)),
    ("G_FMUL", Lanes(Float, float::fmul)),
    ("G_FDIV", Lanes(Float, float::fdiv)),
    ("G_FREM", Lanes(Float, float::frem)),
    ("G_FMA", Lanes(Float, float::fma)),
    ("G_FMAD", Lanes(Float, float::fmad)),
    ("G_FSQRT", Lanes(Float, float::fsqrt)),
    ("G_STRICT_FADD", Lanes(Float, float::fadd)),
    ("G_STRICT_FSUB", Lanes(Float, float::fsub)),
    ("G_STRICT_FMUL", Lanes(Float, float::fmul)),
    ("G_STRICT_FDIV", Lanes(Float, float::fdiv)),
    ("G_STRICT_FREM", Lanes(Float, float::frem)),
    ("G_STRICT_FMA", Lanes(Float, float::fma)),
    ("G_STRICT_FSQRT", Lanes(Float, float::fsqrt)),
    ("G_STRICT_FLDEXP", Lanes(Float, float::fldexp)),
    ("G_FNEG", Lanes(Bits, float::fneg)),
    ("G_FABS", Lanes(Bits, float::fabs)),
    ("G_FCOPYSIGN", Lanes(Bits, float::fcopysign)),
    ("G_FCANONICALIZE", Lanes(Float, float::fcanonicalize)),
    ("G_FCEIL", Lanes(Float, float::fceil)),
    ("G_FFLOOR", Lanes(Float, float::ffloor)),
    ("G_INTRINSIC_TRUNC", Lanes(Float, float::ftrunc)),
    ("G_INTRINSIC_ROUND", Lanes(Float, float::fround)),
    ("G_INTRINSIC_ROUNDEVEN", Lanes(Float, float::froundeven)),
    ("G_FRINT", Lanes(Float, float::froundeven)),
    ("G_FNEARBYINT", Lanes(Float, float::froundeven)),
    ("G_FMINNUM", Lanes(Float, float::fminnum)),
    ("G_FMAXNUM", Lanes(Float, float::fmaxnum)),
    ("G_FMINNUM_IEEE", Lanes(Float, float::fminnum_ieee)),
    ("G_FMAXNUM_IEEE", Lanes(Float, float::fmaxnum_ieee)),
    ("G_FMINIMUM", Lanes(Float, float::fminimum)),
    ("G_FMAXIMUM", Lanes(Float, float::fmaximum)),
    ("G_FMINIMUMNUM", Lanes(Float, float::fminimumnum)),
    ("G_FMAXIMUMNUM", Lanes(Float, float::fmaximumnum)),
    ("G_FPOWI", RelaxedLanes(Float, float::fpowi)),
    ("G_FLDEXP", Lanes(Float, float::fldexp)),
    ("G_FFREXP", Pair(Float, float::ffrexp)),
    ("G_FMODF", Pair(Float, float::fmodf)),
    ("G_FCMP", Lanes(Nothing, compare::fcmp)),
    ("G_STRICT_FCMP", Lanes(Nothing, compare::fcmp)),
    ("G_STRICT_FCMPS", Lanes(Nothing, compare::fcmp)),
    ("G_IS_FPCLASS", Lanes(Float, float::is_fpclass)),
    ("G_FPEXT", Lanes(Float, convert::fpext)),
    ("G_FPTRUNC", Lanes(Float, convert::fptrunc)),
    ("G_INTRINSIC_FPTRUNC_ROUND", Lanes(Float, convert::fptrunc_round)),
    ("G_FPTOSI", Lanes(Float, convert::fptosi)),
    ("G_FPTOUI", Lanes(Float, convert::fptoui)),
    ("G_FPTOSI_SAT", Lanes(Float, convert::fptosi_sat)),
    ("G_FPTOUI_SAT", Lanes(Float, convert::fptoui_sat)),
    ("G_SITOFP", Lanes(All, convert::sitofp)),
    ("G_UITOFP", Lanes(All, convert::uitofp)),
    ("G_LROUND", Lanes(Float, convert::lround)),
    ("G_LLROUND", Lanes(Float, convert::lround)),
    ("G_INTRINSIC_LRINT", Lanes(Float, convert::lrint)),
    ("G_INTRINSIC_LLRINT", Lanes(Float, convert::lrint)),
    ("G_FACOS", Refused(INEXACT)),
    ("G_FASIN", Refused(INEXACT)),
    ("G_FATAN", Refused(INEXACT)),
    ("G_FATAN2", Refused(INEXACT)),
    ("G_FCOS", Refused(INEXACT)),
    ("G_FCOSH", Refused(INEXACT)),
    ("G_FEXP", Refused(INEXACT)),
    ("G_FEXP10", Refused(INEXACT)),
    ("G_FEXP2", Refused(INEXACT)),
    ("G_FLOG", Refused(INEXACT)),
    ("G_FLOG10", Refused(INEXACT)),
    ("G_FLOG2", Refused(INEXACT)),
    ("G_FPOW", Refused(INEXACT)),
    ("G_FSIN", Refused(INEXACT)),
    ("G_FSINCOS", Refused(INEXACT)),
    ("G_FSINH", Refused(INEXACT)),
    ("G_FTAN", Refused(INEXACT)),
    ("G_FTANH", Refused(INEXACT)),
    ("G_GET_FPENV", Refused(ENVIRONMENT)),
    ("G_SET_FPENV", Refused(ENVIRONMENT)),
    ("G_RESET_FPENV", Refused(ENVIRONMENT)),
    ("G_GET_FPMODE", Refused(ENVIRONMENT)),
    ("G_SET_FPMODE", Refused(ENVIRONMENT)),
    ("G_RESET_FPMODE", Refused(ENVIRONMENT)),
    ("G_GET_ROUNDING", Refused(ENVIRONMENT)),
    ("G_SET_ROUNDING", Refused(ENVIRONMENT)),
    // Bits and vectors.
    ("G_MERGE_VALUES", Whole(vector::concat)),
    ("G_BUILD_VECTOR", Whole(vector::concat)),
    ("G_CONCAT_VECTORS", Whole(vector::concat)),
    ("G_BUILD_VECTOR_TRUNC", Whole(vector::build_vector_trunc)),
    ("G_UNMERGE_VALUES", Meaning::Unmerge),
    ("G_BITCAST", Whole(vector::bitcast)),
    ("G_EXTRACT", Whole(vector::extract)),
    ("G_INSERT", Whole(vector::insert)),
    ("G_EXTRACT_SUBVECTOR", Whole(vector::extract_subvector)),
    ("G_INSERT_SUBVECTOR", Whole(vector::insert_subvector)),
    ("G_EXTRACT_VECTOR_ELT", Whole(vector::extract_element)),
    ("G_INSERT_VECTOR_ELT", Whole(vector::insert_element)),
    ("G_SHUFFLE_VECTOR", Whole(vector::shuffle)),
    ("G_SPLAT_VECTOR", Whole(vector::splat)),
    ("G_STEP_VECTOR", Whole(vector::steps)),
    ("G_VECTOR_COMPRESS", Whole(vector::compress)),
    ("G_VECREDUCE_ADD", Whole(vector::reduce_add)),
    ("G_VECREDUCE_MUL", Whole(vector::reduce_mul)),
    ("G_VECREDUCE_AND", Whole(vector::reduce_and)),
    ("G_VECREDUCE_OR", Whole(vector::reduce_or)),
    ("G_VECREDUCE_XOR", Whole(vector::reduce_xor)),
    ("G_VECREDUCE_SMAX", Whole(vector::reduce_smax)),
    ("G_VECREDUCE_SMIN", Whole(vector::reduce_smin)),
    ("G_VECREDUCE_UMAX", Whole(vector::reduce_umax)),
    ("G_VECREDUCE_UMIN", Whole(vector::reduce_umin)),
    ("G_VECREDUCE_FADD", Relaxed(vector::reduce_fadd)),
    ("G_VECREDUCE_FMUL", Relaxed(vector::reduce_fmul)),
    ("G_VECREDUCE_FMAX", Whole(vector::reduce_fmax)),
    ("G_VECREDUCE_FMIN", Whole(vector::reduce_fmin)),
    ("G_VECREDUCE_FMAXIMUM", Whole(vector::reduce_fmaximum)),
    ("G_VECREDUCE_FMINIMUM", Whole(vector::reduce_fminimum)),
    ("G_VECREDUCE_SEQ_FADD", Whole(vector::reduce_seq_fadd)),
    ("G_VECREDUCE_SEQ_FMUL", Whole(vector::reduce_seq_fmul)),
    ("G_VSCALE", Refused("scalable vectors are not modelled")),
    // Constants and addresses.
    ("G_CONSTANT", Meaning::Integer),
    ("G_FCONSTANT", Meaning::Float),
    ("G_IMPLICIT_DEF", Meaning::Undefined),
    ("IMPLICIT_DEF", Meaning::Undefined),
    ("INIT_UNDEF", Meaning::Undefined),
    ("G_FRAME_INDEX", Meaning::FrameIndex),
    ("G_GLOBAL_VALUE", Meaning::Global),
    ("G_CONSTANT_POOL", Meaning::ConstantPool),
    ("G_JUMP_TABLE", Meaning::JumpTable),
    ("G_BLOCK_ADDR", Meaning::BlockAddress),
    ("G_PTRAUTH_GLOBAL_VALUE", Refused("signed pointers are not modelled")),
    ("G_PTR_ADD", Lanes(Bits, vector::ptr_add)),
    ("G_PTRMASK", Lanes(Bits, vector::ptrmask)),
    ("G_INTTOPTR", Lanes(Bits, vector::address)),
    ("G_PTRTOINT", Lanes(Bits, vector::address)),
    ("G_ADDRSPACE_CAST", AddressSpaceCast),
    // Memory.
    ("G_LOAD", Meaning::Load(Widening::Any)),
    ("G_SEXTLOAD", Meaning::Load(Widening::Sign)),
    ("G_ZEXTLOAD", Meaning::Load(Widening::Zero)),
    ("G_FPEXTLOAD", Meaning::Load(Widening::Float)),
    ("G_STORE", Meaning::Store(Widening::Any)),
    ("G_FPTRUNCSTORE", Meaning::Store(Widening::Float)),
    ("G_INDEXED_LOAD", Meaning::IndexedLoad(Widening::Any)),
    ("G_INDEXED_SEXTLOAD", Meaning::IndexedLoad(Widening::Sign)),
    ("G_INDEXED_ZEXTLOAD", Meaning::IndexedLoad(Widening::Zero)),
    ("G_INDEXED_STORE", Meaning::IndexedStore),
    ("G_ATOMICRMW_XCHG", Update(Nothing, second)),
    ("G_ATOMICRMW_ADD", Update(Bits, integer::add)),
    ("G_ATOMICRMW_SUB", Update(Bits, integer::sub)),
    ("G_ATOMICRMW_AND", Update(Bits, integer::and)),
    ("G_ATOMICRMW_NAND", Update(Bits, nand)),
    ("G_ATOMICRMW_OR", Update(Bits, integer::or)),
    ("G_ATOMICRMW_XOR", Update(Bits, integer::xor)),
    ("G_ATOMICRMW_MAX", Update(All, integer::smax)),
    ("G_ATOMICRMW_MIN", Update(All, integer::smin)),
    ("G_ATOMICRMW_UMAX", Update(All, integer::umax)),
    ("G_ATOMICRMW_UMIN", Update(All, integer::umin)),
    ("G_ATOMICRMW_UINC_WRAP", Update(All, increment)),
    ("G_ATOMICRMW_UDEC_WRAP", Update(All, decrement)),
    ("G_ATOMICRMW_USUB_COND", Update(All, subtract_if)),
    ("G_ATOMICRMW_USUB_SAT", Update(All, integer::usubsat)),
    ("G_ATOMICRMW_FADD", Update(Float, float::fadd)),
    ("G_ATOMICRMW_FSUB", Update(Float, float::fsub)),
    ("G_ATOMICRMW_FMAX", Update(Float, float::fmaxnum)),
    ("G_ATOMICRMW_FMIN", Update(Float, float::fminnum)),
    ("G_ATOMICRMW_FMAXIMUM", Update(Float, float::fmaximum)),
    ("G_ATOMICRMW_FMINIMUM", Update(Float, float::fminimum)),
    ("G_ATOMICRMW_FMAXIMUMNUM", Update(Float, float::fmaximumnum)),
    ("G_ATOMICRMW_FMINIMUMNUM", Update(Float, float::fminimumnum)),
    ("G_ATOMIC_CMPXCHG", Meaning::CompareExchange),
    ("G_ATOMIC_CMPXCHG_WITH_SUCCESS", Meaning::CompareExchange),
    ("G_MEMCPY", Meaning::CopyMemory(false)),
    ("G_MEMCPY_INLINE", Meaning::CopyMemory(false)),
    ("G_MEMMOVE", Meaning::CopyMemory(true)),
    ("G_MEMSET", Meaning::FillMemory),
    ("G_MEMSET_INLINE", Meaning::FillMemory),
    ("G_BZERO", Meaning::ZeroMemory),
    ("G_DYN_STACKALLOC", Meaning::StackAllocate),
    ("G_STACKSAVE", Meaning::StackSave),
    ("G_STACKRESTORE", Meaning::StackRestore),
    ("LIFETIME_START", Meaning::Lifetime),
    ("LIFETIME_END", Meaning::Lifetime),
    ("G_VAARG", Refused(VARIABLE)),
    ("G_VASTART", Refused(VARIABLE)),
    // Control.
    ("G_PHI", Meaning::Phi),
    ("PHI", Meaning::Phi),
    ("COPY", Meaning::Copy),
    ("G_BR", Meaning::Branch),
    ("G_BRCOND", Meaning::BranchIf),
    ("G_BRJT", Meaning::BranchTable),
    ("G_BRINDIRECT", Meaning::BranchIndirect),
    ("G_TRAP", Meaning::Trap),
    ("G_DEBUGTRAP", Meaning::Trap),
    ("G_UBSANTRAP", Meaning::Trap),
    ("G_FENCE", Meaning::Nothing),
    ("G_PREFETCH", Meaning::Nothing),
    ("G_INVOKE_REGION_START", Meaning::Nothing),
    ("BUNDLE", Meaning::Bundle),
    ("KILL", Meaning::Nothing),
    ("CFI_INSTRUCTION", Meaning::Nothing),
    ("DBG_VALUE", Meaning::Nothing),
    ("DBG_VALUE_LIST", Meaning::Nothing),
    ("DBG_INSTR_REF", Meaning::Nothing),
    ("DBG_PHI", Meaning::Nothing),
    ("DBG_LABEL", Meaning::Nothing),
    ("EH_LABEL", Meaning::Nothing),
    ("GC_LABEL", Meaning::Nothing),
    ("ANNOTATION_LABEL", Meaning::Nothing),
    ("FAKE_USE", Meaning::Nothing),
    ("PSEUDO_PROBE", Meaning::Nothing),
    ("JUMP_TABLE_DEBUG_INFO", Meaning::Nothing),
    ("MEMBARRIER", Meaning::Nothing),
    ("RELOC_NONE", Meaning::Nothing),
    // What is not executed.
    ("G_INTRINSIC", Refused(INTRINSIC)),
    ("G_INTRINSIC_W_SIDE_EFFECTS", Refused(INTRINSIC)),
    ("G_INTRINSIC_CONVERGENT", Refused(INTRINSIC)),
    ("G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS", Refused(INTRINSIC)),
    ("G_READCYCLECOUNTER", Refused(MACHINE)),
    ("G_READSTEADYCOUNTER", Refused(MACHINE)),
    ("G_READ_REGISTER", Refused(MACHINE)),
    ("G_WRITE_REGISTER", Refused(MACHINE)),
    ("INLINEASM", Refused("inline assembly is not executed")),
    ("INLINEASM_BR", Refused("inline assembly is not executed")),
    ("EXTRACT_SUBREG", Refused(SUBREGISTER)),
    ("INSERT_SUBREG", Refused(SUBREGISTER)),
    ("REG_SEQUENCE", Refused(SUBREGISTER)),
    ("SUBREG_TO_REG", Refused(SUBREGISTER)),
    ("COPY_TO_REGCLASS", Refused(SUBREGISTER)),
    ("COPY_LANEMASK", Refused(SUBREGISTER)),
    ("CONVERGENCECTRL_ANCHOR", Refused(CONVERGENCE)),
    ("CONVERGENCECTRL_ENTRY", Refused(CONVERGENCE)),
    ("CONVERGENCECTRL_GLUE", Refused(CONVERGENCE)),
    ("CONVERGENCECTRL_LOOP", Refused(CONVERGENCE)),
    ("FAULTING_OP", Refused(RUNTIME)),
    ("FENTRY_CALL", Refused(RUNTIME)),
    ("ICALL_BRANCH_FUNNEL", Refused(RUNTIME)),
    ("LOAD_STACK_GUARD", Refused(RUNTIME)),
    ("LOCAL_ESCAPE", Refused(RUNTIME)),
    ("PATCHABLE_EVENT_CALL", Refused(RUNTIME)),
    ("PATCHABLE_FUNCTION_ENTER", Refused(RUNTIME)),
    ("PATCHABLE_FUNCTION_EXIT", Refused(RUNTIME)),
    ("PATCHABLE_OP", Refused(RUNTIME)),
    ("PATCHABLE_RET", Refused(RUNTIME)),
    ("PATCHABLE_TAIL_CALL", Refused(RUNTIME)),
    ("PATCHABLE_TYPED_EVENT_CALL", Refused(RUNTIME)),
    ("PATCHPOINT", Refused(RUNTIME)),
    ("PREALLOCATED_ARG", Refused(RUNTIME)),
    ("PREALLOCATED_SETUP", Refused(RUNTIME)),
    ("STACKMAP", Refused(RUNTIME)),
    ("STATEPOINT", Refused(RUNTIME)),
];

static BY_NAME: LazyLock<HashMap<&str, Meaning>> = LazyLock::new(|| ROWS.iter().copied().collect());

/// Returns the meaning of an opcode that every target has.
pub(super) fn meaning(opcode: &str) -> Option<Meaning> {
    BY_NAME.get(opcode).copied()
}

use super::atomic::{decrement, increment, nand, second, subtract_if};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{Version, common_opcodes_of};

    #[test]
    fn every_common_opcode_has_a_meaning_or_a_reason() {
        for release in Version::OBSERVED {
            for row in common_opcodes_of(release) {
                assert!(meaning(row.name).is_some(), "{} of {release}", row.name);
            }
        }
    }

    #[test]
    fn every_row_is_an_opcode_once() {
        for (name, _) in ROWS {
            assert!(crate::tables::common_opcode(name).is_some(), "{name}");
            assert_eq!(ROWS.iter().filter(|row| row.0 == *name).count(), 1, "{name}");
        }
    }

    #[test]
    fn generic_opcodes_are_refused_for_a_stated_reason_only() {
        let refused = ROWS.iter().filter(|(name, meaning)| name.starts_with("G_") && matches!(meaning, Refused(_)));
        assert_eq!(refused.count(), 38);
    }
}
