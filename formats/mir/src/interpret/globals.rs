//! Global variables of the embedded IR, and the constants of constant pools.
//!
//! Types are laid out as the module's data layout says, or that of its target; constants are numbers, aggregates, strings, addresses of
//! globals, null, zeros and undefined values. Constant expressions are not understood, and a global with one is refused when it is named.
//! An alias has the address of what it names. As there is one thread, a thread-local variable is as any other.

use super::int::Int;
use super::layout::DataLayout;
use super::literal;
use super::memory::{Memory, READ, READ_WRITE};
use super::program::{FUNCTIONS, STEP};
use crate::ir::{Lexer, Token};
use crate::{File, FloatKind, IrValue};
use std::collections::{HashMap, HashSet};

/// Bytes between objects, which are no object's.
const GAP: u64 = 32;
/// All globals and constants together have at most this many bytes.
const MAX_SIZE: u64 = 1 << 26;
/// The deepest nesting of types and constants.
const MAX_DEPTH: u32 = 64;
/// The most types within one definition.
const MAX_TYPES: u32 = 1 << 20;

/// Objects in memory.
#[derive(Debug, Default)]
pub(super) struct Globals {
    addresses: HashMap<IrValue, Result<u64, String>>,
    constants: HashMap<(u32, u32), Result<u64, String>>,
    objects: Vec<(u64, Object)>,
    end: u64,
}

/// An object and its initial bytes.
#[derive(Debug, Default)]
struct Object {
    bytes: Vec<u8>,
    /// Bytes that are not defined, as ranges, and whether they are poison.
    undefined: Vec<(usize, usize, bool)>,
    /// Addresses of globals: where they are, and how wide.
    addresses: Vec<(usize, usize, IrValue)>,
    is_constant: bool,
    alignment: u64,
}

impl Globals {
    /// Reads the globals of a file and places them from an address on.
    pub(super) fn new(file: &File, layout: &DataLayout, base: u64, functions: &HashMap<&str, u32>) -> Result<Self, String> {
        let mut globals = Self { end: base, ..Self::default() };
        for (name, number) in functions {
            globals.addresses.insert(IrValue::Named((*name).into()), Ok(FUNCTIONS + u64::from(*number) * STEP));
        }
        let names = file.ir.as_ref().map(|ir| ir.names()).unwrap_or_default();
        let known: HashSet<&IrValue> = names.globals.iter().collect();
        let text = file.ir.as_ref().map_or("", |ir| &ir.text);
        let types: Types<'_> = definitions('%', text).filter_map(|(name, rest)| Some((name, named_type(rest)?))).collect();
        let mut aliases = Vec::new();
        for (name, rest) in definitions('@', text) {
            if known.contains(&name) && !globals.addresses.contains_key(&name) {
                let placed = match Reader::new(rest, layout, &types).definition() {
                    Ok(Definition::Variable(object)) => Ok(globals.add(object)?),
                    Ok(Definition::Alias(target)) => {
                        aliases.push((name.clone(), target));
                        Err("it names itself".to_owned())
                    }
                    Err(reason) => Err(reason),
                };
                globals.addresses.insert(name, placed);
            }
        }
        globals.find_aliased(aliases);
        for (function, number) in file.functions.iter().zip(0..) {
            for constant in &function.constants {
                let placed = match Reader::new(&constant.value, layout, &types).constant(constant.alignment.unwrap_or(1)) {
                    Ok(object) => Ok(globals.add(object)?),
                    Err(reason) => Err(reason),
                };
                globals.constants.insert((number, constant.id), placed);
            }
        }
        globals.refuse_unresolved();
        Ok(globals)
    }

    /// Gives aliases the addresses of what they name, through other aliases too.
    fn find_aliased(&mut self, mut aliases: Vec<(IrValue, IrValue)>) {
        loop {
            let before = aliases.len();
            let names: HashSet<IrValue> = aliases.iter().map(|(name, _)| name.clone()).collect();
            aliases.retain(|(name, target)| {
                let is_open = names.contains(target);
                if !is_open {
                    let address = self.address(target);
                    self.addresses.insert(name.clone(), address);
                }
                is_open
            });
            if aliases.len() == before {
                return;
            }
        }
    }

