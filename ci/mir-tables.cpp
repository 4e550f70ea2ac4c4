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
#include "llvm/Config/llvm-config.h"
#if LLVM_VERSION_MAJOR >= 16
#include "llvm/CodeGen/RegisterBankInfo.h"
#else
#include "llvm/CodeGen/GlobalISel/RegisterBankInfo.h"
#endif
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

// Packages of single targets do not list them in Targets.def.
extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86Target();
void LLVMInitializeX86TargetMC();
void LLVMInitializeAArch64TargetInfo();
void LLVMInitializeAArch64Target();
void LLVMInitializeAArch64TargetMC();
}

static raw_ostream &Out = outs();

#if LLVM_VERSION_MAJOR >= 17
#define BANK_SIZE(RBI, Bank, B) RBI.getMaximumSize(B)
#else
#define BANK_SIZE(RBI, Bank, B) Bank.getSize()
#endif

static uint64_t minimum(uint64_t Size) { return Size; }
#if LLVM_VERSION_MAJOR >= 17
static uint64_t minimum(TypeSize Size) { return Size.getKnownMinValue(); }
#endif

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
#if LLVM_VERSION_MAJOR >= 19
    for (MCRegUnit U : TRI.regunits(R))
      Out << unsigned(U) << ' ';
#else
    for (MCRegUnitIterator U(R, &TRI); U.isValid(); ++U)
      Out << *U << ' ';
#endif
    Out << '\t';
    for (MCSubRegIndexIterator S(R, &TRI); S.isValid(); ++S)
      Out << S.getSubRegIndex() << ':' << S.getSubReg() << ' ';
    Out << '\n';
  }
}

static std::vector<const TargetRegisterClass *> classes(const TargetRegisterInfo &TRI) {
  std::vector<const TargetRegisterClass *> Classes;
#if LLVM_VERSION_MAJOR >= 23
  for (const TargetRegisterClass &RC : TRI.regclasses())
    Classes.push_back(&RC);
#else
  for (const TargetRegisterClass *RC : TRI.regclasses())
    Classes.push_back(RC);
#endif
  return Classes;
}

// TRI.getSpillAlign fails on classes without an alignment in a build with assertions.
struct RegisterInfo : TargetRegisterInfo {
  static unsigned spillAlignment(const TargetRegisterInfo &TRI, const TargetRegisterClass &RC) {
    return (TRI.*&RegisterInfo::getRegClassInfo)(RC).SpillAlignment / 8;
  }
};

static void printClasses(const TargetRegisterInfo &TRI) {
  for (const TargetRegisterClass *RC : classes(TRI)) {
    Out << "class\t" << RC->getID() << '\t' << TRI.getRegClassName(RC) << '\t' << uint64_t(minimum(TRI.getRegSizeInBits(*RC))) << '\t'
        << TRI.getSpillSize(*RC) << '\t' << RegisterInfo::spillAlignment(TRI, *RC) << '\t';
    if (RC->isAllocatable())
      Out << 'a';
    Out << '\t' << RC->getLaneMask().getAsInteger() << '\t';
    for (MCPhysReg R : *RC)
      Out << R << ' ';
    Out << '\t';
    for (const TargetRegisterClass *Sub : classes(TRI))
      if (RC->hasSubClassEq(Sub))
        Out << Sub->getID() << ' ';
    Out << '\t';
    for (unsigned I = 1; I < TRI.getNumSubRegIndices(); ++I)
      if (const TargetRegisterClass *Narrowed = TRI.getSubClassWithSubReg(RC, I)) {
#if LLVM_VERSION_MAJOR >= 16
        const TargetRegisterClass *Part = TRI.getSubRegisterClass(RC, I);
#else
        const TargetRegisterClass *Part = nullptr;
#endif
        Out << I << ':' << Narrowed->getID() << ':' << (Part ? int(Part->getID()) : -1) << ' ';
      }
    Out << '\n';
  }
}

