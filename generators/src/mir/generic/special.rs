//! Generic opcodes with a number of operands of their own, or with operands that no type describes.

use super::super::build::Build;
use super::super::metadata::nodes;
use super::super::types::shaped;
use irsmith_mir::tables::Opcode;
use irsmith_mir::{Element, Metadata, Operand, OperandKind, Type};

/// Intrinsics by the opcode that calls them: its name, its result and its arguments, as widths; 0 stands for a pointer.
const INTRINSICS: &[(&str, &str, &[u16], &[u16])] = &[
    ("G_INTRINSIC", "llvm.returnaddress", &[0], &[]),
    ("G_INTRINSIC", "llvm.thread.pointer", &[0], &[]),
    ("G_INTRINSIC", "llvm.frameaddress", &[0], &[]),
    ("G_INTRINSIC_W_SIDE_EFFECTS", "llvm.sideeffect", &[], &[]),
    ("G_INTRINSIC_W_SIDE_EFFECTS", "llvm.clear_cache", &[], &[0, 0]),
    ("G_INTRINSIC_W_SIDE_EFFECTS", "llvm.init.trampoline", &[], &[0, 0, 0]),
    ("G_INTRINSIC_CONVERGENT", "llvm.amdgcn.readfirstlane", &[32], &[32]),
    ("G_INTRINSIC_CONVERGENT", "llvm.amdgcn.icmp", &[64], &[32, 32]),
    ("G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS", "llvm.amdgcn.s.barrier", &[], &[]),
    ("G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS", "llvm.nvvm.barrier0", &[], &[]),
];

impl Build<'_, '_> {
    /// Makes an instruction of an opcode with a recipe of its own; nothing of those that control flow makes.
    pub(super) fn special(&mut self, opcode: &'static Opcode) {
        match opcode.name {
            "G_MERGE_VALUES" | "G_UNMERGE_VALUES" => self.merge(opcode),
            "G_BUILD_VECTOR" | "G_BUILD_VECTOR_TRUNC" | "G_CONCAT_VECTORS" => self.build_vector(opcode),
            "G_FCONSTANT" => {
                let bits = self.float_width();
                let constant = self.float_constant(bits);
                self.made(opcode, Some(Type::scalar(bits)), [OperandKind::Float(Box::new(constant)).into()]);
            }
            "G_GLOBAL_VALUE" => {
                let Some(value) = self.global() else { return };
                let offset = if self.choices.chance(64) { self.offset() } else { 0 };
                self.made(opcode, Some(Type::pointer(0)), [OperandKind::Global { value, offset }.into()]);
            }
            "G_PTRAUTH_GLOBAL_VALUE" => self.signed_global(opcode),
            "G_BLOCK_ADDR" => {
                let Some(address) = self.block_address() else { return };
                self.made(opcode, Some(Type::pointer(0)), [address.into()]);
            }
            "G_FENCE" => {
                let ordering = 4 + self.choices.below(4) as i64;
                let scope = self.choices.below(2) as i64;
                self.made(opcode, None, [OperandKind::Immediate(ordering).into(), OperandKind::Immediate(scope).into()]);
            }
            "G_UBSANTRAP" => {
                // llc takes the kind for a signed number of 8 bits.
                let kind = i64::from(self.choices.byte() / 2);
                self.made(opcode, None, [OperandKind::Immediate(kind).into()]);
            }
            "G_TRAP" | "G_DEBUGTRAP" | "G_RESET_FPENV" | "G_RESET_FPMODE" => self.made(opcode, None, []),
            name if name.starts_with("G_INTRINSIC") => self.intrinsic(opcode),
            _ => {}
        }
    }

    /// Appends an instruction with a result of a type, or none.
    fn made(&mut self, opcode: &'static Opcode, result: Option<Type>, operands: impl IntoIterator<Item = Operand>) {
        let mut instruction = self.instruction(opcode.name);
        instruction.flags = self.flags(opcode);
        instruction.operands.extend(operands);
        if let Some(ty) = result {
            let result = self.result(ty);
            instruction.results.push(result);
        }
        self.push(instruction);
    }

