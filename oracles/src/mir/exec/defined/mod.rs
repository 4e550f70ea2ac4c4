//! Instructions of generic Machine IR give what their definitions say, for the values that an execution had.

mod lanes;
mod poison;
mod rows;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::interpret::{Machine, Place, Program, Value};
use irsmith_mir::{Block, File, Function, Instruction, MemorySize, Operand, OperandKind, Register, RegisterOperand, Type};

use super::calls::{BUDGET, CALLS, FUNCTIONS, OPTIONS, argument};
use super::{Case, Oracle, REFUSED, translated};
use crate::{Check, Family, Fault, Needs, Outcome};
use lanes::{Lanes, joined, low, signed};
use poison::{Sides, flagged, is_poison};
use rows::{Definition, ROWS};

/// The oracle.
pub const EXEC_DEFINED: Oracle = Oracle {
    name: "mir-exec-defined",
    family: Family::Execution,
    about: "each generic instruction that a function executes gives what its definition says of the values of its operands",
    floor: 60,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x6465_6669_6e65_6420;

/// Opcodes that are defined for operands of one width only.
const SAME_WIDTH: [&str; 3] = ["G_PTR_ADD", "G_PTRMASK", "G_FCOPYSIGN"];
/// The most instructions of a case that are judged: functions that were changed may loop until their fuel ends.
const MOST: usize = 20_000;

fn check(case: &Case) -> Outcome {
    let file = case.file_or_skip()?;
    translated::check(file)?;
    let bytes = case.choices(SALT);
    let mut bytes = Unstructured::new(&bytes);
    let mut choices = Choices::new(&mut bytes);
    // Flags make poison, which is all that they do.
    let file = &flagged(file, &mut choices);
    let program = Program::new(file, &OPTIONS).map_err(|_| REFUSED)?;
    let mut machine = Machine::new(&program);
    let mut judge = Judge::new(file);
    let executable = (0..program.functions()).filter_map(|function| Some((function, &program.signature(function).ok()?.parameters)));
    for (function, parameters) in executable.take(FUNCTIONS) {
        for number in 0..if parameters.is_empty() { 1 } else { CALLS } {
            let arguments: Vec<Value> = parameters.iter().map(|parameter| argument(&program, &mut choices, parameter, number)).collect();
            machine.reset();
            judge.begin();
            machine.call_with(function, &arguments, &BUDGET, &mut |place: Place, values: &[Value]| judge.told(place, values));
            if let Some(fault) = judge.fault {
                return Err(fault.into());
            }
            if judge.told == MOST {
                return Ok(());
            }
        }
    }
    if judge.judged == 0 { Err(REFUSED.into()) } else { Ok(()) }
}

/// Judges the instructions that it is told.
struct Judge<'f> {
    file: &'f File,
    definitions: HashMap<&'static str, Definition>,
    /// The values of the registers of the current activation of a function that were told since the last call or return.
    known: HashMap<(u32, u32), Lanes>,
    /// The function and the block to which the last branch goes.
    next: Option<(u32, u32)>,
    /// Instructions that were told.
    told: usize,
    /// Instructions that a definition was compared with.
    judged: usize,
    fault: Option<Fault>,
}

impl<'f> Judge<'f> {
    fn new(file: &'f File) -> Self {
        Self { file, definitions: ROWS.iter().copied().collect(), known: HashMap::new(), next: None, told: 0, judged: 0, fault: None }
    }

    /// Begins before a call from outside.
    fn begin(&mut self) {
        self.known.clear();
        self.next = None;
    }