static void printBanks(const RegisterBankInfo &RBI, const TargetRegisterInfo &TRI) {
  for (unsigned B = 0; B < RBI.getNumRegBanks(); ++B) {
    const RegisterBank &Bank = RBI.getRegBank(B);
    Out << "bank\t" << B << '\t' << Bank.getName() << '\t' << BANK_SIZE(RBI, Bank, B) << '\t';
    for (const TargetRegisterClass *RC : classes(TRI))
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
static void printOperand(const MCInstrDesc &Desc, unsigned N, const TargetInstrInfo &TII, const TargetRegisterInfo &TRI,
                         const MachineFunction &MF) {
#if LLVM_VERSION_MAJOR >= 16
  const MCOperandInfo &Info = Desc.operands()[N];
#else
  const MCOperandInfo &Info = Desc.OpInfo[N];
#endif
  Out << unsigned(Info.OperandType);
#if LLVM_VERSION_MAJOR >= 22
  if (Info.isLookupRegClassByHwMode())
    Out << 'p' << TII.getRegClass(Desc, N)->getID();
#else
  if (Info.isLookupPtrRegClass())
    Out << 'p' << TRI.getPointerRegClass(MF, Info.RegClass)->getID();
#endif
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

// The form of an encoding in TSFlags of X86 (X86II::FormMask); 0 is that of opcodes without one, whose addresses llc does not check.
static const uint64_t FormMask = 127;

// The bits of MCID::Flag as LLVM 19 numbers them, and in the highest bit whether the opcode has a form of X86. LLVM 14 has no bit for what
// emits nothing (Meta), the fifth.
static uint64_t flags(const MCInstrDesc &Desc, bool IsX86) {
  uint64_t Form = IsX86 && (Desc.TSFlags & FormMask) != 0;
#if LLVM_VERSION_MAJOR >= 15
  return Desc.getFlags() | Form << 63;
#else
  return (Desc.getFlags() & 0xf) | (Desc.getFlags() & ~uint64_t(0xf)) << 1 | Form << 63;
#endif
}

static void printOpcodes(const TargetInstrInfo &TII, const TargetRegisterInfo &TRI, const MachineFunction &MF) {
  Out << "common\t" << TargetOpcode::GENERIC_OP_END + 1 << '\n';
  bool IsX86 = MF.getTarget().getTargetTriple().isX86();
  for (unsigned Op = 0; Op < TII.getNumOpcodes(); ++Op) {
    const MCInstrDesc &Desc = TII.get(Op);
    Out << "opcode\t" << Op << '\t' << TII.getName(Op) << '\t' << Desc.getNumDefs() << '\t' << flags(Desc, IsX86) << '\t';
    for (unsigned N = 0; N < Desc.getNumOperands(); ++N)
      printOperand(Desc, N, TII, TRI, MF);
    Out << '\t';
#if LLVM_VERSION_MAJOR >= 16
    for (MCPhysReg R : Desc.implicit_uses())
      Out << R << ' ';
    Out << '\t';
    for (MCPhysReg R : Desc.implicit_defs())
      Out << R << ' ';
#else
    for (const MCPhysReg *R = Desc.getImplicitUses(); R && *R; ++R)
      Out << *R << ' ';
    Out << '\t';
    for (const MCPhysReg *R = Desc.getImplicitDefs(); R && *R; ++R)
      Out << *R << ' ';
#endif
    Out << '\n';
  }
}

int main(int ArgC, char **ArgV) {
  if (ArgC != 2) {
    errs() << "usage: mir-tables-helper TRIPLE\n";
    return 2;
  }
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  std::string Error;
#if LLVM_VERSION_MAJOR >= 22
  Triple Name(ArgV[1]);
#else
  const char *Name = ArgV[1];
#endif
  const Target *T = TargetRegistry::lookupTarget(Name, Error);
  if (!T) {
    errs() << Error << '\n';
    return 1;
  }
  std::unique_ptr<TargetMachine> Machine(T->createTargetMachine(Name, "", "", TargetOptions(), {}));
  LLVMContext Context;
  Module M("m", Context);
  M.setDataLayout(Machine->createDataLayout());
  M.setTargetTriple(Name);
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(Context), false), Function::ExternalLinkage, "f", M);
  #if LLVM_VERSION_MAJOR >= 20
  MachineModuleInfo Modules(Machine.get());
#else
  MachineModuleInfo Modules(static_cast<const LLVMTargetMachine *>(Machine.get()));
#endif
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
