//! Functions without control flow, which passes may make smaller than those with it.
//!
//! A loop keeps alive all that it reads, and where its blocks go, what they computed becomes undefined, which an optimiser folds. Values that
//! one block computes from arguments and returns stay as they are.

use super::arguments::receive;
use super::forward::settled;
use super::share::rename;
use crate::mir::defined::{result_register, return_of};
use crate::mir::edit::{Known, Registers, defines, is_phi, is_valid, known, machine_of, next_number, repair_knowing, spelled};
use irsmith_mir::tables::{Machine, Properties, Target, common_opcode};
use irsmith_mir::transform::Space;
use irsmith_mir::{Block, Element, File, Function, Instruction, Name, Operand, OperandKind, Register, RegisterOperand, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Returns forms of a file in which one of its functions is one block that computes values and returns them, and the form in which each is:
/// the values that instructions read which do not only compute, and those that none reads. What such instructions write, as calls and PHIs
/// of loops, is an argument. The forms may be larger than the file, and are valid if the file is. None if the target's registers for
/// arguments are not known.
pub fn straightened(file: &File) -> Vec<File> {
    let Some(machine) = machine_of(file) else { return Vec::new() };
    let straight: Vec<Option<Function>> = file.functions.iter().map(|function| straightened_function(function, machine)).collect();
    let one = |(index, function): (usize, &Option<Function>)| {
        let mut form = file.clone();
        form.functions[index] = function.clone()?;
        Some(form)
    };
    let several = straight.iter().flatten().count() > 1;
    let each = several.then(|| {
        let functions = straight.iter().zip(&file.functions).map(|(straight, function)| straight.as_ref().unwrap_or(function).clone());
        File { functions: functions.collect(), ..file.clone() }
    });
    let forms = each.into_iter().chain(straight.iter().enumerate().filter_map(one)).filter_map(|form| spelled(&form));
    forms.filter(|form| !is_valid(file) || is_valid(form)).collect()
}

/// Returns the function without control flow; `None` if it has none, or computes nothing.
fn straightened_function(function: &Function, machine: &'static Machine) -> Option<Function> {
    let mut changed = Some(function).filter(|function| function.blocks.len() > 1)?.clone();
    rename(&mut changed, &settled(&joined(function)));
    let before = known(&changed);
    let instructions = straight(&mut changed, &before, machine.target())?;
    changed.blocks.truncate(1);
    for block in &mut changed.blocks {
        let (number, live_ins) = (block.number, std::mem::take(&mut block.live_ins));
        *block = Block { number, live_ins, instructions: instructions.clone(), ..Block::default() };
    }
    receive(&mut changed, &before, machine.target());
    repair_knowing(&before, &mut changed, Some(machine));
    Some(changed)
}

/// Returns the PHIs outside loops, each with one of the values that it joins.
fn joined(function: &Function) -> BTreeMap<Register, Register> {
    let places: BTreeMap<u32, usize> = (0..).zip(&function.blocks).map(|(place, block)| (block.number, place)).collect();
    let mut joined = BTreeMap::new();
    for (place, block) in function.blocks.iter().enumerate() {
        for phi in block.instructions.iter().filter(|instruction| is_phi(instruction)) {
            let is_earlier = |operand: &Operand| match &operand.kind {
                OperandKind::Block(from) => places.get(&from.number).is_some_and(|from| *from < place),
                _ => true,
            };
            if let ([result], Some(last)) = (&phi.results[..], operands(phi).last())
                && phi.operands.iter().all(is_earlier)
            {
                joined.insert(result.register.clone(), last.register.clone());
            }
        }
    }
    joined
}

/// Returns the instructions that compute values of a function, and those that return them; `None` if there are none.
fn straight(function: &mut Function, before: &Registers, target: Target) -> Option<Vec<Instruction>> {
    let next = next_number(function, Space::Register)?;
    let all: Vec<&Instruction> = function.blocks.iter().flat_map(|block| &block.instructions).collect();
    let graph = Graph::of(&all, before);
    let mut roots: BTreeSet<usize> =
        all.iter().flat_map(|each| results(each, before)).filter_map(|register| graph.place(register)).collect();
    let mut chosen = Chosen { is_chosen: vec![false; graph.instructions.len()], places: Vec::new() };
    let mut returned = Returned { target, next, values: Vec::new(), changes: Vec::new() };
    while let Some(root) = chosen.largest(&graph, &roots) {
        roots.remove(&root);
        let register = &graph.instructions[root].results.first()?.register;
        if returned.add(register, before.get(register)?)? {
            chosen.add(&graph, root);
        }
    }
    let computed = chosen.places.iter().map(|place| graph.instructions[*place].clone());
    (!returned.values.is_empty()).then(|| computed.chain(returned.instructions()).collect())
}

const WIDE: Type = Type::scalar(64);

/// What a function returns.
struct Returned {
    target: Target,
    /// The next unused number of a register.
    next: u32,
    /// Values with their types, in the order of the registers that return them.
    values: Vec<(Register, Type)>,
    /// What makes values of other types returnable, and one of several.
    changes: Vec<Instruction>,
}

impl Returned {
    /// Returns a value in the next register, or in the last one beside others. Returns whether that is possible; `None` if no number is left
    /// for another virtual register.
    fn add(&mut self, value: &Register, known: &Known) -> Option<bool> {
        let is_last = result_register(self.target, self.values.len() + 1, WIDE).is_none();
        let (value, ty) = match known.ty {
            Some(ty @ Type::Single(Element::Scalar(32) | Element::Pointer(0))) if !is_last => (value.clone(), ty),
            Some(WIDE) => (value.clone(), WIDE),
            Some(Type::Single(Element::Scalar(bits))) => {
                (self.change(known, if bits < 64 { "G_ANYEXT" } else { "G_TRUNC" }, [value])?, WIDE)
            }
            Some(Type::Single(Element::Pointer(0))) => (self.change(known, "G_PTRTOINT", [value])?, WIDE),
            _ => return Some(false),
        };
        let is_full = result_register(self.target, self.values.len(), WIDE).is_none();
        match self.values.pop_if(|_| is_full) {
            Some((last, _)) => {
                let both = self.change(known, "G_XOR", [&last, &value])?;
                self.values.push((both, WIDE));
            }
            None => self.values.push((value, ty)),
        }
        Some(true)
    }

    /// Computes a value of 64 bits.
    fn change<const N: usize>(&mut self, like: &Known, opcode: &'static str, operands: [&Register; N]) -> Option<Register> {
        let register = Register::Virtual(self.next);
        self.next = self.next.checked_add(1)?;
        let result = Known { ty: Some(WIDE), ..like.clone() }.definition(register.clone());
        self.changes.push(of(result, opcode, operands));
        Some(register)
    }

    fn instructions(self) -> impl Iterator<Item = Instruction> {
        let named = |(number, (register, ty))| Some((result_register(self.target, number, ty)?, register));
        let (names, copies): (Vec<&'static str>, Vec<Instruction>) = (0..)
            .zip(self.values)
            .filter_map(named)
            .map(|(name, value)| {
                let result = RegisterOperand { register: Register::Physical(Name::from_static_str(name)), ..RegisterOperand::default() };
                (name, of(result, "COPY", [&value]))
            })
            .unzip();
        self.changes.into_iter().chain(copies).chain([return_of(self.target, &names)])
    }
}

/// The instructions that compute values, and what each reads of the others.
struct Graph<'f> {
    instructions: Vec<&'f Instruction>,
    writes: BTreeMap<&'f Register, usize>,
    reads: Vec<Vec<usize>>,
}

impl<'f> Graph<'f> {
    fn of(all: &[&'f Instruction], before: &Registers) -> Self {
        let is_value = |result: &RegisterOperand| {
            before.get(&result.register).is_some_and(|known| known.definitions == 1 && known.is_generic()) && result.subregister.is_none()
        };
        let is_computed = |each: &&Instruction| computes(each) && each.results.iter().all(is_value);
        let instructions: Vec<&Instruction> = all.iter().copied().filter(is_computed).collect();
        let results = (0..).zip(&instructions).flat_map(|(place, each)| each.results.iter().map(move |result| (&result.register, place)));
        let writes: BTreeMap<&Register, usize> = results.collect();
        let reads = |each: &&Instruction| operands(each).filter_map(|operand| writes.get(&operand.register).copied()).collect();
        let reads = instructions.iter().map(reads).collect();
        Self { instructions, writes, reads }
    }

    /// Returns which instruction computes a register.
    fn place(&self, register: &Register) -> Option<usize> {
        self.writes.get(register).copied()
    }
}

/// The chosen instructions of a graph.
struct Chosen {
    is_chosen: Vec<bool>,
    /// Each behind what it reads.
    places: Vec<usize>,
}

impl Chosen {
    /// Chooses an instruction, and what it reads.
    fn add(&mut self, graph: &Graph<'_>, root: usize) {
        let mut open = vec![(root, 0)];
        while let Some((place, read)) = open.pop() {
            match graph.reads[place].get(read) {
                // What is computed from itself is chosen once.
                _ if read == 0 && std::mem::replace(&mut self.is_chosen[place], true) => {}
                Some(next) => open.extend([(place, read + 1), (*next, 0)]),
                None => self.places.push(place),
            }
        }
    }

    /// Returns the root that adds the most instructions, of several the last one; `None` if none adds any.
    fn largest(&self, graph: &Graph<'_>, roots: &BTreeSet<usize>) -> Option<usize> {
        let added = |root: &usize| {
            let mut with = Self { is_chosen: self.is_chosen.clone(), places: Vec::new() };
            with.add(graph, *root);
            with.places.len()
        };
        let (count, root) = roots.iter().map(|root| (added(root), *root)).max()?;
        (count > 0).then_some(root)
    }
}

/// Returns whether an instruction only computes values from values.
fn computes(instruction: &Instruction) -> bool {
    const OTHERS: [Properties; 4] = [Properties::MAY_STORE, Properties::SIDE_EFFECTS, Properties::CALL, Properties::TERMINATOR];
    let row = common_opcode(&instruction.opcode).filter(|_| instruction.opcode.starts_with("G_") || instruction.opcode == "COPY");
    row.is_some_and(|row| OTHERS.iter().all(|other| !row.is(*other)))
        && !is_phi(instruction)
        && instruction.bundle.is_none()
        && operands(instruction).all(|operand| matches!(operand.register, Register::Virtual(_) | Register::Named(_)))
}

fn operands(instruction: &Instruction) -> impl Iterator<Item = &RegisterOperand> {
    instruction.operands.iter().filter_map(|operand| match &operand.kind {
        OperandKind::Register(register) if !defines(false, register) => Some(register),
        _ => None,
    })
}

/// Returns the registers of values that a function computes for an instruction which does not only compute, or for nothing.
fn results<'f>(instruction: &'f Instruction, before: &Registers) -> Vec<&'f Register> {
    match instruction.opcode.as_str() {
        opcode if opcode.starts_with("DBG_") => Vec::new(),
        _ if computes(instruction) => {
            let is_unread = |register: &Register| before.get(register).is_some_and(|known| known.uses == 0);
            instruction.results.iter().map(|result| &result.register).filter(|register| is_unread(register)).collect()
        }
        _ => operands(instruction).map(|operand| &operand.register).collect(),
    }
}

fn of<const N: usize>(result: RegisterOperand, opcode: &'static str, operands: [&Register; N]) -> Instruction {
    let operands =
        operands.map(|register| OperandKind::Register(RegisterOperand { register: register.clone(), ..RegisterOperand::default() }).into());
    Instruction {
        results: [result].into_iter().collect(),
        opcode: opcode.into(),
        operands: operands.into_iter().collect(),
        ..Instruction::default()
    }
}