    fn told(&mut self, place: Place, values: &[Value]) {
        if self.told == MOST {
            return;
        }
        self.told += 1;
        let function = self.file.functions.get(place.function as usize);
        if let Some((of, next)) = self.next.take()
            && (of, next) != (place.function, place.block)
            && function.and_then(|function| function.blocks.get(next as usize)).is_some_and(|block| self.is_told(block))
        {
            let evidence = format!("{place} follows a branch to the block at {next} of the function at {of}");
            self.fault.get_or_insert(Fault::new("path-differs", "branch", evidence));
        }
        let block = function.and_then(|function| function.blocks.get(place.block as usize));
        // Instructions of bundles have places too.
        let block = block.filter(|block| block.instructions.iter().all(|instruction| instruction.bundle.is_none()));
        let instruction = block.and_then(|block| block.instructions.get(place.instruction as usize));
        let Some(instruction) = instruction.filter(|_| self.fault.is_none()) else { return };
        let opcode = instruction.opcode.as_str();
        if !opcode.starts_with("G_") && opcode != "COPY" {
            // A call or a return, behind which registers are those of another activation.
            self.known.clear();
            return;
        }
        self.judge(place, instruction, values);
        self.next = function.and_then(|function| self.branch(place, function, instruction)).map(|block| (place.function, block));
        for (result, value) in instruction.results.iter().zip(values) {
            let Register::Virtual(number) = result.register else { continue };
            match Lanes::of(value) {
                Some(lanes) => self.known.insert((place.function, number), lanes),
                None => self.known.remove(&(place.function, number)),
            };
        }
    }

    /// Returns whether an observer is told of an instruction of the block: not of PHIs, for example.
    fn is_told(&self, block: &Block) -> bool {
        let is_told = |opcode: &str| opcode.starts_with("G_BR") || self.definitions.contains_key(opcode);
        block.instructions.iter().any(|instruction| is_told(instruction.opcode.as_str()))
    }

    /// Returns the position of the block to which a branch goes; `None` if it does not, or that is not known.
    fn branch(&self, place: Place, function: &Function, instruction: &Instruction) -> Option<u32> {
        let number = |operand: &Operand| match &operand.kind {
            OperandKind::Register(RegisterOperand { register: Register::Virtual(number), .. }) => {
                self.known.get(&(place.function, *number))?.lane(0)
            }
            _ => None,
        };
        let operands = &instruction.operands;
        let to = match instruction.opcode.as_str() {
            "G_BRCOND" if number(operands.first()?)? & 1 == 0 => return None,
            "G_BR" | "G_BRCOND" => operands.iter().find_map(|operand| match &operand.kind {
                OperandKind::Block(to) => Some(to),
                _ => None,
            })?,
            "G_BRJT" => {
                let id = operands.iter().find_map(|operand| if let OperandKind::JumpTable(id) = operand.kind { Some(id) } else { None })?;
                let entry = function.jump_table.iter().flat_map(|table| &table.entries).find(|entry| entry.id == id)?;
                entry.blocks.get(usize::try_from(number(operands.last()?)?).ok()?)?
            }
            _ => return None,
        };
        (0..).zip(&function.blocks).find(|(_, block)| block.number == to.number).map(|(position, _)| position)
    }

