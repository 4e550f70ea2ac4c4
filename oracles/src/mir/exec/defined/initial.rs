//! What variables and constants contain at first, by a second reading of their types and values (LangRef, *Global Variables*, *Constants*,
//! *Data Layout*). Nothing is known of values with addresses, of constant expressions, and of modules with a data layout of their own.

use std::borrow::Cow;
use std::collections::BTreeMap;

use irsmith_mir::interpret::Machine;
use irsmith_mir::{File, Function, Instruction, IrValue, OperandKind};

use crate::Fault;

/// The first contents of a variable or constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InitialValue {
    /// The bytes; `None` for those that are undefined.
    pub(super) bytes: Vec<Option<u8>>,
    /// A power of two that the address is a multiple of.
    pub(super) alignment: usize,
    pub(super) is_constant: bool,
}

/// The first contents of the variables of a file.
#[derive(Clone, Debug)]
pub(super) struct InitialValues<'f> {
    variables: BTreeMap<&'f str, InitialValue>,
}

impl<'f> InitialValues<'f> {
    /// Reads the variables of which something is known.
    pub(super) fn of(file: &'f File) -> Self {
        let text = file.ir.as_ref().map_or("", |ir| &ir.text);
        let has_own_layout = text.contains("datalayout") || file.triple().is_some_and(|triple| !is_known(&triple));
        let lines = text.lines().filter(|_| !has_own_layout);
        let is_function = |name: &str| file.functions.iter().any(|function| function.name == name);
        Self { variables: lines.filter_map(variable).filter(|(name, _)| !is_function(name)).collect() }
    }

    /// Compares the variables and where they are, before the first call; returns how many were compared, and what was found.
    pub(super) fn compare(&self, machine: &Machine<'_>) -> (usize, Option<Fault>) {
        let mut judged = 0;
        for (name, initial) in &self.variables {
            judged += 1;
            let Some(addresses) = machine.program().variable(name) else {
                return (judged, Some(Fault::new("refused", "variable", format!("@{name} is not understood"))));
            };
            let (bytes, masks) = machine.variable(name).unwrap_or_default();
            if !addresses.start.is_multiple_of(initial.alignment as u64) {
                let evidence = format!("@{name} is at {:#x}, which is no multiple of {}", addresses.start, initial.alignment);
                return (judged, Some(Fault::new("address-differs", "variable", evidence)));
            }
            let found: Vec<Option<u8>> = bytes.iter().zip(masks).map(|(byte, mask)| (*mask == 0).then_some(*byte)).collect();
            if found != initial.bytes {
                let evidence = format!("@{name}\n  is      {found:x?}\n  defined {:x?}", initial.bytes);
                return (judged, Some(Fault::new("memory-differs", "variable", evidence)));
            }
        }
        (judged, None)
    }

    /// Returns the first contents of what an instruction gives the address of.
    pub(super) fn addressed(&self, function: &Function, instruction: &Instruction) -> Option<Cow<'_, InitialValue>> {
        match &instruction.operands.first()?.kind {
            OperandKind::Global { value: IrValue::Named(name), offset: 0 } => self.variables.get(&**name).map(Cow::Borrowed),
            OperandKind::Constant { id, offset: 0 } => {
                let constant = function.constants.iter().find(|constant| constant.id == *id)?;
                self::constant(&constant.value).map(Cow::Owned)
            }
            _ => None,
        }
    }
}

/// Returns whether types are laid out as here.
fn is_known(triple: &str) -> bool {
    ["x86_64", "amd64", "aarch64"].iter().any(|processor| triple.starts_with(processor))
}

/// Reads a line that defines a variable: its name and contents.
fn variable(line: &str) -> Option<(&str, InitialValue)> {
    let (name, rest) = line.strip_prefix('@')?.split_once(" = ")?;
    let mut words = Words(rest);
    // Linkage and other attributes come first.
    let kind = words.find(|word| matches!(*word, "global" | "constant"))?;
    let mut initial = initial(&mut words)?;
    initial.is_constant = kind == "constant";
    while let Some(word) = words.next() {
        if word == "align" {
            let stated: usize = words.next()?.parse().ok().filter(|stated: &usize| stated.is_power_of_two() && *stated <= MOST)?;
            initial.alignment = initial.alignment.max(stated);
        }
    }
    // Names in quotes have escapes; numbers are no names.
    (!name.contains(['"', ' ']) && !name.starts_with(|c: char| c.is_ascii_digit())).then_some((name, initial))
}

/// Reads a type and a value of it.
pub(super) fn constant(text: &str) -> Option<InitialValue> {
    initial(&mut Words(text))
}

fn initial(words: &mut Words<'_>) -> Option<InitialValue> {
    let layout = layout(words, DEPTH)?;
    let mut bytes = bytes(words, &layout)?;
    pad(&mut bytes, layout.alignment);
    Some(InitialValue { bytes, alignment: layout.alignment, is_constant: true })
}

