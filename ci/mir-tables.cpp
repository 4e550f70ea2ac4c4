// Prints what LLVM's MC and CodeGen interfaces say about one target, for ci/mir-tables, which makes the committed tables of it.
//
// usage: mir-tables-helper TRIPLE
//
// One fact a line, fields separated by tabs, lists by spaces; numbers are LLVM's own. The first field says what the line is about:
//   index N name bits offset lanes      sub-register index; bits and offset are -1 where it has none
//   register N name dwarf flags units indices:registers
//   class N name bits spill-bytes alignment flags lanes members subclasses index:narrowed:part
//   bank N name bits classes
//   mask name registers that survive
//   direct|bitmask value name           target flags of operands
//   target-index value name
//   memory-flag value name
//   common N                            how many opcodes are of every target
//   opcode N name defs flags operands implicit-uses implicit-defs
#include "llvm/ADT/BitVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/RegisterBankInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

static raw_ostream &Out = outs();

static void printIndices(const TargetRegisterInfo &TRI) {
  for (unsigned I = 1; I < TRI.getNumSubRegIndices(); ++I)
    Out << "index\t" << I << '\t' << TRI.getSubRegIndexName(I) << '\t' << int(TRI.getSubRegIdxSize(I)) << '\t'
        << int(TRI.getSubRegIdxOffset(I)) << '\t' << TRI.getSubRegIndexLaneMask(I).getAsInteger() << '\n';
}

static void printRegisters(const TargetRegisterInfo &TRI, const BitVector &Reserved) {
  for (unsigned R = 1; R < TRI.getNumRegs(); ++R) {
    Out << "register\t" << R << '\t' << TRI.getName(R) << '\t' << TRI.getDwarfRegNum(R, false) << '\t';
    if (TRI.isInAllocatableClass(R))
      Out << 'a';
    if (Reserved.test(R))
      Out << 'r';
    if (TRI.isConstantPhysReg(R))
      Out << 'c';
    Out << '\t';
    for (MCRegUnit U : TRI.regunits(R))
      Out << U << ' ';
    Out << '\t';
    for (MCSubRegIndexIterator S(R, &TRI); S.isValid(); ++S)
      Out << S.getSubRegIndex() << ':' << S.getSubReg() << ' ';
    Out << '\n';
  }
}

static void printClasses(const TargetRegisterInfo &TRI) {
  for (const TargetRegisterClass *RC : TRI.regclasses()) {
    Out << "class\t" << RC->getID() << '\t' << TRI.getRegClassName(RC) << '\t' << TRI.getRegSizeInBits(*RC).getKnownMinValue() << '\t'
        << TRI.getSpillSize(*RC) << '\t' << TRI.getSpillAlign(*RC).value() << '\t';
    if (RC->isAllocatable())
      Out << 'a';
    Out << '\t' << RC->getLaneMask().getAsInteger() << '\t';
    for (MCPhysReg R : *RC)
      Out << R << ' ';
    Out << '\t';
    for (const TargetRegisterClass *Sub : TRI.regclasses())
      if (RC->hasSubClassEq(Sub))
        Out << Sub->getID() << ' ';
    Out << '\t';
    for (unsigned I = 1; I < TRI.getNumSubRegIndices(); ++I)
      if (const TargetRegisterClass *Narrowed = TRI.getSubClassWithSubReg(RC, I)) {
        const TargetRegisterClass *Part = TRI.getSubRegisterClass(RC, I);
        Out << I << ':' << Narrowed->getID() << ':' << (Part ? int(Part->getID()) : -1) << ' ';
      }
    Out << '\n';
  }
}

static void printBanks(const RegisterBankInfo &RBI, const TargetRegisterInfo &TRI) {
  for (unsigned B = 0; B < RBI.getNumRegBanks(); ++B) {
    const RegisterBank &Bank = RBI.getRegBank(B);
    Out << "bank\t" << B << '\t' << Bank.getName() << '\t' << RBI.getMaximumSize(B) << '\t';
    for (const TargetRegisterClass *RC : TRI.regclasses())
      if (Bank.covers(*RC))
        Out << RC->getID() << ' ';
    Out << '\n';
  }
}

static void printMasks(const TargetRegisterInfo &TRI) {
  ArrayRef<const uint32_t *> Masks = TRI.getRegMasks();
  for (auto [Name, Mask] : zip(TRI.getRegMaskNames(), Masks)) {
    Out << "mask\t" << Name << '\t';
    for (unsigned R = 1; R < TRI.getNumRegs(); ++R)
      if (!MachineOperand::clobbersPhysReg(Mask, R))
        Out << R << ' ';
    Out << '\n';
  }
}

