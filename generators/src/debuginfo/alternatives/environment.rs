//! What a module asks of its environment: capabilities, memory model, storage classes.

use super::{join_types, retype};
use crate::debuginfo::edit::is;
use irsmith_debuginfo::grammar::{string, string_words};
use irsmith_debuginfo::{CoreInstruction, Instruction, Module};
use spirv::{AddressingModel, Capability, MemoryModel, Op, StorageClass};
use std::collections::BTreeSet;

/// The environment of most shaders, and that of most kernels.
const ENVIRONMENTS: [(&[Capability], AddressingModel, MemoryModel); 2] = [
    (&[Capability::Shader, Capability::Linkage], AddressingModel::Logical, MemoryModel::GLSL450),
    (&[Capability::Addresses, Capability::Linkage, Capability::Kernel], AddressingModel::Physical64, MemoryModel::OpenCL),
];

/// Returns the module in the environment of most shaders.
pub(super) fn shader(module: &Module) -> Module {
    in_environment(module, 0, false)
}

/// Returns forms of a small module that `spirv-val` may accept when it refuses the module, because they declare what they use and have
/// other types of values.
pub fn repaired(module: &Module) -> Vec<Module> {
    let mut forms = Vec::new();
    for (environment, keeps) in [(0, false), (1, false), (0, true), (1, true)] {
        let mut declared = in_environment(module, environment, keeps);
        declare_set(&mut declared);
        for to in [None, Some(Op::TypeInt), Some(Op::TypeFloat)] {
            let mut form = declared.clone();
            if let Some(to) = to {
                let truths = |form: &Module| form.instructions.iter().position(|each| is(each, Op::TypeBool) && each.result().is_some());
                while let Some(at) = truths(&form) {
                    retype(&mut form, at, to);
                }
            }
            forms.push(form);
        }
    }
    forms
}

/// Declares the extension that sets without semantics need.
fn declare_set(module: &mut Module) {
    const EXTENSION: &str = "SPV_KHR_non_semantic_info";
    let is_set = |each: &Instruction| {
        let name = each.core().filter(|core| core.is(Op::ExtInstImport)).and_then(|core| string(core.words.get(1..)?));
        name.is_some_and(|(name, _)| name.starts_with(b"NonSemantic."))
    };
    let extension = Instruction::Core(CoreInstruction::new(Op::Extension, string_words(EXTENSION).iter().copied()));
    let capabilities = module.instructions.iter().take_while(|each| is(each, Op::Capability)).count();
    if module.instructions.iter().any(is_set) && !module.instructions.contains(&extension) {
        module.instructions.insert(capabilities, extension);
    }
}

/// Returns the module with the capabilities and the memory model of an environment; it may keep its own capabilities.
fn in_environment(module: &Module, environment: usize, keeps: bool) -> Module {
    let (capabilities, addressing, memory) = ENVIRONMENTS[environment];
    let mut form = module.clone();
    form.instructions.retain(|each| keeps || !is(each, Op::Capability));
    let own: Vec<Instruction> = form.instructions.iter().take_while(|each| is(each, Op::Capability)).cloned().collect();
    let declared = capabilities.iter().map(|&capability| Instruction::Core(CoreInstruction::new(Op::Capability, [capability as u32])));
    form.instructions.splice(0..0, declared.filter(|each| !own.contains(each)));
    for instruction in form.instructions.iter_mut().filter(|each| is(each, Op::MemoryModel)) {
        *instruction = Instruction::Core(CoreInstruction::new(Op::MemoryModel, [addressing as u32, memory as u32]));
    }
    form
}

/// Gives all pointers of a storage class, and their variables, another.
pub(super) fn move_class(module: &mut Module, from: u32, to: StorageClass) {
    for instruction in &mut module.instructions {
        let place = if is(instruction, Op::Variable) { 2 } else { 1 };
        let has_class = place == 2 || is(instruction, Op::TypePointer);
        if let Instruction::Core(core) = instruction
            && has_class
            && let Some(word) = core.words.get_mut(place).filter(|word| **word == from)
        {
            *word = to as u32;
        }
    }
    join_types(module);
}

/// Returns the storage classes of the pointers of a module.
pub(super) fn classes(module: &Module) -> BTreeSet<u32> {
    let pointers = module.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(Op::TypePointer));
    pointers.filter_map(|core| core.words.get(1).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::text::{assemble, disassemble};

    #[test]
    fn a_mended_module_declares_what_it_uses() {
        let text = "OpCapability Linkage\n%set = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\nOpMemoryModel Logical GLSL450\n\
                    %bool = OpTypeBool\n%undefined = OpUndef %bool\n%type = OpTypeFunction %bool\n%f = OpFunction %bool None %type\n\
                    %label = OpLabel\n%sum = OpFAdd %bool %undefined %undefined\nOpUnreachable\nOpFunctionEnd\n";
        let forms = repaired(&Module::from_stream(&assemble(text).unwrap()));
        let listings: Vec<String> = forms.iter().map(|form| disassemble(&form.to_stream().unwrap())).collect();
        let says = |listing: &&String, what: &[&str]| what.iter().all(|what| listing.contains(what));
        let extension = "OpExtension \"SPV_KHR_non_semantic_info\"";
        assert!(listings.iter().all(|listing| listing.matches(extension).count() == 1));
        assert!(listings.iter().any(|listing| says(&listing, &["OpCapability Shader", "Logical GLSL450", "OpTypeFloat 32", "OpFAdd"])));
        assert!(listings.iter().any(|listing| says(&listing, &["OpCapability Kernel", "Physical64 OpenCL", "OpTypeInt 32 0"])));
        // No capability is declared twice, and extensions come after capabilities.
        assert!(listings.iter().all(|listing| listing.matches("OpCapability Linkage").count() == 1));
        assert!(listings.iter().all(|listing| listing.find(extension) > listing.rfind("OpCapability")));
    }

    #[test]
    fn a_type_without_an_id_ends_nothing() {
        let nameless = Instruction::Core(CoreInstruction::new(Op::TypeBool, []));
        assert_eq!(repaired(&Module { instructions: vec![nameless], ..Module::default() }).len(), 12);
    }

    #[test]
    fn pointers_and_their_variables_move_together() {
        let text = "OpMemoryModel Logical GLSL450\n%int = OpTypeInt 32 0\n%type = OpTypePointer Uniform %int\n%other = OpTypePointer Private %int\n\
                    %a = OpVariable %type Uniform\n%b = OpVariable %other Private\n";
        let mut module = Module::from_stream(&assemble(text).unwrap());
        assert_eq!(classes(&module).len(), 2);
        move_class(&mut module, StorageClass::Uniform as u32, StorageClass::Private);
        let listing = disassemble(&module.to_stream().unwrap());
        assert!(!listing.contains("Uniform") && listing.matches("Private").count() == 3, "{listing}");
        assert_eq!(listing.matches("OpTypePointer").count(), 1, "{listing}");
    }
}
