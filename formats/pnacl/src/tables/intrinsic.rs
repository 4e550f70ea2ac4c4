//! Intrinsic functions: the names and signatures that programs may declare (manual, *Intrinsic functions*; the PNaCl ABI for the list).

use crate::{Scalar, ValueType};

/// The prefix reserved for names of intrinsics.
pub const INTRINSIC_PREFIX: &[u8] = b"llvm.";

/// The requirements of an intrinsic on an argument beyond its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntrinsicArgument {
    /// Any value.
    Any,
    /// A constant from this list.
    OneOf(&'static [i64]),
    /// Any value, interpreted as an address.
    Address,
}

/// An intrinsic function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Intrinsic {
    /// The id.
    pub id: IntrinsicId,
    /// The name.
    pub name: &'static str,
    /// Type of the result.
    pub result: ValueType,
    /// Whether the result is an address.
    pub returns_address: bool,
    /// Types of the parameters and their requirements.
    pub parameters: &'static [(ValueType, IntrinsicArgument)],
}

impl Intrinsic {
    /// Returns whether the signature has addresses. LLVM declares them as pointers, so its reader replaces the function that the file
    /// declares.
    pub fn has_addresses(&self) -> bool {
        self.returns_address || self.parameters.iter().any(|(_, demand)| *demand == Address)
    }
}

impl IntrinsicId {
    /// Returns its row of the table.
    pub const fn row(self) -> &'static Intrinsic {
        &INTRINSICS[self as usize]
    }
}

/// Returns the intrinsic of this name, if there is one.
pub fn intrinsic(name: &[u8]) -> Option<&'static Intrinsic> {
    INTRINSICS.iter().find(|row| row.name.as_bytes() == name)
}

const VOID: ValueType = ValueType::VOID;
const I1: ValueType = ValueType::I1;
const I8: ValueType = ValueType::integer(8);
const I16: ValueType = ValueType::integer(16);
const I32: ValueType = ValueType::I32;
const I64: ValueType = ValueType::integer(64);
const F32: ValueType = ValueType::scalar(Scalar::Float);
const F64: ValueType = ValueType::scalar(Scalar::Double);
const V4F32: ValueType = ValueType::vector(4, Scalar::Float);

/// An address, which is an i32 in files.
const PTR: ValueType = I32;

use IntrinsicArgument::{Address, Any, OneOf};

/// Memory orders by number, with the names of C++11: 1 relaxed, 2 consume, 3 acquire, 4 release, 5 acquire and release, 6 sequentially
/// consistent. Relaxed and consume are not allowed; a load cannot release, a store cannot acquire.
const LOAD_ORDER: IntrinsicArgument = OneOf(&[3, 6]);
const STORE_ORDER: IntrinsicArgument = OneOf(&[4, 6]);
const ANY_ORDER: IntrinsicArgument = OneOf(&[3, 4, 5, 6]);
/// 1 add, 2 subtract, 3 or, 4 and, 5 exclusive or, 6 exchange.
const RMW_OPERATION: IntrinsicArgument = OneOf(&[1, 2, 3, 4, 5, 6]);
const ALIGN_ONE: IntrinsicArgument = OneOf(&[1]);
const CONSTANT_BOOL: IntrinsicArgument = OneOf(&[0, -1]);

macro_rules! rows {
    ($($id:ident $name:literal: $result:ident ($($ty:ident $(: $demand:ident)?),*);)*) => {
        /// The id of an intrinsic: its index in [`INTRINSICS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum IntrinsicId { $(#[doc = concat!("`", $name, "`")] $id),* }

        impl IntrinsicId {
            /// Every intrinsic, in the order of [`INTRINSICS`].
            pub const ALL: &'static [Self] = &[$(Self::$id),*];
        }

        /// All intrinsics.
        pub const INTRINSICS: &[Intrinsic] = &[$(Intrinsic {
            id: IntrinsicId::$id,
            name: $name,
            result: $result,
            returns_address: rows!(@is_address $result),
            parameters: &[$(($ty, rows!(@demand $ty $($demand)?))),*],
        }),*];
    };
    (@is_address PTR) => { true };
    (@is_address $result:ident) => { false };
    (@demand PTR) => { Address };
    (@demand $ty:ident) => { Any };
    (@demand $ty:ident $demand:ident) => { $demand };
}