    /// Parts into a whole, or a whole into its parts: of scalars, of vectors, of a vector into scalars.
    fn merge(&mut self, opcode: &'static Opcode) {
        let parts = 2 + self.choices.below(self.config.operands.clamp(1, 64) as usize) as u16;
        let bits = self.width().min(64);
        let part = Element::Scalar(bits);
        if opcode.name == "G_MERGE_VALUES" {
            let operands: Vec<Operand> = (0..parts).map(|_| self.use_of(Type::Single(part))).collect();
            self.made(opcode, Some(Type::scalar(bits * parts)), operands);
            return;
        }
        let (part, whole) = match self.choices.below(3) {
            0 => (Type::Single(part), Type::scalar(bits * parts)),
            1 => (Type::Single(part), Type::vector(parts, part)),
            _ => (Type::vector(2, part), Type::vector(2 * parts, part)),
        };
        let operand = self.use_of(whole);
        let mut instruction = self.instruction(opcode.name);
        instruction.operands.push(operand);
        for _ in 0..parts {
            let result = self.result(part);
            instruction.results.push(result);
        }
        self.push(instruction);
    }

    fn build_vector(&mut self, opcode: &'static Opcode) {
        let lanes = 2 + self.choices.below(self.config.operands.clamp(1, 64) as usize) as u16;
        let bits = self.width().max(2);
        let (result, source) = match opcode.name {
            "G_BUILD_VECTOR" => {
                let element = if self.choices.chance(48) { self.pointer() } else { Element::Scalar(bits) };
                (Type::vector(lanes, element), Type::Single(element))
            }
            "G_BUILD_VECTOR_TRUNC" => (Type::vector(lanes, Element::Scalar(self.narrower(bits))), Type::scalar(bits)),
            _ => {
                let scalable = self.choices.chance(64);
                let vector = |count| shaped(Some((count, scalable)), Element::Scalar(bits));
                (vector(2 * lanes), vector(2))
            }
        };
        let operands: Vec<Operand> = (0..lanes).map(|_| self.use_of(source)).collect();
        self.made(opcode, Some(result), operands);
    }

    fn signed_global(&mut self, opcode: &'static Opcode) {
        let pointer = Type::pointer(0);
        let global = self.use_of(pointer);
        let key = OperandKind::Immediate(self.choices.below(4) as i64);
        let discriminator = self.use_of(Type::scalar(64));
        let number = OperandKind::Immediate(i64::from(self.choices.word()));
        self.made(opcode, Some(pointer), [global, key.into(), discriminator, number.into()]);
    }

    fn intrinsic(&mut self, opcode: &'static Opcode) {
        let fitting: Vec<_> = INTRINSICS.iter().filter(|row| row.0 == opcode.name).collect();
        let Some((_, name, results, arguments)) = self.choices.pick(&fitting).copied() else { return };
        let ty = |bits: &u16| if *bits == 0 { Type::pointer(0) } else { Type::scalar(*bits) };
        let mut operands: Vec<Operand> = vec![OperandKind::Intrinsic((*name).into()).into()];
        for argument in *arguments {
            operands.push(self.use_of(ty(argument)));
        }
        self.made(opcode, results.first().map(ty), operands);
    }

    /// The opcode and operand of an address that can be had without a register.
    pub(in crate::mir) fn address(&mut self) -> (&'static str, Option<OperandKind>) {
        let value = match self.choices.below(4) {
            0 => self.global().map(|value| ("G_GLOBAL_VALUE", OperandKind::Global { value, offset: 0 })),
            1 => Some(("G_CONSTANT_POOL", self.constant_operand())),
            2 => self.frame_operand().map(|operand| ("G_FRAME_INDEX", operand)),
            _ => None,
        };
        value.map_or(("G_IMPLICIT_DEF", None), |(opcode, operand)| (opcode, Some(operand)))
    }

    /// The name of a register, as metadata; a number where there is no module.
    pub(super) fn register_name(&mut self) -> OperandKind {
        if self.module.embedded {
            return OperandKind::Metadata(Metadata::Number(nodes::REGISTERS[usize::from(!self.is_x86())]));
        }
        self.own_metadata()
    }
}