/// The deepest nesting of types.
const DEPTH: u32 = 16;
/// The most bytes of a value, and the largest alignment.
const MOST: usize = 1 << 16;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    kind: Kind,
    /// Bytes from one value to the next.
    size: usize,
    alignment: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// An integer of so many bits.
    Integer(u32),
    /// A floating-point type of this name.
    Float(&'static str),
    /// Into this address space.
    Pointer(u32),
    /// So many elements, and whether they are a vector.
    Elements(usize, Box<Layout>, bool),
    /// Fields, and whether nothing is between them.
    Fields(Vec<Layout>, bool),
}

/// Floating-point types whose values have as many bytes as they are aligned to.
const FLOATS: [(&str, usize); 5] = [("half", 2), ("bfloat", 2), ("float", 4), ("double", 8), ("fp128", 16)];

fn layout(words: &mut Words<'_>, depth: u32) -> Option<Layout> {
    let depth = depth.checked_sub(1)?;
    let plain = |kind, bytes: usize| {
        let alignment = bytes.next_power_of_two();
        Some(Layout { kind, size: bytes.next_multiple_of(alignment), alignment })
    };
    match words.next()? {
        "ptr" if words.peek() != Some("addrspace") => plain(Kind::Pointer(0), 8),
        "ptr" => {
            words.next();
            words.expect("(")?;
            // Larger numbers have meanings of their own on X86.
            let space = words.next()?.parse().ok().filter(|space| (0..256).contains(space))?;
            words.expect(")")?;
            plain(Kind::Pointer(space), 8)
        }
        "[" => elements(words, depth, "]"),
        "<" if words.peek() != Some("{") => elements(words, depth, ">"),
        "<" => {
            words.next();
            let fields = fields(words, depth, true)?;
            words.expect(">")?;
            Some(fields)
        }
        "{" => fields(words, depth, false),
        word => {
            if let Some((name, bytes)) = FLOATS.into_iter().find(|(name, _)| *name == word) {
                return plain(Kind::Float(name), bytes);
            }
            match word.strip_prefix('i')?.parse().ok()? {
                bits @ 1..=128 => plain(Kind::Integer(bits), bits.div_ceil(8) as usize),
                // Aligned like the widest integers that the data layout of the newest releases states.
                bits @ 256 => Some(Layout { kind: Kind::Integer(bits), size: 32, alignment: 16 }),
                _ => None,
            }
        }
    }
}

fn elements(words: &mut Words<'_>, depth: u32, end: &str) -> Option<Layout> {
    let count: usize = words.next()?.parse().ok()?;
    words.expect("x")?;
    let of = layout(words, depth)?;
    words.expect(end)?;
    let bytes = of.size.checked_mul(count).filter(|bytes| *bytes <= MOST)?;
    if end == "]" {
        return Some(Layout { size: bytes, alignment: of.alignment, kind: Kind::Elements(count, Box::new(of), false) });
    }
    // Lanes of other widths share bytes.
    let is_whole = match of.kind {
        Kind::Integer(bits) => bits as usize == 8 * of.size,
        Kind::Float(_) | Kind::Pointer(_) => true,
        _ => false,
    };
    let alignment = bytes.next_power_of_two();
    is_whole.then(|| Layout { size: alignment, alignment, kind: Kind::Elements(count, Box::new(of), true) })
}

fn fields(words: &mut Words<'_>, depth: u32, is_packed: bool) -> Option<Layout> {
    let mut fields = Vec::new();
    while words.peek()? != "}" {
        fields.push(layout(words, depth)?);
        if words.peek()? == "," {
            words.next();
        }
    }
    words.next();
    let mut alignment = 1;
    let mut size: usize = 0;
    for field in fields.iter().filter(|_| !is_packed) {
        alignment = alignment.max(field.alignment);
        size = size.next_multiple_of(field.alignment).saturating_add(field.size);
    }
    if is_packed {
        size = fields.iter().map(|field| field.size).sum();
    }
    (size <= MOST).then(|| Layout { size: size.next_multiple_of(alignment), alignment, kind: Kind::Fields(fields, is_packed) })
}

