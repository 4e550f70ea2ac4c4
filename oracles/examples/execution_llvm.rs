use irsmith_generators::{SplitMix64, bytes_of_seed, pnacl as generators};
use irsmith_oracles::pnacl::execution::{Call, Plan, llvm::*};
use irsmith_pnacl::{Module, interpret::Bits};
use std::time::Instant;
fn mask(bits: u64) -> u128 {
    if bits >= 128 { !0 } else { (1 << bits) - 1 }
}
fn main() {
    let n: u64 = std::env::args().nth(1).map_or(100, |n| n.parse().unwrap());
    let start: u64 = std::env::args().nth(2).map_or(0, |n| n.parse().unwrap());
    let modules: Vec<Module> = (start..start + n)
        .map(|seed| generators::generate(&mut arbitrary::Unstructured::new(&bytes_of_seed(seed)), &generators::Config::default()))
        .filter(|m| supported(m).is_ok())
        .collect();
    let mut plans = Vec::new();
    for (i, module) in modules.iter().enumerate() {
        let Some(mut plan) = Plan::new(module) else { continue };
        let mut random = SplitMix64::new(i as u64);
        for f in 0..module.functions.len() as u32 {
            if module.functions[f as usize].body.is_some() {
                let arguments =
                    plan.parameters(f).map(|ty| ((random.next() as Bits) << 64 | random.next() as Bits) & mask(ty.bits())).collect();
                plan.calls.push(Call { function: f, arguments });
            }
        }
        plans.push(plan);
    }
    let jobs: Vec<Job> = plans.iter().map(|plan| Job { plan, calls: (0..plan.calls.len()).collect() }).collect();
    let instructions: usize = modules.iter().flat_map(|m| &m.functions).filter_map(|f| f.body.as_ref()).map(|b| b.instructions.len()).sum();
    println!("{} jobs, {instructions} instructions", jobs.len());
    let t = Instant::now();
    let text = lower(&jobs, Guards::All, Pointers::Opaque);
    println!("lower {:?} {} bytes", t.elapsed(), text.len());
    std::fs::write("/tmp/batch.ll", &text).unwrap();
    std::fs::write("/tmp/batch14.ll", lower(&jobs, Guards::All, Pointers::Typed)).unwrap();
    std::fs::write("/tmp/batchu.ll", lower(&jobs, Guards::NanOnly, Pointers::Opaque)).unwrap();
    let llvm = Llvm::find().unwrap();
    let mut last: Option<Vec<Answer>> = None;
    for mode in [Mode::Plain, Mode::Optimised] {
        let t = Instant::now();
        let answers = llvm.answer(&jobs, mode);
        println!("{mode:?}: {:?}", t.elapsed());
        for a in &answers {
            if let Answer::Failed(f) = a {
                println!("{f:?}");
            }
        }
        if let Some(last) = last {
            println!("same: {}", last.iter().zip(&answers).filter(|(a, b)| a == b).count());
            for (i, (a, b)) in last.iter().zip(&answers).enumerate().filter(|(_, (a, b))| a != b).take(5) {
                println!("{i}: {a:?}\n{b:?}");
            }
        }
        let mut ends = std::collections::BTreeMap::new();
        for a in &answers {
            if let Answer::Seen(s) = a {
                for s in s {
                    *ends
                        .entry(match s.end {
                            irsmith_pnacl::interpret::End::Trap(t) => t.kind.text(),
                            irsmith_pnacl::interpret::End::Return(_) => "return",
                            _ => "fuel",
                        })
                        .or_insert(0) += 1;
                }
            }
        }
        println!("{ends:?}");
        last = Some(answers);
    }
}