    fn judge(&mut self, place: Place, instruction: &Instruction, values: &[Value]) {
        let plain = instruction.opcode.as_str().replace("G_STRICT_", "G_");
        let Some(definition) = self.definitions.get(plain.as_str()) else { return };
        if values.len() != instruction.results.len() {
            return;
        }
        let operand = |register: &Register| match register {
            Register::Virtual(number) => self.known.get(&(place.function, *number)),
            _ => None,
        };
        let registers = instruction.operands.iter().filter_map(|operand| match &operand.kind {
            OperandKind::Register(register) => Some(&register.register),
            _ => None,
        });
        let shapes: Vec<Shape> = values.iter().filter_map(Shape::of).collect();
        let told: Option<Vec<Lanes>> = values.iter().map(Lanes::of).collect();
        // What a load reads and where memory is allocated is not known, but how that is extended and aligned.
        let is_of_memory = matches!(definition, Definition::Extended(_) | Definition::Aligned);
        let operands: Option<Vec<&Lanes>> = if is_of_memory { Some(Vec::new()) } else { registers.map(operand).collect() };
        let (Some(operands), true) = (operands, shapes.len() == values.len()) else { return };
        let asked = Asked { instruction, operands: &operands, results: &shapes, told: told.as_deref() };
        let (Some(expected), Some(poisoned)) = (asked.expected(*definition), asked.poisoned()) else { return };
        self.judged += 1;
        if poisoned.contains(&true) {
            let is_poison = values.first().map(|value| poison_of(value, poisoned.len()));
            if is_poison != Some(poisoned) {
                let told: Vec<String> = values.iter().map(ToString::to_string).collect();
                let element = format!("{plain} with flags");
                self.fault = Some(Fault::new("poison-differs", element, format!("{place}: {operands:x?} gives {}", told.join(", "))));
            }
            return;
        }
        let found: Option<Vec<&[u128]>> = told.as_ref().map(|told| told.iter().map(|lanes| &lanes.numbers[..]).collect());
        let is_same = found.is_some_and(|found| found.iter().zip(&expected).all(|(found, expected)| *found == expected.as_slice()));
        if !is_same {
            let given: Vec<String> = operands.iter().map(|lanes| format!("{:x?} of {} bits", lanes.numbers, lanes.width)).collect();
            let told: Vec<String> = values.iter().map(ToString::to_string).collect();
            let evidence = format!("{place}: {plain} of {}\n  gives   {}\n  defined {expected:x?}", given.join(" and "), told.join(", "));
            self.fault = Some(Fault::new("value-differs", instruction.opcode.as_str(), evidence));
        }
    }
}

/// The type of a result.
struct Shape {
    width: u32,
    lanes: usize,
}

impl Shape {
    fn of(value: &Value) -> Option<Self> {
        let lanes = if let Type::Vector { count, .. } = value.ty { usize::from(count) } else { 1 };
        let width = value.bits.bits().checked_div(lanes as u32).filter(|width| (1..=128).contains(width))?;
        Some(Self { width, lanes })
    }
}

/// Returns which of the lanes of a value are poison.
fn poison_of(value: &Value, lanes: usize) -> Vec<bool> {
    let width = value.poison.bits() / lanes as u32;
    let bit = |place: u32| value.poison.words()[place as usize / 64] >> (place % 64) & 1 == 1;
    (0..lanes as u32).map(|lane| (lane * width..(lane + 1) * width).any(bit)).collect()
}

/// An instruction with the values of its operands.
struct Asked<'a> {
    instruction: &'a Instruction,
    operands: &'a [&'a Lanes],
    results: &'a [Shape],
    told: Option<&'a [Lanes]>,
}