/// Reads the bytes of a value, without those behind it.
fn bytes(words: &mut Words<'_>, of: &Layout) -> Option<Vec<Option<u8>>> {
    match (words.next()?, &of.kind) {
        ("zeroinitializer", _) | ("null", Kind::Pointer(_)) => Some(vec![Some(0); of.size]),
        ("undef" | "poison", Kind::Integer(bits)) => Some(vec![None; bits.div_ceil(8) as usize]),
        ("undef" | "poison", Kind::Elements(count, element, true)) => Some(vec![None; count * element.size]),
        ("undef" | "poison", _) => Some(vec![None; of.size]),
        (text, Kind::Elements(count, ..)) if text.starts_with("c\"") => characters(text).filter(|bytes| bytes.len() == *count),
        ("[", Kind::Elements(count, element, false)) => sequence(words, vec![&**element; *count], "]", false),
        ("<", Kind::Elements(count, element, true)) => sequence(words, vec![&**element; *count], ">", false),
        ("{", Kind::Fields(fields, false)) => sequence(words, fields.iter().collect(), "}", false),
        ("<", Kind::Fields(fields, true)) => {
            words.expect("{")?;
            let all = sequence(words, fields.iter().collect(), "}", true)?;
            words.expect(">")?;
            Some(all)
        }
        (text, Kind::Integer(bits)) => {
            let number = match text {
                "true" => 1,
                "false" => 0,
                _ => text.parse::<i128>().ok()?,
            };
            let above = std::iter::repeat(if number < 0 { 0xff } else { 0 });
            let bytes = number.to_le_bytes().into_iter().chain(above).take(bits.div_ceil(8) as usize).enumerate();
            // Bits above the number are zeros.
            Some(bytes.map(|(place, byte)| Some(byte & (0xff_u16 >> (8 * (place as u32 + 1)).saturating_sub(*bits)) as u8)).collect())
        }
        (text, Kind::Float(name)) => float(name, text),
        _ => None,
    }
}

/// Reads values with their types up to a mark.
fn sequence(words: &mut Words<'_>, parts: Vec<&Layout>, end: &str, is_packed: bool) -> Option<Vec<Option<u8>>> {
    let mut all = Vec::new();
    for (number, part) in parts.into_iter().enumerate() {
        if number > 0 {
            words.expect(",")?;
        }
        if layout(words, DEPTH)? != *part {
            return None;
        }
        if !is_packed {
            pad(&mut all, part.alignment);
        }
        let start = all.len();
        all.extend(bytes(words, part)?);
        all.resize(start + part.size, Some(0));
    }
    words.expect(end)?;
    Some(all)
}

fn pad(bytes: &mut Vec<Option<u8>>, alignment: usize) {
    bytes.resize(bytes.len().next_multiple_of(alignment), Some(0));
}

/// Reads a float that states its bits, or a `float` or `double`.
fn float(name: &str, text: &str) -> Option<Vec<Option<u8>>> {
    let digits = |digits: &str| u128::from_str_radix(digits, 16).ok();
    let stated = |prefix: &str| text.strip_prefix(prefix).and_then(digits);
    let bits = match name {
        "half" => stated("0xH")?,
        "bfloat" => stated("0xR")?,
        // The lower half comes first.
        "fp128" => stated("0xL").filter(|_| text.len() == 35)?.rotate_left(64),
        _ => {
            let double = match text.strip_prefix("0x") {
                Some(hexadecimal) => f64::from_bits(u64::from_str_radix(hexadecimal, 16).ok()?),
                None => text.parse().ok()?,
            };
            match name {
                "float" if double.is_nan() => return None,
                "float" => (double as f32).to_bits().into(),
                _ => double.to_bits().into(),
            }
        }
    };
    let (_, size) = FLOATS.into_iter().find(|(float, _)| *float == name)?;
    Some(bits.to_le_bytes()[..size].iter().copied().map(Some).collect())
}

/// Reads `c"..."`, in which a backslash is followed by two digits or another one.
fn characters(text: &str) -> Option<Vec<Option<u8>>> {
    let mut rest = text.strip_prefix("c\"")?.strip_suffix('"')?.as_bytes();
    let mut bytes = Vec::new();
    while let Some((first, behind)) = rest.split_first() {
        let (byte, length) = match (first, behind) {
            (b'\\', [b'\\', ..]) => (b'\\', 1),
            (b'\\', _) => (u8::from_str_radix(std::str::from_utf8(behind.get(..2)?).ok()?, 16).ok()?, 2),
            (first, _) => (*first, 0),
        };
        bytes.push(Some(byte));
        rest = &behind[length..];
    }
    Some(bytes)
}

/// Splits a text into words, marks and strings.
struct Words<'t>(&'t str);

impl<'t> Words<'t> {
    fn peek(&self) -> Option<&'t str> {
        Words(self.0).next()
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        (self.next()? == word).then_some(())
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.0.trim_start();
        let first = text.chars().next()?;
        let length = match text.strip_prefix("c\"") {
            Some(string) => string.find('"').map_or(text.len(), |end| end + 3),
            None if is_mark(first) => 1,
            None => text.find(|c: char| is_mark(c) || c.is_whitespace()).unwrap_or(text.len()),
        };
        let (word, rest) = text.split_at(length);
        self.0 = rest;
        Some(word)
    }
}

const fn is_mark(c: char) -> bool {
    matches!(c, '[' | ']' | '{' | '}' | '<' | '>' | '(' | ')' | ',')
}