    /// Refuses objects that contain the address of something without one, and objects that contain theirs.
    fn refuse_unresolved(&mut self) {
        let mut containing: HashMap<&IrValue, Vec<u64>> = HashMap::new();
        for (address, object) in &self.objects {
            object.addresses.iter().for_each(|(_, _, name)| containing.entry(name).or_default().push(*address));
        }
        let owners: HashMap<u64, IrValue> =
            self.addresses.iter().filter_map(|(name, address)| Some((*address.as_ref().ok()?, name.clone()))).collect();
        let mut unresolved: Vec<IrValue> =
            containing.keys().filter(|name| self.address(name).is_err()).map(|name| (*name).clone()).collect();
        unresolved.sort_by_key(ToString::to_string);
        let mut refused: HashMap<u64, String> = HashMap::new();
        while let Some(name) = unresolved.pop() {
            for address in containing.get(&name).into_iter().flatten() {
                let reason = || format!("its initial value is the address of @{name}, which has none");
                if refused.insert(*address, reason()).is_none() {
                    unresolved.extend(owners.get(address).cloned());
                }
            }
        }
        for placed in self.addresses.values_mut().chain(self.constants.values_mut()) {
            if let Some(reason) = placed.as_ref().ok().and_then(|address| refused.get(address)) {
                *placed = Err(reason.clone());
            }
        }
    }

    fn add(&mut self, object: Object) -> Result<u64, String> {
        let address = (self.end + GAP).next_multiple_of(object.alignment.max(1));
        self.end = address + object.bytes.len() as u64;
        if self.end > MAX_SIZE {
            return Err(format!("they have more than {MAX_SIZE} bytes"));
        }
        self.objects.push((address, object));
        Ok(address)
    }

    /// Returns the address behind the last object.
    pub(super) fn end(&self) -> u64 {
        self.end + GAP
    }

    /// Returns the address of a global value.
    pub(super) fn address(&self, value: &IrValue) -> Result<u64, String> {
        self.addresses.get(value).cloned().unwrap_or_else(|| Err("the file does not define it".to_owned()))
    }

    /// Returns the variables that the file defines: their names, addresses and sizes.
    pub(super) fn variables(&self) -> Vec<(Box<str>, u64, u64)> {
        let sizes: HashMap<u64, u64> = self.objects.iter().map(|(address, object)| (*address, object.bytes.len() as u64)).collect();
        let mut variables: Vec<_> = self
            .addresses
            .iter()
            .filter_map(|(name, address)| match (name, address) {
                (IrValue::Named(name), Ok(address)) => Some((name.clone(), *address, *sizes.get(address)?)),
                _ => None,
            })
            .collect();
        variables.sort();
        variables
    }

    /// Returns the address of a constant of a function.
    pub(super) fn constant(&self, function: u32, id: u32) -> Result<u64, String> {
        self.constants.get(&(function, id)).cloned().unwrap_or_else(|| Err("there is no such constant".to_owned()))
    }

    /// Writes the objects to memory.
    pub(super) fn place(&self, memory: &mut Memory) {
        for (address, object) in &self.objects {
            let size = object.bytes.len() as u64;
            memory.set_object(*address, size, if object.is_constant { READ } else { READ_WRITE });
            let mut bytes = object.bytes.clone();
            for (place, width, name) in &object.addresses {
                let target = self.address(name).unwrap_or(0).to_le_bytes();
                let count = (*width).min(target.len());
                bytes[*place..*place + count].copy_from_slice(&target[..count]);
            }
            memory.initialize(*address, &bytes);
            for (first, end, is_poison) in &object.undefined {
                memory.forget(address + *first as u64, (end - first) as u64, *is_poison);
            }
        }
    }
}

/// The types that a module names, each with its text.
type Types<'t> = HashMap<IrValue, &'t str>;

/// Returns the outer definitions of a module with this sigil: names, and the text after each equals sign.
fn definitions(sigil: char, text: &str) -> impl Iterator<Item = (IrValue, &str)> {
    text.lines().filter_map(move |line| {
        let rest = line.strip_prefix(sigil)?;
        let (name, rest) = crate::ir::spelled(rest)?;
        Some((crate::ir::value(name), rest.trim_start().strip_prefix('=')?))
    })
}

/// Returns the text of a named type, from after its equals sign.
fn named_type(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix("type ")
}

/// What a name of a module stands for.
enum Definition {
    Variable(Object),
    /// Another name of this global.
    Alias(IrValue),
}

/// A type of the IR.
#[derive(Clone, Debug, PartialEq, Eq)]
enum IrType {
    Integer(u32),
    Float(FloatKind),
    Pointer(u32),
    Array(u64, Box<Self>),
    Vector(u64, Box<Self>),
    /// Whether it is packed, and the fields.
    Struct(bool, Vec<Self>),
}