impl Asked<'_> {
    /// Returns the lanes of each result; `None` if the definition leaves them open, or does not say.
    fn expected(&self, definition: Definition) -> Option<Vec<Vec<u128>>> {
        let result = self.results.first()?;
        let given = |number: usize| self.operands.get(number).copied();
        let all = |f: &dyn Fn(usize) -> Option<u128>| {
            let lanes: Option<Vec<u128>> = (0..result.lanes).map(|lane| Some(low(result.width, f(lane)?))).collect();
            lanes.map(|lanes| vec![lanes])
        };
        let two = |f: fn(u32, u128, u128) -> Option<u128>| {
            let (a, b) = (given(0)?, given(1)?);
            // Narrower offsets and signs of other formats are not told of.
            let is_told = a.width == b.width || !SAME_WIDTH.contains(&self.instruction.opcode.as_str());
            if is_told { all(&|lane| f(a.width, a.lane(lane)?, b.lane(lane)?)) } else { None }
        };
        match definition {
            Definition::One(f) => {
                let a = given(0)?;
                all(&|lane| Some(f(a.width, a.lane(lane)?)))
            }
            Definition::Two(f) => two(f),
            Definition::Both(first, second) => Some([two(first)?, two(second)?].concat()),
            Definition::Three(f) => {
                let (a, b, c) = (given(0)?, given(1)?, given(2)?);
                all(&|lane| f(a.width, a.lane(lane)?, b.lane(lane)?, c.lane(lane)?))
            }
            Definition::Converted(f) => {
                let a = given(0)?;
                all(&|lane| f(a.width, result.width, a.lane(lane)?))
            }
            Definition::Asserted(holds) => {
                let (a, stated) = (given(0)?, u32::try_from(self.immediate()?).ok()?);
                all(&|lane| a.lane(lane).filter(|lane| holds(stated, a.width, *lane)))
            }
            Definition::Overflow(is_signed, f) => self.overflow(is_signed, f),
            Definition::Compare => self.compared(),
            Definition::ExtendedInside => {
                let (a, bits) = (given(0)?, u32::try_from(self.immediate()?).ok().filter(|bits| (1..=128).contains(bits))?);
                all(&|lane| Some(signed(bits, low(bits, a.lane(lane)?)) as u128))
            }
            Definition::Reduction(f) => {
                let a = given(0)?;
                let lanes = a.numbers.iter().copied().reduce(|sum, lane| low(a.width, f(a.width, sum, lane)))?;
                Some(vec![vec![lanes]]).filter(|_| a.width == result.width)
            }
            Definition::Joined => {
                let bits: Vec<bool> = self.operands.iter().flat_map(|lanes| lanes.bits()).collect();
                let size = result.width as usize * result.lanes;
                let parts = bits.chunks(size).map(|bits| joined(result.width, bits)).collect::<Vec<_>>();
                Some(parts).filter(|parts| parts.len() == self.results.len() && bits.len() == size * parts.len())
            }
            Definition::JoinedLow => all(&|lane| given(lane)?.lane(0)),
            Definition::Shuffled => {
                let mask = self.instruction.operands.iter().find_map(|operand| match &operand.kind {
                    OperandKind::ShuffleMask(mask) => Some(mask),
                    _ => None,
                })?;
                let both: Vec<u128> = self.operands.iter().flat_map(|lanes| lanes.numbers.iter().copied()).collect();
                all(&|lane| both.get((*mask.get(lane)?)? as usize).copied())
            }
            Definition::LaneOf => {
                let (vector, index) = (given(0)?, given(1)?.lane(0)?);
                Some(vec![vec![*vector.numbers.get(usize::try_from(index).ok()?)?]]).filter(|_| vector.width == result.width)
            }
            Definition::WithLane => {
                let (vector, lane, index) = (given(0)?, given(1)?.lane(0)?, given(2)?.lane(0)?);
                let mut numbers = vector.numbers.clone();
                *numbers.get_mut(usize::try_from(index).ok()?)? = lane;
                Some(vec![numbers])
            }
            Definition::PartOf => {
                let (bits, from) = (given(0)?.bits(), usize::try_from(self.immediate()?).ok()?);
                Some(vec![joined(result.width, bits.get(from..from + result.width as usize * result.lanes)?)])
            }
            Definition::WithPart => {
                let (mut bits, part, from) = (given(0)?.bits(), given(1)?.bits(), usize::try_from(self.immediate()?).ok()?);
                bits.get_mut(from..from + part.len())?.copy_from_slice(&part);
                Some(vec![joined(result.width, &bits)])
            }
            Definition::Aligned => {
                let alignment = u128::try_from(self.immediate()?).ok().filter(|alignment| alignment.is_power_of_two())?;
                let address = self.told?.first()?.lane(0)?;
                Some(vec![vec![address / alignment * alignment]])
            }
            Definition::Extended(is_signed) => {
                let MemorySize::Type(memory) = self.instruction.memory.first()?.size else { return None };
                let (Type::Single(element) | Type::Vector { element, .. }) = memory;
                let irsmith_mir::Element::Scalar(bits) = element else { return None };
                let (bits, told) = (u32::from(bits), self.told?.first()?);
                all(&|lane| {
                    let read = low(bits, told.lane(lane)?);
                    Some(if is_signed { signed(bits, read) as u128 } else { read })
                })
            }
        }
    }

    /// Returns which lanes are poison by the flags; `None` if they permit other results.
    fn poisoned(&self) -> Option<Vec<bool>> {
        if self.instruction.flags.0 == 0 {
            return Some(Vec::new());
        }
        let (result, a) = (self.results.first()?, *self.operands.first()?);
        let sides = |lane: usize| {
            let b = self.operands.get(1).map_or(Some(0), |b| b.lane(lane))?;
            Some(Sides { width: a.width, to: result.width, a: a.lane(lane)?, b })
        };
        (0..result.lanes).map(|lane| is_poison(self.instruction, sides(lane)?)).collect()
    }

    fn immediate(&self) -> Option<i64> {
        self.instruction
            .operands
            .iter()
            .find_map(|operand| if let OperandKind::Immediate(number) = operand.kind { Some(number) } else { None })
    }

    fn overflow(&self, is_signed: bool, f: fn(i128, i128, i128) -> i128) -> Option<Vec<Vec<u128>>> {
        let (a, b) = (self.operands.first()?, self.operands.get(1)?);
        // Products of wider ones do not fit into 128 bits, and wider flags depend on the target.
        let width = Some(a.width).filter(|width| *width <= 62 && self.results.get(1).is_some_and(|flag| flag.width == 1))?;
        let number = |lanes: &Lanes, lane| lanes.lane(lane).map(|lane| if is_signed { signed(width, lane) } else { lane as i128 });
        let carry = |lane| self.operands.get(2).map_or(Some(0), |carry| carry.lane(lane).map(|carry| (carry & 1) as i128));
        let exact: Option<Vec<i128>> = (0..a.numbers.len()).map(|lane| Some(f(number(a, lane)?, number(b, lane)?, carry(lane)?))).collect();
        let exact = exact?;
        let results = exact.iter().map(|exact| low(width, *exact as u128)).collect();
        let fits = |exact: i128| {
            if is_signed { signed(width, low(width, exact as u128)) == exact } else { (0..1 << width).contains(&exact) }
        };
        Some(vec![results, exact.iter().map(|exact| u128::from(!fits(*exact))).collect()])
    }

    fn compared(&self) -> Option<Vec<Vec<u128>>> {
        let (a, b) = (self.operands.first()?, self.operands.get(1)?);
        // What a wider result is if it is true depends on the target.
        let result = self.results.first().filter(|result| result.width == 1)?;
        let holds = |lane: usize| {
            let (x, y) = (a.lane(lane)?, b.lane(lane)?);
            self.instruction.operands.iter().find_map(|operand| match &operand.kind {
                OperandKind::IntegerPredicate(predicate) => {
                    let name = predicate.name();
                    let order = if name.starts_with('s') { signed(a.width, x).cmp(&signed(a.width, y)) } else { x.cmp(&y) };
                    Some(match name.trim_start_matches(['s', 'u']) {
                        "eq" => order.is_eq(),
                        "ne" => order.is_ne(),
                        "gt" => order.is_gt(),
                        "ge" => order.is_ge(),
                        "lt" => order.is_lt(),
                        _ => order.is_le(),
                    })
                }
                OperandKind::FloatPredicate(predicate) => {
                    let order = match a.width {
                        32 => f32::from_bits(x as u32).partial_cmp(&f32::from_bits(y as u32)),
                        64 => f64::from_bits(x as u64).partial_cmp(&f64::from_bits(y as u64)),
                        _ => return None,
                    };
                    Some(match (predicate.name(), order) {
                        ("true", _) | ("ord", Some(_)) | ("uno", None) => true,
                        ("false", _) | ("ord", None) | ("uno", Some(_)) => false,
                        (name, None) => name.starts_with('u'),
                        (name, Some(order)) => match &name[1..] {
                            "eq" => order.is_eq(),
                            "ne" => order.is_ne(),
                            "gt" => order.is_gt(),
                            "ge" => order.is_ge(),
                            "lt" => order.is_lt(),
                            _ => order.is_le(),
                        },
                    })
                }
                _ => None,
            })
        };
        let lanes: Option<Vec<u128>> = (0..result.lanes).map(|lane| holds(lane).map(u128::from)).collect();
        lanes.map(|lanes| vec![lanes])
    }
}
