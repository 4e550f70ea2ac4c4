//! The machine on which expressions are evaluated: plain data.

use super::Operation;

/// Size of an address, and of the generic type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AddressSize {
    /// 4 bytes.
    Four,
    /// 8 bytes.
    #[default]
    Eight,
}

impl AddressSize {
    /// Returns the size in bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }

    /// Returns the size in bits.
    pub const fn bits(self) -> u32 {
        self.bytes() * 8
    }
}

/// Bytes at an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// The address space; none for the one that Deref reads.
    pub space: Option<u64>,
    /// Address of the first byte.
    pub start: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Memory outside of every region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Elsewhere {
    /// Nothing: reading traps.
    #[default]
    Nothing,
    /// Every address of every space has a byte that depends on both, so that each read succeeds.
    Pattern,
}

impl Elsewhere {
    /// Returns the byte at an address outside of every region, if there is one.
    pub fn byte(self, space: Option<u64>, address: u64) -> Option<u8> {
        match self {
            Self::Nothing => None,
            Self::Pattern => Some(pattern(space, address)),
        }
    }
}

/// The values that an expression can read. The default has addresses of eight bytes and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// Size of an address.
    pub address: AddressSize,
    /// The registers, from 0.
    pub registers: Vec<u64>,
    /// The registers on entry to the subprogram (EntryValue).
    pub entry_registers: Vec<u64>,
    /// Memory; if regions overlap the first one counts.
    pub memory: Vec<Region>,
    /// Memory outside of those.
    pub elsewhere: Elsewhere,
    /// The frame base (Fbreg).
    pub frame_base: Option<u64>,
    /// The canonical frame address (CallFrameCfa).
    pub frame_address: Option<u64>,
    /// Address of the object that is being described (PushObjectAddress).
    pub object: Option<u64>,
    /// The beginning of thread-local storage (FormTlsAddress).
    pub thread_local: Option<u64>,
    /// Indexed addresses (AddrX).
    pub addresses: Vec<u64>,
    /// Indexed constants (ConstX).
    pub constants: Vec<u64>,
    /// Expressions that can be called (Call2, Call4, CallRef).
    pub procedures: Vec<Vec<Operation>>,
}

impl Machine {
    /// Returns the byte at an address, if there is one.
    pub fn byte(&self, space: Option<u64>, address: u64) -> Option<u8> {
        let inside = |region: &Region| {
            let at = usize::try_from(address.checked_sub(region.start)?).ok()?;
            (region.space == space).then(|| region.bytes.get(at).copied()).flatten()
        };
        self.memory.iter().find_map(inside).or_else(|| self.elsewhere.byte(space, address))
    }
}

/// Returns a byte pattern: multiplication by an odd number spreads every bit of the address to the highest byte.
fn pattern(space: Option<u64>, address: u64) -> u8 {
    let space = space.map_or(0, |space| space.wrapping_add(1));
    let mixed = (address ^ space.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed.to_le_bytes()[7]
}