impl IrType {
    fn alignment(&self, layout: &DataLayout) -> u64 {
        match self {
            Self::Integer(bits) => layout.integer_alignment(*bits),
            // Pairs of doubles are aligned as numbers of 128 bits are.
            Self::Float(kind) => layout.float_alignment(literal::width(*kind).unwrap_or(128)),
            Self::Pointer(space) => layout.pointer_alignment(*space),
            Self::Array(_, of) => of.alignment(layout),
            Self::Vector(..) => self.bits(layout).map_or(1, |bits| layout.vector_alignment(bits)),
            Self::Struct(true, _) => 1,
            Self::Struct(false, fields) => {
                fields.iter().map(|field| field.alignment(layout)).max().unwrap_or(1).max(layout.aggregate_alignment())
            }
        }
    }

    /// Returns the bytes that a value fills, without those that keep the next one aligned.
    fn bytes(&self, layout: &DataLayout) -> Option<u64> {
        Some(match self {
            Self::Integer(bits) => bits.div_ceil(8).into(),
            Self::Float(kind) => literal::width(*kind).map_or(16, |bits| u64::from(bits / 8)),
            Self::Pointer(space) => layout.pointer_bits(*space).div_ceil(8).into(),
            Self::Array(count, of) => of.size(layout)?.checked_mul(*count)?,
            Self::Vector(..) => self.bits(layout)?.div_ceil(8),
            Self::Struct(is_packed, fields) => {
                let mut end: u64 = 0;
                for field in fields {
                    end = if *is_packed { end } else { end.checked_next_multiple_of(field.alignment(layout))? };
                    end = end.checked_add(field.size(layout)?)?;
                }
                end.checked_next_multiple_of(self.alignment(layout))?
            }
        })
    }

    fn bits(&self, layout: &DataLayout) -> Option<u64> {
        match self {
            Self::Integer(bits) => Some((*bits).into()),
            Self::Vector(count, of) => of.bits(layout)?.checked_mul(*count),
            _ => self.bytes(layout)?.checked_mul(8),
        }
    }

    /// Returns the bytes from one value to the next.
    fn size(&self, layout: &DataLayout) -> Option<u64> {
        self.bytes(layout)?.checked_next_multiple_of(self.alignment(layout)).filter(|size| *size <= MAX_SIZE)
    }
}

type Read<T> = Result<T, String>;

/// Reads types and constants.
struct Reader<'t, 'l> {
    lexer: Lexer<'t>,
    layout: &'l DataLayout,
    types: &'l Types<'t>,
    /// The number of types that may still be read: named ones can contain one another many times.
    left: u32,
}

fn unknown() -> String {
    "its type or constant is not understood".to_owned()
}

impl<'t, 'l> Reader<'t, 'l> {
    fn new(text: &'t str, layout: &'l DataLayout, types: &'l Types<'t>) -> Self {
        Self { lexer: Lexer::new(text), layout, types, left: MAX_TYPES }
    }