rows! {
    Memcpy "llvm.memcpy.p0i8.p0i8.i32": VOID(PTR, PTR, I32, I32: ALIGN_ONE, I1: CONSTANT_BOOL);
    Memmove "llvm.memmove.p0i8.p0i8.i32": VOID(PTR, PTR, I32, I32: ALIGN_ONE, I1: CONSTANT_BOOL);
    Memset "llvm.memset.p0i8.i32": VOID(PTR, I8, I32, I32: ALIGN_ONE, I1: CONSTANT_BOOL);
    BswapI16 "llvm.bswap.i16": I16(I16);
    BswapI32 "llvm.bswap.i32": I32(I32);
    BswapI64 "llvm.bswap.i64": I64(I64);
    CtlzI32 "llvm.ctlz.i32": I32(I32, I1: CONSTANT_BOOL);
    CtlzI64 "llvm.ctlz.i64": I64(I64, I1: CONSTANT_BOOL);
    CttzI32 "llvm.cttz.i32": I32(I32, I1: CONSTANT_BOOL);
    CttzI64 "llvm.cttz.i64": I64(I64, I1: CONSTANT_BOOL);
    CtpopI32 "llvm.ctpop.i32": I32(I32);
    CtpopI64 "llvm.ctpop.i64": I64(I64);
    SqrtF32 "llvm.sqrt.f32": F32(F32);
    SqrtF64 "llvm.sqrt.f64": F64(F64);
    FabsF32 "llvm.fabs.f32": F32(F32);
    FabsF64 "llvm.fabs.f64": F64(F64);
    FabsF32X4 "llvm.fabs.v4f32": V4F32(V4F32);
    ReadTp "llvm.nacl.read.tp": PTR();
    Setjmp "llvm.nacl.setjmp": I32(PTR);
    Longjmp "llvm.nacl.longjmp": VOID(PTR, I32);
    AtomicLoadI8 "llvm.nacl.atomic.load.i8": I8(PTR, I32: LOAD_ORDER);
    AtomicLoadI16 "llvm.nacl.atomic.load.i16": I16(PTR, I32: LOAD_ORDER);
    AtomicLoadI32 "llvm.nacl.atomic.load.i32": I32(PTR, I32: LOAD_ORDER);
    AtomicLoadI64 "llvm.nacl.atomic.load.i64": I64(PTR, I32: LOAD_ORDER);
    AtomicStoreI8 "llvm.nacl.atomic.store.i8": VOID(I8, PTR, I32: STORE_ORDER);
    AtomicStoreI16 "llvm.nacl.atomic.store.i16": VOID(I16, PTR, I32: STORE_ORDER);
    AtomicStoreI32 "llvm.nacl.atomic.store.i32": VOID(I32, PTR, I32: STORE_ORDER);
    AtomicStoreI64 "llvm.nacl.atomic.store.i64": VOID(I64, PTR, I32: STORE_ORDER);
    AtomicRmwI8 "llvm.nacl.atomic.rmw.i8": I8(I32: RMW_OPERATION, PTR, I8, I32: ANY_ORDER);
    AtomicRmwI16 "llvm.nacl.atomic.rmw.i16": I16(I32: RMW_OPERATION, PTR, I16, I32: ANY_ORDER);
    AtomicRmwI32 "llvm.nacl.atomic.rmw.i32": I32(I32: RMW_OPERATION, PTR, I32, I32: ANY_ORDER);
    AtomicRmwI64 "llvm.nacl.atomic.rmw.i64": I64(I32: RMW_OPERATION, PTR, I64, I32: ANY_ORDER);
    AtomicCmpxchgI8 "llvm.nacl.atomic.cmpxchg.i8": I8(PTR, I8, I8, I32: ANY_ORDER, I32: LOAD_ORDER);
    AtomicCmpxchgI16 "llvm.nacl.atomic.cmpxchg.i16": I16(PTR, I16, I16, I32: ANY_ORDER, I32: LOAD_ORDER);
    AtomicCmpxchgI32 "llvm.nacl.atomic.cmpxchg.i32": I32(PTR, I32, I32, I32: ANY_ORDER, I32: LOAD_ORDER);
    AtomicCmpxchgI64 "llvm.nacl.atomic.cmpxchg.i64": I64(PTR, I64, I64, I32: ANY_ORDER, I32: LOAD_ORDER);
    AtomicFence "llvm.nacl.atomic.fence": VOID(I32: ANY_ORDER);
    AtomicFenceAll "llvm.nacl.atomic.fence.all": VOID();
    AtomicIsLockFree "llvm.nacl.atomic.is.lock.free": I1(I32: LOCK_FREE_SIZE, PTR);
    StackSave "llvm.stacksave": PTR();
    StackRestore "llvm.stackrestore": VOID(PTR);
    Trap "llvm.trap": VOID();
}

const LOCK_FREE_SIZE: IntrinsicArgument = OneOf(&[1, 2, 4, 8]);