static void printFlags(const TargetInstrInfo &TII) {
  for (auto [Value, Name] : TII.getSerializableDirectMachineOperandTargetFlags())
    Out << "direct\t" << Value << '\t' << Name << '\n';
  for (auto [Value, Name] : TII.getSerializableBitmaskMachineOperandTargetFlags())
    Out << "bitmask\t" << Value << '\t' << Name << '\n';
  for (auto [Value, Name] : TII.getSerializableTargetIndices())
    Out << "target-index\t" << Value << '\t' << Name << '\n';
  for (auto [Value, Name] : TII.getSerializableMachineMemOperandTargetFlags())
    Out << "memory-flag\t" << unsigned(Value) << '\t' << Name << '\n';
}

// An operand is its MCOI::OperandType, then `cN` for a class, `pN` for the class of a kind of pointer, `=N` where tied, and letters for
// early clobber (e), predicate (q), optional definition (o) and branch target (b).
static void printOperand(const MCInstrDesc &Desc, unsigned N, const TargetRegisterInfo &TRI, const MachineFunction &MF) {
  const MCOperandInfo &Info = Desc.operands()[N];
  Out << unsigned(Info.OperandType);
  if (Info.isLookupPtrRegClass())
    Out << 'p' << TRI.getPointerRegClass(MF, Info.RegClass)->getID();
  else if (Info.RegClass >= 0)
    Out << 'c' << Info.RegClass;
  if (int Tied = Desc.getOperandConstraint(N, MCOI::TIED_TO); Tied != -1)
    Out << '=' << Tied;
  if (Desc.getOperandConstraint(N, MCOI::EARLY_CLOBBER) != -1)
    Out << 'e';
  if (Info.isPredicate())
    Out << 'q';
  if (Info.isOptionalDef())
    Out << 'o';
  if (Info.isBranchTarget())
    Out << 'b';
  Out << ' ';
}

static void printOpcodes(const TargetInstrInfo &TII, const TargetRegisterInfo &TRI, const MachineFunction &MF) {
  Out << "common\t" << TargetOpcode::GENERIC_OP_END + 1 << '\n';
  for (unsigned Op = 0; Op < TII.getNumOpcodes(); ++Op) {
    const MCInstrDesc &Desc = TII.get(Op);
    Out << "opcode\t" << Op << '\t' << TII.getName(Op) << '\t' << Desc.getNumDefs() << '\t' << Desc.getFlags() << '\t';
    for (unsigned N = 0; N < Desc.getNumOperands(); ++N)
      printOperand(Desc, N, TRI, MF);
    Out << '\t';
    for (MCPhysReg R : Desc.implicit_uses())
      Out << R << ' ';
    Out << '\t';
    for (MCPhysReg R : Desc.implicit_defs())
      Out << R << ' ';
    Out << '\n';
  }
}

int main(int ArgC, char **ArgV) {
  if (ArgC != 2) {
    errs() << "usage: mir-tables-helper TRIPLE\n";
    return 2;
  }
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  std::string Error;
  const Target *T = TargetRegistry::lookupTarget(ArgV[1], Error);
  if (!T) {
    errs() << Error << '\n';
    return 1;
  }
  std::unique_ptr<TargetMachine> Machine(T->createTargetMachine(ArgV[1], "", "", TargetOptions(), std::nullopt));
  LLVMContext Context;
  Module M("m", Context);
  M.setDataLayout(Machine->createDataLayout());
  M.setTargetTriple(ArgV[1]);
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(Context), false), Function::ExternalLinkage, "f", M);
  MachineModuleInfo Modules(static_cast<const LLVMTargetMachine *>(Machine.get()));
  MachineFunction &MF = Modules.getOrCreateMachineFunction(*F);
  const TargetSubtargetInfo &Subtarget = MF.getSubtarget();
  const TargetRegisterInfo &TRI = *Subtarget.getRegisterInfo();
  printIndices(TRI);
  printRegisters(TRI, TRI.getReservedRegs(MF));
  printClasses(TRI);
  printBanks(*Subtarget.getRegBankInfo(), TRI);
  printMasks(TRI);
  printFlags(*Subtarget.getInstrInfo());
  printOpcodes(*Subtarget.getInstrInfo(), TRI, MF);
  return 0;
}