    fn next(&mut self) -> Read<Token<'t>> {
        self.lexer.next().ok_or_else(unknown)
    }

    fn expect(&mut self, mark: char) -> Read<()> {
        if self.lexer.eat(mark) { Ok(()) } else { Err(unknown()) }
    }

    /// Reads a definition from after its equals sign.
    fn definition(mut self) -> Read<Definition> {
        let is_constant = loop {
            match self.next()? {
                Token::Word("global") => break false,
                Token::Word("constant") => break true,
                Token::Word("external" | "extern_weak") => return Err("the file does not define it".to_owned()),
                Token::Word("alias") => return self.alias(),
                Token::Word("ifunc") => return Err("what a resolver returns is not modelled".to_owned()),
                _ => {}
            }
        };
        let mut object = self.object()?;
        object.is_constant = is_constant;
        while let Some(token) = self.lexer.next() {
            if let (Token::Word("align"), Some(Token::Word(number))) = (token, self.lexer.clone().next()) {
                let stated = number.parse::<u64>().ok().filter(|number| number.is_power_of_two() && *number <= 1 << 20);
                object.alignment = object.alignment.max(stated.unwrap_or(1));
            }
        }
        Ok(Definition::Variable(object))
    }

    /// Reads `TYPE, ptr @name`.
    fn alias(mut self) -> Read<Definition> {
        self.ty(MAX_DEPTH)?;
        self.expect(',')?;
        match (self.ty(MAX_DEPTH)?, self.next()?) {
            (IrType::Pointer(_), Token::Named(b'@', name)) => Ok(Definition::Alias(crate::ir::value(name))),
            _ => Err(unknown()),
        }
    }

    /// Reads an entry of a constant pool.
    fn constant(mut self, alignment: u64) -> Read<Object> {
        let mut object = self.object()?;
        object.is_constant = true;
        object.alignment = object.alignment.max(alignment.checked_next_power_of_two().filter(|number| *number <= 1 << 20).unwrap_or(1));
        Ok(object)
    }

    fn object(&mut self) -> Read<Object> {
        let ty = self.ty(MAX_DEPTH)?;
        let size = ty.size(self.layout).ok_or("it is too large")?;
        let mut object = Object { bytes: vec![0; size as usize], alignment: ty.alignment(self.layout), ..Object::default() };
        self.value(&ty, 0, &mut object, MAX_DEPTH)?;
        Ok(object)
    }

    fn ty(&mut self, depth: u32) -> Read<IrType> {
        let deeper = depth.checked_sub(1).ok_or_else(unknown)?;
        self.left = self.left.checked_sub(1).ok_or_else(|| format!("it has more than {MAX_TYPES} types"))?;
        Ok(match self.next()? {
            Token::Word("ptr") => {
                let mut ahead = self.lexer.clone();
                let mut space = 0;
                if let (Some(Token::Word("addrspace")), true, Some(Token::Word(number))) = (ahead.next(), ahead.eat('('), ahead.next()) {
                    space = number.parse().map_err(|_| unknown())?;
                    self.lexer = ahead;
                    self.expect(')')?;
                }
                IrType::Pointer(space)
            }
            Token::Named(b'%', name) => {
                let text = self.types.get(&crate::ir::value(name)).ok_or_else(unknown)?;
                let mut reader = Self { left: self.left, ..Reader::new(text, self.layout, self.types) };
                let ty = reader.ty(deeper);
                self.left = reader.left;
                ty?
            }
            Token::Word(word) => {
                let kind = FloatKind::ALL.into_iter().find(|kind| kind.name() == word);
                match (kind, word.strip_prefix('i').and_then(|bits| bits.parse().ok())) {
                    (Some(kind), _) => IrType::Float(kind),
                    (None, Some(bits @ 1..=65535)) => IrType::Integer(bits),
                    _ => return Err(unknown()),
                }
            }
            Token::Mark(b'[') => {
                let (count, of) = self.counted(deeper)?;
                self.expect(']')?;
                IrType::Array(count, Box::new(of))
            }
            Token::Mark(b'<') if !self.lexer.rest().starts_with('{') => {
                let (count, of) = self.counted(deeper)?;
                self.expect('>')?;
                IrType::Vector(count, Box::new(of))
            }
            Token::Mark(mark @ (b'<' | b'{')) => {
                let is_packed = mark == b'<';
                if is_packed {
                    self.expect('{')?;
                }
                let mut fields = Vec::new();
                while !self.lexer.eat('}') {
                    fields.push(self.ty(deeper)?);
                    self.lexer.eat(',');
                }
                if is_packed {
                    self.expect('>')?;
                }
                IrType::Struct(is_packed, fields)
            }
            _ => return Err(unknown()),
        })
    }

    /// Reads `N x TYPE`.
    fn counted(&mut self, depth: u32) -> Read<(u64, IrType)> {
        let Token::Word(count) = self.next()? else { return Err(unknown()) };
        let count = count.parse().map_err(|_| unknown())?;
        match self.next()? {
            Token::Word("x") => Ok((count, self.ty(depth)?)),
            _ => Err(unknown()),
        }
    }

    /// Reads a constant of a type into its place.
    fn value(&mut self, ty: &IrType, place: u64, object: &mut Object, depth: u32) -> Read<()> {
        let deeper = depth.checked_sub(1).ok_or_else(unknown)?;
        let bytes = ty.bytes(self.layout).ok_or_else(unknown)?;
        let rest = self.lexer.rest();
        if let Some(rest) = rest.strip_prefix("c\"") {
            let (text, after) = rest.split_once('"').ok_or_else(unknown)?;
            let text = string(text).ok_or_else(unknown)?;
            if text.len() as u64 != bytes {
                return Err(unknown());
            }
            object.bytes[place as usize..][..text.len()].copy_from_slice(&text);
            self.lexer = Lexer::new(after);
            return Ok(());
        }
        match (ty, self.lexer.clone().next().ok_or_else(unknown)?) {
            (_, Token::Word("zeroinitializer" | "null" | "none")) => {
                self.next()?;
                Ok(())
            }
            (_, Token::Word(word @ ("undef" | "poison"))) => {
                self.next()?;
                object.undefined.push((place as usize, (place + bytes) as usize, word == "poison"));
                Ok(())
            }
            (IrType::Pointer(_), Token::Named(b'@', name)) => {
                self.next()?;
                object.addresses.push((place as usize, bytes as usize, crate::ir::value(name)));
                Ok(())
            }
            (IrType::Array(count, of), Token::Mark(b'[')) => {
                let size = of.size(self.layout).ok_or_else(unknown)?;
                self.elements(*count, of, place, size, object, deeper, ']')
            }
            (IrType::Vector(count, of), Token::Mark(b'<')) => {
                let bits = of.bits(self.layout).ok_or_else(unknown)?;
                if bits % 8 == 0 {
                    return self.elements(*count, of, place, bits / 8, object, deeper, '>');
                }
                self.lanes(*count, of, place, object, deeper)
            }
            (IrType::Vector(count, of), Token::Word("splat")) => {
                let bits = of.bits(self.layout).filter(|bits| bits % 8 == 0).ok_or_else(unknown)?;
                self.next()?;
                self.expect('(')?;
                if self.ty(deeper)? != **of {
                    return Err(unknown());
                }
                let value = self.lexer.clone();
                for number in 0..*count {
                    self.lexer = value.clone();
                    self.value(of, place + number * (bits / 8), object, deeper)?;
                }
                self.expect(')')
            }
            (IrType::Struct(is_packed, fields), Token::Mark(mark @ (b'{' | b'<'))) => {
                self.next()?;
                if mark == b'<' {
                    self.expect('{')?;
                }
                let mut end = place;
                for (number, field) in fields.iter().enumerate() {
                    if number > 0 {
                        self.expect(',')?;
                    }
                    if self.ty(deeper)? != *field {
                        return Err(unknown());
                    }
                    let start = if *is_packed { end } else { place + (end - place).next_multiple_of(field.alignment(self.layout)) };
                    self.value(field, start, object, deeper)?;
                    end = start + field.size(self.layout).ok_or_else(unknown)?;
                }
                self.expect('}')?;
                if mark == b'<' { self.expect('>') } else { Ok(()) }
            }
            (_, Token::Word(_)) => self.number(ty, place, object),
            _ => Err(unknown()),
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the place of each element, and how it is read")]
    fn elements(&mut self, count: u64, of: &IrType, place: u64, size: u64, object: &mut Object, depth: u32, end: char) -> Read<()> {
        self.next()?;
        for number in 0..count {
            if number > 0 {
                self.expect(',')?;
            }
            if self.ty(depth)? != *of {
                return Err(unknown());
            }
            self.value(of, place + number * size, object, depth)?;
        }
        self.expect(end)
    }

    /// Reads the lanes of a vector that are no whole bytes: they follow one another bit by bit, the first in the lowest bits.
    fn lanes(&mut self, count: u64, of: &IrType, place: u64, object: &mut Object, depth: u32) -> Read<()> {
        let IrType::Integer(width) = *of else { return Err(unknown()) };
        let size = of.size(self.layout).ok_or_else(unknown)?;
        let mut apart = Object { bytes: vec![0; (count * size) as usize], ..Object::default() };
        self.elements(count, of, 0, size, &mut apart, depth, '>')?;
        if !apart.undefined.is_empty() {
            return Err("undefined lanes that are no whole bytes are not modelled".to_owned());
        }
        for bit in 0..count * u64::from(width) {
            let (lane, within) = (bit / u64::from(width), bit % u64::from(width));
            let value = apart.bytes[(lane * size + within / 8) as usize] >> (within % 8) & 1;
            object.bytes[(place + bit / 8) as usize] |= value << (bit % 8);
        }
        Ok(())
    }

    fn number(&mut self, ty: &IrType, place: u64, object: &mut Object) -> Read<()> {
        let rest = self.lexer.rest();
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '+' | '-'))).unwrap_or(rest.len());
        let (text, after) = rest.split_at(length);
        self.lexer = Lexer::new(after);
        let bits = match ty {
            IrType::Integer(1) if matches!(text, "true" | "false") => Some(Int::new(1, (text == "true").into())),
            IrType::Integer(bits) => Int::parse(*bits, text),
            IrType::Float(kind) => literal::of(*kind, text),
            _ => None,
        };
        let bits = bits.ok_or_else(unknown)?;
        let bytes = bits.words().iter().flat_map(|word| word.to_le_bytes());
        let size = bits.bits().div_ceil(8) as usize;
        object.bytes[place as usize..][..size].iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        Ok(())
    }
}

/// Returns the bytes of a string with `\xx` escapes.
fn string(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        if let [b'\\', tail @ ..] = tail {
            bytes.push(b'\\');
            rest = tail;
            continue;
        }
        let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &tail[2..];
    }
    Some(bytes)
}
