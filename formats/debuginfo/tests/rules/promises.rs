//! The guarantees of the specification for valid modules: all debug instructions can be removed at once, and one can be replaced by
//! DebugInfoNone (chapter 2).

use super::{assembler::assemble, base, listing};
use irsmith_debuginfo::validate::{self, Violation};
use irsmith_debuginfo::{Id, Info, Instruction, Limits, Module};
use irsmith_testdata::Data;

irsmith_testdata::data_tests! {
    own: [modules_without_debug_instructions_stay_valid, each_debug_instruction_can_be_replaced_by_debug_info_none],
    outside: [modules_without_debug_instructions_stay_valid, each_debug_instruction_can_be_replaced_by_debug_info_none],
}

fn modules(data: &Data) -> Vec<Module> {
    let mut modules = vec![assemble(base::SPECIFIED), assemble(base::OPENCL)];
    for folder in ["debuginfo/debuginfo", "debuginfo/opencl-100"] {
        for path in data.files(folder, "spv") {
            modules.push(Module::read(&irsmith_testdata::read(&path), &Limits::default()).unwrap());
        }
    }
    modules.retain(validate::is_valid);
    assert!(modules.len() >= 12, "{}", modules.len());
    modules
}

fn assert_valid(module: &Module, what: &str) {
    let errors: Vec<Violation> = validate::validate(module).into_iter().filter(Violation::is_error).collect();
    assert!(errors.is_empty(), "{what}: {}", listing(&errors));
}

fn modules_without_debug_instructions_stay_valid(data: &Data) {
    for mut module in modules(data) {
        module.instructions.retain(|instruction| instruction.debug().is_none());
        assert_valid(&module, "all removed");
    }
}

fn each_debug_instruction_can_be_replaced_by_debug_info_none(data: &Data) {
    let mut replaced = 0;
    for module in modules(data) {
        let place = module.instructions.iter().position(|one| one.debug().is_some_and(|debug| debug.info == Info::InfoNone {}));
        let none = module.instructions[place.unwrap()].result().unwrap();
        for (index, instruction) in module.instructions.iter().enumerate().filter(|one| Some(one.0) != place) {
            let Instruction::Debug(debug) = instruction else { continue };
            let mut without = module.clone();
            without.instructions.remove(index);
            replace(&mut without, debug.result, none);
            assert_valid(&without, debug.info.row().name);
            replaced += 1;
        }
    }
    assert!(replaced >= data.choose(250, 1_000), "{replaced}");
}

fn replace(module: &mut Module, old: Id, new: Id) {
    for instruction in &mut module.instructions {
        if let Instruction::Debug(debug) = instruction {
            debug.info.for_each_id_mut(|_, id| {
                if *id == old {
                    *id = new;
                }
            });
        }
    }
}
